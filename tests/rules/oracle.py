"""What the printed rules say, in plain words and lists, to hold the law against.

Nothing here is computed from ``pi_meyer``: orders are written out, presets are described the way
one would tell them at a table.
"""

from __future__ import annotations

from dataclasses import dataclass

LOW = "31 32 41 42 43 51 52 53 54 61 62 63 64 65"
NO_31 = "32 41 42 43 51 52 53 54 61 62 63 64 65"
NO_42 = "31 32 41 43 51 52 53 54 61 62 63 64 65"
NEITHER = "32 41 43 51 52 53 54 61 62 63 64 65"
UP, DOWN = "11 22 33 44 55 66", "66 55 44 33 22 11"

# (Little Meyer in play, 42 above the pairs, 11 the highest pair) -> lowest to highest
ORDERS: dict[tuple[bool, bool, bool], list[str]] = {
    (False, False, False): f"{LOW} {UP} 21".split(),
    (True, False, False): f"{NO_31} {UP} 31 21".split(),
    (False, False, True): f"{LOW} {DOWN} 21".split(),
    (True, False, True): f"{NO_31} {DOWN} 31 21".split(),
    (False, True, False): f"{NO_42} {UP} 42 21".split(),
    (True, True, False): f"{NEITHER} {UP} 42 31 21".split(),
    (False, True, True): f"{NO_42} {DOWN} 42 21".split(),
    (True, True, True): f"{NEITHER} {DOWN} 42 31 21".split(),
}


@dataclass(frozen=True)
class Told:
    """A preset as one tells it: what matters once the cup is lifted."""

    real_meyer: int = 2
    false_meyer: int = 2
    understating_is_lying: bool = False
    toast_on_32: bool = False
    a_rolled_21_counts: bool = False
    shown_meyer_hits_all: bool = False


TOLD = {
    "cardzo": Told(),
    "meiern_hoeher": Told(real_meyer=1, false_meyer=1, shown_meyer_hits_all=True),
    "meyer_norsk": Told(false_meyer=1),
    "meiern_deckel": Told(),
    "meier_at": Told(false_meyer=1),
    "mia_wikipedia": Told(false_meyer=1),
    "mia_bga": Told(false_meyer=1),
    "mia_one_high": Told(false_meyer=1),
    "meyer_dansk_app": Told(understating_is_lying=True, toast_on_32=True, a_rolled_21_counts=True),
    "maexchen_bots": Told(real_meyer=1, false_meyer=1, shown_meyer_hits_all=True),
    "meier_halbmeier": Told(),
}


def expected(  # noqa: PLR0911 - a table told line by line
    told: Told, order: list[str], said: str, rolled: str, *, looked: bool, shown: bool
) -> tuple[str, str, str, int]:
    """Verdict, reason, who is wrong and the cost, for a number that was said."""
    if told.toast_on_32 and rolled == "32":
        return ("void", "toast", "nobody", 0)
    better = order.index(rolled) > order.index(said)
    meyer_round = said == "21" or (told.a_rolled_21_counts and rolled == "21")
    true_cost = told.real_meyer if meyer_round else 1
    false_cost = told.false_meyer if meyer_round else 1
    if said == "21":
        if rolled != "21":
            return ("bluff", "lied_about_meyer", "announcer", false_cost)
        if shown:
            who = "all_others" if told.shown_meyer_hits_all else "challenger"
            return ("true", "meyer_shown", who, true_cost)
        return ("true", "real_meyer", "challenger", true_cost)
    if rolled == said:
        return ("true", "told_the_truth", "challenger", true_cost)
    if better and looked and told.understating_is_lying:
        return ("bluff", "understated", "announcer", false_cost)
    if better:
        return ("true", "told_the_truth", "challenger", true_cost)
    return ("bluff", "caught_bluffing", "announcer", false_cost)
