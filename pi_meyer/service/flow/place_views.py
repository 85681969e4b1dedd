"""The views of the menu's places: menu, settings, sheet, doctor, calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act
from pi_meyer.match.views import (
    CalibrateView,
    Change,
    Chrome,
    DoctorView,
    MenuView,
    Score,
    SettingsView,
    SettingTile,
    SheetView,
    Standing,
    View,
)
from pi_meyer.rules.options import ScoreMode
from pi_meyer.service.flow import dealings, house, settings_place
from pi_meyer.service.flow.phase import Place

if TYPE_CHECKING:
    from pi_meyer.rules.house_rules import HouseRules
    from pi_meyer.service.flow.evening import Evening

QR_LETTERS = 300
"""Letters of the sheet in one QR code: small enough to be read off a 7-inch screen."""


def view(evening: Evening, place: Place, chrome: Chrome) -> View:
    """Return the view of a place."""
    match place:
        case Place.MENU:
            return MenuView(
                chrome=chrome,
                entries=_entries(evening),
                volume=evening.host.volume,
                brightness=evening.host.brightness,
            )
        case Place.SETTINGS:
            return _settings(evening, chrome)
        case Place.SHEET:
            return _sheet(evening, chrome)
        case Place.DOCTOR:
            return DoctorView(chrome=chrome, lines=evening.doctor_lines)
        case _:
            desk = evening.calibrating
            return CalibrateView(
                chrome=chrome,
                step=desk.words(evening.host.language),
                shows=desk.steps.step.value,
                top=desk.steps.top,
            )


def score_of(rules: HouseRules) -> Score:
    """Return what is counted under these rules."""
    return {
        ScoreMode.LIVES: Score.LIVES,
        ScoreMode.TALLY: Score.POINTS,
        ScoreMode.DECKEL: Score.LIDS,
    }[rules.score_mode]


def start_count(rules: HouseRules) -> int:
    """Return the number that tonight's line names: lives each, or lids in the pile."""
    if rules.score_mode is ScoreMode.DECKEL:
        return rules.deckel_count
    return rules.start_lives if rules.score_mode is ScoreMode.LIVES else 0


def _entries(evening: Evening) -> tuple[str, ...]:
    running = evening.record.running
    acts = (
        *((Act.SHEET, Act.SEATS) if running else ()),
        Act.SETTINGS,
        Act.LANGUAGE,
        Act.SOUND,
        Act.LIGHT,
        *((Act.TURN,) if evening.host.turn is not None else ()),
        Act.DOCTOR,
        Act.CALIBRATE,
        *((Act.UPDATE,) if evening.offer is not None else ()),
        *((Act.END_MATCH,) if running else ()),
        Act.SWITCH_OFF,
    )
    return tuple(act.value for act in acts)


def _settings(evening: Evening, chrome: Chrome) -> View:
    desk, host = evening.settings, evening.host
    preview = desk.preview
    pending = SettingTile(key=desk.key or "preset", value=settings_place.place_value(evening))
    return SettingsView(
        chrome=chrome,
        preset=host.house.preset,
        tiles=house.tiles(dealings.rules(evening), desk.page),
        page=desk.page,
        pages=house.pages(),
        presets=house.known_presets() if desk.presets else (),
        pending=pending if desk.pending and preview else None,
        changes=_changes(evening) if preview else (),
        conflicts=preview.conflicts if preview else 0,
        volume=host.volume,
        brightness=host.brightness,
    )


def _changes(evening: Evening) -> tuple[Change, ...]:
    preview = evening.settings.preview
    record = evening.record
    if preview is None:
        return ()
    return tuple(
        Change(
            person=evening.seating.person(key),
            before=record.counts[key],
            after=after,
            goes_out=key in preview.goes_out,
            comes_back=key in preview.comes_back,
        )
        for key, after in preview.counts.items()
        if after != record.counts.get(key) or key in preview.goes_out | preview.comes_back
    )


def _sheet(evening: Evening, chrome: Chrome) -> View:
    record = evening.record
    people = tuple(evening.seating.person(key) for key in record.sheet_players)
    wins = evening.host.wins()
    return SheetView(
        chrome=chrome,
        people=people,
        rows=record.sheet_rows,
        first_row=evening.sheet_row,
        standings=tuple(
            Standing(
                person=evening.seating.person(key),
                count=record.counts[key],
                before=record.counts[key],
                lost=0,
                out=key not in record.living,
            )
            for key in record.sheet_players
        ),
        score=record.score,
        saved=evening.saved,
        qr_texts=qr_texts(evening) if evening.saved else (),
        wins=tuple(wins.get(evening.name(key), 0) for key in record.sheet_players),
        running=not record.over,
        qr_page=evening.sheet_row if evening.saved else 0,
    )


def qr_texts(evening: Evening) -> tuple[str, ...]:
    """Return the sheet as plain text, cut at line ends into what one QR code holds."""
    pages: list[str] = [""]
    for line in _sheet_lines(evening):
        if pages[-1] and len(pages[-1]) + len(line) + 1 > QR_LETTERS:
            pages.append("")
        pages[-1] += line + "\n"
    return tuple(page for page in pages if page)


def _sheet_lines(evening: Evening) -> list[str]:
    """Return the sheet as lines of plain text: names, a line a row, what is left."""
    record = evening.record
    lines = ["MEYER", " ".join(evening.name(key) for key in record.sheet_players)]
    for number, row in enumerate(record.sheet_rows, start=1):
        cells = ("-" if cell is None else str(cell) for cell in row)
        lines.append(f"{number}: " + " ".join(cells))
    lines.append("= " + " ".join(str(record.counts[key]) for key in record.sheet_players))
    return lines
