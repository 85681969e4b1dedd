"""Where opened frames are read: beside the screen in a thread, or at once on a stepped clock.

The answers come back through `poll`, so that the evening sees them between two of its steps and
never from another thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pi_meyer.vision.reading import Reading, Refusal, RefusalReason

if TYPE_CHECKING:
    from pi_meyer.ports.camera import Frame
    from pi_meyer.vision.hidden import Lent

_log = logging.getLogger(__name__)

Read = Callable[[Sequence["Frame"]], Reading | Refusal]
"""The reader: several still frames of one roll in, one answer out."""

PRESS: Final = "press"
BEFORE_JOLT: Final = "before_jolt"
AFTER: Final = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the reader made of a bundle of frames, and the process time that it took."""

    bundle: str
    outcome: Reading | Refusal
    cpu_ms: float


class ReadingDesk:
    """Reads bundles of frames one after the other, in their order.

    Args:
        read: the reader.
        beside: read in a thread beside the screen; False reads at once, for a stepped clock.
    """

    def __init__(self, read: Read, *, beside: bool) -> None:
        self._read = read
        self._executor: Executor | None = None
        if beside:
            self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._waiting: list[Future[Answer]] = []
        self._done: list[Answer] = []

    def submit(self, bundle: str, lent: Lent) -> None:
        """Hand in frames under a name; they go back as soon as they are read (P4)."""
        if self._executor is None:
            self._done.append(self._answer(bundle, lent))
        else:
            self._waiting.append(self._executor.submit(self._answer, bundle, lent))

    def poll(self) -> tuple[Answer, ...]:
        """Return the answers that have come, in the order of handing in; never waits."""
        while self._waiting and self._waiting[0].done():
            self._done.append(self._waiting.pop(0).result())
        done, self._done = self._done, []
        return tuple(done)

    def close(self) -> None:
        """Read nothing more."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _answer(self, bundle: str, lent: Lent) -> Answer:
        started = time.thread_time()
        outcome: Reading | Refusal
        try:
            outcome = self._read(lent.frames)
        except Exception:  # whatever it is, the table reads its dice and plays on
            _log.exception("The reader failed; the table is asked what lies there.")
            outcome = Refusal(reason=RefusalReason.OPINIONS_DISAGREE)
        finally:
            lent.close()
        cpu_ms = (time.thread_time() - started) * 1000
        return Answer(bundle=bundle, outcome=outcome, cpu_ms=cpu_ms)
