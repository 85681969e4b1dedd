"""Sounds made in code, short and warm: wood, leather and a small organ; none is a file.

A sound takes no value, name or number, so that none can leak before the ruling (fairness P1):
READY sounds the same for every roll, because there is nothing to make it sound otherwise. A box
without a sound card plays in silence and says so once in the log.
"""

from __future__ import annotations

import enum
import logging
from functools import lru_cache
from typing import Final

import numpy as np
import pygame
from numpy.typing import NDArray

from pi_meyer.match.views import OutView, ReadyView, RulingView, View, WinnerView

_log = logging.getLogger(__name__)

RATE_HZ: Final = 44_100
"""Samples a second: what every sound card knows."""

PEAK: Final = 0.8
"""The loudest sample of any sound, of full scale: room for small loudspeakers."""

FLOOD_LEAD_S: Final = 0.7
"""The verdict sounds when its flood rises: cup up 320 ms, dice alone 380 ms (design/screens 7)."""

Wave = NDArray[np.float64]
"""Samples from -1 to 1, in time order, one channel."""


class Sound(enum.Enum):
    """All that the box can be heard to say."""

    READY = "ready"
    LIFT = "lift"
    REFUSED = "refused"
    TRUE = "true"
    BLUFF = "bluff"
    VOID = "void"
    OUT = "out"
    WINNER = "winner"


_WHEN_IT_COMES: Final[dict[type, Sound]] = {
    ReadyView: Sound.READY,
    OutView: Sound.OUT,
    WinnerView: Sound.WINNER,
}
"""Screens that are heard when they come; the ruling's sound is its verdict's."""

BEFORE_THE_RULING: Final = frozenset({Sound.READY, Sound.LIFT, Sound.REFUSED})
"""Sounds that may be heard while dice are hidden."""


def sound_between(before: View | None, after: View) -> Sound | None:
    """The sound of a change of the screen, or None; it depends on no roll and no announcement."""
    if _refuses(after) and (before is None or before.chrome.notice != after.chrome.notice):
        return Sound.REFUSED
    if isinstance(after, ReadyView) and after.heard:
        return None if isinstance(before, ReadyView) and before.heard else Sound.LIFT
    if type(before) is type(after):
        return None
    if isinstance(after, RulingView):
        return {"true": Sound.TRUE, "bluff": Sound.BLUFF}.get(after.verdict, Sound.VOID)
    return _WHEN_IT_COMES.get(type(after))


def _refuses(view: View) -> bool:
    return view.chrome.notice is not None and view.chrome.notice.key.startswith("no_")


@lru_cache(maxsize=32)
def samples(sound: Sound, *, lead_s: float = 0.0) -> NDArray[np.int16]:
    """The sound as stereo samples, shape (n, 2), signed 16 bit, after ``lead_s`` of silence."""
    wave = _softened(_MADE[sound]())
    wave = wave * (PEAK / np.max(np.abs(wave)))
    lead = np.zeros(round(lead_s * RATE_HZ))
    one_channel = np.round(np.concatenate([lead, wave]) * 32_767).astype(np.int16)
    stereo = np.repeat(one_channel[:, np.newaxis], 2, axis=1)
    stereo.flags.writeable = False
    return stereo


def _seconds(length_s: float) -> Wave:
    return np.arange(round(length_s * RATE_HZ)) / RATE_HZ


def _softened(wave: Wave) -> Wave:
    """Begin and end at zero, so that no loudspeaker clicks."""
    edge = round(0.004 * RATE_HZ)
    ramp = np.linspace(0.0, 1.0, edge)
    soft = wave.copy()
    soft[:edge] *= ramp
    soft[-edge:] *= ramp[::-1]
    return soft


def _noise(length_s: float) -> Wave:
    """The same hiss every time: a fixed seed, so that no chance is heard."""
    return np.random.default_rng(21).standard_normal(round(length_s * RATE_HZ))


def _dull(wave: Wave, width: int) -> Wave:
    """Take the treble away with a moving mean over ``width`` samples."""
    dull: Wave = np.convolve(wave, np.ones(width) / width, mode="same")
    return dull


def _knock(pitch_hz: float, length_s: float = 0.16) -> Wave:
    """A knuckle on a wooden table: two wooden modes and a short dull thump."""
    t = _seconds(length_s)
    body = np.sin(2 * np.pi * pitch_hz * t) * np.exp(-t * 32)
    second = 0.4 * np.sin(2 * np.pi * pitch_hz * 2.41 * t) * np.exp(-t * 60)
    thump = 0.25 * _dull(_noise(length_s), 24) * np.exp(-t * 160)
    return body + second + thump


def _note(pitch_hz: float, length_s: float, *, fade: float) -> Wave:
    """A small reed organ: a few soft overtones that die away in order."""
    t = _seconds(length_s)
    overtones = [(1, 1.0), (2, 0.35), (3, 0.16), (4, 0.06)]
    tone = np.zeros_like(t)
    for number, strength in overtones:
        tone += strength * np.sin(2 * np.pi * pitch_hz * number * t) * np.exp(-t * fade * number)
    struck: Wave = tone * np.minimum(t / 0.012, 1.0)
    return struck


def _chord(
    pitches_hz: tuple[float, ...], length_s: float, *, step_s: float, fade: float = 3.5
) -> Wave:
    """Notes that come in one after the other and ring on together."""
    total = np.zeros(round((length_s + step_s * (len(pitches_hz) - 1)) * RATE_HZ) + 1)
    for place, pitch_hz in enumerate(pitches_hz):
        note = _note(pitch_hz, length_s, fade=fade)
        start = round(place * step_s * RATE_HZ)
        total[start : start + len(note)] += note
    return total


def _ready() -> Wave:
    """The cup stands: two knocks on the table."""
    return np.concatenate([_knock(196.0, 0.13), _knock(247.0, 0.2)])


def _lift() -> Wave:
    """Leather goes up: a breath that rises and is gone."""
    t = _seconds(0.26)
    breath = _dull(_noise(0.26), 18) - _dull(_noise(0.26), 90)
    rising: Wave = breath * np.sin(np.pi * t / 0.26) ** 2
    return rising


def _refused() -> Wave:
    """A dull tap: not now."""
    return _knock(110.0, 0.14)


def _true() -> Wave:
    """A major chord, upward: it was the truth."""
    return _chord((261.6, 329.6, 392.0, 523.3), 0.9, step_s=0.07)


def _bluff() -> Wave:
    """A minor chord, downward: caught."""
    return _chord((392.0, 311.1, 261.6, 196.0), 0.9, step_s=0.09)


def _void() -> Wave:
    """One open fifth: nothing won, nothing lost."""
    return _chord((261.6, 392.0), 0.5, step_s=0.0, fade=6.0)


def _out() -> Wave:
    """A die rolls off the table: knocks that fall and come apart."""
    steps = [(294.0, 0.10), (262.0, 0.12), (220.0, 0.15), (165.0, 0.19), (98.0, 0.34)]
    return np.concatenate([_knock(pitch_hz, length_s) for pitch_hz, length_s in steps])


def _winner() -> Wave:
    """A fanfare for a small pub: up the chord, and home."""
    rise = _chord((261.6, 329.6, 392.0), 0.4, step_s=0.11)
    home = _chord((261.6, 392.0, 523.3, 659.3), 1.2, step_s=0.02, fade=2.2)
    start = round(0.36 * RATE_HZ)
    total = np.zeros(start + len(home))
    total[: len(rise)] += rise[: len(total)]
    total[start:] += 1.2 * home
    return total


_MADE: Final = {
    Sound.READY: _ready,
    Sound.LIFT: _lift,
    Sound.REFUSED: _refused,
    Sound.TRUE: _true,
    Sound.BLUFF: _bluff,
    Sound.VOID: _void,
    Sound.OUT: _out,
    Sound.WINNER: _winner,
}


class Speaker:
    """Plays the sounds, or stays silent where there is no sound card."""

    def __init__(self, *, volume: int = 60) -> None:
        self._volume = _bounded(volume)
        self._card: bool | None = None  # unknown until the first sound
        self._made: dict[tuple[Sound, float], pygame.mixer.Sound] = {}

    @property
    def volume(self) -> int:
        """How loud, 0 (silent) to 100."""
        return self._volume

    def set_volume(self, volume: int) -> None:
        """Set how loud the next sounds are, 0 (silent) to 100; beyond that it is cut."""
        self._volume = _bounded(volume)

    def play(self, sound: Sound, *, lead_s: float = 0.0) -> None:
        """Let it be heard now, or after ``lead_s``; nothing happens at volume 0 or without a card.

        The card is opened at the first sound; if it cannot be, the log says so once.
        """
        if self._volume == 0 or not self._has_card():
            return
        made = self._made.get((sound, lead_s))
        if made is None:
            made = pygame.mixer.Sound(buffer=samples(sound, lead_s=lead_s).tobytes())
            self._made[sound, lead_s] = made
        made.set_volume(self._volume / 100)
        made.play()

    def show(self, before: View | None, after: View) -> None:
        """Play what belongs to a change of the screen; the verdict waits for its flood."""
        sound = sound_between(before, after)
        if sound is None:
            return
        waits = isinstance(after, RulingView) and not after.chrome.less_motion
        self.play(sound, lead_s=FLOOD_LEAD_S if waits else 0.0)

    def close(self) -> None:
        """Let go of the sound card."""
        if self._card:
            pygame.mixer.quit()
        self._card = None
        self._made.clear()

    def _has_card(self) -> bool:
        if self._card is None:
            self._card = _open_card()
        return self._card


def _open_card() -> bool:
    try:
        pygame.mixer.init(frequency=RATE_HZ, size=-16, channels=2, buffer=1024, allowedchanges=0)
    except (pygame.error, NotImplementedError) as error:
        _log.warning("No sound card answers (%s); the game is silent.", error)
        return False
    return True


def _bounded(volume: int) -> int:
    return min(max(volume, 0), 100)
