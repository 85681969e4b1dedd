# ruff: noqa: ANN401, ARG002, S105, SIM102 - facts stay as JSON has them, every handler has one shape
"""A second reading of the fine print, slow and plain, to compare the real one with.

It shares no line with ``pi_meyer``: facts stay JSON objects, rolls are looked up in lists written
out by hand, and for every single fact the whole evening is played again from its beginning.
"""

from __future__ import annotations

from typing import Any

Fact = dict[str, Any]
Settings = dict[str, Any]

_MIXED = ["31", "32", "41", "42", "43", "51", "52", "53", "54", "61", "62", "63", "64", "65"]


class IllegalError(Exception):
    """The fact with this number is not allowed."""

    def __init__(self, number: int) -> None:
        super().__init__(str(number))
        self.number = number


class Refused(Exception):  # noqa: N818 - it is no error, it is an answer
    """Not now."""


def order(s: Settings) -> list[str]:
    special = []
    if s["half_meier"]:
        special.append("42")
    if s["little_meyer"]:
        special.append("31")
    special.append("21")
    pairs = ["11", "22", "33", "44", "55", "66"]
    if s["pairs_order"] == "one_high":
        pairs.reverse()
    return [m for m in _MIXED if m not in special] + pairs + special


def name_of(dice: Any) -> str:
    if dice == "cocked":
        return "cocked"
    a, b = sorted(dice)
    return f"{b}{a}"


class Evening:
    """Everything at once, played from the beginning."""

    def __init__(self, players: list[str], s: Settings, stored: list[dict[str, Any]]) -> None:
        self.s = s
        self.rank = {v: i for i, v in enumerate(order(s))}
        self.seats = list(players)
        self.gone: set[str] = set()
        self.n = {p: self.first() for p in players}
        self.pile = s["deckel_count"]
        self.phase = "deal"
        self.start = players[0]
        self.start_past = False
        self.rounds: list[dict[str, Any]] = []
        self.sides: list[tuple[Any, Any]] = []
        self.lived: list[list[str]] = []
        self.rows: list[dict[str, int | None]] = []
        self.conflicts: list[dict[str, Any]] = []
        self.bought: set[str] = set()
        self.reached: set[str] = set()
        self.due: set[str] = set()
        self.up: dict[str, Any] | None = None  # the open round
        self.cells: dict[int, list[tuple[int, str, int]]] = {}
        for e in stored:
            if "correct" in e["fact"]:
                c = e["fact"]["correct"]
                self.cells.setdefault(e["round"], []).append((e["number"], c["player"], c["lost"]))
        for e in stored:
            self.replay(e)
        self.refresh()

    def first(self) -> int:
        return int(self.s["start_lives"]) if self.s["score_mode"] == "lives" else 0

    # who is there
    def alive(self, p: str) -> bool:
        if p in self.gone or p not in self.n:
            return False
        mode = self.s["score_mode"]
        if mode == "tally" or (mode == "deckel" and self.phase == "deal"):
            return True
        return self.n[p] > 0

    def living(self) -> list[str]:
        return [p for p in self.seats if self.alive(p)]

    def over(self) -> bool:
        mode = self.s["score_mode"]
        if mode == "tally" or (mode == "deckel" and self.phase == "deal"):
            return False
        if mode == "lives" and self.s["win_condition"] == "first_out_loses":
            return any(self.n[p] == 0 for p in self.seats if p not in self.gone)
        return len(self.living()) < 2

    def after(self, p: str) -> str | None:
        i = self.seats.index(p)
        for k in range(1, len(self.seats) + 1):
            q = self.seats[(i + k) % len(self.seats)]
            if self.alive(q):
                return q
        return None

    def starter(self) -> str | None:
        if self.over():
            return None
        if self.alive(self.start) and not self.start_past:
            return self.start
        return self.after(self.start)

    def actor(self) -> str | None:
        if self.over():
            return None
        up = self.up
        if up is None:
            return self.starter()
        if up["kippe"]:
            return self.after(up["kippe"])
        if up["again"]:
            return up["again"] if self.alive(up["again"]) else self.after(up["again"])
        if self.must_show():
            return up["by"] if self.alive(up["by"]) else self.after(up["by"])
        return self.after(up["by"])

    def must_show(self) -> bool:
        up = self.up
        return bool(
            up
            and not up["kippe"]
            and not up["again"]
            and up["value"] == "21"
            and up["named"]
            and self.s["meyer_response"] == "auto_reveal"
        )

    # is it allowed
    def check(self, f: Fact) -> None:
        kind = "said" if "said" in f else next(iter(f))
        if kind in ("correct", "set", "undo"):
            return
        if self.over() and kind != "buy_back":
            raise Refused
        between = ("row", "buy_back", "reroll_lives", "join", "leave", "order")
        if kind in between and self.up is not None:
            raise Refused
        due = [p for p in self.due if self.alive(p)]
        if kind in ("announce", "show", "said", "row") and due:
            if self.s["life_reroll"] == "mandatory":
                raise Refused
        if self.must_show() and kind not in ("show", "void"):
            raise Refused
        getattr(self, f"check_{kind}")(f[kind], f)

    def overbid(self) -> bool:
        """May anything be said over what stands?"""
        if self.up is None or self.up["value"] is None or self.up["value"] != "21":
            return True
        s = self.s
        return bool(s["meyer_response"] == "as_any_claim" and s["raise_rule"] == "equal_ok")

    def enough(self, v: str) -> bool:
        if self.up is None or self.up["value"] is None:
            return True
        mine, other = self.rank[v], self.rank[self.up["value"]]
        return mine > other or (mine == other and self.s["raise_rule"] == "equal_ok")

    def check_announce(self, v: str, f: Fact) -> None:
        if self.up and self.up["kippe"]:
            raise Refused
        if not self.overbid():
            raise Refused
        if v == "kippe":
            if not self.s["kippe"]:
                raise Refused
        elif v == "higher":
            if not self.s["blind_raise"] or self.up is None or self.up["value"] is None:
                raise Refused
        elif not self.enough(v) and self.s["illegal_claim"] == "refuse":
            raise Refused

    def waiting(self) -> dict[str, Any]:
        """A claim stands and the receiver is asked."""
        if self.up is None or self.up["kippe"] or self.up["again"]:
            raise Refused
        return self.up

    def check_pass(self, v: str, f: Fact) -> None:
        up, how = self.waiting(), self.s["pass_unseen"]
        if how == "off":
            raise Refused
        if up["value"] == "21" and (not self.s["meyer_pass"] or how == "higher"):
            raise Refused
        if v == "same" or v == up["value"]:
            if how == "higher":
                raise Refused
        elif self.rank[v] > self.rank[up["value"]]:
            if how == "same":
                raise Refused
        elif self.s["illegal_claim"] == "refuse":
            raise Refused

    def check_lift(self, v: Any, f: Fact) -> None:
        if self.up is None or self.up["again"]:
            raise Refused

    def check_allow(self, v: Any, f: Fact) -> None:
        if self.up is None or not self.up["kippe"]:
            raise Refused

    def check_accept(self, v: Any, f: Fact) -> None:
        if self.waiting()["value"] != "21" or self.s["meyer_response"] != "accept_or_lift":
            raise Refused

    def check_double(self, v: Any, f: Fact) -> None:
        if self.waiting()["value"] != "21" or not self.s["double_back"]:
            raise Refused

    def check_concede(self, v: Any, f: Fact) -> None:
        up = self.up
        if not self.s["concede"] or up is None or up["kippe"]:
            raise Refused
        if up["value"] in (None, "21"):
            raise Refused

    def check_show(self, v: Any, f: Fact) -> None:
        if self.s["meyer_response"] != "auto_reveal":
            raise Refused
        if self.up is None or self.must_show():
            return
        if self.up["kippe"] or self.up["value"] == "21":
            raise Refused

    def check_said(self, v: str, f: Fact) -> None:
        if f["by"] == f["lifted_by"] or not self.alive(f["by"]) or not self.alive(f["lifted_by"]):
            raise Refused
        if v == "kippe" and not self.s["kippe"]:
            raise Refused

    def check_void(self, v: Any, f: Fact) -> None:
        if self.up is None:
            raise Refused

    def check_row(self, v: dict[str, int], f: Fact) -> None:
        if self.s["score_mode"] == "deckel":
            raise Refused
        for p, lost in v.items():
            if p not in self.seats or (lost > 0 and not self.alive(p)):
                raise Refused

    def check_buy_back(self, p: str, f: Fact) -> None:
        if self.s["score_mode"] != "lives" or not self.s["second_chance"]:
            raise Refused
        if p not in self.seats or p in self.gone or self.n[p] > 0 or p in self.bought:
            raise Refused

    def check_reroll_lives(self, v: dict[str, int], f: Fact) -> None:
        if self.s["score_mode"] != "lives" or self.s["life_reroll"] == "off":
            raise Refused
        if any(p not in self.due or not self.alive(p) for p in v):
            raise Refused

    def check_join(self, p: str, f: Fact) -> None:
        if p in self.seats and p not in self.gone:
            raise Refused
        if len(self.seats) - len(self.gone) == 12:
            raise Refused
        if self.s["score_mode"] == "deckel" and self.phase != "deal":
            raise Refused

    def check_leave(self, p: str, f: Fact) -> None:
        if p not in self.seats or p in self.gone:
            raise Refused
        if len([q for q in self.living() if q != p]) < 2:
            raise Refused

    def check_order(self, v: list[str], f: Fact) -> None:
        if sorted(v) != sorted(p for p in self.seats if p not in self.gone):
            raise Refused

    def too_low(self, f: Fact) -> bool:
        """Would this be taken for an illegal claim?"""
        if self.up is None or self.up["value"] is None:
            return False
        if "announce" in f and f["announce"] not in ("higher", "kippe"):
            return not self.enough(f["announce"])
        if "pass" in f and f["pass"] != "same":
            return self.rank[f["pass"]] < self.rank[self.up["value"]]
        return False

    # and then?
    def replay(self, e: dict[str, Any]) -> None:
        f = e["fact"]
        kind = "said" if "said" in f else next(iter(f))
        if kind in ("correct", "set"):
            return
        bad = e["who"] is not None and not self.alive(e["who"])
        try:
            self.check(f)
        except Refused:
            bad = True
        bad = bad or self.too_low(f) != e["low"]
        if bad:
            self.conflicts.append({"fact": e["number"]})
            if kind in ("buy_back", "reroll_lives"):
                return
        getattr(self, f"do_{kind}")(f[kind], f, e)

    def refresh(self) -> None:
        """What the last round shows goes on changing until the next one begins."""
        if self.rounds and self.up is None:
            r = self.rounds[-1]
            mode = self.s["score_mode"]
            key = {"lives": "lives", "tally": "points", "deckel": "lids"}[mode]
            r[key] = dict(self.n)
            if mode == "deckel":
                r["pile"], r["phase"] = self.pile, self.phase
            r["out"] = [p for p in self.seats if not self.alive(p)]
            r["next_starter"] = self.starter()

    def open(self) -> dict[str, Any]:
        if self.up is None:
            self.refresh()
            self.due = set()
            self.up = {"value": None, "by": None, "kippe": None, "again": None, "named": False}
            self.up |= {"seen": False, "roller": None}
        return self.up

    def do_announce(self, v: str, f: Fact, e: dict[str, Any]) -> None:
        who, up = e["who"], self.open()
        if e["low"]:
            self.finish("illegal", "illegal_claim", v, None, who, None, (who, up["by"]), [who], 1)
            self.start, self.start_past = who, False
            return
        up["again"], up["kippe"], up["roller"] = None, None, who
        if v == "kippe":
            up["kippe"] = who
        elif v == "higher":
            if self.s["raise_rule"] == "strict":
                i = self.rank[up["value"]] + 1
                up["value"] = order(self.s)[min(i, 20)]
            up |= {"by": who, "seen": False, "named": False}
        else:
            up |= {"value": v, "by": who, "seen": True, "named": True}

    def do_pass(self, v: str, f: Fact, e: dict[str, Any]) -> None:
        who, up = e["who"], self.open()
        if e["low"]:
            self.finish("illegal", "illegal_claim", v, None, who, None, (who, up["by"]), [who], 1)
            self.start, self.start_past = who, False
            return
        if v not in ("same", up["value"]):
            up |= {"value": v, "named": True}
        up |= {"by": who, "seen": False}

    def do_allow(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        up = self.open()
        up["again"], up["kippe"] = up["kippe"], None

    def do_lift(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        up = self.open()
        if up["kippe"]:
            self.settle("kippe", v, up["kippe"], e["who"], True, up["roller"])
        else:
            self.settle(up["value"], v, up["by"], e["who"], up["seen"], up["roller"])

    def do_double(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        up = self.open()
        self.settle(up["value"], v, up["by"], e["who"], up["seen"], up["roller"], times=2)

    def do_show(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        fresh = e["fresh"]
        up = self.open()
        roller = e["who"] if fresh else up["roller"]
        self.settle("21", v, e["who"], e["next"], True, roller, shown=True)

    def do_said(self, v: str, f: Fact, e: dict[str, Any]) -> None:
        self.open()
        shown = v == "21" and self.s["meyer_response"] == "auto_reveal"
        self.settle(v, f["lift"], f["by"], f["lifted_by"], True, f["by"], shown=shown)

    def do_accept(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        who, up = e["who"], self.open()
        cost = self.s["meyer_accept_cost"]
        both = (up["by"], who)
        self.finish("accepted", "accepted", up["value"], None, up["by"], who, both, [who], cost)
        self.start, self.start_past = who, False

    def do_concede(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        who, up = e["who"], self.open()
        both = (up["by"], who)
        self.finish("conceded", "conceded", up["value"], None, up["by"], who, both, [who], 1)
        self.start, self.start_past = who, False

    def do_void(self, v: Any, f: Fact, e: dict[str, Any]) -> None:
        up = self.open()
        said, by = ("kippe", up["kippe"]) if up["kippe"] else (up["value"], up["by"])
        roller = up["roller"]
        self.finish("void", "voided", said, None, by, None, None, [], 0)
        self.start, self.start_past = roller, False

    def do_row(self, v: dict[str, int], f: Fact, e: dict[str, Any]) -> None:
        self.open()
        self.finish("entered", "entered", None, None, None, None, None, [], 0, by_hand=v)

    def do_buy_back(self, p: str, f: Fact, e: dict[str, Any]) -> None:
        self.rows.append(self.row({p: -1}))
        self.n[p] = 1
        self.bought.add(p)

    def do_reroll_lives(self, v: dict[str, int], f: Fact, e: dict[str, Any]) -> None:
        self.rows.append(self.row({p: self.n[p] - k for p, k in v.items()}))
        self.n.update(v)
        self.due -= set(v)

    def do_join(self, p: str, f: Fact, e: dict[str, Any]) -> None:
        if p in self.seats:
            self.gone.discard(p)
        else:
            self.seats.append(p)
            self.n[p] = self.first()

    def do_leave(self, p: str, f: Fact, e: dict[str, Any]) -> None:
        self.gone.add(p)
        if self.s["score_mode"] == "deckel":
            self.pile += self.n[p]
            self.n[p] = 0

    def do_order(self, v: list[str], f: Fact, e: dict[str, Any]) -> None:
        free = [i for i, p in enumerate(self.seats) if p not in self.gone]
        for i, p in zip(free, v, strict=True):
            self.seats[i] = p

    # rulings
    def settle(  # noqa: C901, PLR0912, PLR0917
        self,
        said: str,
        dice: Any,
        by: str,
        against: str,
        seen: bool,
        roller: str,
        *,
        shown: bool = False,
        times: int = 1,
    ) -> None:
        rolled, s = name_of(dice), self.s
        both = (by, against)
        if said != "kippe":
            void = "cocked" if rolled == "cocked" else None
            if rolled == "32" and s["roll_32"] == "toast":
                void = "toast"
            if void:
                self.finish("void", void, said, rolled, by, against, both, [], 0)
                self.start, self.start_past = roller, False
                return
        if said == "kippe":
            true = rolled == "cocked"
            why, cost = ("kippe_true" if true else "kippe_false"), 1
        else:
            diff = self.rank[rolled] - self.rank[said]
            under = diff > 0 and seen and s["understating"] == "lie"
            true = diff >= 0 and not under
            why = "understated" if under else "told_the_truth" if true else "caught_bluffing"
            if said == "21":
                why = "lied_about_meyer"
                if true:
                    why = "meyer_shown" if shown else "real_meyer"
            if not true and rolled == "32" and s["roll_32"] == "joker":
                true, why = True, "joker"
            cost = 1
            if said == "31" and s["little_meyer"]:
                cost = s["little_meyer_cost"]
            if said == "21" or (rolled == "21" and s["meyer_trigger"] == "claim_or_roll"):
                cost = s["meyer_cost_true"] if true else s["meyer_cost_false"]
        losers = [against] if true else [by]
        if true and shown and s["meyer_reveal_losers"] == "all_others":
            i = self.seats.index(by)
            ring = self.seats[i + 1 :] + self.seats[:i]
            losers = [p for p in ring if self.alive(p)]
        verdict = "true" if true else "bluff"
        lost, touched = self.finish(
            verdict, why, said, rolled, by, against, both, losers, cost * times
        )
        loser = against if true else by
        if touched and len(lost) == 1:
            loser = next(iter(lost))
        self.start_past = False
        how = s["next_starter"]
        if how == "challenger" or (how == "mia_wikipedia" and loser == by):
            self.start = against
        elif how == "loser":
            self.start = loser
        elif how == "winner":
            self.start = against if loser == by else by
        else:
            self.start, self.start_past = loser, True

    def finish(  # noqa: C901, PLR0912, PLR0917
        self,
        verdict: str,
        why: str,
        said: str | None,
        rolled: str | None,
        by: str | None,
        against: str | None,
        both: tuple[str, str] | None,
        losers: list[str],
        base: int,
        by_hand: dict[str, int] | None = None,
    ) -> tuple[dict[str, int], bool]:
        s, mode = self.s, self.s["score_mode"]
        cost = base
        if base > 0:
            if s["escalation"] == "match":
                cost += sum(1 for r in self.rounds if r["lost"])
            if mode == "lives" and s["final_two_double"] and len(self.living()) == 2:
                cost = max(2, cost)
        wish = dict.fromkeys(losers, cost)
        if by_hand is not None and mode != "deckel":
            wish = dict(by_hand)
        if self.over():
            wish = {}
        touched = False
        for number, p, k in self.cells.get(len(self.rounds) + 1, []):
            if not self.alive(p) or (mode == "deckel" and (both is None or p not in both)):
                self.conflicts.append({"fact": number})
            else:
                wish[p] = k
                touched = True
        here = [p for p in self.seats if self.alive(p)]
        ring = self.seats
        if both:
            i = self.seats.index(both[0]) + 1
            ring = self.seats[i:] + self.seats[:i]
        lost: dict[str, int] = {}
        for p in ring:
            k = wish.get(p, 0)
            if k == 0 or p not in here:
                continue
            if mode == "lives":
                k = min(k, self.n[p])
                self.n[p] -= k
            elif mode == "tally":
                self.n[p] += k
            elif self.phase == "deal":
                k = min(k, self.pile)
                self.pile -= k
                self.n[p] += k
            else:
                giver = both[1] if p == both[0] else both[0]  # type: ignore[index]
                k = min(k, self.n[giver])
                self.n[giver] -= k
                if self.phase == "swap":
                    self.n[p] += k
                else:
                    self.pile += k
            if k:
                lost[p] = k
        if mode == "deckel":
            if self.phase == "deal" and self.pile == 0:
                self.phase = "swap"
            held = [self.n[p] for p in self.seats if self.n[p] > 0]
            rule = s["deckel_playoff"]
            few = len(held) == 2 if rule == "last_two_equal" else rule == "all_equal"
            if self.phase == "swap" and len(held) > 1 and len(set(held)) == 1 and few:
                self.phase = "playoff"
        if mode == "lives" and s["life_reroll"] != "off":
            for p in lost:
                if self.n[p] == s["life_reroll_at"] and p not in self.reached:
                    self.reached.add(p)
                    self.due.add(p)
        self.rounds.append(
            {
                "announced": said,
                "rolled": rolled,
                "verdict": verdict,
                "reason": why,
                "announcer": by,
                "challenger": against,
                "lost": lost,
            }
        )
        self.sides.append(both or (None, None))
        self.lived.append(here)
        self.rows.append({p: lost.get(p, 0) for p in here})
        self.up = None
        return lost, touched

    def row(self, cells: dict[str, int]) -> dict[str, int | None]:
        return {**{p: 0 for p in self.seats if self.alive(p)}, **cells}

    def result(self) -> dict[str, Any]:
        mode = self.s["score_mode"]
        self.refresh()
        out = [p for p in self.seats if not self.alive(p)]
        in_play = [p for p in self.seats if p not in self.gone and (mode != "lives" or self.n[p])]
        sign = -1 if mode == "lives" else 1
        table = sorted(in_play, key=lambda p: (sign * self.n[p], self.seats.index(p)))
        ranked: list[list[Any]] = [[p, self.n[p]] for p in table]
        ranked += [[p, "out"] for p in self.seats if p not in in_play]
        winner, losers = None, []
        if self.over():
            if mode == "deckel":
                losers = self.living()
            elif self.s["win_condition"] == "first_out_loses":
                losers = [p for p in self.seats if p not in self.gone and self.n[p] == 0]
            else:
                winner = self.living()[0] if self.living() else None
        key = {"lives": "lives", "tally": "points", "deckel": "lids"}[mode]
        extra = {"pile": self.pile, "phase": self.phase} if mode == "deckel" else {}
        return {
            "rounds": self.rounds,
            "sheet": {
                "players": self.seats,
                "rows": [[r.get(p) for p in self.seats] for r in self.rows],
            },
            key: self.n,
            **extra,
            "out": out,
            "standings": ranked,
            "over": self.over(),
            "winner": winner,
            "losers": losers,
            "conflicts": sorted(c["fact"] for c in self.conflicts),
        }


def play(game: dict[str, Any], defaults: Settings) -> dict[str, Any]:
    """Play a whole match; ``defaults`` are its preset's settings."""
    stored: list[dict[str, Any]] = []
    base = {**defaults, **game["settings"]}

    def evening() -> Evening:
        s = dict(base)
        for e in stored:
            s.update(e["fact"].get("set", {}))
        return Evening(game["players"], s, stored)

    for number, f in enumerate(game["facts"], start=1):
        if "undo" in f:
            if not stored:
                raise IllegalError(number)
            stored.pop()
            continue
        now = evening()
        try:
            now.check(f)
            which = _check_cell(now, f) if "correct" in f else None
        except Refused:
            raise IllegalError(number) from None
        acts = ("announce", "pass", "allow", "accept", "double", "concede", "show")
        mine = "said" not in f and ("lift" in f or next(iter(f)) in acts)
        who = now.actor() if mine else None
        stored.append(
            {
                "number": number,
                "fact": f,
                "who": who,
                "next": now.after(who) if who else None,
                "low": now.too_low(f),
                "fresh": not now.must_show(),
                "round": which,
            }
        )
    return evening().result()


def _check_cell(now: Evening, f: Fact) -> int:
    cell = f["correct"]
    which = int(cell.get("round", len(now.rounds)))
    if not 1 <= which <= len(now.rounds) or cell["player"] not in now.lived[which - 1]:
        raise Refused
    if now.s["score_mode"] == "deckel" and cell["player"] not in now.sides[which - 1]:
        raise Refused
    return which
