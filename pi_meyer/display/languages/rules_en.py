"""Tonight's rules as one tells them at a table, in English; gaps are filled from the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SENTENCES: Final[Mapping[str, str]] = {
    "n0": "nothing",
    "n1": "one",
    "n1_deckel": "one",
    "n2": "two",
    "head_round": "The round",
    "head_lift": "The lift",
    "head_meyer": "{meyer}",
    "head_end": "Winning and losing",
    "head_ranking": "What beats what",
    "ranking_hint": "highest first; of 36 throws so many are at least as high",
    "cup": "Two dice, one cup. Shake, turn the cup down on the window, look alone, "
    "and say what you have. You may lie.",
    "digits": "The higher die comes first: 5 and 2 are 52, never 25.",
    "raise_strict": "Whoever rolls on must say more than was said before.",
    "raise_equal_ok": "Whoever rolls on must say at least as much as was said before.",
    "illegal_loses": "Say too little, and you lose {one} and the round is over.",
    "answer": "The next player believes it and rolls, or lifts the cup.",
    "pass_off": "Nobody passes the cup on unseen: if you believe it, you roll.",
    "pass_same": "You may pass the cup on without looking, and say the same.",
    "pass_higher": "You may pass the cup on without looking, but then you say more.",
    "pass_same_or_higher": "You may pass the cup on without looking, and say the same or more.",
    "answers_for_it": "Whoever said it last answers for it, having looked or not.",
    "blind_strict": "You may roll a second time, not look, and say “higher”: "
    "that stands for the next number up.",
    "blind_equal_ok": "You may roll a second time, not look, and say “that or better”: "
    "that stands for the number that was said.",
    "concede": "You may also give up: it costs you {one}.",
    "kippe": "Does a die lean? Say “cocked”. The next one lets you roll again, or lifts; "
    "whoever is wrong loses {one}.",
    "true_truth": "As high as was said, or higher: whoever lifted loses.",
    "true_lie": "Exactly what was said: whoever lifted loses. Having more is a bluff too; "
    "only “higher” and a passed cup may hide something better.",
    "bluff": "Lower: whoever said it loses.",
    "cost_lives": "It costs one life.",
    "cost_tally": "It costs one point.",
    "cost_deckel": "It costs one lid.",
    "cocked": "A leaning die under a number does not count: the same player rolls again.",
    "joker": "32 is the joker: it makes anything true, even {meyer}.",
    "toast": "32 under the cup? A toast! Nobody loses, the roller starts again.",
    "escalation": "Every lost round costs one more than the one before.",
    "final_two": "With two players left every loss costs at least two.",
    "meyer": "21 is {meyer}. Nothing is higher.",
    "meyer_must_lift": "Somebody says {meyer}? Then the next one has to lift.",
    "meyer_accept_or_lift": "Somebody says {meyer}? The next one lifts, or believes it: "
    "that costs {accept}, and nobody sees the dice.",
    "meyer_as_any_claim": "{meyer} is a number like any other: lift, or roll on.",
    "meyer_auto_reveal": "Say {meyer}, and show it at once.",
    "meyer_costs": "Doubt a real one: {true}. Be caught with a false one: {false}.",
    "meyer_shown_costs": "A real one costs the next player {true}; a false one costs you {false}.",
    "meyer_shown_all": "A real one costs everybody else {true}; a false one costs you {false}.",
    "meyer_pass": "Even {meyer} may be passed on unseen, as the same.",
    "meyer_roll": "Is there a 21 under the cup, it costs as much, whatever was said.",
    "double_back": "Whoever gets {meyer} may lift at double stake.",
    "little": "31 is {little}, second only to {meyer}, and costs {little_cost}.",
    "little_off": "31 is the lowest roll of all.",
    "half": "42 beats every pair.",
    "one_high": "Of the pairs 11 is the best and 66 the worst.",
    "lives_last_standing": "Everybody starts with {lives}. With none you are out; "
    "the last one left wins.",
    "lives_first_out_loses": "Everybody starts with {lives}. The first one without any has lost.",
    "lives_1": "one life",
    "lives_n": "{n} lives",
    "tally": "Points are written up. It ends when you have had enough.",
    "deckel": "{lids} lids lie on the pile; losers take from it. When it is empty, everybody "
    "without a lid is safe, and the winner of a round hands lids to the loser. "
    "The last one holding lids has lost.",
    "playoff_all_equal": "Once all hold the same number, the winner puts lids back on the pile.",
    "playoff_last_two_equal": "Once the last two hold the same number, "
    "the winner puts lids back on the pile.",
    "starter_loser": "The loser starts the next round.",
    "starter_winner": "The winner starts the next round.",
    "starter_challenger": "Whoever lifted starts the next round.",
    "starter_mia_wikipedia": "Whoever sits after the loser starts the next round.",
    "second_chance": "Once, you may come back with one life.",
    "last_life": "On your last life you may roll a second time before you say anything.",
    "reroll_optional": "At {at} for the first time, you may roll a die for new lives.",
    "reroll_mandatory": "At {at} for the first time, you roll a die for new lives.",
    "list_title": "The tables this box knows",
}
"""Every sentence by its key."""
