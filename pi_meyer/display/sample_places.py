"""Sample views of the places behind the menu: sheet, rules, doctor, calibration."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pi_meyer.display.sample_guests import (
    ANDERS,
    EVERY_SIGN,
    FIVE,
    FRIENDS,
    HARD,
    JONAS,
    METTE,
    PLAIN,
    TWELVE,
    people,
    standings,
)
from pi_meyer.match.intents import Act
from pi_meyer.match.views import (
    CalibrateView,
    Change,
    CheckLine,
    Confirm,
    DoctorView,
    MenuView,
    MomentView,
    Score,
    SettingsView,
    SettingTile,
    SheetView,
    View,
    Words,
)

EXAMPLE_ROWS: Final[tuple[tuple[int | None, ...], ...]] = (
    (0, 1, 0, 0, 0),
    (1, 0, 0, 0, 0),
    (0, 2, 0, 0, 0),
    (0, 0, 0, 2, 0),
    (0, 0, 0, 2, 0),
    (0, 0, 0, 2, 0),
    (1, 0, 0, None, 1),
)


def _sheets() -> dict[str, View]:
    sheet = SheetView(
        chrome=PLAIN,
        people=people(FRIENDS),
        rows=EXAMPLE_ROWS,
        first_row=0,
        standings=FIVE,
        score=Score.LIVES,
        wins=(0, 2, 1, 0, 0),
    )
    row: tuple[int | None, ...] = (0, 1, 0, None, 0, 12, 0, 0, 0, -1, 0, 0)
    saved = Words(key="saved_both", gaps=("meyer-2026-11-30.txt",))
    plain_text = "Meyer\n" + "\n".join(f"{n};0;1;0;0;2" for n in range(1, 20))
    return {
        "sheet": sheet,
        "sheet empty": replace(sheet, rows=()),
        "sheet twelve": replace(
            sheet,
            people=people(TWELVE),
            rows=(row,) * 31,
            first_row=20,
            standings=standings(TWELVE, (4, 2, 6, 0, 5, 12, 11, 1, 6, 4, 0, 5)),
            wins=(1, 0, 0, 3, 0, 0, 0, 0, 10, 0, 0, 0),
        ),
        "sheet hard": replace(
            sheet,
            people=people(HARD),
            rows=tuple((*cells, 0) for cells in EXAMPLE_ROWS),
            standings=standings(HARD, (11, 2, 3, 4, 0, 6)),
            score=Score.POINTS,
            wins=(),
        ),
        "sheet saved": replace(sheet, saved=saved, qr_texts=(plain_text, plain_text[:100])),
        "sheet no stick": replace(sheet, saved=Words(key="saved_qr"), qr_texts=(plain_text,) * 3),
    }


SIX_TILES: Final = (
    SettingTile(key="start_lives", value="6"),
    SettingTile(key="meyer_cost", value="2"),
    SettingTile(key="little_meyer", value="off"),
    SettingTile(key="pass_unseen", value="same"),
    SettingTile(key="last_life", value="none"),
    SettingTile(key="second_chance", value="off"),
)
WIDE_TILES: Final = (
    SettingTile(key="pass_unseen", value="same_or_higher"),
    SettingTile(key="meyer_response", value="accept_or_lift"),
    SettingTile(key="meyer_reveal_losers", value="all_others", effective=False),
    SettingTile(key="meyer_trigger", value="claim_or_roll"),
    SettingTile(key="next_starter", value="challenger"),
    SettingTile(key="win_condition", value="first_out_loses", effective=False),
)
PRESETS: Final = (
    *("cardzo", "meiern_hoeher", "meyer_norsk", "meiern_deckel", "meier_at", "mia_wikipedia"),
    *("mia_bga", "mia_one_high", "meyer_dansk_app", "maexchen_bots", "meier_halbmeier"),
)


def _settings() -> dict[str, View]:
    settings = SettingsView(
        chrome=PLAIN, preset="cardzo", tiles=SIX_TILES, page=0, pages=6, volume=60
    )
    changes = (
        Change(person=METTE, before=4, after=1, goes_out=False, comes_back=False),
        Change(person=JONAS, before=2, after=0, goes_out=True, comes_back=False),
        Change(person=ANDERS, before=0, after=1, goes_out=False, comes_back=True),
    )
    every_change = tuple(
        Change(person=person, before=6, after=3, goes_out=False, comes_back=False)
        for person in people(TWELVE)
    )
    pending = SettingTile(key="start_lives", value="3")
    return {
        "settings": settings,
        "settings mia": replace(
            settings, preset="mia_bga", chrome=replace(PLAIN, preset="mia_bga")
        ),
        "settings more": replace(settings, page=3, tiles=WIDE_TILES),
        "settings last": replace(settings, page=5, tiles=WIDE_TILES[:2]),
        "settings presets": replace(settings, presets=PRESETS),
        "settings pending": replace(settings, pending=pending, changes=changes, conflicts=1),
        "settings pending twelve": replace(
            settings, pending=pending, changes=every_change, conflicts=12
        ),
        "settings pending plain": replace(settings, pending=WIDE_TILES[3]),
    }


def corners() -> dict[str, View]:
    """The sheet, the rules, the menu and all behind it."""
    places = (
        *(Act.SHEET, Act.SETTINGS, Act.SEATS, Act.LANGUAGE, Act.SOUND, Act.LIGHT),
        *(Act.DOCTOR, Act.CALIBRATE, Act.END_MATCH, Act.SWITCH_OFF),
    )
    off = Confirm(what=Words(key="ask_switch_off"))
    entries = tuple(place.value for place in places)
    menu = MenuView(chrome=PLAIN, entries=entries, volume=60, brightness=100)
    fine = tuple(
        CheckLine(state="ok", what=f"doctor_{part}", value=value)
        for part, value in (("camera", "30 / s"), ("light", "ok"), ("button", ""), ("disk", ""))
    )
    ill = (
        CheckLine(state="fault", what="doctor_camera", advice="advice_camera"),
        CheckLine(state="warning", what="doctor_focus", value="0.41", advice="advice_focus"),
        CheckLine(state="ok", what="doctor_light"),
        CheckLine(state="fault", what="doctor_button", advice="advice_button"),
        CheckLine(
            state="warning", what="doctor_temperature", value="81 °C", advice="advice_temperature"
        ),
        CheckLine(state="warning", what="doctor_power", value="4.6 V", advice="advice_power"),
        CheckLine(state="ok", what="doctor_disk", value="12 GB"),
        CheckLine(state="ok", what="doctor_touch"),
        CheckLine(state="ok", what="doctor_clock"),
    )
    return {
        **_sheets(),
        **_settings(),
        "menu": menu,
        "menu short": replace(menu, entries=menu.entries[:5]),
        "menu off": replace(menu, chrome=replace(PLAIN, confirm=off)),
        "moment": MomentView(chrome=PLAIN),
        "doctor": DoctorView(chrome=PLAIN, lines=fine),
        "doctor ill": DoctorView(chrome=replace(PLAIN, signs=EVERY_SIGN), lines=ill),
        "calibrate": CalibrateView(chrome=PLAIN, step=Words(key="calib_card")),
        "calibrate empty": CalibrateView(
            chrome=PLAIN, step=Words(key="calib_clear"), shows="empty"
        ),
        "calibrate done": CalibrateView(chrome=PLAIN, step=Words(key="calib_done"), shows="done"),
        "calibrate die": CalibrateView(
            chrome=PLAIN, step=Words(key="calib_show", gaps=("6",)), shows="die", top=6
        ),
        "calibrate failed": CalibrateView(
            chrome=PLAIN,
            step=Words(
                key="calib_failed",
                gaps=("Gegenseiten ergeben nicht 7. Nehmt einen anderen Würfel.",),
            ),
        ),
    }
