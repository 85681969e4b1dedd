"""Many simulated rolls of five still frames each, counted so that a cut run keeps what it has.

Every roll is a function of seed and number alone. Rolls are played in chunks, in as many processes
as asked; each chunk's counts are one line of a file, and a run with the same seed, doses and code
goes on where the last one was cut. What is read wrongly, frames that disagree and some of what is
not read are kept as pictures, each with its scene's parameters beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

import pi_meyer
from pi_meyer.ports.camera import Frame
from pi_meyer.simulation.chance import Doses, random_scene
from pi_meyer.simulation.expectation import Expectation, expected
from pi_meyer.simulation.scene import Scene, SceneKind
from pi_meyer.simulation.window_view import Image, add_noise, render
from pi_meyer.vision.reader import read_image
from pi_meyer.vision.reading import Reading, Refusal, RefusalReason
from pi_meyer.vision.tuning import FRAMES_AGREE
from tests.benchmarks.tally import bounds, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

CHUNK_ROLLS = 50
FRAMES = 5
"""Still frames of one roll: the same scene, fresh noise, light that differs by half a per cent."""

_LIGHT_SPREAD = 0.005
_UNREAD_KEPT_A_CHUNK = 1

SHARES = {
    SceneKind.FLAT: 60,
    SceneKind.TOUCHING: 36,
    SceneKind.RIM: 27,
    SceneKind.LIFTED: 46,
    SceneKind.COCKED_WALL: 21,
    SceneKind.COCKED_DIE: 21,
    SceneKind.THREE_DICE: 12,
    SceneKind.STACKED: 12,
    SceneKind.ONE_DIE: 10,
    SceneKind.NO_DICE: 7,
    SceneKind.OUT_OF_VIEW: 9,
    SceneKind.MOTION: 10,
    SceneKind.HAND: 8,
}
"""How often each kind is rolled: as often as among the shared pictures."""

Counts = Counter[tuple[str, str, str]]
"""How many, by expectation, kind and outcome: ``exact``, ``wrong`` or the refusal's reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to play.

    Attributes:
        seed: of all rolls.
        rolls: how many.
        doses: how hard.
        pictures: folder for what deserves a look; None keeps nothing.
    """

    seed: int
    rolls: int
    doses: Doses = field(default_factory=Doses)
    pictures: Path | None = None

    def chunks(self) -> range:
        """Numbers of the chunks; the last one may go beyond the rolls asked for."""
        return range(-(-self.rolls // CHUNK_ROLLS))

    def heading(self) -> dict[str, Any]:
        """What two runs must share to be one."""
        doses = asdict(self.doses)
        return {"seed": self.seed, "chunk": CHUNK_ROLLS, "doses": doses, "code": code_digest()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """The counts of one chunk, and a sentence for each wrong roll."""

    number: int
    counts: Counts
    wrong: tuple[str, ...] = ()

    def to_line(self) -> str:
        """One line of JSON."""
        rows = [[*key, count] for key, count in sorted(self.counts.items())]
        return json.dumps({"chunk": self.number, "counts": rows, "wrong": self.wrong})

    @classmethod
    def from_entry(cls, entry: dict[str, Any]) -> Chunk:
        """The chunk that a line of JSON holds."""
        counts = Counter({(a, b, c): int(n) for a, b, c, n in entry["counts"]})
        return cls(number=entry["chunk"], counts=counts, wrong=tuple(entry["wrong"]))


def code_digest() -> str:
    """A name for the state of reader and simulation: counts of two states are never added."""
    root = Path(pi_meyer.__file__).parent
    digest = hashlib.sha256()
    for folder in ("vision", "simulation"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def scene_of_roll(plan: Plan, number: int) -> tuple[Scene, np.random.Generator]:
    """The scene of one roll, and the generator of its noise."""
    rng = np.random.default_rng((plan.seed, number))
    weights = np.array(list(SHARES.values()), float)
    kind = list(SHARES)[int(rng.choice(len(SHARES), p=weights / weights.sum()))]
    return random_scene(rng, plan.doses, kind=kind), rng


def frames_of(view: Image, scene: Scene, rng: np.random.Generator) -> Iterator[Frame]:
    """Five still frames, each drawn only when it is asked for."""
    for number in range(FRAMES):
        light = 1 + _LIGHT_SPREAD * float(rng.standard_normal())
        image = add_noise(view, scene, rng, light=light)
        yield Frame(image=image, taken_s=0.1 * number, number=number)


def voted(frames: Iterable[Frame]) -> Reading | Refusal:
    """What ``read_frames`` says of a roll's five frames, with fewer looks.

    It stops as soon as too few frames are left for three to agree, which a reader cannot that
    does not know how many will come.
    """
    readings: list[Reading] = []
    refusals: list[Refusal] = []
    for frame in frames:
        match read_image(frame.image):
            case Reading() as reading:
                readings.append(reading)
            case Refusal() as refusal:
                refusals.append(refusal)
        if len({reading.top for reading in readings}) > 1:
            return Refusal(reason=RefusalReason.FRAMES_DISAGREE)
        if len(readings) >= FRAMES_AGREE:
            return readings[0]
        if len(refusals) > FRAMES - FRAMES_AGREE:
            break
    reasons = Counter(refusal.reason for refusal in refusals)
    return Refusal(reason=reasons.most_common(1)[0][0])


def play_chunk(plan: Plan, number: int) -> Chunk:
    """Play the rolls of one chunk."""
    counts: Counts = Counter()
    wrong: list[str] = []
    unread = 0
    for roll in range(number * CHUNK_ROLLS, (number + 1) * CHUNK_ROLLS):
        scene, rng = scene_of_roll(plan, roll)
        view = render(scene)
        asked = expected(scene, view)
        outcome = _outcome(voted(frames_of(view, scene, rng)), scene, asked)
        counts[asked.value, scene.kind.value, outcome] += 1
        if outcome == "wrong":
            wrong.append(f"{roll} {scene.kind.value}")
        missed = asked is Expectation.READ and outcome != "exact"
        unread += missed
        odd = outcome in ("wrong", RefusalReason.FRAMES_DISAGREE.value)
        if odd or (missed and unread <= _UNREAD_KEPT_A_CHUNK):
            keep_picture(plan, roll, outcome)
    return Chunk(number=number, counts=counts, wrong=tuple(wrong))


def _outcome(answer: Reading | Refusal, scene: Scene, asked: Expectation) -> str:
    if isinstance(answer, Refusal):
        return answer.reason.value
    right = asked is not Expectation.REFUSE and answer.top == tuple(map(int, scene.tops))
    return "exact" if right else "wrong"


def keep_picture(plan: Plan, roll: int, outcome: str) -> None:
    """Write the first frame of a roll as PNG, and its scene's parameters as JSON."""
    if plan.pictures is None:
        return
    plan.pictures.mkdir(parents=True, exist_ok=True)
    scene, rng = scene_of_roll(plan, roll)
    first = next(frames_of(render(scene), scene, rng))
    stem = plan.pictures / f"{outcome}-{scene.kind.value}-{roll}"
    cv2.imwrite(f"{stem}.png", first.image)
    text = json.dumps(asdict(scene), default=str, indent=1)
    stem.with_suffix(".json").write_text(text, encoding="utf-8")


class Ledger:
    """The file of partial counts; the first line says what is counted, each other is a chunk."""

    def __init__(self, path: Path | None, heading: dict[str, Any]) -> None:
        """Read what is there; a file of another seed, doses or code is refused.

        Raises:
            SystemExit: the file counts something else.
        """
        self.done: dict[int, Chunk] = {}
        self._path = path
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if not lines:
            path.write_text(json.dumps(heading) + "\n", encoding="utf-8")
        elif json.loads(lines[0]) != heading:
            raise SystemExit(f"{path} counts another seed, doses or code; name another file.")
        for line in lines[1:]:
            self._take(line)
        self._mend(lines)

    def add(self, chunk: Chunk) -> None:
        """Count one chunk and write it down."""
        self.done[chunk.number] = chunk
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as out:
                out.write(chunk.to_line() + "\n")

    def _take(self, line: str) -> None:
        """Take one line; a half-written last one is played again."""
        try:
            chunk = Chunk.from_entry(json.loads(line))
        except (ValueError, KeyError):
            return
        self.done[chunk.number] = chunk

    def _mend(self, lines: list[str]) -> None:
        """Close a line that was cut, so that the next one stands alone."""
        if lines and self._path is not None:
            text = self._path.read_text(encoding="utf-8")
            if not text.endswith("\n"):
                self._path.write_text(text + "\n", encoding="utf-8")


def play(plan: Plan, ledger: Ledger, processes: int, until_s: float | None = None) -> Counts:
    """Play all chunks that the ledger does not have, with a bar on the error stream.

    Args:
        plan: what to play.
        ledger: what was played; grows.
        processes: how many at once.
        until_s: stop after so many seconds; None plays to the end.
    """
    left = [number for number in plan.chunks() if number not in ledger.done]
    start, before = time.monotonic(), len(ledger.done)
    with contextlib.suppress(KeyboardInterrupt):  # what was counted is printed
        for chunk in _played(plan, left, processes):
            ledger.add(chunk)
            passed_s = time.monotonic() - start
            _show_bar(plan, ledger, passed_s / (len(ledger.done) - before))
            if until_s is not None and passed_s > until_s:
                break
    sys.stderr.write("\n" if left else "")
    wanted = [ledger.done[n] for n in plan.chunks() if n in ledger.done]
    return sum((chunk.counts for chunk in wanted), Counter())


def _played(plan: Plan, numbers: Iterable[int], processes: int) -> Iterator[Chunk]:
    if processes <= 1:
        yield from (play_chunk(plan, number) for number in numbers)
        return
    with multiprocessing.get_context("spawn").Pool(processes, _one_thread) as pool:
        yield from pool.imap_unordered(_Played(plan), numbers)


@dataclass(frozen=True, slots=True)
class _Played:
    """A function that another process can be sent."""

    plan: Plan

    def __call__(self, number: int) -> Chunk:
        return play_chunk(self.plan, number)


def _one_thread() -> None:
    cv2.setNumThreads(1)


def _show_bar(plan: Plan, ledger: Ledger, s_a_chunk: float) -> None:
    chunks = len(plan.chunks())
    done = sum(number in ledger.done for number in plan.chunks())
    wrong = sum(len(chunk.wrong) for chunk in ledger.done.values())
    bar = "#" * (24 * done // chunks)
    left_min = (chunks - done) * s_a_chunk / 60
    sys.stderr.write(
        f"\r[{bar:24}] {done * CHUNK_ROLLS} of {plan.rolls} rolls, {wrong} wrong,"
        f" {left_min:.0f} min left "
    )
    sys.stderr.flush()


def roll_lines(counts: Counts, wrong: Iterable[str]) -> list[str]:
    """The rolls as rows: one for each expectation and kind, and one for all of them."""
    keys = sorted({(asked, kind) for asked, kind, _ in counts})
    lines = [_roll_line(f"rolls, {a}, {kind}", _only(counts, a, kind)) for a, kind in keys]
    expectations = sorted({asked for asked, _ in keys})
    lines += [_roll_line(f"rolls, {a}", _only(counts, a, None)) for a in expectations]
    lines.append(_roll_line("rolls, all", counts))
    names = ", ".join(wrong)
    return lines + ([f"WRONG rolls: {names}"] if names else [])


def _only(counts: Counts, asked: str, kind: str | None) -> Counts:
    return Counter(
        {key: n for key, n in counts.items() if key[0] == asked and kind in (None, key[1])}
    )


def _roll_line(name: str, counts: Counts) -> str:
    outcomes: Counter[str] = Counter()
    for (_, _, outcome), number in counts.items():
        outcomes[outcome] += number
    exact, wrong, count = outcomes.pop("exact", 0), outcomes.pop("wrong", 0), counts.total()
    low, high = bounds(wrong, count)
    reasons = " ".join(f"{reason} {n}" for reason, n in outcomes.most_common(4))
    return (
        f"{name:34} {count:7} {exact:7} {share(exact, count)} {count - exact - wrong:7} {wrong:5}"
        f"   {100 * low:.3f} to {100 * high:.3f} %   {reasons}"
    )
