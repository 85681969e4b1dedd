"""A touch screen in the machine that can be pulled out; a script there, of plain Python.

It is plugged in while ``/run/panel/in`` exists, and touches where ``/run/panel/do`` says:
``X Y MILLISECONDS`` in pixels of an 800x480 screen.
"""

import fcntl
import os
import struct
import time
from pathlib import Path

FOLDER = Path("/run/panel")
WRITE = 1 << 30
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, ABS_X, ABS_Y = 0x14A, 0, 1
WIDTH, HEIGHT = 800, 480


def main() -> None:
    """Plug the panel in, touch when asked, and pull it out."""
    panel = os.open("/dev/uinput", os.O_WRONLY)
    set_up(panel)
    (FOLDER / "in").touch()
    asked = FOLDER / "do"
    while (FOLDER / "in").exists():
        if asked.exists() and (words := asked.read_text().split()):
            asked.unlink()
            touch(panel, *map(int, words))
        time.sleep(0.1)
    os.close(panel)


def set_up(panel: int) -> None:
    """Tell the kernel what the panel can (linux/uinput.h): one contact that touches directly."""
    for number, values in ((100, (EV_KEY, EV_ABS)), (101, (BTN_TOUCH,)), (110, (1,))):
        for value in values:
            fcntl.ioctl(panel, request(number, 4), value)
    for axis, high in ((ABS_X, WIDTH - 1), (ABS_Y, HEIGHT - 1)):
        fcntl.ioctl(panel, request(4, 28), struct.pack("Hxxiiiiii", axis, 0, 0, high, 0, 0, 0))
    fcntl.ioctl(panel, request(3, 92), struct.pack("HHHH80sI", 3, 1, 2, 1, b"late panel", 0))
    fcntl.ioctl(panel, ord("U") << 8 | 1)


def request(number: int, size: int) -> int:
    """Return the number of a uinput request that hands over so many bytes."""
    return WRITE | size << 16 | ord("U") << 8 | number


def touch(panel: int, x: int, y: int, hold_ms: int) -> None:
    """Put a finger down for so many milliseconds."""
    send(panel, (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y), (EV_KEY, BTN_TOUCH, 1))
    time.sleep(hold_ms / 1000)
    send(panel, (EV_KEY, BTN_TOUCH, 0))


def send(panel: int, *events: tuple[int, int, int]) -> None:
    """Send one report."""
    for kind, code, value in (*events, (EV_SYN, 0, 0)):
        os.write(panel, struct.pack("qqHHi", 0, 0, kind, code, value))


if __name__ == "__main__":
    main()
