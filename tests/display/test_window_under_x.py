"""A real window on a real X server (Xvfb), touched and typed at with real X events (xdotool)."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

PANEL_WH = (800, 480)
ROOT = Path(__file__).resolve().parents[2]
XVFB, XDOTOOL = shutil.which("Xvfb"), shutil.which("xdotool")

pytestmark = pytest.mark.skipif(
    XVFB is None or XDOTOOL is None, reason="needs Xvfb and xdotool (apt install xvfb xdotool)"
)


class Desk:
    """An X server with one window of ours on it."""

    def __init__(self, display: str, frame_buffer: Path, child: subprocess.Popen[str]) -> None:
        self._environment = {**os.environ, "DISPLAY": display}
        self._frame_buffer = frame_buffer
        self._child = child

    def ask(self, command: str) -> dict[str, Any]:
        """Send one command to the window's process and read its answer."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(command + "\n")
        self._child.stdin.flush()
        answer: dict[str, Any] = json.loads(self._child.stdout.readline())
        return answer

    def xdotool(self, *words: str) -> None:
        """Send real X events."""
        assert XDOTOOL is not None
        subprocess.run([XDOTOOL, *words], env=self._environment, check=True, timeout=20)

    def touch(self, act: str) -> None:
        """Click where the screen yields this act."""
        x, y = self.ask(f"where {act}")["xy"]
        self.xdotool("mousemove", str(round(x)), str(round(y)), "click", "1")

    def screenshot(self) -> NDArray[np.uint8]:
        """What the X server shows: (h, w, 3), red first, read from its frame buffer (XWD)."""
        raw = self._frame_buffer.read_bytes()
        head = struct.unpack(">25I", raw[:100])
        size, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
        start = size + colours * 12
        rows = np.frombuffer(raw[start : start + line * height], dtype=np.uint8)
        pixels = rows.reshape(height, line)[:, : width * 4].reshape(height, width, 4)
        blue_first = pixels if head[7] == 0 else pixels[..., ::-1]
        return blue_first[..., 2::-1]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Start the server and the window; stop both afterwards."""
    folder = tmp_path_factory.mktemp("xvfb")
    width, height = PANEL_WH
    reader, writer = os.pipe()
    assert XVFB is not None
    server = subprocess.Popen(
        [XVFB, "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir", folder],
        pass_fds=(writer,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as number:
        display = f":{number.readline().strip()}"
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    environment["PYTHONPATH"] = str(ROOT)
    environment["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.display.window_under_x", f"{width}x{height}"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield Desk(display, folder / "Xvfb_screen0", child)
    child.communicate(timeout=30)
    server.terminate()
    server.wait(timeout=30)
    assert child.returncode == 0


def test_the_window_opens_on_x11(desk: Desk) -> None:
    """The window says which driver it got: the one of the desktop."""
    assert desk.ask("driver") == {"driver": "x11"}


@pytest.mark.parametrize("name", ["idle", "ready", "ruling true", "sheet", "settings"])
def test_the_glass_shows_the_stage(desk: Desk, name: str) -> None:
    """Each pixel on the X server is the stage's, and a still picture is not shown again."""
    assert desk.ask(f"show {name}") == {"still": True}
    rgb = np.frombuffer(bytes.fromhex(desk.ask("pixels")["rgb"]), dtype=np.uint8)
    wanted = rgb.reshape(PANEL_WH[1], PANEL_WH[0], 3)
    desk.xdotool("mousemove", "1", "1")  # a round trip: the server has drawn before it answers
    assert np.array_equal(desk.screenshot(), wanted)


@pytest.mark.parametrize(
    ("name", "act", "intent"),
    [
        ("seats", "go", "Do(act=<Act.GO: 'go'>)"),
        ("settings", "more_rules", "Do(act=<Act.MORE_RULES: 'more_rules'>)"),
        ("said", "nothing", "Do(act=<Act.NOTHING: 'nothing'>)"),
        ("ready undo", "undo", "Do(act=<Act.UNDO: 'undo'>)"),
    ],
)
def test_a_click_on_a_tile_is_its_intent(desk: Desk, name: str, act: str, intent: str) -> None:
    """A real click on a tile yields what the tile stands for."""
    desk.ask(f"show {name}")
    desk.touch(act)
    assert desk.ask("next")["heard"] == intent


@pytest.mark.parametrize(
    ("name", "keys", "intent"),
    [
        ("ready", ("6", "3"), "Say(value='63')"),
        ("ready", ("equal",), "Do(act=<Act.SAME: 'same'>)"),
        ("ready", ("plus",), "Do(act=<Act.HIGHER: 'higher'>)"),
        ("enter", ("KP_4", "KP_5"), "EnterDice(roll='54')"),
        ("by", ("s",), "PickSeat(seat=2)"),
        ("seats naming", ("shift+e",), "TypeName(name='MettE')"),
        ("sheet", ("Escape",), "Do(act=<Act.BACK: 'back'>)"),
    ],
)
def test_keys_of_a_real_keyboard(desk: Desk, name: str, keys: tuple[str, ...], intent: str) -> None:
    """Keys pressed on the X server mean what the product page says, numpad and layout too."""
    desk.ask(f"show {name}")
    desk.xdotool("key", *keys)
    assert desk.ask("next")["heard"] == intent
