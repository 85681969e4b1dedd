"""The very first start: language, which way up the picture is, and a trial with two dice.

Nothing of it is in anybody's way: whoever lifts the cup plays. The trial looks at an open table
before there is a match; no roll is hidden then (fairness P8).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.match.intents import Act, Do, Intent, PickLanguage
from pi_meyer.match.views import Welcome, WelcomeView, Words
from pi_meyer.service.flow.asked_picture import AskedPicture
from pi_meyer.service.flow.phase import Phase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pi_meyer.match.views import Chrome
    from pi_meyer.service.flow.evening import Evening
    from pi_meyer.service.flow.host import Host


@dataclass(slots=True)
class Trial:
    """What the box has made of two dice that somebody laid on the window."""

    asked: AskedPicture = field(default_factory=AskedPicture)
    said: Words | None = None
    sure: bool = False

    def begin(self, now_s: float) -> None:
        """Look in a moment, when no hand touches the box."""
        self.asked.ask(now_s)
        self.said, self.sure = Words(key="calib_look"), False

    def give_up_late(self, now_s: float) -> None:
        """Say so when no picture comes."""
        if self.asked.given_up(now_s):
            self.said = Words(key="try_asleep")

    def learn(self, image: npt.NDArray[np.uint8]) -> None:
        """Read the picture."""
        # OpenCV is loaded when it is needed: boot time counts.
        from pi_meyer.vision.reader import read_image  # noqa: PLC0415
        from pi_meyer.vision.reading import Reading  # noqa: PLC0415

        self.asked.forget()
        outcome = read_image(image)
        self.sure = isinstance(outcome, Reading)
        if isinstance(outcome, Reading):
            self.said = Words(key="try_read", gaps=tuple(str(int(one)) for one in outcome.top))
        else:
            self.said = Words(key="try_unsure")


def is_trying(evening: Evening) -> bool:
    """Tell whether what lies on the window is a trial and no roll."""
    return evening.phase is Phase.IDLE and evening.host.welcome is Welcome.TRIAL


def view(evening: Evening, asks: Welcome, chrome: Chrome) -> WelcomeView:
    """Return the view of the question."""
    trial = evening.trial
    return WelcomeView(
        chrome=chrome, asks=asks, panel=evening.host.panel, said=trial.said, sure=trial.sure
    )


def handle(evening: Evening, intent: Intent, now_s: float) -> bool:
    """Take an answer; False lets the evening have what is none."""
    host = evening.host
    match host.welcome, intent:
        case Welcome.LANGUAGE, PickLanguage(language=language):
            host.speak(language)
            _next_question(host)
        case Welcome.UPRIGHT, Do(act=Act.GO):
            _next_question(host)
        case Welcome.UPRIGHT, Do(act=Act.TURN) if host.turn is not None:
            host.turn()
        case Welcome.TRIAL, Do(act=Act.GO | Act.BACK as act):
            _try(evening, act, now_s)
        case _:
            return False
    return True


def _try(evening: Evening, act: Act, now_s: float) -> None:
    """The stitched tile looks, and agrees with what was read; the other one does not."""
    trial = evening.trial
    if trial.asked.awaited:
        return
    if (act is Act.GO) is trial.sure:  # read and right, or not wanted at all
        _next_question(evening.host)
    else:
        trial.begin(now_s)


def _next_question(host: Host) -> None:
    """Ask on; a window of a desktop stands upright, and a simulated table needs no trial."""
    asked = list(Welcome)
    possible = {
        Welcome.UPRIGHT: host.turn is not None,
        Welcome.TRIAL: not host.simulated,
    }
    after = asked[asked.index(host.welcome) + 1 :] if host.welcome else []
    host.welcome = next((one for one in after if possible[one]), None)
    if host.welcome is None:
        host.welcomed()
