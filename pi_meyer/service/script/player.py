"""Plays an evening script against the whole box (rules.md, section 10).

Every act goes the way that it takes at a real table: tiles are touched where the screen shows them,
the button bounces, the dice come to rest under the cup. A refused act changes nothing and does not
end the script (M1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.display.keys import KeyPress, TableKey
from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.display.panel import Panel
from pi_meyer.display.pictures import save_png
from pi_meyer.errors import JournalError, SettingsError
from pi_meyer.match.intents import (
    Act,
    Do,
    EnterDice,
    Intent,
    PickLanguage,
    Say,
)
from pi_meyer.match.views import SCREEN_OF, AsleepView
from pi_meyer.rules.presets import DEFAULT_PRESET, house_rules
from pi_meyer.service.flow import after, dealings
from pi_meyer.service.flow.phase import Phase
from pi_meyer.service.flow.seating import Seating
from pi_meyer.service.script.answers import ANSWER_S, Answers
from pi_meyer.service.script.expecting import differences
from pi_meyer.service.script.reading import WORDS, JsonObject, Line, ScriptError
from pi_meyer.service.wiring import journal_in
from pi_meyer.simulation.simulated_button import ButtonFault
from pi_meyer.simulation.simulated_camera import CameraFault
from pi_meyer.simulation.table import Pose
from pi_meyer.simulation.under_cup import look_under_cup

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.service.script.world import World

REST_S = 3.5
"""A shake is over after this long at the latest: away, set down, at rest, READY."""
CUP_OFF_AFTER_S = 0.4
"""The cup comes off this long after the press (section 10)."""
PRESS_S = 0.12
"""How long a finger rests on LIFT to confirm."""
MENU_HOLD_S = 4.2
"""How long a finger holds the corner for the menu."""

PLACES = {
    "sheet": Act.SHEET,
    "settings": Act.SETTINGS,
    "rules": Act.SETTINGS,
    "seats": Act.SEATS,
    "language": Act.LANGUAGE,
    "sound": Act.SOUND,
    "light": Act.LIGHT,
    "turn": Act.TURN,
    "doctor": Act.DOCTOR,
    "calibrate": Act.CALIBRATE,
    "end": Act.END_MATCH,
    "switch_off": Act.SWITCH_OFF,
    "update": Act.UPDATE,
}


@dataclass(slots=True)
class Player:
    """Plays the lines of a script one after the other."""

    world: World
    shots: Path | None = None
    failures: list[str] = field(default_factory=list)
    _answers: Answers = field(init=False)
    _last_screen: str = ""
    _pictures: int = 0

    def __post_init__(self) -> None:
        """Nothing has been said yet."""
        self._answers = Answers(world=self.world, want=self._want)

    def play(self, lines: tuple[Line, ...]) -> None:
        """Play all lines; what did not hold is in ``failures``."""
        acts: dict[str, Callable[[JsonObject], None]] = {
            "seats": self._seats,
            "shake": self._shake,
            "tile": self._tile,
            "lift": self._lift,
            "said": self._said,
            "by": self._by,
            "enter": self._enter,
            "nudge": self._nudge,
            "cup": self._cup,
            "peek": self._peek,
            "camera": self._camera,
            "disk": self._disk,
            "power": self._power,
            "button": self._button,
            "touch": self._touch,
            "key": self._key,
            "clock": self._clock,
            "display": self._display,
            "second_instance": self._second_instance,
            "undo": self._undo,
            "correct": self._correct,
            "set": self._set,
            "menu": self._menu,
            "wait_s": self._wait,
            "shot": self._shot,
        }
        for line in lines:
            if line.verb == "expect":
                self._expect(line)
            else:
                acts[line.verb](line.act)
                self._picture_of_new_screen()

    def result(self) -> JsonObject:
        """Return the result object of section 9, with timings and marks."""
        box = self.world.box
        record = box.evening.record
        return record.result() | {
            "timings_ms": {
                "gate": _median(box.timings.gate_ms),
                "read": _median(box.timings.read_ms),
                "lift_to_ruling": list(box.evening.lift_to_ruling_ms),
            },
            "marks": record.marks(),
        }

    # --- the table ------------------------------------------------------------------------

    def _seats(self, act: JsonObject) -> None:
        names = act["seats"]
        if not isinstance(names, list) or not 2 <= len(names) <= 12:
            raise ScriptError("seats takes two to twelve names.")
        if len(set(names)) != len(names) or not all(isinstance(n, str) and n for n in names):
            raise ScriptError("seats takes names that differ and are not empty.")
        self._end_what_runs()
        if isinstance(panel := act.get("panel"), str):
            self.world.show_on(Panel.named(panel))
        evening = self.world.box.evening
        if isinstance(language := act.get("language"), str):
            if language not in LANGUAGES:
                raise SettingsError(f"There is no language {language!r}; take da, nb, de or en.")
            evening.handle(PickLanguage(language=language), self._now_s())
        self._choose_rules(act)
        evening.seating = Seating.of_names([str(name) for name in names])
        self.world.step()
        self._go()
        self._picture_of_new_screen()
        self._go()

    def _end_what_runs(self) -> None:
        """Other people sit down: what was played before is over, and its record stays."""
        evening = self.world.box.evening
        if evening.record.running:
            dealings.end_match(evening, self._now_s())
            self.world.step()

    def _go(self) -> None:
        """Touch the way on; with a dead touch screen, the key for it."""
        if not self._want(Do(act=Act.GO)):
            self._key({"key": "return"})

    def _choose_rules(self, act: JsonObject) -> None:
        house = self.world.box.evening.host.house
        house.choose(str(act.get("preset", "cardzo")))
        settings = act.get("settings")
        _ = house.rules  # an unknown preset says so before anything is changed
        if isinstance(settings, dict):
            house.settings = dict(settings)
            _ = house.rules

    def _shake(self, act: JsonObject) -> None:
        pose = Pose(str(act.get("pose", "apart")))
        self.world.table.shake_and_set_down(_faces(act["shake"]), pose)
        self.world.run_for(REST_S)

    def _nudge(self, act: JsonObject) -> None:
        self.world.table.nudge(_faces(act["nudge"]))
        self.world.run_for(ANSWER_S)

    def _cup(self, act: JsonObject) -> None:
        table = self.world.table
        match act["cup"]:
            case "taken":
                table.take_cup()
            case "off":
                table.lift_cup()
            case _:
                table.put_cup_back()
        self.world.run_for(ANSWER_S)

    def _peek(self, act: JsonObject) -> None:
        stage = self.world.box.stage
        if act["peek"]:
            width, height = self.world.panel.picture_wh
            image = look_under_cup(self.world.table, (width, height))
            stage.show_peek(image[:, :, ::-1])
        else:
            stage.show_peek(None)
        self.world.step()

    # --- what people touch and press ------------------------------------------------------

    def _tile(self, act: JsonObject) -> None:
        word = str(act["tile"])
        if word in WORDS:
            self._want(Do(act=Act(word)))
        elif self.world.box.evening.phase is Phase.ENTER:
            self._want(EnterDice(roll=word))
        else:
            self._want(Say(value=word))

    def _lift(self, act: JsonObject) -> None:
        self.world.button.press()
        self.world.run_for(CUP_OFF_AFTER_S)
        if act.get("cup") != "stays":
            self.world.table.lift_cup()
        self.world.run_for(ANSWER_S)
        self._answers.give()
        if self.world.box.evening.phase is Phase.RULING:
            self._answers.correct()  # said before the lift, of a round that was tracked otherwise

    def _said(self, act: JsonObject) -> None:
        self._answers.hear({key: str(act[key]) for key in ("said", "by") if key in act})

    def _by(self, act: JsonObject) -> None:
        self._answers.hear({**self._answers.words, "by": str(act["by"])})

    def _enter(self, act: JsonObject) -> None:
        entered = act["enter"]
        if entered == "cocked":
            self._want(Do(act=Act.COCKED))
        else:
            faces = entered if isinstance(entered, list) else [entered]
            self._want(EnterDice(roll="".join(str(face) for face in sorted(faces, reverse=True))))
        self.world.run_for(ANSWER_S)
        self._answers.give()

    def _undo(self, _act: JsonObject) -> None:
        self._want(Do(act=Act.UNDO))

    def _key(self, act: JsonObject) -> None:
        name = str(act["key"])
        text = name if len(name) == 1 else ""
        key = KeyPress(name=name, text=text, at_s=self._now_s())
        below = self.world.box.evening.view_below(self._now_s())
        intent, hand = self.world.keyboard.press(self.world.view, key, below)
        if hand is TableKey.SHAKE:
            self._shake({"shake": list(self.world.throw())})
        elif intent is not None:
            self.world.box.handle(intent)
        self.world.step()

    def _touch(self, act: JsonObject) -> None:
        spot = act["touch"]
        if isinstance(spot, list):
            self.world.tap(float(spot[0]), float(spot[1]))
        else:
            self.world.touch_dead = spot == "dead"
        self.world.step()

    def _menu(self, act: JsonObject) -> None:
        """Hold the corner, touch the place, confirm if asked; "close" goes back to the table."""
        place = str(act["menu"])
        if place in ("close", "back"):
            while self.world.box.evening.places and self._want(Do(act=Act.BACK)):
                pass
            return
        self.world.hold_corner(MENU_HOLD_S)
        if place not in ("menu", "open") and place in PLACES:
            self._want(Do(act=PLACES[place]))
        if place in ("end", "switch_off", "update"):
            self._button({"button": PRESS_S})

    # --- the host -------------------------------------------------------------------------

    def _correct(self, act: JsonObject) -> None:
        wish = act["correct"]
        evening = self.world.box.evening
        if not isinstance(wish, dict) or not isinstance(lost := wish.get("lost"), int):
            raise ScriptError("correct takes an object with player and lost.")
        if evening.record.running and wish.get("player") in evening.record.sheet_players:
            played = wish.get("round")
            after.correct(
                evening,
                {str(wish["player"]): lost},
                self._now_s(),
                played=played if isinstance(played, int) else None,
            )
        self.world.step()

    def _set(self, act: JsonObject) -> None:
        settings = act["set"]
        if isinstance(settings, dict):
            for name, value in settings.items():
                house_rules(DEFAULT_PRESET, {name: value})  # no such rule: the writer's mistake
            dealings.set_rules(self.world.box.evening, dict(settings), "", self._now_s())
        self.world.step()

    # --- faults ---------------------------------------------------------------------------

    def _camera(self, act: JsonObject) -> None:
        self.world.break_camera(CameraFault(str(act["camera"])))
        self.world.run_for(2.0)

    def _disk(self, act: JsonObject) -> None:
        self.world.break_disk(str(act["disk"]))

    def _power(self, _act: JsonObject) -> None:
        self.world.cut_power()
        self.world.run_for(ANSWER_S)

    def _button(self, act: JsonObject) -> None:
        wish = act["button"]
        if isinstance(wish, int | float):
            self.world.button.press(float(wish))
            self.world.run_for(float(wish) + 0.3)
            return
        self.world.button.set_fault(ButtonFault(str(wish)))
        self.world.run_for(2.0)

    def _clock(self, _act: JsonObject) -> None:
        """The wall clock jumps: nothing in the box looks at it, so nothing changes."""
        self.world.step()

    def _display(self, act: JsonObject) -> None:
        self.world.display_lost = act["display"] == "lost"
        self.world.step()

    def _second_instance(self, _act: JsonObject) -> None:
        """Start the box a second time on the same data: it must refuse."""
        try:
            journal_in(self.world.folder).close()
        except JournalError:
            return
        self.failures.append("a second instance should have been refused")

    # --- looking --------------------------------------------------------------------------

    def _wait(self, act: JsonObject) -> None:
        wait_s = act["wait_s"]
        if isinstance(wait_s, int | float):
            self.world.run_for(float(wait_s))

    def _shot(self, act: JsonObject) -> None:
        if self.shots is not None:
            save_png(self.world.box.stage.surface, self.shots / Path(str(act["shot"])).name)

    def _picture_of_new_screen(self) -> None:
        screen = SCREEN_OF[type(self.world.view)].value
        if self.shots is None or screen == self._last_screen:
            return
        self._last_screen = screen
        self._pictures += 1
        self.world.finish_motion()
        save_png(self.world.box.stage.surface, self.shots / f"{self._pictures:03}-{screen}.png")

    def _expect(self, line: Line) -> None:
        actual = self.result() | {
            "screen": SCREEN_OF[type(self.world.view)].value,
            "language": self.world.box.evening.host.language,
        }
        for difference in differences(line.act["expect"], actual):
            self.failures.append(f"Line {line.number}: {difference}.")

    def _want(self, intent: Intent) -> bool:
        """Touch the tile for an intent, opening the tiles first where they are away."""
        if self.world.touch(intent):
            return True
        first = Act.GO if isinstance(self.world.view, AsleepView) else Act.TILES
        if self.world.touch(Do(act=first)):
            return self.world.touch(intent)
        if not self.world.touch_dead and isinstance(intent, Do) and intent.act is Act.UNDO:
            self.world.box.handle(intent)  # the bar has gone; Backspace still undoes
            self.world.step()
            return True
        return False

    def _now_s(self) -> float:
        return self.world.clock.now_s()


def _faces(value: object) -> tuple[int, int]:
    if not isinstance(value, list):
        raise ScriptError("dice are two faces from 1 to 6.")
    return int(value[0]), int(value[1])


def _median(values: list[float]) -> float | None:
    if not values:
        return None
    return round(sorted(values)[len(values) // 2], 3)
