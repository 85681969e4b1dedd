"""`pi-meyer run`: the game in a window, on the box or at the simulated table."""

from __future__ import annotations

import dataclasses
import functools
import logging
import os
import sys
import time
from typing import TYPE_CHECKING

from pi_meyer.devices.clock import MonotonicClock
from pi_meyer.display.panel import Panel
from pi_meyer.display.sound import Speaker
from pi_meyer.display.stage import Stage
from pi_meyer.errors import DeviceError, MeyerError, SettingsError
from pi_meyer.match.views import Sign
from pi_meyer.service import config_file, health, power
from pi_meyer.service.adapters import (
    FRAME_SIZE_WH,
    NoCameraYet,
    open_button,
    open_camera,
    open_knob,
    open_light,
)
from pi_meyer.service.calibration_place import calibration_file, find_calibration
from pi_meyer.service.config_file import StandIn
from pi_meyer.service.flow.host import Host
from pi_meyer.service.flow.house import House
from pi_meyer.service.glass import BareGlass, open_glass
from pi_meyer.service.health import Health
from pi_meyer.service.key_button import KeyButton
from pi_meyer.service.keyboard import Keyboard
from pi_meyer.service.lean import give_linking_back, give_pictures_back
from pi_meyer.service.loop import Loop
from pi_meyer.service.notify import Notifier
from pi_meyer.service.stick import offered, save_to_stick
from pi_meyer.service.wiring import build, journal_in
from pi_meyer.vision.profiles import die_profile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pi_meyer.match.referee import Match
    from pi_meyer.match.views import CheckLine
    from pi_meyer.ports.camera import Camera
    from pi_meyer.ports.clock import Clock
    from pi_meyer.ports.journal import Journal
    from pi_meyer.service.box import Box
    from pi_meyer.service.config import Settings
    from pi_meyer.service.glass import Glass
    from pi_meyer.vision.calibration import Calibration

    FindCalibration = Callable[[], Calibration | None]

_log = logging.getLogger(__name__)

STANDS_IN = {StandIn.LAST_GOOD: "note_settings_last", StandIn.OWN: "note_settings_own"}
"""What the screen says of a settings file that cannot be used."""


def run_window(
    *, simulate: bool, seed: int, settings_file: Path | None, data_folder: Path | None
) -> int:
    """Open the game and play until the window is closed; every fault ends in one line.

    Raises:
        MeyerError: no display, a second instance, or settings that make no sense.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.INFO)
    loaded = config_file.load(settings_file)
    for notice in loaded.notices:
        _log.warning("%s", notice)
    settings = loaded.settings
    clock = MonotonicClock()
    folder = data_folder or settings.evenings_folder()
    journal = journal_in(folder)  # before the screen: a second box is told that it is the second
    try:
        window = open_glass(_panel(settings), clock)
    except MeyerError:
        journal.close()
        raise
    _note_panel(settings, window.panel, loaded.path)
    simulated = simulate or settings.camera_driver() == "simulated"
    try:
        host = host_of(settings, loaded.path, journal, simulated=simulated)
        host.greet()
        if loaded.stands_in is not None:
            host.tell_once(STANDS_IN[loaded.stands_in])
        camera = "simulated" if simulated else settings.camera.profile
        place = calibration_file(folder, simulated=simulated)
        host.keep_calibration = _keeper(place, camera, host)
        known = functools.partial(
            find_calibration,
            folder,
            loaded.path,
            FRAME_SIZE_WH,
            camera=camera,
            simulated=simulated,
        )
        start = _simulated_loop if simulated else _real_loop
        loop = start(settings, host, window, clock, seed=seed, known=known)
        try:
            loop.run()
        finally:
            loop.box.close()
            loop.speaker.close()
    finally:
        journal.close()
        window.close()
    return 0


def _note_panel(settings: Settings, panel: Panel, path: Path) -> None:
    """Write a panel that was found into the settings, where others look for it."""
    found = "x".join(map(str, panel.size_wh))
    if found == settings.panel.size:
        return
    _log.info("The panel is %s, not %s as the settings say: noted.", found, settings.panel.size)
    try:
        config_file.change(path, {"panel.size": found, "panel.height_mm": 0})
    except SettingsError as failure:
        _log.warning("%s", failure)


def _keeper(path: Path, camera: str, host: Host) -> Callable[[Calibration], None]:
    def keep(learned: Calibration) -> None:
        from pi_meyer.vision.calibration import save_calibration

        try:
            save_calibration(dataclasses.replace(learned, camera=camera), path)
        except SettingsError as failure:
            _log.warning("%s", failure)
            host.tell_once("fault_not_kept")

    return keep


def _simulated_loop(
    settings: Settings,
    host: Host,
    window: Glass,
    clock: Clock,
    *,
    seed: int,
    known: FindCalibration,
) -> Loop:
    from numpy.random import default_rng

    from pi_meyer.service.hands import Hands
    from pi_meyer.simulation.profiled import style_of
    from pi_meyer.simulation.simulated_camera import SimulatedCamera
    from pi_meyer.simulation.table import SimulatedTable

    profile = die_profile(settings.dice_profile)
    table = SimulatedTable(clock, seed=seed, style=style_of(profile), profile=profile)
    keys = KeyButton()
    box = _box(window.panel, host, clock, SimulatedCamera(table, clock, seed=seed), keys)
    _know(box, settings, known())
    loop = _loop(settings, box, window, clock, keys)
    loop.hands = Hands(table=table, chance=default_rng(seed or None))
    return loop


def _real_loop(
    settings: Settings,
    host: Host,
    window: Glass,
    clock: Clock,
    *,
    seed: int,
    known: FindCalibration,
) -> Loop:
    """Return the loop of a real table; its devices are opened after the first picture."""
    del seed
    keys = KeyButton()
    box = _box(window.panel, host, clock, NoCameraYet(), keys)
    loop = _loop(settings, box, window, clock, keys)
    loop.signs = functools.partial(_signs, window)
    loop.hangs = lambda: _hangs(box.eye.camera)

    def turn() -> None:
        window.panel = window.panel.next_turn()
        box.stage = Stage(window.panel)
        host.save({"panel.rotation": window.panel.rotation})

    host.turn = turn
    host.panel = "x".join(map(str, window.panel.size_wh))

    def open_devices() -> None:
        give_pictures_back()
        keys.beside = open_button(settings, clock)
        box.button_missing = keys.beside is None and settings.lift_driver() == "gpio"
        box.light = open_light(settings)
        box.knob = open_knob(settings)
        calibration = known()
        lens_position = None if calibration is None else calibration.lens_position
        _know(box, settings, calibration)
        box.eye.camera = open_camera(settings, clock, lens_position=lens_position)

    loop.open_devices = open_devices
    loop.settle = _settle
    return loop


def _know(box: Box, settings: Settings, calibration: Calibration | None) -> None:
    """Let the eye know the window and the dice: what was measured, else what is set."""
    box.eye.edge_mm = die_profile(settings.dice_profile).edge_mm
    if calibration is not None:
        box.eye.use(calibration)


def _settle() -> bool:
    """Give memory back when the gate has its first frame: then everything large is loaded."""
    if "pi_meyer.vision.gate" not in sys.modules:
        return False
    give_linking_back()
    return True


def _box(panel: Panel, host: Host, clock: Clock, camera: Camera, keys: KeyButton) -> Box:
    return build(host=host, panel=panel, clock=clock, camera=camera, button=keys, beside=True)


def _loop(settings: Settings, box: Box, window: Glass, clock: Clock, keys: KeyButton) -> Loop:
    return Loop(
        box=box,
        window=window,
        keyboard=Keyboard(simulated=box.evening.host.simulated),
        keys=keys,
        speaker=Speaker(volume=settings.volume),
        notifier=Notifier(clock),
        rest=time.sleep,
    )


def host_of(settings: Settings, path: Path, journal: Journal, *, simulated: bool) -> Host:
    """Return the owner's wishes as the settings file says them; changes go back into it."""

    def save(changes: dict[str, object]) -> None:
        try:
            config_file.change(path, changes)
        except SettingsError as failure:
            _log.warning("%s", failure)
            host.tell_once("fault_not_kept")

    marks = settings.marks
    host = Host(
        journal=journal,
        language=settings.language,
        house=House(preset=settings.preset, settings=dict(settings.house)),
        simulated=simulated,
        less_motion=settings.less_motion,
        volume=settings.volume,
        brightness=settings.panel.brightness,
        marks={
            "dice_moved": marks.dice_moved.value,
            "second_shake": marks.second_shake.value,
            "cup_off": marks.cup_off.value,
            "not_two_dice": marks.not_two_dice.value,
        },
        save=save,
        doctor=lambda: _doctor(path),
        export=lambda match: _to_stick(match, settings.language),
        switch_off=(lambda: _ask_system(power.switch_off)) if not simulated else lambda: None,
        offered=offered if "RUNTIME_DIRECTORY" in os.environ else lambda: None,
        update=lambda: _ask_system(power.update),
    )
    return host


def _doctor(path: Path) -> tuple[CheckLine, ...]:
    from pi_meyer.service.cli_doctor import examine
    from pi_meyer.service.doctor_lines import lines_of

    return lines_of(examine(path if os.access(path, os.F_OK) else None))


def _to_stick(match: Match, language: str) -> str | None:
    from pi_meyer.service.cli_matches import export_csv, export_html, export_json

    return save_to_stick(
        {
            "meyer.html": export_html(match, language),
            "meyer.csv": export_csv(match, language),
            "meyer.json": export_json(match, language),
        }
    )


def _ask_system(ask: Callable[[], None]) -> None:
    """Ask for a power-off or an update; where that is not possible the log says why."""
    try:
        ask()
    except DeviceError as failure:
        _log.warning("%s", failure)


def _hangs(camera: Camera) -> bool:
    """Tell whether the camera's software hangs and this process shall give way to a new one."""
    if not getattr(camera, "wedged", False) or not power.gives_way():
        return False
    _log.warning("The camera's software hangs: the box starts anew, the evening stays.")
    return True


def _signs(window: Glass) -> frozenset[Sign]:
    """Look whether the box is hot, short of power or without touch: a small sign, never a block."""
    found = {Sign.HOT: health.temperature(), Sign.LOW_POWER: health.power()}
    signs = {sign for sign, check in found.items() if check.health is not Health.OK}
    if isinstance(window, BareGlass) and not window.has_touch:
        signs.add(Sign.NO_TOUCH)
    return frozenset(signs)


def _panel(settings: Settings) -> Panel:
    panel = settings.panel
    return Panel.named(panel.size, rotation=panel.rotation, height_mm=panel.height_mm)
