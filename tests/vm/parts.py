"""Checks of what is missing, busy, forbidden, or pulled out in the middle of a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi_meyer.match.views import Sign
from tests.vm import play
from tests.vm.session import demand, until
from tests.vm.twin import UNIT

if TYPE_CHECKING:
    from tests.vm.session import Session

LIKE_WITH_SIGN: Final = 0.998
"""A small sign is half a hundredth of the screen."""
NOTICE_S: Final = 6.0
"""Until a notice has gone again."""
NOTICES_S: Final = 60.0
"""The same in the machine, where more than one may come after a start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the box, how it breaks and is mended, and what is then said and shown."""

    name: str
    break_it: str
    mend_it: str
    sentence: str
    sign: Sign


PARTS: Final = (
    Part(
        name="pins forbidden",
        break_it="chown root: /dev/gpiochip0; chmod 600 /dev/gpiochip0",
        mend_it="chown root:gpio /dev/gpiochip0; chmod 660 /dev/gpiochip0",
        sentence="No LIFT button: The pins cannot be opened",
        sign=Sign.NO_BUTTON,
    ),
    Part(
        name="button busy",
        break_it="systemd-run -q --unit holder gpiomon -c gpiochip0 17; sleep 1",
        mend_it="systemctl stop holder",
        sentence="No LIFT button: Pin BCM 17 is held by another program",
        sign=Sign.NO_BUTTON,
    ),
    Part(
        name="touch forbidden",
        break_it="chown root: /dev/input/event*; chmod 600 /dev/input/event*",
        mend_it="chown root:input /dev/input/event*; chmod 660 /dev/input/event*",
        sentence="Input: event0 cannot be opened",
        sign=Sign.NO_TOUCH,
    ),
)
PANEL: Final = Path(__file__).resolve().parent / "panel.py"
"""A touch screen that can be pulled out; it runs in the machine."""


def broken_parts(s: Session) -> str:
    """What is missing, busy or forbidden is told in the log and on the screen; one plays on."""
    play.playing(s)
    said = [_broken(s, part) for part in PARTS]
    s.box.sh(f"cp {s.settings} /run/kept && sed -i 's/^version = 1/version = 0/' {s.settings}")
    s.stop()
    s.start()
    said.append(f"old settings: {told(s, 'version is 0')!r}")
    s.box.sh(f"cat /run/kept >{s.settings}")
    said.append(_second_box(s))
    s.afresh()
    return "; ".join(said)


def _broken(s: Session, part: Part) -> str:
    """Break a part, start, and see the sentence and the small sign; then mend it."""
    s.stop()
    s.box.sh(part.break_it)
    s.start()
    s.twin.forget_power()
    s.twin.world.box.button_missing = part.sign is Sign.NO_BUTTON
    s.twin.world.box.evening.signs = frozenset({part.sign}) - {Sign.NO_BUTTON}
    s.twin.world.run_for(NOTICE_S)
    try:
        words = told(s, part.sentence)
        s.twin.expect(s.twin.screen)
        s.box.shot(s.shots / f"told-{part.name}.png")
        picture = s.shots / f"broken-{part.name}.png"
        share = s.twin.compare(picture, enough=LIKE_WITH_SIGN, patience_s=NOTICES_S)
        demand(share >= LIKE_WITH_SIGN, f"{part.name}: {share:.2%} like the twin with its sign")
    finally:
        s.stop()
        s.box.sh(part.mend_it)
        s.start()
    return f"{part.name}: {words!r}"


def told(s: Session, sentence: str) -> str:
    """Wait until the log of the running start holds a sentence; return its line."""
    log = f"journalctl -u {UNIT} -o cat --no-pager _SYSTEMD_INVOCATION_ID=$(systemctl show -p "
    log += f"InvocationID --value {UNIT})"
    until(lambda: sentence in s.box.sh(log), f"the log says {sentence!r}", within_s=60)
    lines: list[str] = s.box.sh(log).splitlines()
    line = next(line for line in lines if sentence in line)
    return line.split(": ", 1)[-1]


def _second_box(s: Session) -> str:
    """A second box on the same evenings is refused in a sentence, and the first goes on."""
    rights = "setpriv --reuid pi-meyer --regid pi-meyer --clear-groups"
    command = f"cd /; {rights} env HOME=/var/lib/pi-meyer pi-meyer run 2>&1; echo code $?"
    told: str = s.box.sh(command, 90)
    *_, words, code = told.strip().splitlines()
    demand(code == "code 1" and "another data folder" in words, f"{words} {code}")
    s.twin.expect(s.twin.screen)
    return f"second box: {words!r}"


def unplugged(s: Session) -> str:
    """A touch screen that is plugged in late plays; pulled out it is told, and LIFT goes on alone.

    That the pins go cannot be played: on a Pi they are part of the processor, and lgpio's own
    thread writes without end when a simulated chip is taken away from it.
    """
    play.playing(s)
    touch = next(part for part in PARTS if part.sign is Sign.NO_TOUCH)
    s.stop()
    s.box.sh(touch.break_it)
    s.start()
    s.twin.forget_power()
    before, agents_touch = s.restarts(), s.box.touch
    try:
        _plug_in(s)
        s.box.touch = lambda x, y, ms=100: s.box.sh(f"echo {x} {y} {ms} >/run/panel/do; sleep 1")
        play.hidden(s, (6, 1), "61")
        gone = _pull_out(s)
        lifted = play.lifted(s, "ruling-without-touch")
    finally:
        s.box.touch = agents_touch
        s.box.sh(f"rm -f /run/panel/in; {touch.mend_it}")
    demand(s.restarts() == before, "the service started anew")
    s.afresh()
    return f"a late panel plays; {gone!r}, LIFT alone: {lifted}"


def _plug_in(s: Session) -> None:
    (s.box.share / PANEL.name).write_text(PANEL.read_text())
    s.box.sh(f"mkdir -p /run/panel; systemd-run -q python3 /share/{PANEL.name}")
    until(lambda: s.box.sh("ls /run/panel").split() != [], "the panel is there", within_s=60)
    s.twin.await_frames(play.FIRST_FRAMES)


def _pull_out(s: Session) -> str:
    s.box.sh("rm /run/panel/in")
    gone = told(s, "is gone")
    s.twin.world.box.evening.signs = frozenset({Sign.NO_TOUCH})
    s.twin.world.run_for(NOTICE_S)
    return gone
