"""A match as one self-contained HTML page to pin to the wall, on a screen or on paper.

Nothing is fetched from anywhere: style, dice and mats are in the page, and the poster's letters
too where the font is installed.
"""

from __future__ import annotations

import base64
import importlib.util
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from pi_meyer.display.languages.catalogue import CATALOGUES
from pi_meyer.match.result import rounds
from pi_meyer.match.sheet import DASH, RowView, SheetView, sheet_of
from pi_meyer.match.statistics import PlayerStatistics, statistics_of
from pi_meyer.rules.options import ScoreMode
from pi_meyer.rules.ruling import Verdict
from pi_meyer.service.rules_page import SENTENCES, RulesPage, rules_page
from pi_meyer.service.wall_shapes import die, life_dice, mat
from pi_meyer.service.wall_style import STYLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pi_meyer.match.referee import Match
    from pi_meyer.match.table import PlayedRound

MINUS = "\N{MINUS SIGN}"
_FONT = "font_fjallaone"


def wall_page(match: Match, *, language: str) -> str:
    """Write the page in one of the box's languages."""
    return _WallPage(match, language=language).html()


class _WallPage:
    def __init__(self, match: Match, *, language: str) -> None:
        self._match = match
        self._language = language
        self._words = SENTENCES[language]
        self._sheet: SheetView = sheet_of(match.table)

    def html(self) -> str:
        title = escape(self._words["wall_title"])
        parts = (self._standings(), self._score_sheet(), self._rounds(), self._statistics())
        return (
            f'<!doctype html>\n<html lang="{self._language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{_font_face()}{STYLE}</style>\n</head>\n<body>\n"
            f"{self._header()}\n<main>\n" + "\n".join(parts) + f"\n{self._rules()}\n</main>\n"
            "</body>\n</html>\n"
        )

    def _say(self, key: str, **gaps: str) -> str:
        return escape(self._words[key].format(**gaps))

    def _person(self, player: str) -> str:
        seat = self._sheet.players.index(player)
        return f"{mat(seat, player)}{escape(player)}"

    def _header(self) -> str:
        return (
            f'<header><div><h1>Meyer</h1><p class="lead">{self._ending()}</p></div>'
            f"<div>{die(2)}{die(1)}</div></header>"
        )

    def _ending(self) -> str:
        if self._sheet.winner:
            return self._say("wall_won", name=self._sheet.winner)
        if self._sheet.losers:
            return self._say("wall_lost", name=" & ".join(self._sheet.losers))
        return self._say("wall_over" if self._sheet.over else "wall_running")

    def _standings(self) -> str:
        in_lives = self._match.rules.score_mode is ScoreMode.LIVES
        lines = []
        for player, score in self._sheet.standings:
            out = isinstance(score, str)
            shown = self._say("wall_out") if isinstance(score, str) else str(score)
            dice = life_dice(score) if in_lives and isinstance(score, int) else ""
            kind = ' class="gone"' if out else ""
            lines.append(
                f"<li{kind}><span>{self._person(player)}</span>"
                f'<span class="score">{shown}</span>{dice}</li>'
            )
        heading = f"<h2>{self._say('wall_standings')}</h2>"
        return f'{heading}\n<ol class="standings">{"".join(lines)}</ol>'

    def _score_sheet(self) -> str:
        heads = "".join(f"<th>{self._person(player)}</th>" for player in self._sheet.players)
        rows = "".join(self._sheet_row(row) for row in self._sheet.rows)
        scores = dict(self._sheet.standings)
        left = "".join(
            f"<td>{self._say('wall_out') if scores[p] == 'out' else scores[p]}</td>"
            for p in self._sheet.players
        )
        mode = self._match.rules.score_mode.value
        return (
            f"<h2>{self._say('wall_sheet')}</h2>\n"
            f'<div class="wide"><table class="sheet"><thead><tr><th></th>{heads}</tr></thead>'
            f"<tbody>{rows}</tbody>"
            f"<tfoot><tr><td>{self._say(f'wall_left_{mode}')}</td>{left}</tr></tfoot>"
            "</table></div>"
        )

    def _sheet_row(self, row: RowView) -> str:
        cells = []
        for player, cell in zip(self._sheet.players, row.cells, strict=True):
            kinds = ["lost" if cell else "none"] + ["fixed"] * (player in row.ruled)
            hint = ""
            if player in row.ruled:
                ruled = self._say("wall_corrected", ruled=str(row.ruled[player]))
                hint = f' title="{ruled}"'
            cells.append(f'<td class="{" ".join(kinds)}"{hint}>{_cell(cell)}</td>')
        return f"<tr><td>{row.round or ''}</td>{''.join(cells)}</tr>"

    def _rounds(self) -> str:
        columns = ("wall_round", "wall_who", "wall_said", "wall_lay", "wall_ruling", "wall_pays")
        heads = "".join(f"<th>{self._say(key)}</th>" for key in columns)
        rows = "".join(self._round(played) for played, _ in rounds(self._match.table))
        return (
            f'<h2>{self._say("wall_rounds")}</h2>\n<div class="wide"><table>'
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _round(self, played: PlayedRound) -> str:
        verdict = played.verdict
        kind = verdict.value if verdict in (Verdict.TRUE, Verdict.BLUFF) else "other"
        paid = ", ".join(f"{escape(p)} {MINUS}{n}" for p, n in played.lost.items())
        who = self._person(played.announcer) if played.announcer else ""
        return (
            f"<tr><td>{played.number}</td><td>{who}</td>"
            f'<td class="number">{escape(played.announced or "")}</td>'
            f'<td class="number">{escape(played.rolled or "")}</td>'
            f'<td class="{kind}">{self._say(f"verdict_{verdict.value}")}</td><td>{paid}</td></tr>'
        )

    def _statistics(self) -> str:
        columns: tuple[tuple[str, Callable[[PlayerStatistics], str]], ...] = (
            ("wall_lifted", lambda s: str(s.lifted)),
            ("wall_bluffs", _bluffs),
            ("wall_bold", lambda s: "" if s.boldness is None else f"{float(s.boldness):.0%}"),
            ("wall_lucky", lambda s: str(s.lucky)),
            ("wall_doubts", lambda s: str(s.doubts)),
            ("wall_by_doubting", lambda s: str(s.lost_by_doubting)),
            ("wall_by_lying", lambda s: str(s.lost_by_lying)),
        )
        heads = "".join(f"<th>{self._say(key)}</th>" for key, _ in columns)
        rows = "".join(
            f"<tr><td>{self._person(each.player)}</td>"
            + "".join(f"<td>{write(each)}</td>" for _, write in columns)
            + "</tr>"
            for each in statistics_of(self._match).players
        )
        return (
            f"<h2>{self._say('wall_statistics')}</h2>\n"
            f'<p class="hint">{self._say("wall_statistics_hint")}</p>\n<div class="wide"><table>'
            f"<thead><tr><th></th>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _rules(self) -> str:
        preset = self._match.preset
        page = rules_page(
            self._match.rules,
            title=CATALOGUES[self._language][f"preset_{preset}"],
            preset=preset,
            language=self._language,
        )
        return rules_as_html(page, heading=self._words["wall_tonight"])


def rules_as_html(page: RulesPage, *, heading: str) -> str:
    """Set tonight's rules as a part of a page: sentences in columns, the ranking as tiles."""
    sections = "".join(
        f"<section><h3>{escape(section.heading)}</h3><ul>{_items(section.sentences)}</ul></section>"
        for section in page.sections
    )
    tiles = "".join(
        f"<div><b>{ranked.roll}</b><small>{ranked.throws}/36</small></div>"
        for ranked in page.ranking
    )
    return (
        f"<h2>{escape(heading)}: {escape(page.title)}</h2>\n"
        f'<div class="rules">{sections}</div>\n'
        f"<h2>{escape(page.ranking_heading)}</h2>\n"
        f'<p class="hint">{escape(page.ranking_hint)}</p>\n'
        f'<div class="ranking">{tiles}</div>'
    )


def _items(sentences: Iterable[str]) -> str:
    return "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)


def _bluffs(player: PlayerStatistics) -> str:
    """Bluffs among the lifted announcements, and their share where there were any."""
    rate = player.bluff_rate
    return str(player.bluffs) if rate is None else f"{player.bluffs} ({float(rate):.0%})"


def _cell(cell: int | None) -> str:
    if cell is None:
        return DASH
    if cell == 0:
        return "·"
    return str(cell) if cell > 0 else f"{MINUS}{-cell}"


def _font_face() -> str:
    """Put the poster's letters into the page, where the font is installed (OFL allows it)."""
    found = importlib.util.find_spec(_FONT)
    if found is None or found.origin is None:
        return ""
    file = Path(found.origin).parent / "files" / "FjallaOne-Regular.ttf"
    if not file.is_file():
        return ""
    data = base64.b64encode(file.read_bytes()).decode("ascii")
    return (
        '@font-face{font-family:"Fjalla One";'
        f"src:url(data:font/ttf;base64,{data}) format('truetype')}}"
    )
