"""The live loop at a laptop: window, keys and hands, on a stepped clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from pi_meyer.display.panel import Panel
from pi_meyer.display.sound import Speaker
from pi_meyer.display.stage import Stage
from pi_meyer.display.window import Closed, Happening, KeyDown, KeyUp, Window, Wish
from pi_meyer.errors import DeviceError
from pi_meyer.match.intents import Act, Do
from pi_meyer.match.views import SCREEN_OF, Sign
from pi_meyer.ports.lift_button import Edge
from pi_meyer.service import stick
from pi_meyer.service.flow.host import Host, Offer
from pi_meyer.service.hands import Hands
from pi_meyer.service.key_button import KeyButton
from pi_meyer.service.keyboard import Keyboard
from pi_meyer.service.loop import Loop
from pi_meyer.service.notify import Notifier
from pi_meyer.service.stick import offered, save_to_stick, sticks
from pi_meyer.service.wiring import build
from pi_meyer.simulation.simulated_camera import SimulatedCamera
from pi_meyer.simulation.stepped_clock import SteppedClock
from pi_meyer.simulation.table import CupState, SimulatedTable
from pi_meyer.storage.memory import MemoryJournal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass
class _Glass:
    """Stands in for the window: tells what a test wants to have happened."""

    waiting: list[Happening] = field(default_factory=list)
    presented: int = 0

    def happenings(self, _stage: Stage, _now_s: float) -> Iterator[Happening]:
        happened, self.waiting = self.waiting, []
        yield from happened

    def present(self, stage: Stage, now_s: float) -> bool:
        self.presented += stage.tick(now_s)
        return True


@pytest.fixture
def loop() -> Loop:
    """A loop at the simulated table whose rest advances a stepped clock."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4)
    keys = KeyButton()
    host = Host(journal=MemoryJournal(boot="test"), simulated=True)
    box = build(
        host=host,
        panel=Panel(),
        clock=clock,
        camera=SimulatedCamera(table, clock, seed=4),
        button=keys,
        beside=False,
    )
    live = Loop(
        box=box,
        window=cast("Window", _Glass()),
        keyboard=Keyboard(simulated=True),
        keys=keys,
        speaker=Speaker(volume=0),
        notifier=Notifier(clock, environment={}),
        rest=clock.advance,
        hands=Hands(table=table),
    )
    live.turn()
    return live


def _glass(loop: Loop) -> _Glass:
    return cast("_Glass", loop.window)


def _run(loop: Loop, seconds: float, *happened: Happening) -> str:
    _glass(loop).waiting += happened
    for _ in range(round(seconds / 0.05)):
        loop.turn()
        loop.rest(0.05)
    view = loop.box.stage.view
    assert view is not None
    return SCREEN_OF[type(view)].value


def _typed(name: str) -> tuple[KeyDown, KeyUp]:
    return KeyDown(name=name, text=name if len(name) == 1 else ""), KeyUp(name=name)


def test_friends_at_a_laptop_play_a_round_with_the_keyboard(loop: Loop) -> None:
    """Return, Return, S, two digits, Space: the ruling is there and the cup is off."""
    assert _run(loop, 0.2, *_typed("return")) == "seats"
    assert _run(loop, 0.2, *_typed("return")) == "shake"
    assert _run(loop, 3.5, *_typed("s")) == "ready"
    _run(loop, 0.2, *_typed("6"))
    _run(loop, 0.2, *_typed("3"))
    assert loop.box.evening.record.claim == "63"
    assert _run(loop, 1.2, *_typed("space")) == "ruling"
    assert loop.hands is not None
    assert loop.hands.table.cup is CupState.OFF


def test_the_peek_takes_the_whole_window_only_while_its_key_is_held(loop: Loop) -> None:
    """The referee's own picture is back, pixel for pixel, when the key comes up (P9)."""
    _run(loop, 0.2, *_typed("return"))
    _run(loop, 0.2, *_typed("return"))
    _run(loop, 4.0, *_typed("s"))
    before = loop.box.stage.surface.get_view("0").raw
    _run(loop, 0.2, KeyDown(name="p", text="p"))
    assert loop.box.stage.surface.get_view("0").raw != before
    _run(loop, 0.2, KeyUp(name="p"))
    assert loop.box.stage.surface.get_view("0").raw == before


def test_closing_the_window_in_the_middle_ends_the_loop(loop: Loop) -> None:
    """SIGTERM and the window's cross end it after this turn; the journal has all of it."""
    _run(loop, 0.2, Wish(intent=Do(act=Act.GO)), Wish(intent=Do(act=Act.GO)))
    _glass(loop).waiting.append(Closed())
    loop.run()
    assert loop.box.evening.host.journal.last_match() is not None


def test_a_still_screen_is_not_drawn_again(loop: Loop) -> None:
    """Nothing happens, nothing is redrawn."""
    _run(loop, 1.0)
    drawn = _glass(loop).presented
    _run(loop, 2.0)
    assert _glass(loop).presented == drawn


def test_the_space_bar_joins_the_real_contact() -> None:
    """Edges of both come in the order of time, and a repeated key is no edge."""

    class _Contact:
        def poll(self) -> tuple[Edge, ...]:
            return (Edge(pressed=True, at_s=2.0),)

        def is_pressed(self) -> bool:
            return False

        def close(self) -> None:
            pass

    keys = KeyButton(beside=_Contact())
    keys.key(pressed=True, at_s=1.0)
    keys.key(pressed=True, at_s=1.5)
    assert [edge.at_s for edge in keys.poll()] == [1.0, 2.0]
    assert keys.is_pressed()


def test_the_sheet_is_saved_on_a_writable_stick_and_nowhere_else(tmp_path: Path) -> None:
    """Mount points below the places for removable disks count; a root disk does not."""
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /nowhere/stick vfat rw 0 0\n")
    assert sticks(mounts.read_text()) == ()
    assert save_to_stick({"meyer.csv": "a"}, mounts=mounts) is None


@dataclass
class _Knob:
    """A turning knob that a test turns."""

    steps: int = 0
    closed: bool = False

    def poll(self) -> int:
        turned, self.steps = self.steps, 0
        return turned

    def close(self) -> None:
        self.closed = True


def test_a_turning_knob_steps_the_highlight_either_way(loop: Loop) -> None:
    """One step right lights the likeliest place, another the next; one left goes back."""
    _run(loop, 0.2, *_typed("return"))
    loop.box.knob = knob = _Knob()
    lit = []
    for steps in (1, 1, -1):
        knob.steps = steps
        _run(loop, 0.05)
        lit.append(loop.box.stage.highlighted)
    assert lit[0] is not None
    assert lit[0] == lit[2] != lit[1]
    loop.box.close()
    assert knob.closed


def test_a_box_whose_camera_hangs_ends_to_start_anew(loop: Loop) -> None:
    """It is asked every half minute, and the loop ends by itself."""
    asked: list[bool] = [False, True]
    loop.hangs = lambda: asked.pop(0)
    _run(loop, 40.0)
    assert not loop._closed
    _run(loop, 31.0)
    assert loop._closed


@pytest.mark.parametrize(
    ("package", "version", "found"),
    [
        ("pi-meyer", "9.0.0", Offer(version="9.0.0")),
        ("pi-meyer", "0.0.1", Offer(version="0.0.1", newer=False)),
        ("other", "9.0.0", Offer(version="pi-meyer_9.deb", ours=False, newer=False)),
    ],
)
def test_a_package_on_a_stick_is_offered_or_refused(
    package: str, version: str, found: Offer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer one of ours is offered; an older and a foreign one are told apart."""

    def told(*words: str) -> str | None:
        fields = {"Package": package, "Version": version, "pi-meyer": "0.1.0"}
        if words[1] == "--compare-versions":
            return "" if words[2] > words[4] else None
        return fields[words[-1]]

    monkeypatch.setattr(stick, "PLACES", (f"{tmp_path}/",))
    monkeypatch.setattr(stick, "_told", told)
    monkeypatch.setattr("shutil.which", lambda _tool: "/usr/bin/dpkg-deb")
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 {tmp_path}/usb vfat rw 0 0\n")
    assert offered(mounts=mounts) is None
    (tmp_path / "usb").mkdir()
    (tmp_path / "usb" / "pi-meyer_9.deb").touch()
    assert offered(mounts=mounts) == found


def _asked_for(loop: Loop) -> str:
    pending = loop.box.evening.pending
    return pending.what.key if pending is not None else ""


def test_an_update_is_asked_for_in_the_menu_and_installed_by_lift(loop: Loop) -> None:
    """The tile is there with a stick; LIFT asks the system, an older package only gets words."""
    host, asked = loop.box.evening.host, []
    host.update = lambda: asked.append(True)
    host.offered = lambda: Offer(version="9.0.0")
    loop.box.handle(Do(act=Act.MENU))
    loop.box.handle(Do(act=Act.UPDATE))
    assert not asked
    assert _asked_for(loop) == "ask_update"
    _run(loop, 0.5, *_typed("space"))
    assert asked == [True]
    host.offered = lambda: Offer(version="0.0.1", newer=False)
    loop.box.handle(Do(act=Act.MENU))
    loop.box.handle(Do(act=Act.UPDATE))
    assert _asked_for(loop) == ""
    assert asked == [True]


def test_the_picture_can_be_turned_from_the_menu(loop: Loop) -> None:
    """Where the panel can hang either way the menu turns it; the place of a touch turns with it."""
    box, panel = loop.box, Panel()

    def turn() -> None:
        box.stage = Stage(panel.next_turn())

    box.evening.host.turn = turn
    box.handle(Do(act=Act.MENU))
    _run(loop, 0.2)
    before = box.stage.centre_of(Do(act=Act.TURN))
    box.handle(Do(act=Act.TURN))
    _run(loop, 0.2)
    after = box.stage.centre_of(Do(act=Act.TURN))
    assert before is not None
    assert after is not None
    assert (round(before[0] + after[0]), round(before[1] + after[1])) == (800, 480)


def test_a_panel_turns_round_in_its_own_steps() -> None:
    """A portrait panel has four ways to hang, the others two."""
    tall, wide = Panel(size_wh=(720, 1280)), Panel()
    turns = [tall.rotation]
    for _ in range(4):
        tall = tall.next_turn()
        turns.append(tall.rotation)
    assert turns == [0, 90, 180, 270, 0]
    assert [wide.next_turn().rotation, wide.next_turn().next_turn().rotation] == [180, 0]


def test_a_box_without_its_button_says_so_and_lifts_on_the_screen(loop: Loop) -> None:
    """A contact that could not be opened is told, shown by its sign, and a tile stands for it."""
    loop.box.button_missing = True
    loop.turn()
    notice = loop.box.evening.view(loop.box.clock.now_s()).chrome.notice
    assert notice is not None
    assert notice.key == "fault_no_button"
    loop.rest(10.0)
    for _ in range(3):
        loop.turn()
    signs = loop.box.evening.view(loop.box.clock.now_s()).chrome.signs
    assert Sign.NO_BUTTON in signs


def test_the_first_sound_waits_for_the_first_picture(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sound card takes long to open: what a resumed screen says is heard after READY."""
    order: list[str] = []
    monkeypatch.setattr(loop.speaker, "show", lambda *_: order.append("sound"))
    monkeypatch.setattr(loop.notifier, "ready", lambda: order.append("ready"))
    loop.open_devices = lambda: setattr(loop, "_closed", True)
    loop.run()
    assert order == ["ready", "sound"]


def test_memory_settles_once(loop: Loop) -> None:
    """It is asked every turn until all is loaded, and never again."""
    answers = iter([False, False, True])
    asked: list[bool] = []

    def settle() -> bool:
        asked.append(next(answers))
        return asked[-1]

    turns: list[float] = []

    def rest(seconds: float) -> None:
        turns.append(seconds)
        loop._closed = len(turns) == 9

    loop.settle, loop.rest = settle, rest
    loop.run()
    assert asked == [False, False, True]
    assert len(turns) == 9


def test_pins_that_go_in_the_middle_are_told_once_and_lift_on_the_screen_until_they_are_back(
    loop: Loop, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log says why, once; the sign stands meanwhile, and the button's return is told."""
    button = loop.box.button
    assert button is not None
    loop.turn()

    def gone(_: object) -> None:
        raise DeviceError("Pin BCM 17 cannot be used.")

    with monkeypatch.context() as patch:
        patch.setattr(type(button), "poll", gone)
        _run(loop, 0.5)
        signs = loop.box.evening.view(loop.box.clock.now_s()).chrome.signs
    assert caplog.messages == ["No LIFT button: Pin BCM 17 cannot be used."]
    assert Sign.NO_BUTTON in signs
    _run(loop, 0.2)
    chrome = loop.box.evening.view(loop.box.clock.now_s()).chrome
    assert Sign.NO_BUTTON not in chrome.signs
    assert chrome.notice is not None
    assert chrome.notice.key == "fault_button_back"
