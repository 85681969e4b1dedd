"""What the box keeps between matches and evenings: language, tonight's rules, seats, wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.match.views import Welcome, Words
from pi_meyer.rules.house_rules import SETTING_NAMES
from pi_meyer.service.flow.house import House

if TYPE_CHECKING:
    from collections.abc import Callable

    from pi_meyer.match.referee import Match
    from pi_meyer.match.views import CheckLine
    from pi_meyer.ports.journal import Journal
    from pi_meyer.vision.calibration import Calibration


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A package on a USB stick: its version, and whether it is the program's own and newer."""

    version: str
    ours: bool = True
    newer: bool = True


VOID = "void"
VOLUMES = (0, 30, 60, 100)
BRIGHTNESSES = (40, 70, 100)


@dataclass(slots=True, kw_only=True)
class Host:
    """The wishes of whoever owns the box.

    Attributes:
        journal: where seats, wins and tonight's rules are kept.
        language: da, nb, de or en.
        marks: for each neutral mark "void", "mark" or "off" (fairness F1 to F5).
        save: writes changed wishes into the settings file, by dotted key; None takes one out.
        doctor: looks at the health of the box, line by line.
        export: writes a match's sheet to a stick; returns the file's name, or None without one.
        switch_off: asks the system for an orderly power-off.
        turn: turns the picture on the panel and keeps that; None where a window stands upright.
        panel: the panel that was found, as "800x480".
        offered: looks for a package of the program on a USB stick.
        update: asks the system to install it.
        keep_calibration: writes what the screen's calibration has learned.
        welcome: nobody has used this box yet: what it asks now.
        news: what is to be told on the screen, one after the other, as soon as it is in
            nobody's way.
    """

    journal: Journal
    language: str = "da"
    house: House = field(default_factory=House)
    simulated: bool = False
    less_motion: bool = False
    volume: int = 60
    brightness: int = 100
    marks: dict[str, str] = field(default_factory=dict)
    save: Callable[[dict[str, object]], None] = lambda _changed: None
    doctor: Callable[[], tuple[CheckLine, ...]] = tuple
    export: Callable[[Match], str | None] = lambda _match: None
    switch_off: Callable[[], None] = lambda: None
    turn: Callable[[], None] | None = None
    panel: str = ""
    offered: Callable[[], Offer | None] = lambda: None
    update: Callable[[], None] = lambda: None
    keep_calibration: Callable[[Calibration], None] = lambda _learned: None
    welcome: Welcome | None = None
    news: list[Words] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)

    def tell_once(self, key: str) -> None:
        """Let the screen tell something that is told once and no more."""
        if key not in self._told:
            self._told.add(key)
            self.news.append(Words(key=key))

    def take_back(self, key: str) -> bool:
        """Say that it is so no longer; tell whether it was told, or was to be."""
        was = key in self._told
        self._told.discard(key)
        self.news = [words for words in self.news if words.key != key]
        return was

    def voids(self, mark: str) -> bool:
        """Tell whether tonight this mark makes the round void."""
        return self.marks.get(mark) == VOID

    def shows(self, mark: str) -> bool:
        """Tell whether tonight this mark is kept and shown at all."""
        return self.marks.get(mark) != "off"

    def remember_house(self) -> None:
        """Keep tonight's rules in the settings file for the next evening."""
        changes: dict[str, object] = {"rules.preset": self.house.preset}
        for name in SETTING_NAMES:
            changes[f"rules.house.{name}"] = self.house.settings.get(name)
        self.save(changes)

    def last_names(self) -> list[str]:
        """Return who sat here last, in order; an empty name is a nameless seat."""
        kept = self.journal.get("last_seats")
        return [str(name) for name in kept] if isinstance(kept, list) else []

    def remember_names(self, names: list[str]) -> None:
        """Keep who sits here."""
        self.journal.put("last_seats", names)
        self.journal.remember_players([name for name in names if name])

    def greet(self) -> None:
        """Begin with the first question, where nobody was ever welcomed here, nor played."""
        welcomed = self.journal.get("welcomed") or self.journal.get("last_seats") is not None
        self.welcome = None if welcomed else Welcome.LANGUAGE

    def welcomed(self) -> None:
        """Remember that somebody has answered what a new box asks."""
        self.welcome = None
        self.journal.put("welcomed", value=True)

    def wins(self) -> dict[str, int]:
        """Return the wins of the evening by name."""
        kept = self.journal.get("wins")
        return {str(k): int(v) for k, v in kept.items()} if isinstance(kept, dict) else {}

    def forget_wins(self) -> None:
        """Begin to count anew: it is another evening."""
        self.journal.put("wins", {})

    def settle_win(self, match_id: int, name: str) -> None:
        """Say who has won a match, "" for nobody; what was said of it before is taken back."""
        kept = self.journal.get("last_win")
        before = (
            kept.get("name", "") if isinstance(kept, dict) and kept["match"] == match_id else ""
        )
        if before == name:
            return
        wins = self.wins()
        if before:
            wins[str(before)] = max(0, wins.get(str(before), 0) - 1)
        if name:
            wins[name] = wins.get(name, 0) + 1
        self.journal.put("wins", wins)
        self.journal.put("last_win", {"match": match_id, "name": name})

    def speak(self, language: str) -> None:
        """Speak a language from now on: da, nb, de or en."""
        self.language = language
        self.save({"language": language})

    def next_volume(self) -> None:
        """Step the volume."""
        self.volume = _next_of(VOLUMES, self.volume)
        self.save({"sound.volume": self.volume})

    def next_brightness(self) -> None:
        """Step the brightness."""
        self.brightness = _next_of(BRIGHTNESSES, self.brightness)
        self.save({"panel.brightness": self.brightness})


def _next_of(steps: tuple[int, ...], value: int) -> int:
    return next((step for step in steps if step > value), steps[0])
