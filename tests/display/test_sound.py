"""Sounds are made the same every time, stay within bounds and give nothing away."""

from __future__ import annotations

import inspect
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pygame
import pytest

from pi_meyer.display import sound
from pi_meyer.display.samples import sample
from pi_meyer.display.sound import RATE_HZ, Sound, Speaker, samples, sound_between
from pi_meyer.match.views import ReadyView, RulingView, Words

if TYPE_CHECKING:
    from pi_meyer.match.views import View


@pytest.mark.parametrize("which", Sound)
def test_a_sound_is_the_same_every_time(which: Sound) -> None:
    """Making a sound twice gives the same samples: no chance is in it."""
    first = samples(which).copy()
    samples.cache_clear()
    assert np.array_equal(first, samples(which))


@pytest.mark.parametrize("which", Sound)
def test_a_sound_is_short_bounded_and_without_clicks(which: Sound) -> None:
    """Each sound is stereo, under two seconds, never clips, and begins and ends in silence."""
    made = samples(which)
    assert made.dtype == np.int16
    assert made.shape[1] == 2
    assert 0.1 * RATE_HZ < made.shape[0] < 2.0 * RATE_HZ
    loudest = int(np.max(np.abs(made.astype(np.int32))))
    assert 0.7 * 32_767 < loudest <= round(sound.PEAK * 32_767)
    assert np.all(np.abs(made[[0, -1]].astype(np.int32)) < 200)


def test_the_sounds_differ() -> None:
    """No two sounds are the same."""
    made = {samples(which).tobytes() for which in Sound}
    assert len(made) == len(Sound)


def test_sounds_before_the_ruling_know_no_value() -> None:
    """A sound is made from its name and a pause alone; there is nothing to put a value into."""
    assert set(inspect.signature(samples).parameters) == {"sound", "lead_s"}
    for made in sound._MADE.values():
        assert inspect.signature(made).parameters == {}


def test_ready_sounds_alike_whatever_is_announced() -> None:
    """READY and LIFT are chosen by the screen alone, for every announcement and every turn."""
    shake, ready = sample("shake"), sample("ready")
    assert isinstance(ready, ReadyView)
    for value in (None, *(tile.value for tile in ready.tiles)):
        view = replace(ready, announced=value, touched=value)
        assert sound_between(shake, view) is Sound.READY
        assert sound_between(view, replace(view, heard=True)) is Sound.LIFT
        assert sound_between(replace(view, heard=True), replace(view, heard=True)) is None
        assert sound_between(view, replace(view, touched=None)) is None


def test_the_ruling_sounds_its_verdict() -> None:
    """TRUE and BLUFF have their chords; any other verdict sounds neutral, once."""
    before, ruling = sample("ready"), sample("ruling true")
    assert isinstance(ruling, RulingView)
    assert sound_between(before, ruling) is Sound.TRUE
    assert sound_between(before, sample("ruling bluff")) is Sound.BLUFF
    assert sound_between(before, replace(ruling, verdict="accepted")) is Sound.VOID
    assert sound_between(ruling, ruling) is None
    assert sound_between(ruling, sample("out")) is Sound.OUT
    assert sound_between(sample("out"), sample("winner")) is Sound.WINNER
    assert sound_between(None, sample("lives")) is None


def test_a_refusal_is_tapped_once() -> None:
    """A refusal taps when it comes, not while it stays; other notices are silent."""
    ready = sample("ready")
    assert isinstance(ready, ReadyView)
    refused = replace(ready, chrome=replace(ready.chrome, notice=Words(key="no_shake")))
    told = replace(ready, chrome=replace(ready.chrome, notice=Words(key="note_cup_down")))
    assert sound_between(ready, refused) is Sound.REFUSED
    assert sound_between(refused, refused) is None
    assert sound_between(ready, told) is None


def test_only_value_free_sounds_come_before_the_ruling(every_sample: dict[str, View]) -> None:
    """Whatever screen follows whatever screen, before a ruling only value-free sounds are heard."""
    afterwards = {"ruling", "out", "winner"}
    for name, after in every_sample.items():
        for before in (None, *every_sample.values()):
            heard = sound_between(before, after)
            if name.split()[0] not in afterwards and heard is not None:
                assert heard in sound.BEFORE_THE_RULING


def test_a_lead_is_silence() -> None:
    """The verdict waits in silence for its flood, and is then the same sound."""
    late, now = samples(Sound.TRUE, lead_s=0.7), samples(Sound.TRUE)
    lead = round(0.7 * RATE_HZ)
    assert not late[:lead].any()
    assert np.array_equal(late[lead:], now)


def test_a_box_without_a_sound_card_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without a card the game is silent, and the log has one line about it."""

    def no_card(**_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", no_card)
    speaker = Speaker(volume=50)
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            speaker.play(Sound.READY)
    assert len(caplog.records) == 1
    speaker.close()


def test_the_volume_is_kept_between_silent_and_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Volumes beyond 0 and 100 are cut; at 0 not even the card is opened."""

    def forbidden(**_: object) -> None:
        pytest.fail("opened a sound card to play nothing")

    speaker = Speaker(volume=150)
    assert speaker.volume == 100
    speaker.set_volume(-3)
    assert speaker.volume == 0
    monkeypatch.setattr(pygame.mixer, "init", forbidden)
    speaker.play(Sound.WINNER)


def test_a_card_plays_what_the_screen_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a card (SDL's silent one) the sounds of a round are played, and the card is let go."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    speaker = Speaker(volume=30)
    speaker.show(sample("shake"), sample("ready"))
    speaker.show(sample("ready"), sample("ruling bluff"))
    assert pygame.mixer.get_busy()
    speaker.close()
    assert pygame.mixer.get_init() is None
