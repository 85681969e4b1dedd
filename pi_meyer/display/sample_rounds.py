"""Sample views from idle to winner, but for the rulings."""

from __future__ import annotations

from dataclasses import replace

from pi_meyer.display.sample_guests import (
    ANDERS,
    BO,
    EVERY_SIGN,
    FIVE,
    FRIENDS,
    HARD,
    JONAS,
    LITTLE_MEYER_ROLLS,
    LONG,
    METTE,
    PLAIN,
    ROLLS,
    SOFIE,
    TWELVE,
    UNDO_LOSS,
    UNDO_SAY,
    people,
    standings,
    tiles,
)
from pi_meyer.match.views import (
    AsleepView,
    ByView,
    Confirm,
    EnterView,
    IdleView,
    LivesView,
    OutView,
    ReadyView,
    SaidView,
    Score,
    SeatsView,
    ShakeView,
    Sign,
    Undo,
    View,
    Welcome,
    WelcomeView,
    WinnerView,
    Words,
)


def beginnings() -> dict[str, View]:
    """Idle, the seats, and the shake."""
    idle = IdleView(chrome=PLAIN, preset="cardzo", start_count=6, score=Score.LIVES)
    seats = SeatsView(chrome=PLAIN, people=people(FRIENDS), same_as_last=True)
    naming = replace(seats, picked=0, naming=True, typed="Mett", same_as_last=False)
    known = ("Mette", "Margrethe", "Morten", "Birgitte", "Bo", LONG, "Øyvind", "Liv", "Kurt")
    welcome = WelcomeView(chrome=PLAIN, asks=Welcome.LANGUAGE, panel="800x480")
    trial = replace(welcome, asks=Welcome.TRIAL)
    return {
        "welcome": welcome,
        "welcome upright": replace(welcome, asks=Welcome.UPRIGHT),
        "welcome trial": trial,
        "welcome looking": replace(trial, said=Words(key="calib_look")),
        "welcome read": replace(trial, said=Words(key="try_read", gaps=("5", "3")), sure=True),
        "welcome unsure": replace(trial, said=Words(key="try_unsure")),
        "welcome asleep": replace(trial, said=Words(key="try_asleep")),
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


def rounds() -> dict[str, View]:
    """Ready, what was said, and by whom."""
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


def ends() -> dict[str, View]:
    """Lives, out, winner, and the table that reads for itself."""
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
            chrome=replace(PLAIN, signs=EVERY_SIGN), check=Words(key="check")
        ),
    }
