"""A game's rules sheet as data: everything that its room's files say, in sections, with the lines.

    >>> from housedealer.rooms import game
    >>> found = sheet(game("garlic-city/3-card-poker"))
    >>> found["spots"][1]["name"], found["paytables"][0]["rows"][0]["pays"]
    ('pair-plus', '40:1')

The sheet has no knowledge of any game: sections come from the rules, and whatever a game's parameters hold
beyond spots, paytables and limits (charts, the house way, optional rules) is listed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from housedealer.pieces.decks import Deck
from housedealer.rooms import BOOKS
from housedealer.table.game import Game, by_option
from housedealer.wagers.fees import FeeRow
from housedealer.wagers.money import dollars
from housedealer.wagers.odds import BadOdds, odds

SECTIONS = (
    "equipment",
    "ranking",
    "table",
    "player-dealer",
    "wagers",
    "play",
    "house way",
    "settlement",
    "side bets",
    "collection",
    "irregularities",
)
"""The order in which the usual sections stand; others follow as the game lists them."""

_SHOWN = {
    "seats",
    "deck",
    "pieces",
    "spot",
    "bonus",
    "order",
    "nesting",
    "cover",
    "limits",
    "limit",
    "structures",
    "unit",
    "turns",
    "bank-offer",
}


def summary(game: Game) -> dict[str, Any]:
    """A game in a few words: the line that a list of games has for it."""
    head, params = game.head, game.params
    spots = getattr(params, "spot", ())
    paid = [bonus.spot for bonus in getattr(params, "bonus", ())]
    bonus = [spot.name for spot in spots if not spot.base]
    return {
        "id": game.id,
        "room": game.room,
        "name": head.name,
        "also": list(head.also),
        "family": head.family,
        "book": head.book,
        "house": BOOKS.get(head.book, ""),
        "heading": head.heading or head.name,
        "lines": list(head.lines),
        "base": [spot.name for spot in spots if spot.base],
        "bonus": list(dict.fromkeys([*bonus, *paid])),
        "poker": game.play.poker,
        "limits": limit_names(params),
        "options": game.options(),
    }


def limit_names(params: Any) -> list[str]:
    """The limits that a table of the game can have, by name."""
    named = [row.name for row in getattr(params, "limit", ())]
    structures = list(getattr(params, "structures", ()))
    if named and not structures:
        return named
    limits = getattr(params, "limits", "")
    limits = limit_words(limits)
    if structures:
        return [f"{', '.join(structures)} {limits}".strip(), *named]
    return [limits] if limits else []


def sheet(game: Game) -> dict[str, Any]:
    """The whole rules sheet."""
    return {
        **summary(game),
        "object": game.head.object,
        "equipment": _equipment(game),
        "sections": _sections(game),
        "spots": [_spot(game, spot) for spot in getattr(game.params, "spot", ())],
        "settling": _settling(game.params),
        "paytables": paytables(game),
        "limit_rows": _limit_rows(game.params),
        "settings": _settings(game.params),
        "fees": fee_options(game.fees),
        "superseded": fee_options(game.superseded),
        "remedies": [
            {
                "kind": remedy.kind,
                "text": remedy.text,
                "at": remedy.at,
                "facts": list(remedy.facts),
                "lines": list(remedy.lines),
            }
            for remedy in game.remedies.values()
        ],
        "rulings": rulings(game),
    }


def rulings(game: Game) -> list[dict[str, Any]]:
    """The game's rulings: question, possible readings, the one in use, and why."""
    return [
        {
            "id": ruling.id,
            "question": ruling.question,
            "readings": dict(ruling.readings),
            "default": ruling.default,
            "why": ruling.why,
            "switch": len(ruling.readings) > 1 and game.reading(ruling.id) is not None,
            "lines": list(ruling.lines),
        }
        for ruling in game.rulings.values()
    ]


def general(text: str) -> str:
    """A rule's text without the places where a round puts its own facts.

    >>> general("The best five-card hand wins the pot: {0}."), general("Nearer, {0} against {1}: it wins.")
    ('The best five-card hand wins the pot.', 'Nearer: it wins.')
    >>> general("The wager goes back (high: {0}; low: {1}).")
    'The wager goes back.'
    """
    text = re.sub(r"\s*\([^()]*\{\d[^()]*\)", "", text)
    text = re.sub(r"[:,] \{\d[^}]*\}(?: (?:against|and|or) \{\d[^}]*\})*(?=[.:;,])", "", text)
    return re.sub(r"\{\d[^}]*\}", "…", text)


def _equipment(game: Game) -> dict[str, Any]:
    deck: Deck = game.params.deck
    return {
        "pieces": game.params.pieces,
        "deck": msgspec.to_builtins(deck),
        "size": deck.size,
        "words": deck_words(deck),
        "seats": game.params.seats,
    }


def deck_words(deck: Deck) -> str:
    """A deck in words.

    >>> deck_words(Deck(kind="spanish", count=6)), deck_words(Deck(kind="joker"))
    ('6 Spanish decks of 48 cards, 288 in all', 'one deck of 53 cards with a joker')
    """
    if deck.kind == "tiles":
        return "one set of 32 pai gow tiles"
    single = Deck(kind=deck.kind).size
    named = {"standard": "", "joker": "", "two-jokers": ""}.get(deck.kind, deck.kind.replace("-", " "))
    named = named.capitalize() if named in ("spanish", "mexican") else named
    jokers = {"joker": " with a joker", "two-jokers": " with two jokers"}.get(deck.kind, "")
    many = "one" if deck.count == 1 else str(deck.count)
    words = (
        f"{many} {named + ' ' if named else ''}deck{'' if deck.count == 1 else 's'} of {single} cards{jokers}"
    )
    if deck.extra:
        words += f", with {deck.extra} added"
    if deck.less:
        words += f", with {deck.less} taken out"
    return words if deck.size == single else f"{words}, {deck.size} in all"


def _sections(game: Game) -> list[dict[str, Any]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for rule in game.rules.values():
        entry = {"id": rule.id, "text": general(rule.text), "lines": list(rule.lines)}
        if rule.heading:
            entry["heading"] = rule.heading
        found.setdefault(rule.section, []).append(entry)
    known = [name for name in SECTIONS if name in found]
    return [
        {"section": name, "rules": found[name]}
        for name in [*known, *(one for one in found if one not in known)]
    ]


def _spot(game: Game, spot: Any) -> dict[str, Any]:
    return {
        "name": spot.name,
        "title": spot.title or spot.name,
        "base": spot.base,
        "required": spot.required,
        "needs": list(spot.needs),
        "backline": spot.backline,
        "low": spot.low,
        "high": spot.high,
        "at_most": spot.at_most,
        "equals": spot.equals,
        "also": list(spot.also),
        "lines": list(spot.lines),
    }


def limit_words(limit: str) -> str:
    """A limit against a player-dealer in words.

    >>> limit_words("5-200"), limit_words("5-100..100-200"), limit_words("25..")
    ('$5-200', '$5-100 to $100-200', '$25 and up')
    """
    least, ranged, most = limit.partition("..")
    return f"${least} to ${most}" if most else f"${least} and up" if ranged else f"${least}" if least else ""


def _limit_rows(params: Any) -> list[dict[str, Any]]:
    """The printed limits; what no row says is left out."""
    rows = getattr(params, "limit", ())
    usual = {field.name: field.default for field in msgspec.structs.fields(type(rows[0]))} if rows else {}
    said = [name for name, default in usual.items() if any(getattr(row, name) != default for row in rows)]
    told = [{name: getattr(row, name) for name in said} for row in rows]
    return [{**row, "killed": row["killed"] if row["kill"] else ""} if "kill" in row else row for row in told]


def _settling(params: Any) -> dict[str, Any]:
    if not hasattr(params, "order"):
        return {}
    return {
        "order": list(params.order),
        "nesting": getattr(params, "wager_order", params.nesting),
        "cover": params.cover,
        "unit": params.unit,
        "turns": params.turns,
    }


def paytables(game: Game) -> list[dict[str, Any]]:
    """Every table of odds: the side bets', and those among the game's parameters."""
    tables = []
    for bonus in getattr(game.params, "bonus", ()):
        rows = [
            {"row": row, "pays": paid, **({"prize": bonus.prizes[row]} if row in bonus.prizes else {})}
            for row, paid in bonus.pays.items()
        ]
        tables.append(
            {
                "spot": bonus.spot,
                **({"least": bonus.least} if bonus.least else {}),
                "rows": rows,
                "survives_fold": bonus.survives_fold,
                "rulings": dict(bonus.ruling),
                "in_use": bonus.applies(game.params),
                "lines": list(bonus.lines),
            }
        )
    for name, value in _plain(game.params).items():
        if name not in _SHOWN and _is_paytable(value):
            rows = [{"row": row, "pays": paid} for row, paid in value.items()]
            tables.append(
                {
                    "spot": name,
                    "rows": rows,
                    "survives_fold": False,
                    "rulings": {},
                    "in_use": True,
                    "lines": [0, 0],
                }
            )
    return tables


def _is_paytable(value: Any) -> bool:
    if not isinstance(value, Mapping) or not value:
        return False
    try:
        return all(odds(paid) for paid in value.values() if not isinstance(paid, bool))
    except (BadOdds, TypeError, AttributeError):
        return False


def _settings(params: Any) -> dict[str, Any]:
    """What else the game's parameters say: charts, the house way, optional rules."""
    return {
        name: value
        for name, value in _plain(params).items()
        if name not in _SHOWN
        and name.replace("-", "_") not in params.idle()
        and not _is_paytable(value)
        and value not in ("", [], (), {}, None)
    }


def _plain(params: Any) -> dict[str, Any]:
    return msgspec.to_builtins(params)  # type: ignore[no-any-return]


def fee_options(rows: Sequence[FeeRow]) -> list[dict[str, Any]]:
    """A fee schedule by option, each row in words."""
    return [
        {"option": name, "rows": [fee_row(row) for row in found]} for name, found in by_option(rows).items()
    ]


def fee_row(row: FeeRow) -> dict[str, Any]:
    """One fee, with its amount as money and in words."""
    return {
        "limit": row.limit,
        "moment": row.moment,
        "unless": row.unless,
        "payer": row.payer,
        "per": row.per,
        "basis": row.basis,
        "low": _bound(row, row.low),
        "high": None if row.high is None else _bound(row, row.high),
        "amount": dollars(row.amount),
        "words": fee_words(row),
        "lines": list(row.lines),
    }


_PAYERS = {
    "player-dealer": "the player-dealer",
    "player": "each seated bettor",
    "backline": "each back-line bettor",
    "bettor": "each bettor",
    "pot": "the pot",
    "button": "the button",
    "small-blind": "the small blind",
    "blinds": "the blinds",
    "first-players": "the first players",
    "each": "everybody dealt in",
    "antes": "the antes",
}
_BASES = {"wager": "a wager", "action": "a total action", "base-action": "a total of base wagers"}
_MOMENTS = {
    "half-hour": "each half hour",
    "end": "at the end",
    "before-cards": "before the cards",
    "before-dice": "before the dice",
    "pre-flop": "before the flop",
}


def fee_words(row: FeeRow) -> str:
    """A fee in words: who pays how much, when, and for which tier."""
    moment = _MOMENTS.get(row.moment, f"at the {row.moment.replace('-', ' ')}")
    pay = "pay" if row.payer in ("blinds", "antes", "first-players") else "pays"
    words = f"{moment}, {_PAYERS[row.payer]} {pay} ${dollars(row.amount)}"
    if row.per in ("wager", "seat"):
        words += f" a {row.per}"
    if row.basis == "players":
        words += f" with {_range(row)} players"
    elif row.basis in _BASES:
        words += f" for {_BASES[row.basis]} of {_range(row)}"
    if row.unless:
        words += f", unless the {row.unless.replace('-', ' ')} was reached"
    if row.ante:
        words += f", the ante being ${dollars(row.ante)}"
    if row.ruling:
        ruling, _, reading = row.ruling.partition("=")
        words += f" (if {ruling} is {reading})"
    return words


def _bound(row: FeeRow, value: int) -> str:
    return str(value) if row.basis == "players" else dollars(value)


def _range(row: FeeRow) -> str:
    sign = "" if row.basis == "players" else "$"
    low = f"{sign}{_bound(row, row.low)}"
    if row.high is None:
        return f"{low} or more"
    return low if row.high == row.low else f"{low} to {sign}{_bound(row, row.high)}"
