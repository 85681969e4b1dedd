"""Each key of the keyboard and numpad gives the intent that the product page names."""

from __future__ import annotations

import pytest

from pi_meyer.display.keys import (
    LONGEST_NAME,
    NOTHING_MEANT,
    KeyPress,
    TableKey,
    press,
    seat_by_letter,
)
from pi_meyer.display.samples import sample
from pi_meyer.match.intents import (
    Act,
    Do,
    EnterDice,
    Intent,
    Lift,
    PickLanguage,
    PickPreset,
    PickSeat,
    Say,
    StepSetting,
    TypeName,
)
from pi_meyer.match.views import Person, View


def typed(view: View, *names: str) -> Intent | None:
    """What the last of these keys means, each pressed on the same screen."""
    waiting, intent = "", None
    for name in names:
        answer = press(view, KeyPress(name=name, at_s=5.0), waiting=waiting)
        waiting, intent = answer.waiting, answer.intent
    return intent


def test_space_lifts_with_the_time_of_the_key() -> None:
    """Space is the LIFT button, stamped with the clock that stamps frames."""
    assert typed(sample("ready"), "space") == Lift(at_s=5.0)


@pytest.mark.parametrize(
    ("keys", "value"),
    [("63", "63"), ("36", "63"), ("66", "66"), ("21", "21"), ("12", "21")],
)
def test_two_digits_say_a_value(keys: str, value: str) -> None:
    """Two digits say a value, the higher die first whichever was typed first."""
    assert typed(sample("ready"), *keys) == Say(value=value)
    assert typed(sample("said"), *keys) == Say(value=value)


def test_two_digits_enter_dice_where_they_are_asked_for() -> None:
    """On the screen that asks what lies there, two digits are dice."""
    assert typed(sample("enter"), "4", "5") == EnterDice(roll="54")


def test_numpad_keys_are_the_same_keys() -> None:
    """The numpad's digits, plus and Enter mean what the board's mean."""
    assert typed(sample("ready"), "[6]", "[3]") == Say(value="63")
    assert typed(sample("ready"), "[+]") == Do(act=Act.HIGHER)
    assert typed(sample("lives"), "enter") == Do(act=Act.GO)


def test_one_digit_waits_and_another_key_forgets_it() -> None:
    """A single digit means nothing yet, and no digit above six starts a value."""
    assert press(sample("ready"), KeyPress(name="6")).waiting == "6"
    assert press(sample("ready"), KeyPress(name="9")) == NOTHING_MEANT
    assert press(sample("ready"), KeyPress(name="k"), waiting="6").waiting == ""


@pytest.mark.parametrize("modifier", ["left shift", "numlock", "right alt", "caps lock"])
def test_a_modifier_forgets_nothing(modifier: str) -> None:
    """Shift, NumLock and their like mean nothing, and a digit that waits goes on waiting."""
    answer = press(sample("ready"), KeyPress(name=modifier), waiting="6")
    assert (answer.intent, answer.waiting) == (None, "6")


@pytest.mark.parametrize(
    ("key", "act"),
    [
        ("=", Act.SAME),
        ("+", Act.HIGHER),
        ("k", Act.KIPPE),
        ("l", Act.ALLOW),
        ("a", Act.ACCEPT),
        ("d", Act.DOUBLE),
        ("c", Act.CONCEDE),
        ("backspace", Act.UNDO),
        ("escape", Act.MENU),
    ],
)
def test_the_words_of_the_game_have_their_keys(key: str, act: Act) -> None:
    """The other words of tonight's rules, undo and menu are one key each."""
    assert typed(sample("ready"), key) == Do(act=act)


def test_a_layout_decides_where_its_signs_are() -> None:
    """What a key typed counts before its name: Shift and ``0`` is ``=`` in Denmark."""
    answer = press(sample("ready"), KeyPress(name="0", text="="))
    assert answer.intent == Do(act=Act.SAME)
    answer = press(sample("ready"), KeyPress(name="=", text="+"))
    assert answer.intent == Do(act=Act.HIGHER)


def test_a_letter_picks_a_seat_by_whom_and_on_lives() -> None:
    """Where a person is asked for, the letter on the mat is the answer."""
    view = sample("by")
    assert typed(view, "j") == PickSeat(seat=1)
    assert typed(sample("lives"), "s") == PickSeat(seat=2)
    assert typed(sample("seats"), "b") == PickSeat(seat=4)


def test_letters_find_the_person_that_they_can_mean() -> None:
    """A mat's own letter wins, then a beginning, then a second letter, then the seat's letter."""
    people = [
        Person(seat=0, name="Bo", letters="B"),
        Person(seat=1, name="Birgitte", letters="Bi"),
        Person(seat=2, name="Åse", letters="Å"),
    ]
    assert seat_by_letter(people, "b") == 0
    assert seat_by_letter(people, "I") == 1
    assert seat_by_letter(people, "å") == 2
    assert seat_by_letter(people, "c") == 2
    assert seat_by_letter(people, "z") is None
    assert seat_by_letter(people, "f1") is None


def test_what_was_said_may_be_nothing() -> None:
    """``0`` says that nothing was said; ``k`` that a Kippe was."""
    assert typed(sample("said"), "0") == Do(act=Act.NOTHING)
    assert press(sample("said"), KeyPress(name="k")).intent == Do(act=Act.KIPPE)
    assert typed(sample("enter"), "k") == Do(act=Act.COCKED)


def test_seats_come_and_go_with_plus_and_minus() -> None:
    """Plus and minus add and take away players; Return plays."""
    assert typed(sample("seats"), "+") == Do(act=Act.MORE_PLAYERS)
    assert typed(sample("seats"), "-") == Do(act=Act.FEWER_PLAYERS)
    assert typed(sample("seats"), "return") == Do(act=Act.GO)


def test_a_name_is_typed_letter_by_letter() -> None:
    """While a name is written every letter belongs to it, Space and Backspace too."""
    view = sample("seats naming")
    so_far = "Mett"
    assert press(view, KeyPress(name="e", text="e")).intent == TypeName(name=so_far + "e")
    assert press(view, KeyPress(name="a", text="Å")).intent == TypeName(name=so_far + "Å")
    assert press(view, KeyPress(name="space", text=" ")).intent == TypeName(name=so_far + " ")
    assert press(view, KeyPress(name="backspace")).intent == TypeName(name=so_far[:-1])
    assert press(view, KeyPress(name="return")).intent == Do(act=Act.GO)
    assert press(view, KeyPress(name="escape")).intent == Do(act=Act.BACK)
    assert press(view, KeyPress(name="f1")) == NOTHING_MEANT


def test_a_name_has_an_end() -> None:
    """No name grows beyond its longest."""
    view = sample("seats naming long")
    answer = press(view, KeyPress(name="x", text="x"))
    assert answer == NOTHING_MEANT
    assert LONGEST_NAME == 40


def test_digits_step_settings_and_choose_presets_and_places() -> None:
    """Where tiles have no letters, digits count them from the first."""
    assert typed(sample("settings"), "2") == StepSetting(key="meyer_cost")
    assert typed(sample("settings presets"), "3") == PickPreset(preset="meyer_norsk")
    assert typed(sample("menu"), "1") == Do(act=Act.SHEET)
    assert typed(sample("menu"), "9") is None or isinstance(typed(sample("menu"), "9"), Do)
    assert typed(sample("idle"), "3") == PickLanguage(language="de")


def test_escape_leaves_what_lies_behind_the_menu() -> None:
    """Escape opens the menu from the game, and leaves the places behind it."""
    assert typed(sample("sheet"), "escape") == Do(act=Act.BACK)
    assert typed(sample("settings"), "escape") == Do(act=Act.BACK)
    assert typed(sample("ruling true"), "escape") == Do(act=Act.MENU)


def test_a_life_at_stake_is_confirmed_with_lift_alone() -> None:
    """A question of lives hears Space, and Return only where the button is dead."""
    asked, dead = sample("ready confirm"), sample("ready confirm dead")
    assert typed(asked, "space") == Lift(at_s=5.0)
    assert typed(asked, "return") is None
    assert typed(dead, "return") == Do(act=Act.CONFIRM)
    assert typed(asked, "escape") == Do(act=Act.CANCEL)
    assert typed(asked, "6", "3") is None


def test_keys_shake_and_peek_only_at_the_simulated_table() -> None:
    """The simulated table is shaken with S or Return and peeked at with Tab or P."""
    for name, hand in (("s", "shake"), ("return", "shake"), ("tab", "peek"), ("p", "peek")):
        key = KeyPress(name=name)
        assert press(sample("ready"), key, simulated=True).table is TableKey(hand)
        assert press(sample("ready"), key).table is None
    assert press(sample("by"), KeyPress(name="s"), simulated=True).intent == PickSeat(seat=2)


def test_the_sheet_scrolls_and_saves() -> None:
    """Arrows and page keys scroll, S saves."""
    assert typed(sample("sheet"), "down") == Do(act=Act.SCROLL_DOWN)
    assert typed(sample("sheet"), "page up") == Do(act=Act.SCROLL_UP)
    assert typed(sample("sheet"), "s") == Do(act=Act.SAVE)


def test_no_key_ends_in_an_error_on_any_screen(every_sample: dict[str, View]) -> None:
    """Every key on every screen either means something or nothing."""
    keys = [*"0123456789abcdefghijklmnopqrstuvwxyzæøåß+-=", "space", "return", "escape", "tab"]
    keys += ["", "f1", "left shift", "[5]", "[.]", "page down", "backspace", "delete"]
    for view in every_sample.values():
        for name in keys:
            text = name if len(name) == 1 else ""
            for waiting in ("", "6"):
                press(view, KeyPress(name=name, text=text), waiting=waiting, simulated=True)
