"""Checks that play: rounds to their rulings, and what happens to them in between."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from pi_meyer.match.intents import Act, Do, PickLanguage, Say
from pi_meyer.match.views import Screen
from pi_meyer.service.flow.host import Offer
from tests.vm.kit import newer_package
from tests.vm.session import Race, demand, until
from tests.vm.twin import UNIT, ScenarioError

if TYPE_CHECKING:
    from tests.vm.session import Session

READY_RATIO: Final = 1.3
MOST_TURNS: Final = 5
"""So often starts and bare imports take turns while the ratio is not yet good: a busy host makes
single ones long."""
VIRTUAL_CAMERA: Final = "/usr/share/libcamera/pipeline/virtual/virtual.yaml"
FIRST_FRAMES: Final = 60
"""Frames that a new process is given before somebody lifts: it loads OpenCV with the first."""


def first_screen(s: Session) -> str:
    """A new box asks for language, turn and a trial; then it invites."""
    words = s.like("first-start")
    _welcome(s)
    return f"languages: {words}; invitation: {s.like('idle')}"


def a_round(s: Session) -> str:
    """Seats, shake, announcement by touch, LIFT by the pin: the ruling that the twin gives."""
    hidden(s, (5, 2), "63")
    return lifted(s, "ruling")


def killed_while_hidden(s: Session) -> str:
    """kill -9 with dice under the cup: READY again in time, the match goes on, the lift reads."""
    hidden(s, (6, 4), "64")
    before = s.entries()
    race = _raced(s, f"systemctl kill -s KILL {UNIT}", within_s=60, least=3)
    demand(s.entries() >= before > 0, "entries were lost")
    s.measured["ready_after_kill"] = round(race.ratio, 2)
    return f"{race}; {_lifted_after(s, 'ruling-after-kill')}"


def hanging(s: Session) -> str:
    """A process that hangs is killed by the watchdog and comes back where it was."""
    hidden(s, (3, 1), "31")
    race = _raced(s, f"systemctl kill -s STOP {UNIT}", within_s=150, least=1)
    s.measured["ready_after_hang"] = round(race.ratio, 2)
    return f"{race}; {_lifted_after(s, 'ruling-after-hang')}"


def _raced(s: Session, death: str, *, within_s: float, least: int) -> Race:
    """Let the service die and come back, then import barely, by turns."""
    race = Race()
    for turn in range(1, MOST_TURNS + 1):
        race.ready_s.append(s.back_after(death, within_s=within_s))
        s.stop()
        race.bare_s.append(s.imports_s())
        s.start()
        if turn >= least and (race.ratio <= READY_RATIO or not s.strict):
            break
    demand(race.ratio <= READY_RATIO or not s.strict, f"{race}")
    return race


def cut_while_hidden(s: Session) -> str:
    """The plug is pulled with dice under the cup: the same match, the lift reads them."""
    hidden(s, (5, 5), "55")
    before = s.entries()
    s.box.cut()
    s.boot()
    s.ready()
    s.twin.show_table()
    demand(s.entries() >= before > 0, "entries were lost")
    return _lifted_after(s, "ruling-after-cut")


def camera_frozen(s: Session) -> str:
    """A camera whose picture stands still is asleep, on screen; it wakes when pictures move."""
    playing(s)
    s.twin.freeze()
    asleep_s = s.twin.expect(Screen.ASLEEP)
    time.sleep(2.0)
    s.box.shot(s.shots / "camera-asleep.png")
    s.twin.show_table()
    awake_s = until(lambda: s.twin.status() != "asleep", "it wakes", within_s=60)
    s.afresh()
    return f"asleep after {asleep_s:.0f} s, awake again {awake_s:.0f} s after it moved"


def camera_missing(s: Session) -> str:
    """Without a camera the screen and the log say so, and the game can be played; then it is back.

    That another program holds it cannot be played here: libcamera guards its virtual camera against
    nobody. tests/devices does that with a double.
    """
    playing(s)
    s.stop()
    s.box.sh(f"mv {VIRTUAL_CAMERA} {VIRTUAL_CAMERA}.away")
    s.start()
    until(lambda: s.twin.status() == "asleep", "the screen says so", within_s=90)
    until(lambda: "no camera was found" in s.box.journal(50), "the log says so", within_s=60)
    said = next(line for line in s.box.journal(50).splitlines() if "no camera was found" in line)
    s.box.sh(f"mv {VIRTUAL_CAMERA}.away {VIRTUAL_CAMERA}")
    s.stop()
    s.start()
    back_s = until(lambda: s.twin.status() != "asleep", "it is back", within_s=90)
    s.afresh()
    return f"{said.split(': ', 2)[-1]} Back {back_s:.0f} s after the start"


def switched_off(s: Session) -> str:
    """Menu by the held corner, "switch off", LIFT: the machine powers off in order."""
    playing(s)
    s.twin.hold_corner()
    s.twin.expect(Screen.MENU)
    s.box.shot(s.shots / "menu.png")
    s.twin.touch(Do(act=Act.SWITCH_OFF), sure=False)
    time.sleep(2.0)
    s.box.shot(s.shots / "switch-off.png")
    start = time.monotonic()
    s.box.press(200)
    s.box.proc.wait(120)
    s.box.cut()
    return f"off {time.monotonic() - start:.0f} s after LIFT"


def updated_from_a_stick(s: Session) -> str:
    """A newer package on a stick: the menu offers it, LIFT installs it, the evening goes on."""
    hidden(s, (4, 2), "42")
    lifted(s, "ruling-before-update")
    playing(s)
    name = newer_package(s, "9.1.0")
    before = s.entries()
    s.box.sh("mkdir -p /media/stick && mount -t tmpfs none /media/stick && chmod 777 /media/stick")
    s.box.sh(f"cp /share/{name} /media/stick/; cp /share/{name} /media/stick/'with a space.deb'")
    s.twin.world.host.offered = lambda: Offer(version="9.1.0")
    s.twin.hold_corner()
    s.twin.expect(Screen.MENU)
    s.box.shot(s.shots / "menu-with-update.png")
    s.twin.touch(Do(act=Act.UPDATE), sure=False)
    time.sleep(3.0)
    s.box.shot(s.shots / "update.png")
    s.box.press(200)
    question = "dpkg-query -W -f '${Version} ${Status}' pi-meyer"
    wanted = "9.1.0 install ok installed"
    until(lambda: s.box.sh(question).strip() == wanted, "it is installed", within_s=240)
    s.ready()
    s.box.sh("umount /media/stick")
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    demand(s.entries() >= before > 0, "entries were lost")
    said = s.box.sh("journalctl -u pi-meyer-update -o cat --no-pager | tail -3").strip()
    return f"{said.splitlines()[-1]}; {before} entries kept"


def playing(s: Session) -> None:
    """Bring both sides to the next shake of a match, with the camera awake."""
    s.twin.await_frames(1)
    for _ in range(8):
        match s.twin.screen:
            case Screen.SHAKE:
                return
            case Screen.WELCOME:
                _welcome(s)
            case Screen.RULING:
                s.twin.await_lives()
            case _:
                s.twin.touch(Do(act=Act.GO))
    raise ScenarioError(f"from {s.twin.screen.value} no shake was reached")


def _welcome(s: Session) -> None:
    s.twin.await_frames(1)  # until the camera is there its libraries hold everything up
    s.speak_danish()
    s.twin.touch(PickLanguage(language="en"), sure=False)
    chosen = f"grep -c '^language = \"en\"' {s.settings} || true"
    until(lambda: s.box.sh(chosen).strip() == "1", "the language is kept", within_s=40)
    for answer, name in ((Act.GO, "upright"), (Act.BACK, "trial")):  # no dice are tried
        s.box.shot(s.shots / f"{name}.png")
        s.twin.touch(Do(act=answer))


def hidden(s: Session, tops: tuple[int, int], said: str) -> None:
    """Shake, set the cup down over these dice, and announce."""
    playing(s)
    s.twin.take_cup()
    s.twin.set_down(tops)
    s.twin.touch(Say(value=said))


def _lifted_after(s: Session, name: str) -> str:
    """Lift dice that lay hidden while the box was away."""
    s.twin.forget_power()
    s.twin.expect(s.twin.screen)
    s.twin.await_frames(FIRST_FRAMES)
    return lifted(s, name)


def lifted(s: Session, name: str) -> str:
    """Lift: both read the same dice and rule the same."""
    s.twin.lift()
    demand(s.twin.screen is Screen.RULING, f"the twin shows {s.twin.screen.value}")
    words = s.like(name)
    s.twin.await_lives()
    return f"the lift read them, {words}"
