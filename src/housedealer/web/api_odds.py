"""The mathematics over HTTP: odds, the best play, and what banking brings; counted beside the tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from housedealer.pieces.cards import PieceError, cards
from housedealer.table.game import Game
from housedealer.web import lab
from housedealer.web.answers import Problem, answer, bad, number
from housedealer.web.api_games import game_of
from housedealer.web.counting import Busy, Counting

MOST_ROUNDS = 400_000
USUAL_ROUNDS = 100_000
MOST_MONEY = 10**11


async def game_odds(request: Request) -> Response:
    """What every wager is worth."""
    game, asked = game_of(request), request.query_params
    readings = readings_of(request)
    try:
        removed = cards(asked.get("remove", ""))
    except PieceError as error:
        raise bad(str(error)) from None
    return await _counted(
        request, game, lab.odds_of, asked.get("option"), readings, asked.get("spot"),
        number(request, "decks", 0, 1, 16) or None, removed, asked.get("readings") == "1",
        number(request, "rounds", 0, 1, 2_000_000) or None,
    )  # fmt: skip


async def game_strategy(request: Request) -> Response:
    """The best play as charts; none where nothing is decided, or by the house way."""
    return await _counted(request, game_of(request), lab.charts_of, readings_of(request))


async def game_bank(request: Request) -> Response:
    """What a player-dealer, the players and the room expect and risk."""
    words = request.query_params
    asked: dict[str, Any] = {
        "option": words.get("option") or None,
        "limit": words.get("limit") or None,
        "players": number(request, "players", 6, 1, 14),
        "bet": words.get("bet", "mixed")[:200],
        "sides": {name: _money("side", text) for name, text in pairs(request, "side").items()},
        "rulings": readings_of(request),
        "rounds_per_hour": real(request, "rounds_per_hour", 40.0, 0.1, 1000),
        "hours": real(request, "hours", 8.0, 0.1, 1000),
        "share": real(request, "share", 1.0, 0.001, 1),
        "staff": number(request, "staff", 0, 0, MOST_MONEY),
        "contract": number(request, "contract", 0, 0, MOST_MONEY),
        "contract_hours": real(request, "contract_hours", 730.0, 1, 8784),
        "ruin": real(request, "ruin", 0.01, 0.000001, 0.999999),
        "amount": number(request, "amount", 0, 1, MOST_MONEY) or None,
        "rounds": number(request, "rounds", USUAL_ROUNDS, 1000, MOST_ROUNDS),
        "seed": number(request, "seed", 1, 0, 10**9),
    }
    return await _counted(request, game_of(request), lab.bank_of, asked)


async def _counted(request: Request, game: Game, work: Callable[..., lab.Said], *asked: Any) -> Response:
    counting: Counting = request.app.state.counting
    try:
        how, said = await counting.of((game.id, game.data_hash, repr(asked)), work, game.id, *asked)
    except Busy:
        raise Problem(503, "draining", "Counting takes too long now; ask again.") from None
    if how == lab.NO_ENGINE:
        raise Problem(404, "no-engine", said)
    if how == lab.REFUSED:
        raise Problem(409, "refused", said)
    return answer(said)


def readings_of(request: Request) -> dict[str, str]:
    """The readings of rulings that are asked for."""
    return pairs(request, "ruling")


def pairs(request: Request, name: str) -> dict[str, str]:
    """A field of the query that may be repeated, each time `this=that`."""
    found: dict[str, str] = {}
    for word in request.query_params.getlist(name)[:64]:
        one, said, other = word.partition("=")
        if not said:
            raise bad(f"{word!r} is no {name}: write it as {EXAMPLES[name]}.")
        found[one] = other
    return found


EXAMPLES = {"ruling": "natural-stops=yes", "side": "pair-plus=500"}


def _money(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 20 or not 0 < int(text) <= MOST_MONEY:
        raise bad(f"{text!r} is no money for {name}: cents above nothing, as {EXAMPLES[name]}.")
    return int(text)


def real(request: Request, name: str, default: float, low: float, high: float) -> float:
    """A number of the query."""
    text = request.query_params.get(name)
    if text is None or text == "":
        return default
    try:
        found = float(text[:24])
    except ValueError:
        found = low - 1
    if not low <= found <= high:
        raise bad(f"{name} is a number from {low:g} to {high:g}.")
    return found
