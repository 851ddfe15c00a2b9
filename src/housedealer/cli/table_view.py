"""The table as a picture: a felt with the seats around it, drawn for one viewer.

`draw` lays a scene out as lines of a given width, as roomy as the height allows. Nothing here knows a game.

The viewer sits at the bottom; the others follow clockwise from the left edge, over the top, to the right.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from housedealer.floor.answers import money
from housedealer.floor.scene import ACTION, BANK, BUTTON, Held, Place, Scene
from housedealer.pieces import cards, tiles
from housedealer.table.core import UNTOLD

FELT = "#e6efe6 on #0b4f35"
RAIL = "#d8a657 on #3b2413"
TITLE = "bold #fff3d6 on #3b2413"
NAME = "bold #ffffff"
CHIPS = "#f6d67a"
QUIET = "#8fb5a0"
GONE = "#5f8f78"
BANK_TAG = "bold #1c1206 on #f6d67a"
BUTTON_TAG = "bold #1c1206 on #ffffff"
WON, LOST = "bold #9df29d", "#ffb3a7"
FACE = {0: "#0a6b2d on #f7f4ea", 1: "#1b50c4 on #f7f4ea", 2: "#c21f1f on #f7f4ea", 3: "#101010 on #f7f4ea"}
JOKER_FACE = "bold #7a1fa2 on #f7f4ea"
BACK = "#9fb7e8 on #274690"
BONE, BONE_RED = "#f3efe2 on #1a1a1a", "#ff6b5e on #1a1a1a"
BACK_MARK, BONE_BACK = "░░", "▒▒"
DICE = "?⚀⚁⚂⚃⚄⚅"
RED_PIPS = (1, 4)
PIPS = (
    ("     ", "     ", "     "), ("     ", "  ●  ", "     "), ("●    ", "     ", "    ●"),
    ("●    ", "  ●  ", "    ●"), ("●   ●", "     ", "●   ●"), ("●   ●", "  ●  ", "●   ●"),
    ("● ● ●", "     ", "● ● ●"),
)  # fmt: skip
MOST_BACKS = 5
MARKS = {BANK: "BANK", BUTTON: "D", ACTION: "A"}
MOST_SHARED = 7
CENTRE = 34


# -- pieces ------------------------------------------------------------------------------------------


def piece_text(piece: int, kind: str, narrow: bool = False) -> Text:
    """One piece on one line: `A♠`, two dice faces for a tile, or its back."""
    if kind == "tiles":
        if piece == UNTOLD:
            return Text(BONE_BACK, BACK)
        return Text.assemble(*((DICE[end], _end(end)) for end in tiles.PIPS[piece]))
    if piece == UNTOLD:
        return Text(BACK_MARK, BACK)
    words = cards.pretty(piece)
    if narrow:
        words = words.replace("10", "T")
    return Text(words, JOKER_FACE if cards.is_joker(piece) else FACE[cards.suit(piece)])


def _end(pips: int) -> str:
    return BONE_RED if pips in RED_PIPS else BONE


def small(held: Held, kind: str, width: int) -> list[Text]:
    """A hand on as few lines of a width as it needs; equal backs are counted."""
    row = _row(held, kind, False)
    if row.cell_len > width:
        row = _row(held, kind, True)
    if row.cell_len <= width:
        return [row]
    if len(held.shown) > 1:
        return [
            line
            for part in held.shown
            for line in small(msgspec.structs.replace(held, parts=(part,)), kind, width)
        ]
    pieces = [one for part in held.shown for one in part]
    many = max(1, (width + 1) // 3)
    return [
        Text(" ").join(piece_text(one, kind, True) for one in pieces[at : at + many])
        for at in range(0, len(pieces), many)
    ]


def _row(held: Held, kind: str, narrow: bool) -> Text:
    words: list[Text] = []
    for number, part in enumerate(held.shown):
        if number:
            words.append(Text("/", QUIET))
        backs = sum(1 for piece in part if piece == UNTOLD)
        if backs > MOST_BACKS:
            words.append(Text.assemble(piece_text(UNTOLD, kind), (f"×{backs}", QUIET)))
            part = tuple(piece for piece in part if piece != UNTOLD)
        words += [piece_text(piece, kind, narrow) for piece in part]
    return Text("" if narrow and len(held.shown) == 1 else " ").join(words)


def large(held: Held, kind: str, numbered: bool) -> list[Text]:
    """The viewer's own hand as pieces three lines high, numbered beneath where a question asks for places."""
    rows: list[list[Text]] = [[], [], []]
    under = []
    number = 0
    for at, part in enumerate(held.shown):
        if at:
            for row in rows:
                row.append(Text(" "))
            under.append(" ")
        for piece in part:
            number += 1
            block = _block(piece, kind)
            for row, line in zip(rows, block, strict=True):
                row.append(line)
            label = str(number) if numbered else ""
            if kind == "tiles" and piece != UNTOLD:
                label = f"{label} {tiles.face(piece)}".strip()
            under.append(label.center(block[0].cell_len)[: max(block[0].cell_len, len(label))])
    lines = [Text(" ").join(row) for row in rows]
    if any(label.strip() for label in under):
        lines.append(Text(" ".join(under), QUIET))
    return lines


def _block(piece: int, kind: str) -> list[Text]:
    if kind == "tiles":
        if piece == UNTOLD:
            return [Text("▒" * 15, BACK)] * 3
        low, high = tiles.PIPS[piece]
        return [
            Text.assemble((f" {left} ", _end(low)), ("│", BONE), (f" {right} ", _end(high)))
            for left, right in zip(PIPS[low], PIPS[high], strict=True)
        ]
    if piece == UNTOLD:
        return [Text("░░░", BACK)] * 3
    if cards.is_joker(piece):
        return [Text(" J ", JOKER_FACE), Text(" ★ ", JOKER_FACE), Text(" K ", JOKER_FACE)]
    words, style = cards.pretty(piece), FACE[cards.suit(piece)]
    rank, mark = words[:-1], words[-1]
    return [Text(f"{rank:<3}", style), Text(f" {mark} ", style), Text(f"{rank:>3}", style)]


# -- laying out --------------------------------------------------------------------------------------


def draw(scene: Scene, width: int, height: int, *, colour: bool = True, numbered: bool = False) -> list[Text]:
    """The table in at most so many lines where that can be: first roomy, then without gaps, then small."""
    width = min(width, 116)
    lines: list[Text] = []
    for gaps, big in ((1, True), (0, True), (0, False)):
        lines = _draw(scene, width, gaps, big and colour, numbered)
        if len(lines) <= height:
            return lines
    return lines


def _draw(scene: Scene, width: int, gaps: int, big: bool, numbered: bool) -> list[Text]:
    inner = width - 4
    across = max(2, inner // 19)
    sides = next(
        one
        for one in (0, 1, 2, 3, 4)
        if len(scene.others) - 2 * one <= across and (one or len(scene.others) < 3)
    )
    many = len(scene.others)
    beside = max(many - 2 * sides, 3 if sides else 1)
    column = min(28, inner // beside, (inner - CENTRE) // 2 if sides and inner // beside > 19 else inner)
    left = list(reversed(scene.others[:sides]))
    top, right = scene.others[sides : many - sides], scene.others[many - sides :]
    kind = scene.pieces

    lines = [_rail("╭", "╮", width, scene.title, scene.terms)]
    body: list[Text] = []
    if top:
        body += _beside([_seat(place, kind, column - 1) for place in top], inner, column)
    body += [Text()] * gaps
    middle = inner - 2 * column if sides else inner
    centre = _centre(scene, kind, middle, big)
    if sides:
        columns = [_stack([_seat(place, kind, column - 1) for place in some], gaps) for some in (left, right)]
        tall = max(len(columns[0]), len(columns[1]), len(centre))
        centre = [Text()] * ((tall - len(centre)) // 2) + centre
        for at in range(tall):
            row = _fit(columns[0][at] if at < len(columns[0]) else Text(), column)
            row.append_text(_middle(centre[at] if at < len(centre) else Text(), middle))
            row.append(" ")
            row.append_text(_fit(columns[1][at] if at < len(columns[1]) else Text(), column - 1))
            body.append(row)
    else:
        body += [_middle(line, inner) for line in centre]
    if scene.you is not None:
        body += [Text()] * gaps
        body += [_middle(line, inner) for line in _own(scene.you, kind, inner, big, numbered)]
    for line in body:
        row = Text("│ ", RAIL)
        felt = _fit(line, inner)
        felt.append(" ")
        felt.stylize_before(FELT)
        row.append_text(felt)
        row.append("│", RAIL)
        lines.append(row)
    lines.append(_rail("╰", "╯", width))
    return lines


def _rail(left: str, right: str, width: int, title: str = "", terms: str = "") -> Text:
    room = width - 2
    words = f" {title} " if title else ""
    after = f" {terms} " if terms and cell_len(words) + cell_len(terms) + 6 <= room else ""
    dashes = room - 2 - cell_len(words) - cell_len(after)
    return Text.assemble(
        (f"{left}─", RAIL), (words, TITLE), ("─" * dashes, RAIL), (after, RAIL), (f"─{right}", RAIL)
    )


def _fit(line: Text, width: int) -> Text:
    """A line cut or filled to a width; its own style doesn't reach what is appended later."""
    found = Text()
    found.append_text(line)
    if found.cell_len > width:
        found.truncate(width, overflow="ellipsis")
    found.append(" " * (width - found.cell_len))
    return found


def _middle(line: Text, width: int) -> Text:
    found = Text(" " * max(0, (width - line.cell_len) // 2))
    found.append_text(line)
    return _fit(found, width)


def _beside(blocks: Sequence[Sequence[Text]], width: int, column: int) -> list[Text]:
    """Blocks next to each other, spread over a width."""
    gap = (width - column * len(blocks)) // (len(blocks) + 1)
    lines = []
    for at in range(max(map(len, blocks))):
        row = Text(" " * gap)
        for block in blocks:
            row.append_text(_fit(block[at] if at < len(block) else Text(), column))
            row.append(" " * gap)
        lines.append(row)
    return lines


def _stack(blocks: Sequence[Sequence[Text]], gaps: int) -> list[Text]:
    lines: list[Text] = []
    for block in blocks:
        lines += [Text()] * gaps if lines else []
        lines += block
    return lines


def _head(place: Place, width: int) -> Text:
    """`3 Lucille D` with the chips at the right."""
    gone = bool(place.hands) and all(held.folded for held in place.hands)
    chips = money(place.chips)
    tags = Text()
    marks = [MARKS[tag] for tag in place.tags if tag in MARKS]
    shorten = len(f"{place.seat} {place.name} {chips}") + sum(len(tag) + 3 for tag in marks) > width
    for tag in marks:
        tag = tag[0] if shorten else tag
        tags.append(" ")
        tags.append(tag if shorten else f" {tag} ", BANK_TAG if tag[0] == "B" else BUTTON_TAG)
    room = width - cell_len(chips) - tags.cell_len - 1
    name = f"{place.seat} {'You' if place.name == 'you' else place.name}"
    head = Text()
    head.append(name if len(name) <= room else f"{name[: room - 1]}…", GONE if gone else NAME)
    head.append_text(tags)
    head.append(" " * max(1, width - head.cell_len - cell_len(chips)))
    head.append(chips, GONE if gone else CHIPS)
    return head


def _foot(place: Place, width: int = 0) -> Text:
    """The wagers before a seat, its bet, or what it won or lost; spots are shortened where room is short."""
    if place.net is not None:
        if place.net:
            return Text(f"{'+' if place.net > 0 else ''}{money(place.net)}", WON if place.net > 0 else LOST)
        return Text("even", QUIET)
    if place.note:
        return Text(place.note, GONE if place.note == "folded" else CHIPS)
    laid = [(spot, money(amount)) for held in place.hands for spot, amount in held.stakes]
    if not laid and any(held.folded for held in place.hands):
        return Text("folded", GONE)
    words = ""
    for name in (_whole, _initials):
        words = " ".join(f"{name(spot)} {amount}".strip() for spot, amount in laid)
        if not width or len(words) <= width:
            break
    return Text(words, CHIPS)


def _whole(spot: str) -> str:
    """A spot's name; a game's one wager needs none."""
    return "" if spot == "wager" else spot.replace("-", " ")


def _initials(spot: str) -> str:
    return (
        "" if spot == "wager" else "".join(part[0] for part in spot.split("-")) if "-" in spot else spot[:3]
    )


def _seat(place: Place, kind: str, width: int) -> list[Text]:
    """Another player's block: name and chips, hands, wagers."""
    lines = [_head(place, width)]
    shown = [held for held in place.hands if any(held.shown)]
    live = [held for held in shown if not (held.folded and not any(held.up))]
    for held in live:
        label = Text(f"{held.key} ", QUIET) if len(live) > 1 else Text()
        for number, row in enumerate(small(held, kind, width - label.cell_len)):
            line = label.copy() if not number else Text(" " * label.cell_len)
            line.append_text(row)
            lines.append(line)
    if not live:
        lines.append(Text())
    lines.append(_foot(place, width))
    return lines


def _centre(scene: Scene, kind: str, width: int, big: bool) -> list[Text]:
    """What lies in the middle: shared hands, pots, the bank's money."""
    lines: list[Text] = []
    piles = [held for held in scene.shared if not any(held.up)]
    for held in [held for held in scene.shared if held not in piles]:
        if (many := sum(map(len, held.shown))) > MOST_SHARED:
            row = Text(f"{held.key.replace('-', ' ')} ({many}) ", QUIET)
            row.append_text(piece_text(held.shown[-1][-1], kind))
            lines.append(row)
        elif len(scene.shared) > 1:
            row = Text(f"{held.key.replace('-', ' ')} ", QUIET)
            row.append_text(_row(held, kind, False))
            lines.append(row)
        elif big:
            lines += large(held, kind, False)
        else:
            lines.append(_row(held, kind, False))
    if piles:
        counts = sorted({sum(map(len, held.shown)) for held in piles})
        lines.append(Text.assemble(piece_text(UNTOLD, kind), (f" {len(piles)} piles of {counts[-1]}", QUIET)))
    lines += [Text(line if cell_len(line) <= width else line[:width], CHIPS) for line in scene.money]
    return lines


def _own(place: Place, kind: str, width: int, big: bool, numbered: bool) -> list[Text]:
    """The viewer's own block at the bottom."""
    lines = []
    shown = [held for held in place.hands if any(held.shown)]
    for held in shown:
        down = 0 < sum(held.up) < len(held.up)
        closed = not all(held.up)
        if big and (len(shown) < 3 or closed):
            rows = large(held, kind, numbered and closed)
        elif kind == "tiles" or (numbered and closed):
            rows = [_named(held, kind, numbered)]
        else:
            rows = small(held, kind, width - 8)
        if down:
            rows.append(_hidden(held, kind, big))
        if len(shown) > 1:
            rows[0] = Text.assemble((f"{held.key}  ", QUIET), rows[0], " " * (len(held.key) + 2))
        if held.folded:
            for row in rows:
                row.stylize("dim")
        lines += rows
    lines.append(_head(place, min(width, 34)))
    foot = _foot(place)
    if foot.cell_len:
        lines.append(foot)
    return lines


def _named(held: Held, kind: str, numbered: bool) -> Text:
    """Pieces on one line, each with its number or its name."""
    words = []
    number = 0
    for at, part in enumerate(held.shown):
        if at:
            words.append(Text("/", QUIET))
        for piece in part:
            number += 1
            word = Text(f"{number}:", QUIET) if numbered else Text()
            word.append_text(piece_text(piece, kind))
            if kind == "tiles" and piece != UNTOLD:
                word.append(f" {tiles.face(piece)}", QUIET)
            words.append(word)
    return Text("  " if kind == "tiles" else " ").join(words)


def _hidden(held: Held, kind: str, big: bool) -> Text:
    """A mark beneath the cards that the others don't see."""
    if kind == "tiles":
        return Text()
    size = 3 if big else 2
    marks = []
    for piece, up in zip(held.shown[0], held.up, strict=False):
        wide = size if big else cell_len(cards.pretty(piece)) if piece != UNTOLD else size
        marks.append(("up" if up else "").center(wide))
    return Text(" ".join(marks), QUIET)
