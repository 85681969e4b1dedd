"""The rules tonight: a touch steps a value; in a running match the host sees first what changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pi_meyer.display.languages.catalogue import LANGUAGES
from pi_meyer.match.intents import Act, Do, Intent, PickPreset, StepSetting
from pi_meyer.match.views import Score, Words
from pi_meyer.rules.house_rules import as_settings
from pi_meyer.rules.presets import preset as rules_of_preset
from pi_meyer.service.flow import dealings, house
from pi_meyer.service.flow.phase import Place

if TYPE_CHECKING:
    from pi_meyer.service.flow.evening import Evening
    from pi_meyer.service.flow.record_values import Preview


@dataclass(slots=True)
class SettingsDesk:
    """What lies on the settings screen: the page, the presets, a step that waits for a yes."""

    page: int = 0
    presets: bool = False
    key: str = ""
    pending: dict[str, object] = field(default_factory=dict)
    pending_preset: str = ""
    preview: Preview | None = None


def open_(evening: Evening) -> None:
    """Open the screen at the six rules that tables argue about first."""
    evening.settings = SettingsDesk()
    evening.open_place(Place.SETTINGS)


def back(evening: Evening) -> bool:
    """Step back inside the screen; False when there is nothing to step back from."""
    desk = evening.settings
    if desk.pending:
        evening.settings = SettingsDesk(page=desk.page)
    elif desk.presets or desk.page:
        evening.settings = SettingsDesk()
    else:
        return False
    return True


def handle(evening: Evening, intent: Intent, now_s: float) -> bool:
    """Handle an intent on this screen."""
    desk = evening.settings
    match intent:
        case StepSetting(key=key):
            _want(evening, house.stepped(dealings.rules(evening), key), key=key, now_s=now_s)
        case PickPreset(preset=name):
            _want(evening, dict(as_settings(rules_of_preset(name))), preset=name, now_s=now_s)
        case Do(act=Act.PRESETS):
            desk.presets = not desk.presets
        case Do(act=Act.MORE_RULES):
            desk.page = (desk.page + 1) % house.pages()
        case Do(act=Act.GO | Act.CONFIRM) if desk.pending and _costs(evening):
            gaps = (desk.key or "preset", place_value(evening))
            evening.ask(Act.SETTINGS, Words(key="ask_set", gaps=gaps))
        case Do(act=Act.GO | Act.CONFIRM) if desk.pending:
            take(evening, now_s)
        case Do(act=Act.CANCEL):
            back(evening)
        case Do(act=act):
            return _low_row(evening, act)
        case _:
            return False
    return True


def _low_row(evening: Evening, act: Act) -> bool:
    """Players, language, sound and light."""
    match act:
        case Act.LANGUAGE:
            next_language(evening)
        case Act.SEATS if evening.record.running:
            evening.open_place(Place.SEATS)
        case Act.SEATS:
            evening.close_place(Place.SETTINGS)
        case Act.SOUND:
            evening.host.next_volume()
        case Act.LIGHT:
            evening.host.next_brightness()
        case _:
            return False
    return True


def next_language(evening: Evening) -> None:
    """Step to the next language, and keep it."""
    host = evening.host
    index = LANGUAGES.index(host.language) if host.language in LANGUAGES else -1
    host.speak(LANGUAGES[(index + 1) % len(LANGUAGES)])


def _want(
    evening: Evening,
    settings: dict[str, object],
    *,
    now_s: float,
    key: str = "",
    preset: str = "",
) -> None:
    desk = evening.settings
    desk.key, desk.pending, desk.pending_preset = key, settings, preset
    desk.preview = evening.record.preview(settings) if evening.record.running else None
    if desk.preview is None or not desk.preview.matters:
        take(evening, now_s)


def _costs(evening: Evening) -> bool:
    """Tell whether the step takes something from somebody: that is never done by touch alone."""
    preview, now = evening.settings.preview, evening.record
    if preview is None:
        return False
    worse = {Score.LIVES: 1}.get(now.score, -1)
    return bool(preview.goes_out) or any(
        (now.counts[key] - count) * worse > 0 for key, count in preview.counts.items()
    )


def place_value(evening: Evening) -> str:
    """Return the value that the pending step would set, as a key of the catalogue."""
    desk = evening.settings
    if desk.pending_preset or not desk.pending:
        return desk.pending_preset
    return house.shown_settings(desk.pending, desk.key)


def take(evening: Evening, now_s: float) -> None:
    """Take the step: for tonight, and for the running match at once."""
    desk = evening.settings
    settings, preset = desk.pending, desk.pending_preset
    desk.pending, desk.preview, desk.pending_preset = {}, None, ""
    if not dealings.set_rules(evening, settings, preset, now_s):
        return
    if preset:
        desk.presets = False
        evening.say(Words(key="did_preset", gaps=(preset,)), now_s)
