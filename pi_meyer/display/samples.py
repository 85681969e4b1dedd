"""Sample views for the picture book and the tests: every screen, and the hard cases of each.

Twelve players, names of forty letters and of other scripts, all verdicts, all signs. Nothing in
here is ever shown in a game.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from pi_meyer.match.intents import Act
from pi_meyer.match.views import (
    AsleepView,
    ByView,
    CalibrateView,
    Change,
    CheckLine,
    Chrome,
    Confirm,
    DoctorView,
    EnterView,
    IdleView,
    LivesView,
    Loss,
    MenuView,
    MomentView,
    OutView,
    Person,
    ReadyView,
    RulingView,
    SaidView,
    Score,
    SeatsView,
    SettingsView,
    SettingTile,
    ShakeView,
    SheetView,
    Sign,
    Standing,
    Tile,
    Undo,
    View,
    WinnerView,
    Words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

ROLLS: Final = (
    *("21", "66", "55", "44", "33", "22", "11"),
    *("65", "64", "63", "62", "61", "54", "53"),
    *("52", "51", "43", "42", "41", "32", "31"),
)
"""The 21 rolls of cardzo's ranking, highest first."""

LITTLE_MEYER_ROLLS: Final = ("21", "31", *(roll for roll in ROLLS[1:] if roll != "31"))

FRIENDS: Final = ("Mette", "Jonas", "Sofie", "Anders", "Bo")
LONG: Final = "Maximiliane-Alexandra von Hohenstein-Ber"
HARD: Final = (LONG, "Øyvind Ålesund", "Ольга", "美咲", "محمد", "Ürsül")
TWELVE: Final = (
    *("Mette", "Jonas", "Sofie", "Anders", "Bo", "Ida"),
    *("Kurt", "Freja", "Peter", "Liv", "Otto", "Birgitte"),
)
LETTERS: Final = "ABCDEFGHIJKL"


def people(names: tuple[str, ...]) -> tuple[Person, ...]:
    """Seat these names in order; an initial that is taken gets a second letter."""
    seated: list[Person] = []
    taken: set[str] = set()
    for seat, name in enumerate(names):
        letters = name[:1].upper() or LETTERS[seat]
        if letters in taken:
            letters = name[:2].capitalize() if len(name) > 1 else LETTERS[seat]
        taken.add(letters)
        seated.append(Person(seat=seat, name=name, letters=letters))
    return tuple(seated)


def standings(
    names: tuple[str, ...], counts: tuple[int, ...], *, loser: int = 1, lost: int = 1
) -> tuple[Standing, ...]:
    """Give each of them a tally; one has just lost something."""
    return tuple(
        Standing(
            person=person,
            count=count,
            before=count + lost if person.seat == loser else count,
            lost=lost if person.seat == loser else 0,
            out=count == 0,
        )
        for person, count in zip(people(names), counts, strict=True)
    )


def tiles(announced: str | None, *, rolls: tuple[str, ...] = ROLLS) -> tuple[Tile, ...]:
    """Lay out the 21 tiles; what is above the announcement is legal."""
    water = len(rolls) if announced is None else rolls.index(announced)
    return tuple(
        Tile(value=roll, legal=place < water, meyer=roll == "21")
        for place, roll in enumerate(rolls)
    )


FIVE: Final = standings(FRIENDS, (4, 2, 6, 0, 5))
PLAIN: Final = Chrome(preset="cardzo")
UNDO_LOSS: Final = Undo(happened=Words(key="did_correct", gaps=("Jonas", "1")))
UNDO_SAY: Final = Undo(happened=Words(key="did_say", gaps=("Mette", "63")), value="63")
EVERY_SIGN: Final = (Sign.CAMERA_ASLEEP, Sign.NO_TOUCH, Sign.NOT_SAVING, Sign.LOW_POWER, Sign.HOT)
METTE, JONAS, SOFIE, ANDERS, BO = people(FRIENDS)


@cache
def every_sample() -> Mapping[str, View]:
    """All sample views by name; the first word of a name is the screen's."""
    return {
        **_beginnings(),
        **_rounds(),
        **_rulings(),
        **_ends(),
        **_corners(),
    }


def sample(name: str, *, language: str = "da") -> View:
    """One sample view in that language.

    Raises:
        KeyError: if there is no sample of that name.
    """
    view = every_sample()[name]
    return replace(view, chrome=replace(view.chrome, language=language))


def _beginnings() -> dict[str, View]:
    idle = IdleView(chrome=PLAIN, preset="cardzo", start_count=6, score=Score.LIVES)
    seats = SeatsView(chrome=PLAIN, people=people(FRIENDS), same_as_last=True)
    naming = replace(seats, picked=0, naming=True, typed="Mett", same_as_last=False)
    known = ("Mette", "Margrethe", "Morten", "Birgitte", "Bo", LONG, "Øyvind", "Liv", "Kurt")
    return {
        "idle": idle,
        "idle dimmed": replace(idle, dimmed=True),
        "idle deckel": replace(idle, preset="meiern_deckel", start_count=12, score=Score.LIDS),
        "seats": seats,
        "seats changed": replace(seats, same_as_last=False),
        "seats two": replace(seats, people=people(("", "")), same_as_last=False),
        "seats eight": replace(seats, people=people(TWELVE[:8])),
        "seats twelve": replace(seats, people=people(TWELVE)),
        "seats hard": replace(seats, people=people(HARD), same_as_last=False),
        "seats picked": replace(seats, picked=2, same_as_last=False),
        "seats swapping": replace(seats, picked=2, swapping=True, same_as_last=False),
        "seats naming": replace(naming, remembered=known),
        "seats naming long": replace(naming, typed=LONG, remembered=known[:2]),
        "seats running": replace(seats, running=True, same_as_last=False),
        "shake": ShakeView(chrome=PLAIN, turn=JONAS, standings=FIVE, score=Score.LIVES),
        "shake twelve": ShakeView(
            chrome=replace(PLAIN, signs=(Sign.CAMERA_ASLEEP,)),
            turn=people(TWELVE)[11],
            standings=standings(TWELVE, (4, 2, 6, 0, 5, 12, 11, 1, 6, 4, 0, 5)),
            score=Score.LIVES,
        ),
        "shake hard": ShakeView(
            chrome=replace(PLAIN, notice=Words(key="again_cocked"), simulated=True),
            turn=people(HARD)[0],
            standings=standings(HARD, (1, 2, 3, 4, 5, 6)),
            score=Score.POINTS,
        ),
    }


def _rounds() -> dict[str, View]:
    ready = ReadyView(
        chrome=PLAIN,
        turn=JONAS,
        announced="63",
        announcer=METTE,
        tiles=tiles("63"),
        extras=("same",),
        touched=None,
        tracked=True,
        heard=False,
        standings=FIVE,
        score=Score.LIVES,
    )
    accept = Confirm(what=Words(key="ask_accept", gaps=("Jonas", "1")))
    dead = Confirm(what=Words(key="ask_concede", gaps=(LONG, "1")), button_dead=True)
    said = SaidView(chrome=PLAIN, tiles=tiles(None), likely=None)
    by = ByView(chrome=PLAIN, announced="63", people=people(FRIENDS), likely=0)
    return {
        "ready": ready,
        "ready opener": replace(
            ready, announced=None, announcer=None, tiles=tiles(None), extras=()
        ),
        "ready untracked": replace(
            ready, announced=None, announcer=None, tiles=tiles(None), extras=(), tracked=False
        ),
        "ready untracked twelve": replace(
            ready,
            announced=None,
            announcer=None,
            extras=(),
            tracked=False,
            standings=standings(TWELVE, (4, 2, 6, 0, 5, 12, 11, 1, 6, 4, 0, 5)),
        ),
        "ready extras": replace(ready, extras=("same", "higher", "kippe")),
        "ready meyer": replace(
            ready,
            announced="21",
            tiles=tiles("21"),
            extras=("accept", "double"),
            chrome=replace(PLAIN, notice=Words(key="note_meyer_choice")),
        ),
        "ready kippe": replace(ready, announced="kippe", tiles=(), extras=("allow",), chrome=PLAIN),
        "ready undo": replace(
            ready, touched="63", chrome=replace(PLAIN, undo=UNDO_SAY, signs=(Sign.NOT_SAVING,))
        ),
        "ready heard": replace(ready, heard=True),
        "ready refused": replace(
            ready, chrome=replace(PLAIN, notice=Words(key="no_too_low", gaps=("63",)))
        ),
        "ready confirm": replace(ready, chrome=replace(PLAIN, confirm=accept)),
        "ready confirm dead": replace(ready, chrome=replace(PLAIN, confirm=dead)),
        "ready dead button": replace(
            ready, extras=("lift", "same"), chrome=replace(PLAIN, signs=(Sign.NO_BUTTON,))
        ),
        "ready untracked dead button": replace(
            ready,
            announced=None,
            announcer=None,
            extras=("lift",),
            tracked=False,
            chrome=replace(PLAIN, signs=(Sign.NO_BUTTON,)),
        ),
        "ready hard": replace(
            ready,
            turn=people(HARD)[1],
            announcer=people(HARD)[0],
            standings=standings(HARD, (1, 2, 3, 4, 5, 6)),
            chrome=replace(PLAIN, simulated=True, signs=EVERY_SIGN, hold=0.6),
            tiles=tiles("63", rolls=LITTLE_MEYER_ROLLS),
        ),
        "said": said,
        "said likely": replace(said, likely="63", kippe=True),
        "said undo": replace(said, chrome=replace(PLAIN, undo=UNDO_SAY)),
        "by": replace(
            by, chrome=replace(PLAIN, undo=Undo(happened=Words(key="saidbar", gaps=("63",))))
        ),
        "by two": replace(by, people=people(("", "")), announced="kippe"),
        "by twelve": replace(by, people=people(TWELVE), likely=8),
        "by hard": replace(by, people=people(HARD), likely=5),
    }


def _loss(person: Person, lost: int, before: int) -> Loss:
    return Loss(person=person, lost=lost, before=before, after=before - lost)


def _rulings() -> dict[str, View]:
    true = RulingView(
        chrome=PLAIN,
        dice=(6, 5),
        cocked=False,
        announced="63",
        announcer=METTE,
        challenger=JONAS,
        verdict="true",
        reason="told_the_truth",
        losses=(_loss(JONAS, 1, 3),),
        odds_of_36=14,
        marks=(),
        score=Score.LIVES,
    )
    bluff = replace(
        true,
        dice=(4, 2),
        verdict="bluff",
        reason="caught_bluffing",
        losses=(_loss(METTE, 1, 4),),
    )
    hard = people(HARD)
    birgitte = people(TWELVE)[11]
    return {
        "ruling true": true,
        "ruling bluff": bluff,
        "ruling meyer": replace(
            bluff,
            dice=(6, 4),
            announced="21",
            announcer=replace(hard[1], name="Åshild"),
            reason="lied_about_meyer",
            losses=(_loss(replace(hard[1], name="Åshild"), 2, 5),),
            odds_of_36=2,
        ),
        "ruling birgitte": replace(
            true, announcer=birgitte, challenger=birgitte, losses=(_loss(birgitte, 2, 12),)
        ),
        "ruling hard": replace(
            bluff,
            announcer=hard[0],
            challenger=hard[3],
            losses=(_loss(hard[0], 2, 9),),
            marks=("dice_moved", "entered_by_hand"),
            chrome=replace(PLAIN, simulated=True, undo=UNDO_LOSS),
        ),
        "ruling script": replace(
            true, announcer=hard[2], challenger=hard[4], losses=(_loss(hard[4], 1, 1),)
        ),
        "ruling shown": replace(
            true,
            dice=(2, 1),
            announced="21",
            reason="meyer_shown",
            losses=tuple(_loss(person, 1, 4) for person in (JONAS, SOFIE, ANDERS, BO)),
            odds_of_36=2,
        ),
        "ruling points": replace(
            true,
            score=Score.POINTS,
            losses=(Loss(person=JONAS, lost=1, before=2, after=3),),
        ),
        "ruling joker": replace(true, dice=(3, 2), announced="66", reason="joker", odds_of_36=3),
        "ruling understated": replace(bluff, dice=(6, 5), reason="understated"),
        "ruling kippe": replace(
            true, dice=None, cocked=True, announced="kippe", reason="kippe_true", odds_of_36=None
        ),
        "ruling accepted": replace(
            true,
            dice=None,
            announced="21",
            verdict="accepted",
            reason="accepted",
            odds_of_36=2,
        ),
        "ruling accepted free": replace(
            true, dice=None, announced="21", verdict="accepted", reason="accepted", losses=()
        ),
        "ruling conceded": replace(
            true, dice=None, verdict="conceded", reason="conceded", losses=(_loss(JONAS, 1, 3),)
        ),
        "ruling illegal": replace(
            bluff, dice=None, verdict="illegal", reason="illegal_claim", odds_of_36=None
        ),
        "ruling void": replace(
            true,
            dice=None,
            cocked=True,
            verdict="void",
            reason="cocked",
            losses=(),
            odds_of_36=None,
        ),
        "ruling toast": replace(
            true, dice=(3, 2), verdict="void", reason="toast", losses=(), odds_of_36=None
        ),
        "ruling nothing lost": replace(true, losses=()),
    }


def _ends() -> dict[str, View]:
    lives = LivesView(
        chrome=replace(PLAIN, undo=UNDO_LOSS),
        standings=FIVE,
        score=Score.LIVES,
        may_correct=True,
    )
    twelve = standings(TWELVE, (4, 2, 6, 0, 5, 12, 11, 1, 6, 4, 0, 5), loser=6)
    winner = WinnerView(chrome=PLAIN, winner=SOFIE, losers=(), wins=2)
    hard = people(HARD)
    return {
        "lives": lives,
        "lives two": replace(
            lives, standings=standings(("", "Bo"), (6, 12)), chrome=PLAIN, may_correct=False
        ),
        "lives six": replace(lives, standings=standings(TWELVE[:6], (4, 2, 6, 0, 5, 3), lost=2)),
        "lives hard": replace(lives, standings=standings(HARD, (11, 2, 3, 4, 0, 6))),
        "lives twelve": replace(lives, standings=twelve),
        "lives points": replace(
            lives, standings=standings(FRIENDS, (14, 3, 0, 27, 5)), score=Score.POINTS
        ),
        "lives lids": replace(
            lives, standings=standings(FRIENDS, (4, 3, 1, 0, 5)), score=Score.LIDS
        ),
        "lives buy back": replace(lives, may_buy_back=(3,)),
        "out": OutView(
            chrome=PLAIN, people=(ANDERS,), left=(METTE, JONAS, SOFIE, BO), may_buy_back=False
        ),
        "out buy back": OutView(
            chrome=replace(PLAIN, undo=UNDO_LOSS),
            people=(hard[0],),
            left=people(TWELVE)[:11],
            may_buy_back=True,
        ),
        "out three": OutView(
            chrome=PLAIN, people=(JONAS, SOFIE, ANDERS), left=(METTE, BO), may_buy_back=False
        ),
        "winner": winner,
        "winner short": replace(winner, winner=BO, wins=1),
        "winner hard": replace(winner, winner=hard[1], wins=11),
        "winner losers": replace(winner, winner=None, losers=(JONAS, ANDERS), wins=0),
        "winner nobody": replace(winner, winner=None, wins=0),
        "enter": EnterView(chrome=PLAIN, why=Words(key="why_glare"), rolls=ROLLS),
        "enter undo": EnterView(
            chrome=replace(PLAIN, undo=UNDO_SAY),
            why=Words(key="why_dirty_window"),
            rolls=LITTLE_MEYER_ROLLS,
        ),
        "asleep": AsleepView(chrome=PLAIN, check=Words(key="check")),
        "asleep covered": AsleepView(
            chrome=replace(PLAIN, signs=EVERY_SIGN), check=Words(key="check_covered")
        ),
    }


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
    saved = Words(key="saved_usb", gaps=("meyer-2026-11-30.txt",))
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
        "sheet save failed": replace(sheet, saved=Words(key="save_failed"), running=False),
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


def _corners() -> dict[str, View]:
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
        "calibrate": CalibrateView(chrome=PLAIN, step=Words(key="calib_clear")),
        "calibrate focus": CalibrateView(
            chrome=PLAIN, step=Words(key="calib_focus", gaps=("0.73",))
        ),
        "calibrate failed": CalibrateView(
            chrome=PLAIN, step=Words(key="calib_failed", gaps=("…",))
        ),
    }
