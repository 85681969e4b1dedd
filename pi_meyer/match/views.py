"""One frozen view per screen: all that the display may know, and nothing more.

No view before the ruling can hold a frame, a reading or a roll (fairness P6); a test walks the type
hints. Words are keys of the language catalogue with arguments; values are rolls as strings ("63").
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field


class Screen(enum.Enum):
    """The screens by the names that the evening script uses."""

    WELCOME = "welcome"
    IDLE = "idle"
    SEATS = "seats"
    SHAKE = "shake"
    READY = "ready"
    SAID = "said"
    BY = "by"
    RULING = "ruling"
    LIVES = "lives"
    OUT = "out"
    WINNER = "winner"
    ENTER = "enter"
    ASLEEP = "asleep"
    SHEET = "sheet"
    SETTINGS = "settings"
    MENU = "menu"
    CALIBRATE = "calibrate"
    DOCTOR = "doctor"
    MOMENT = "moment"


class Sign(enum.Enum):
    """A small pictogram at arm's length: something works less well, the game goes on."""

    CAMERA_ASLEEP = "camera_asleep"
    NO_TOUCH = "no_touch"
    NO_BUTTON = "no_button"
    NOT_SAVING = "not_saving"
    LOW_POWER = "low_power"
    HOT = "hot"


class Welcome(enum.Enum):
    """What a new box asks, in this order."""

    LANGUAGE = "language"
    UPRIGHT = "upright"
    TRIAL = "trial"


class Score(enum.Enum):
    """What is counted beside a person: lives left, points or lids taken."""

    LIVES = "lives"
    POINTS = "points"
    LIDS = "lids"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A sentence of the catalogue: its key and what goes into its gaps, in order."""

    key: str
    gaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A seat and who sits there. ``seat`` (0 to 11) decides the mat's colour and shape.

    ``letters`` is what stands on the mat (one or two); ``name`` is empty for the nameless.
    """

    seat: int
    name: str
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person and the tally: ``count`` lives, points or lids; ``lost`` in the last round.

    ``before`` is the count before the last round (equal to ``count`` where nothing was lost).
    """

    person: Person
    count: int
    before: int
    lost: int
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """The undo bar: what happened, in words, and the value on the plate (empty for none)."""

    happened: Words
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """Something that costs a life without a lift waits for LIFT (or a second tile, if dead)."""

    what: Words
    button_dead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chrome:
    """What every screen carries: language, signs, undo, a short notice, a question to confirm."""

    language: str = "da"
    simulated: bool = False
    signs: tuple[Sign, ...] = ()
    undo: Undo | None = None
    notice: Words | None = None
    confirm: Confirm | None = None
    hold: float = 0.0  # 0 to 1: the filling ring of the menu hold
    less_motion: bool = False
    preset: str = ""  # tonight's preset: it decides what a 21 is called


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One of the 21 value tiles, in the order of tonight's ranking, highest first."""

    value: str
    legal: bool
    meyer: bool = False
    loses: bool = False  # too low, which tonight may be said and costs whoever says it


@dataclass(frozen=True, slots=True, kw_only=True)
class WelcomeView:
    """The very first start: language, which way up the picture is, and a trial with two dice.

    Attributes:
        asks: the question.
        panel: the panel that was found, as "800x480".
        said: what came of the trial; None before it.
        sure: something was read, and the guest shall say whether it is right.
    """

    chrome: Chrome
    asks: Welcome
    panel: str = ""
    said: Words | None = None
    sure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleView:
    """Nobody plays: the name of the box and how to begin."""

    chrome: Chrome
    preset: str
    start_count: int
    score: Score
    dimmed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsView:
    """Who sits where. ``same_as_last`` until something changed, then PLAY.

    ``picked`` is the touched mat (name, move, leave); ``naming`` shows the letters for it, with
    the name so far in ``typed``. ``remembered`` are names known from earlier evenings.
    """

    chrome: Chrome
    people: tuple[Person, ...]
    same_as_last: bool
    picked: int | None = None
    swapping: bool = False
    naming: bool = False
    typed: str = ""
    remembered: tuple[str, ...] = ()
    running: bool = False  # a match is on: people join and leave between rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakeView:
    """Take the cup and shake: whose turn it is, and everybody's tally."""

    chrome: Chrome
    turn: Person
    standings: tuple[Standing, ...]
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyView:
    """Two dice at rest under the cup: the same picture for every roll.

    Attributes:
        turn: who acts next: the opener, or who received the cup.
        announced: the announcement to beat ("63", "kippe") or None.
        announcer: whose it is.
        tiles: the 21 tiles; empty when nothing can be announced by tile.
        extras: the other words of tonight's rules that are legal now, by ``Act`` value.
        touched: the value or act touched last, drawn cream until the next act.
        tracked: False shows the big word alone and a tab for the tiles.
        heard: LIFT was pressed; the hem has jumped and holds.
    """

    chrome: Chrome
    turn: Person
    announced: str | None
    announcer: Person | None
    tiles: tuple[Tile, ...]
    extras: tuple[str, ...]
    touched: str | None
    tracked: bool
    heard: bool
    standings: tuple[Standing, ...]
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidView:
    """What was said? One tile answers; ``likely`` is what was tracked, preset and lit."""

    chrome: Chrome
    tiles: tuple[Tile, ...]
    likely: str | None
    kippe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ByView:
    """By whom? One seat answers; the likeliest wears the stitches."""

    chrome: Chrome
    announced: str
    people: tuple[Person, ...]
    likely: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What a ruling costs one person; ``before`` and ``after`` are the tally around it."""

    person: Person
    lost: int
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingView:
    """The revealed value and the ruling.

    Attributes:
        dice: the top faces, higher first; None where no dice were shown (accepted, conceded).
        verdict, reason: of rules.md section 11 ("true", "bluff", "void", "accepted" ...).
        losses: who pays what; more than one where all others pay.
        odds_of_36: how many of the 36 ordered rolls back the announcement; None without one.
        marks: neutral marks on this ruling ("dice_moved", "entered_by_hand" ...).
    """

    chrome: Chrome
    dice: tuple[int, int] | None
    cocked: bool
    announced: str | None
    announcer: Person | None
    challenger: Person | None
    verdict: str
    reason: str
    losses: tuple[Loss, ...]
    odds_of_36: int | None
    marks: tuple[str, ...]
    score: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class LivesView:
    """Everybody's tally after the round; touch a row to correct who lost."""

    chrome: Chrome
    standings: tuple[Standing, ...]
    score: Score
    may_correct: bool
    may_buy_back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutView:
    """Somebody went out, and who is left."""

    chrome: Chrome
    people: tuple[Person, ...]
    left: tuple[Person, ...]
    may_buy_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WinnerView:
    """The match is over: a winner, or the losers where the rules know only those."""

    chrome: Chrome
    winner: Person | None
    losers: tuple[Person, ...]
    wins: int  # of the winner, this evening


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterView:
    """The table reads the dice itself; ``why`` says what the box could not see."""

    chrome: Chrome
    why: Words
    rolls: tuple[str, ...]  # the 21 rolls in the order of the tiles


@dataclass(frozen=True, slots=True, kw_only=True)
class AsleepView:
    """The camera is gone; the evening goes on by hand."""

    chrome: Chrome
    check: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetView:
    """The score sheet: one row a round, one column a person.

    While ``qr_texts`` holds the sheet as plain text, its codes are shown, from ``qr_page`` on.
    """

    chrome: Chrome
    people: tuple[Person, ...]
    rows: tuple[tuple[int | None, ...], ...]
    first_row: int
    standings: tuple[Standing, ...]
    score: Score
    saved: Words | None = None
    qr_texts: tuple[str, ...] = ()
    wins: tuple[int, ...] = ()
    running: bool = True
    qr_page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingTile:
    """One house rule: its key (texts hang on it), its value, and whether it has an effect now."""

    key: str
    value: str
    effective: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a changed setting would do to one person's tally."""

    person: Person
    before: int
    after: int
    goes_out: bool
    comes_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsView:
    """The rules tonight: six first, presets, and all others behind.

    ``changes`` and ``conflicts`` say what the pending step would change; it waits for confirm.
    """

    chrome: Chrome
    preset: str
    tiles: tuple[SettingTile, ...]
    page: int
    pages: int
    presets: tuple[str, ...] = ()  # filled while the presets are shown
    pending: SettingTile | None = None
    changes: tuple[Change, ...] = ()
    conflicts: int = 0
    volume: int = 0
    brightness: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuView:
    """The places behind the held corner; ``entries`` are ``Act`` values in order.

    ``volume`` and ``brightness`` (0 to 100) stand on the entries that step them, where known.
    """

    chrome: Chrome
    entries: tuple[str, ...]
    volume: int | None = None
    brightness: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentView:
    """One moment: the reader is late (fairness P11, after 3 s)."""

    chrome: Chrome


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """One line of the doctor: "ok", "warning" or "fault", what it is, and what to do.

    ``what`` and ``advice`` are keys of the catalogue ("doctor_camera") or plain text; ``value`` is
    what was measured ("61 °C").
    """

    state: str
    what: str
    advice: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorView:
    """The health of the box, line by line."""

    chrome: Chrome
    lines: tuple[CheckLine, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrateView:
    """Step by step to a calibration.

    ``shows`` is what is to lie on the window: "card", "empty", "die" (with ``top`` up), or "done".
    """

    chrome: Chrome
    step: Words
    shows: str = "card"
    top: int = 0


View = (
    WelcomeView
    | IdleView
    | SeatsView
    | ShakeView
    | ReadyView
    | SaidView
    | ByView
    | RulingView
    | LivesView
    | OutView
    | WinnerView
    | EnterView
    | AsleepView
    | SheetView
    | SettingsView
    | MenuView
    | MomentView
    | DoctorView
    | CalibrateView
)
"""What the display can be given."""

SCREEN_OF: dict[type, Screen] = {
    WelcomeView: Screen.WELCOME,
    IdleView: Screen.IDLE,
    SeatsView: Screen.SEATS,
    ShakeView: Screen.SHAKE,
    ReadyView: Screen.READY,
    SaidView: Screen.SAID,
    ByView: Screen.BY,
    RulingView: Screen.RULING,
    LivesView: Screen.LIVES,
    OutView: Screen.OUT,
    WinnerView: Screen.WINNER,
    EnterView: Screen.ENTER,
    AsleepView: Screen.ASLEEP,
    SheetView: Screen.SHEET,
    SettingsView: Screen.SETTINGS,
    MenuView: Screen.MENU,
    MomentView: Screen.MOMENT,
    DoctorView: Screen.DOCTOR,
    CalibrateView: Screen.CALIBRATE,
}
"""Which screen a view belongs to."""
