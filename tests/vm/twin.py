"""The same evening twice: in the virtual machine, and beside it on a stepped clock.

The twin on the host is the evening script's world. Each act is done there first, which tells where
a tile lies and which screen must follow, and then in the machine by pictures, touches and presses.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from pi_meyer.match.views import SCREEN_OF, Screen
from pi_meyer.service.script.world import World
from pi_meyer.simulation.window_view import render

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from pi_meyer.match.intents import Intent

    Image = npt.NDArray[np.uint8]

CAMERA_WH: Final = (1280, 720)
"""All that libcamera's virtual pipeline gives."""
POLL_S: Final = 1.2
"""Between two questions to the machine: each is a few processes on its only processor."""
QUICK_S: Final = 0.6
"""Between two looks within the machine: some screens stand for four seconds only."""
BREATH_S: Final = 1.5
"""The machine draws a new screen before a person would touch it."""
SEEN_FRAMES: Final = 14
"""So many frames it is given of what counts; on a busy host it takes in some of them only."""
SHAKES, SHAKE_TAKEN_S = 3, 15.0
"""How often a shake is made that the machine missed, and how long each time is waited."""
KNOWN_FRAMES: Final = 60
"""And so many before anybody lifts: by then the sprites of the coming screens are made, and until
then the slow processor there takes in few frames."""
TAKEN_S: Final = 90.0
"""A touch is taken within a second or two; on a busy host, while libraries load, later. It is never
repeated: the second would fall on the next screen."""
PACE_FRAMES, PACE_S = 12, 3
"""A lift reads frames of the three seconds before it: so many must come in them."""
CALMS: Final = 10
"""So often that is waited for."""
HOLD_MS: Final = 12_000
SHOT_S: Final = 12.0
"""So long a picture may need to come to rest."""
UNIT: Final = "pi-meyer"
DATABASE: Final = "/var/lib/pi-meyer/journal.sqlite3"
FRAME_COUNT: Final = "/run/pi-meyer/frames"
"""Where the camera's bridge counts what it gave (kit.py)."""
RULED_S: Final = 2.5
"""From the press to the ruling, which then stands for a while."""
PATIENCE_S: Final = 60.0
WATCH_S: Final = 150.0
"""The watcher begins before the frames are awaited that a lift reads."""
CLOSE: Final = 32
"""Steps of 255 by which another build of the font renderer may differ in a pixel."""


WATCHER: Final = """
import os, subprocess, sys, time
sys.path.insert(0, "/vm")
import kms_shot
unit, wanted, patience_s = sys.argv[1], sys.argv[2], float(sys.argv[3])
ask = ["systemctl", "show", "-p", "StatusText", "--value", unit]
start, names, number = time.monotonic(), [], 0
open("/share/watching", "w").close()
while time.monotonic() - start < patience_s:
    name = subprocess.run(ask, capture_output=True, text=True).stdout.strip()
    if name not in names[-1:]:
        names.append(name)
    if name == wanted:
        kms_shot.save(f"/share/caught-{number}.png")
        number += 1
    elif number:
        break
    time.sleep(0.2 if number else 0.8)
with open("/share/watched.new", "w") as file:
    file.write("\\n".join(names))
os.rename("/share/watched.new", "/share/watched")
"""
"""Runs in the machine: some screens stand for four seconds only, and a busy host misses them."""


class ScenarioError(Exception):
    """The machine did something else than its twin."""


class StarvedError(ScenarioError):
    """The host gave the machine too little time: that says nothing about the box."""


class Twin:
    """Drives the machine and its twin together.

    Args:
        box: the driver of the machine, booted.
        folder: for the twin's journal and the pictures.
        seed: of the simulated table.
        database: the machine's journal.
    """

    def __init__(
        self,
        box: Any,  # noqa: ANN401 - the kit's driver has no types
        folder: Path,
        *,
        seed: int = 3,
        database: str = DATABASE,
    ) -> None:
        self.box = box
        self.database = database
        self._folder = folder
        self.caught: list[Path] = []
        self.world = World(folder=folder / "twin", seed=seed, language="en")
        self._as_there()
        self.world.run_for(1.0)

    def _as_there(self) -> None:
        """Set the twin's host as the machine's is: a real box, whose picture can be turned."""
        host = self.world.host
        host.simulated, host.turn = False, lambda: None
        host.panel = "800x480"
        host.greet()

    @property
    def screen(self) -> Screen:
        """Return the twin's screen."""
        return SCREEN_OF[type(self.world.view)]

    def show_table(self) -> None:
        """Put what the twin's camera sees before the machine's camera."""
        self._bring_picture()
        self._show_picture()

    def _bring_picture(self) -> None:
        """Render what the twin's camera sees and lay it ready in the machine; that takes long."""
        scene = self.world.table.scene_at(self.world.clock.now_s())
        self._bring(nv12(as_camera(render(scene))))

    def _bring(self, planes: bytes) -> None:
        (self.box.share / "view.nv12").write_bytes(planes)
        self.box.sh("cp /share/view.nv12 /run/live.new")

    def _show_picture(self) -> None:
        self.box.sh("rm -f /run/frozen; mv /run/live.new /run/live.nv12")

    def _play(self, planes: bytes) -> None:
        self._bring(planes)
        self._show_picture()

    def freeze(self) -> None:
        """Let every frame of the machine's camera be the same, to the byte."""
        self.box.sh("touch /run/frozen")

    def await_frames(self, count: int) -> None:
        """Wait until the machine was given so many more frames; a new process counts anew."""
        seen, before, start = 0, self._frames(), time.monotonic()
        while seen < count:
            if time.monotonic() - start > PATIENCE_S:
                raise StarvedError(f"no {count} frames came\n{self.box.journal(15)}")
            time.sleep(POLL_S)
            now = self._frames()
            seen += now - before if now >= before else now
            before = now

    def await_pace(self) -> None:
        """Wait until frames come as they would on a box: a starved machine takes in too few."""
        command = f"a=$(cat {FRAME_COUNT}); sleep {PACE_S}; echo $(($(cat {FRAME_COUNT}) - a))"
        start = time.monotonic()
        while int(self.box.sh(command)) < PACE_FRAMES:
            if time.monotonic() - start > PATIENCE_S:
                raise StarvedError(f"fewer than {PACE_FRAMES} frames came in {PACE_S} s")

    def _await_calm(self, screen: Screen) -> None:
        """Wait until frames come and the camera is awake: a starved one falls asleep now and then.

        People would read the dice themselves then, and rightly; here the reader is wanted.
        """
        for _ in range(CALMS):
            self.await_pace()
            if self.status() == screen.value:
                return
        raise StarvedError(f"the machine finds no rest: it shows {self.status()!r}")

    def _frames(self) -> int:
        text = self.box.sh(f"cat {FRAME_COUNT} 2>/dev/null || true").strip()
        return int(text) if text.isdecimal() else 0

    def take_cup(self) -> None:
        """Take cup and base; the box sees an empty window."""
        self.world.table.take_cup()
        self.world.run_for(2.0)
        self.show_table()
        self.await_frames(SEEN_FRAMES)
        self.expect(self.screen)

    def set_down(self, tops: tuple[int, int]) -> None:
        """Shake and set the cup down over these dice; once more where the machine missed it."""
        empty = (self.box.share / "view.nv12").read_bytes()
        self.world.table.shake_and_set_down(tops)
        self.world.run_for(4.0)
        self.show_table()
        for _ in range(SHAKES):
            if self._comes(self.screen, within_s=SHAKE_TAKEN_S):
                return
            covered = (self.box.share / "view.nv12").read_bytes()
            self._play(empty)
            self.await_frames(2 * SEEN_FRAMES)
            self._play(covered)
        self.expect(self.screen)

    def touch(self, intent: Intent, *, sure: bool = True) -> None:
        """Touch the tile of an intent, in both worlds at the same place.

        Args:
            intent: what the tile yields.
            sure: wait until both show the same screen and hold as many facts.

        Raises:
            ScenarioError: there is no such tile, or the machine did not take it.
        """
        place = [round(pixel) for pixel in self._place(intent)]
        self.world.run_for(1.0)
        time.sleep(BREATH_S)
        self.box.touch(*place, 150)
        if not sure or self._follows():
            return
        raise ScenarioError(
            f"the machine did not take {intent}: it shows {self.status()!r}, its twin "
            f"{self.screen.value!r}\n{self.box.journal(15)}"
        )

    def _follows(self) -> bool:
        start = time.monotonic()
        while time.monotonic() - start < TAKEN_S:
            if self.status() == self.screen.value and self._same_facts():
                return True
            time.sleep(POLL_S)
        return False

    def _same_facts(self) -> bool:
        """Tell whether the machine's journal holds as many facts as the twin's."""
        last = self.world.host.journal.last_match()
        entries = self.world.host.journal.entries(last.match_id) if last is not None else ()
        wanted = sum(entry["kind"] == "fact" for entry in entries)
        question = (
            "select count(*) from entry where kind = 'fact' and match = (select max(id) from match)"
        )
        return int(self.box.sh(f'sqlite3 -readonly {self.database} "{question}"')) >= wanted

    def _place(self, intent: Intent) -> tuple[float, float]:
        place = self.world.box.stage.centre_of(intent)
        if place is None:
            raise ScenarioError(f"the twin's {self.screen.value} has no tile for {intent}")
        self.world.tap(*place)
        return place

    def lift(self) -> None:
        """Press LIFT; the cup comes off, and both show the same screen, which is caught there.

        Raises:
            ScenarioError: the machine never showed the twin's screen.
        """
        hidden = self.screen
        self.world.button.press()
        self.world.run_for(0.4)
        self.world.table.lift_cup()
        self.world.run_for(RULED_S)
        self._bring_picture()
        self._watch_for(self.screen)
        self.await_frames(KNOWN_FRAMES)  # only now: all else takes the only processor from them
        self._await_calm(hidden)
        self.box.press(200)
        self._show_picture()
        self._await_watcher()

    def _watch_for(self, screen: Screen) -> None:
        """Let the machine itself take pictures of a screen as long as it stands."""
        share: Path = self.box.share
        for old in (*share.glob("caught-*.png"), *share.glob("watch*")):
            old.unlink()
        (share / "watch.py").write_text(WATCHER)
        words = f"nice -n 5 python3 /share/watch.py {UNIT} 'Screen: {screen.value}' {WATCH_S}"
        self.box.sh(f"{words} >/run/watch.log 2>&1 &")
        self._await_file(share / "watching")

    def _await_watcher(self) -> None:
        self._await_file(self.box.share / "watched")
        self.caught = sorted(self.box.share.glob("caught-*.png"))
        if not self.caught:
            names = (self.box.share / "watched").read_text().split("\n")
            slept = f"Screen: {Screen.ASLEEP.value}" in names
            raise (StarvedError if slept else ScenarioError)(
                f"the screens were {names}, never {self.screen.value!r}\n{self.box.journal(15)}"
            )

    def _await_file(self, path: Path) -> None:
        start = time.monotonic()
        while not path.exists():
            if time.monotonic() - start > 2 * WATCH_S:
                raise ScenarioError(f"{path.name} was never made there")
            time.sleep(0.2)

    def await_lives(self) -> None:
        """Let the ruling stand until the lives come by themselves, in both worlds."""
        self.world.run_for(8.0)
        self.expect(self.screen)

    def hold_corner(self) -> None:
        """Hold a finger in the corner until the menu opens."""
        self.world.hold_corner(5.0)
        time.sleep(BREATH_S)
        self.box.touch(3, 3, HOLD_MS)

    def expect(self, screen: Screen) -> float:
        """Wait until the machine names this screen; return the seconds.

        Raises:
            ScenarioError: it did not.
        """
        start = time.monotonic()
        if not self._comes(screen, within_s=PATIENCE_S):
            raise ScenarioError(
                f"the screen is {self.status()!r}, not {screen.value!r}\n{self.box.journal(15)}"
            )
        return time.monotonic() - start

    def _comes(self, screen: Screen, *, within_s: float) -> bool:
        """Wait, within the machine, until it names this screen."""
        asked = f"systemctl show -p StatusText --value {UNIT}"
        seen = f'[ "$({asked})" = "Screen: {screen.value}" ]'
        patience = f"for _ in $(seq {round(within_s / QUICK_S)})"
        words = f"{patience}; do {seen} && echo yes && break; sleep {QUICK_S}; done"
        return "yes" in self.box.sh(words, 3 * within_s)

    def status(self) -> str:
        """Return the screen that the machine names to systemd."""
        text: str = self.box.show("StatusText")["StatusText"]
        return text.removeprefix("Screen: ")

    def compare(self, path: Path, *, enough: float, patience_s: float = SHOT_S) -> float:
        """Save the machine's screen; return the share of pixels that are like the twin's.

        Pictures are taken until one is like enough, since the machine may still be moving, or until
        it shows another screen.
        """
        self.world.finish_motion()
        wanted = self._picture()
        cv2.imwrite(str(path.with_suffix(".twin.png")), wanted)
        if self.caught:
            return self._best_caught(path, wanted)
        best, start = 0.0, time.monotonic()
        while best < enough and time.monotonic() - start < patience_s:
            self.box.shot(path)
            seen = cv2.imread(str(path))
            best = max(best, _share_like(np.asarray(seen, dtype=np.uint8), wanted))
            if best < enough and self.status() != self.screen.value:
                break
        return best

    def _best_caught(self, path: Path, wanted: Image) -> float:
        """Keep the picture of those that the machine took that is most like the twin's."""
        read = (cv2.imread(str(caught)) for caught in self.caught)
        pictures = [np.asarray(picture, dtype=np.uint8) for picture in read]
        self.caught = []
        shares = [_share_like(seen, wanted) for seen in pictures]
        best = int(np.argmax(shares))
        cv2.imwrite(str(path), pictures[best])
        return shares[best]

    def _picture(self) -> Image:
        import pygame  # noqa: PLC0415 - its version is the environment's

        pixels = pygame.surfarray.array3d(self.world.box.stage.output())
        return np.ascontiguousarray(pixels.swapaxes(0, 1)[:, :, ::-1])

    def forget_power(self) -> None:
        """Let the twin lose its power and come back, as the machine did."""
        self.world.cut_power()
        self._as_there()
        self.world.run_for(3.0)


def _share_like(seen: Image, wanted: Image) -> float:
    if seen.shape != wanted.shape:
        return 0.0
    far = np.abs(seen.astype(np.int16) - wanted.astype(np.int16)).max(axis=2) > CLOSE
    return float(1 - far.mean())


def as_camera(view: Image) -> Image:
    """Return a view of the simulated camera as the virtual one must play it.

    The box halves 1280 pixels to its working width, so the view is doubled and cut to height.
    """
    width, height = CAMERA_WH
    large = cv2.resize(view, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    top = (large.shape[0] - height) // 2
    return np.ascontiguousarray(large[top : top + height, :width]).astype(np.uint8)


def nv12(view: Image) -> bytes:
    """Return a picture as the camera's planes, with a sensor's noise."""
    luma, red, blue = cv2.split(cv2.cvtColor(view, cv2.COLOR_BGR2YCrCb))
    chroma = np.dstack([cv2.resize(plane, None, fx=0.5, fy=0.5) for plane in (blue, red)])
    grain = np.random.default_rng(1).integers(-2, 3, luma.shape, dtype=np.int16)
    return (luma + grain).clip(0, 255).astype(np.uint8).tobytes() + chroma.tobytes()


def plain_table(folder: Path) -> None:
    """Write the pictures that the camera plays before anybody shows it something else."""
    folder.mkdir(parents=True, exist_ok=True)
    world = World(folder=folder / "unused", seed=1)
    scene = world.table.scene_at(world.clock.now_s())
    cv2.imwrite(str(folder / "0.jpg"), as_camera(render(scene)))
