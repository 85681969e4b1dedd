"""A real window for the test of it: shows samples and tells what it hears, line by line.

Commands come on standard input, answers go to standard output as JSON, one line each.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import pygame

from pi_meyer.display.keys import KeyPress, press
from pi_meyer.display.panel import Panel
from pi_meyer.display.samples import sample
from pi_meyer.display.stage import Stage
from pi_meyer.display.window import KeyDown, Window, Wish
from pi_meyer.match.intents import Act, Do

LONGEST_WAITS = 200
WAIT_MS = 50


class Child:
    """One window, one stage, and a clock that only counts."""

    def __init__(self, panel_name: str) -> None:
        panel = Panel.named(panel_name)
        self.window = Window(panel, full_screen=False)
        self.stage = Stage(panel)
        self.now_s = 0.0
        self.waiting = ""

    def answer(self, command: str, *words: str) -> dict[str, Any]:
        """Do what a command says."""
        match command:
            case "driver":
                return {"driver": self.window.driver}
            case "show":
                return self._show(" ".join(words))
            case "pixels":
                pixels = pygame.image.tobytes(self.stage.surface, "RGB")
                return {"rgb": pixels.hex()}
            case "where":
                return {"xy": self.stage.centre_of(Do(act=Act(words[0])))}
            case _:
                return {"heard": self._next()}

    def _show(self, name: str) -> dict[str, Any]:
        self.now_s += 60.0
        self.stage.show(sample(name), self.now_s)
        self.window.present(self.stage, self.now_s)
        self.now_s += 60.0
        self.window.present(self.stage, self.now_s)
        return {"still": not self.window.present(self.stage, self.now_s)}

    def _next(self) -> str:
        """Wait for the next thing that means something; "" if nothing comes."""
        for _ in range(LONGEST_WAITS):
            self.now_s += 0.01
            for happening in self.window.happenings(self.stage, self.now_s):
                if isinstance(happening, Wish):
                    return repr(happening.intent)
                if isinstance(happening, KeyDown) and (meant := self._meant(happening)):
                    return meant
            pygame.time.wait(WAIT_MS)
        return ""

    def _meant(self, key: KeyDown) -> str:
        view = self.stage.view
        if view is None:
            return ""
        answer = press(view, KeyPress(name=key.name, text=key.text), waiting=self.waiting)
        self.waiting = answer.waiting
        return "" if answer.intent is None else repr(answer.intent)


def main() -> None:
    """Answer commands until the input ends."""
    child = Child(sys.argv[1])
    for line in sys.stdin:
        print(json.dumps(child.answer(*line.split())), flush=True)  # noqa: T201 - it answers
    child.window.close()


if __name__ == "__main__":
    main()
