"""Properties of every match: random settings, random play, legal and illegal."""

from __future__ import annotations

import contextlib
import json
import random
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_meyer.errors import IllegalMoveError
from pi_meyer.match.chain import in_order
from pi_meyer.match.fact_codec import FactError, parse_fact, write_fact
from pi_meyer.match.facts import BoughtBack, LivesRerolled, SettingsChanged, Undone
from pi_meyer.match.fold import derive
from pi_meyer.match.replay import read_match, write_match
from pi_meyer.rules.house_rules import SETTING_NAMES, as_settings, choices
from pi_meyer.rules.options import ScoreMode
from pi_meyer.rules.phases import RECORD_ACTS, TRANSITIONS, Phase
from tests.match.random_matches import random_fact, random_game, random_settings

if TYPE_CHECKING:
    from pi_meyer.match.referee import Match

seeds = st.integers(min_value=0, max_value=2**32)
few = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def _game(seed: int, facts: int = 25) -> dict[str, Any]:
    return random_game(random.Random(seed), facts=facts, illegal_at_the_end=False)


def _same(one: Match, other: Match) -> bool:
    return one.result() == other.result() and one.rules == other.rules


@few
@given(seed=seeds)
def test_replay_equals_step_by_step(seed: int) -> None:
    """Reading a whole record gives what taking its facts one by one gave, at every step."""
    game = _game(seed)
    match = read_match({**game, "facts": []})
    for number, fact in enumerate(game["facts"], start=1):
        match = match.apply(parse_fact(fact))
        if number % 5 == 0 or number == len(game["facts"]):
            assert _same(match, read_match({**game, "facts": game["facts"][:number]}))


@few
@given(seed=seeds)
def test_deriving_from_scratch_gives_the_same_table(seed: int) -> None:
    """What facts one by one led to is what folding all of them at once gives."""
    match = read_match(_game(seed))
    entries = in_order(match.entries)
    table = derive(entries, match.rules, players=match.players, corrections=match.table.corrections)
    for name in ("scores", "seats", "living", "over", "starter", "due", "pile", "taken"):
        assert getattr(table, name) == getattr(match.table, name)
    assert table.rounds_played == match.table.rounds_played


@few
@given(seed=seeds)
def test_lives_stay_in_bounds_and_rise_only_where_they_may(seed: int) -> None:
    """Never below zero, and more lives come only from a buy-back, a re-roll or the record."""
    game = _game(seed)
    match = read_match({**game, "facts": []})
    for fact in game["facts"]:
        parsed = parse_fact(fact)
        before = match.table
        match = match.apply(parsed)
        after = match.table
        assert min(after.scores.values()) >= 0
        may_rise = isinstance(parsed, BoughtBack | LivesRerolled) or parsed.act in RECORD_ACTS
        in_lives = after.rules.score_mode is ScoreMode.LIVES
        if in_lives and not may_rise:
            assert all(after.scores[p] <= lives for p, lives in before.scores.items())


@few
@given(seed=seeds)
def test_lids_are_never_lost(seed: int) -> None:
    """All lids of a deckel match lie before somebody or on the pile."""
    game = _game(seed)
    game["settings"] = {**game["settings"], "score_mode": "deckel", "deckel_count": 6}
    match = read_match({**game, "facts": []})
    for fact in game["facts"]:
        try:
            match = match.apply(parse_fact(fact))
        except IllegalMoveError:
            continue
        if match.rules.score_mode is ScoreMode.DECKEL:
            lids = sum(match.table.scores.values()) + match.table.pile
            assert lids == match.rules.deckel_count


@few
@given(seed=seeds)
def test_there_is_one_winner_or_the_match_runs(seed: int) -> None:
    """Over with lives and last_standing: at most one lives, and he wins; else nobody has won."""
    match = read_match(_game(seed, facts=60))
    result: dict[str, Any] = match.result()
    if not result["over"]:
        assert (result["winner"], result["losers"]) == (None, [])
        assert match.table.turn is not None
    elif result["winner"] is not None:
        assert match.table.living == (result["winner"],)
        assert result["losers"] == []
    else:
        assert set(result["losers"]) <= set(match.table.seats)


@few
@given(seed=seeds)
def test_undo_is_the_inverse(seed: int) -> None:
    """A fact taken back, whatever it was, leaves no trace in the result."""
    game = _game(seed)
    match = read_match({**game, "facts": []})
    for fact in game["facts"]:
        parsed = parse_fact(fact)
        if isinstance(parsed, Undone):
            continue
        try:
            after = match.apply(parsed)
        except IllegalMoveError:
            continue
        back = after.apply(Undone())
        assert _same(back, match)
        assert back.given == match.given + 2
        match = after


@few
@given(seed=seeds, change=st.integers(min_value=0, max_value=2**32))
def test_settings_there_and_back_is_the_identity(seed: int, change: int) -> None:
    """Other settings and then the old ones again: the same result, conflicts included."""
    match = read_match(_game(seed))
    chance = random.Random(change)
    there = match.apply(SettingsChanged(settings=random_settings(chance, 3)))
    back = there.apply(SettingsChanged(settings=as_settings(match.rules)))
    assert _same(back, match)


@few
@given(seed=seeds, change=st.integers(min_value=0, max_value=2**32))
def test_a_preview_tells_what_setting_then_does(seed: int, change: int) -> None:
    """What a preview shows is what the match becomes, and looking changes nothing."""
    match = read_match(_game(seed))
    before = json.dumps(match.result())
    wanted = random_settings(random.Random(change), 3)
    preview = match.preview_set(wanted)
    assert json.dumps(match.result()) == before
    then = match.apply(SettingsChanged(settings=wanted))
    assert (preview.scores, preview.over) == (then.table.scores, then.table.over)
    assert preview.conflicts == then.state.conflicts
    assert set(preview.would_be_out) == set(then.table.out) - set(match.table.out)
    assert set(preview.would_be_back) == set(match.table.out) - set(then.table.out)


@few
@given(seed=seeds)
def test_export_and_import_round_trip(seed: int) -> None:
    """A match written and read again is the same, and writes itself the same again."""
    match = read_match(_game(seed))
    written = json.loads(json.dumps(write_match(match)))
    again = read_match(written)
    mine, other = match.result(), again.result()
    del mine["conflicts"], other["conflicts"]  # facts are numbered anew without what was undone
    assert mine == other
    assert write_match(again) == written


@few
@given(seed=seeds)
def test_every_fact_survives_being_written_and_read(seed: int) -> None:
    """The words of the replay format hold every fact without loss."""
    for fact in _game(seed)["facts"]:
        assert write_fact(parse_fact(fact)) == fact


@few
@given(seed=seeds)
def test_an_illegal_act_is_refused_and_changes_nothing(seed: int) -> None:
    """Whatever is tried, the match is as if nobody had asked."""
    chance = random.Random(seed)
    match = read_match(_game(seed))
    before, table = json.dumps(match.result()), match.table
    for _ in range(40):
        fact = random_fact(chance, match)
        with contextlib.suppress(IllegalMoveError, FactError):
            match.apply(parse_fact(fact))
        assert match.table is table
        assert json.dumps(match.result()) == before


@few
@given(seed=seeds)
def test_what_is_called_legal_is_taken_and_the_rest_is_refused(seed: int) -> None:
    """The list of legal numbers, passes and answers is exactly what the referee takes."""
    match = read_match(_game(seed, facts=12))
    legal = match.legal()
    loses = match.rules.illegal_claim.value == "loses"
    order = match.table.ranking.order
    if not loses:
        assert set(legal.announce) == {v for v in order if _takes(match, {"announce": v})}
        assert set(legal.pass_on) == {v for v in order if _takes(match, {"pass": v})}
    for key in ("lift", "double", "show"):
        assert getattr(legal, key) == _takes(match, {key: [5, 2]})
    for key in ("allow", "accept", "concede"):
        assert getattr(legal, key) == _takes(match, {key: True})
    for key in ("higher", "kippe"):
        assert getattr(legal, key) == _takes(match, {"announce": key})
    for key, value in (("void", "why"), ("row", {}), ("join", "Nobody Yet")):
        assert getattr(legal, key) == _takes(match, {key: value})
    for player in match.table.seats:
        assert (player in legal.buy_back) == _takes(match, {"buy_back": player})
        assert (player in legal.leave) == _takes(match, {"leave": player})
        reroll = {"reroll_lives": {player: 3}}
        assert (player in legal.reroll_lives) == _takes(match, reroll)


def _takes(match: Match, fact: dict[str, Any]) -> bool:
    try:
        match.apply(parse_fact(fact))
    except IllegalMoveError:
        return False
    return True


@few
@given(seed=seeds)
def test_play_only_takes_the_arrows_of_the_table(seed: int) -> None:
    """Every act leads to a phase that the table of phases names for it."""
    game = _game(seed)
    match = read_match({**game, "facts": []})
    for fact in game["facts"]:
        parsed = parse_fact(fact)
        here: Phase = match.table.phase
        match = match.apply(parsed)
        if parsed.act not in RECORD_ACTS:
            assert match.table.phase in TRANSITIONS[here][parsed.act]


@few
@given(
    seed=seeds,
    name=st.sampled_from(SETTING_NAMES),
    data=st.data(),
)
def test_history_never_fails_under_any_setting(seed: int, name: str, data: st.DataObject) -> None:
    """Deriving is total: any one setting may become anything after any match."""
    match = read_match(_game(seed))
    value = data.draw(st.sampled_from(choices(name)))
    changed = match.apply(SettingsChanged(settings={name: value}))
    assert changed.table.taken == match.table.taken + 1
    assert changed.table.rounds_played == match.table.rounds_played
