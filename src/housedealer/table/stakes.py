"""Opening a table: by fee option and limit, and nothing that the room has not approved."""

from __future__ import annotations

from typing import Any

from housedealer.table.errors import Refused
from housedealer.table.game import FEE_BOOK, Game, Stakes
from housedealer.table.structure import Limit, parse_limit
from housedealer.wagers.fees import FeeRow, holes
from housedealer.wagers.money import BadMoney, cents, dollars

HOLES = {"gap": "fee-gap", "floor": "fee-floor", "top": "fee-top"}
"""The ruling that a game has where its printed tiers leave amounts out."""


NO_MOST = 10**11
"""What no wager reaches, in cents: the most of a limit that has none."""


def bounds(limit: str) -> tuple[int, int]:
    """The least and the most wager of a table limit against a player-dealer, in cents.

    >>> bounds("5-200"), bounds("25..") == (2500, NO_MOST)
    ((500, 20000), True)
    """
    low, _, high = limit.removesuffix("..").partition("-")
    return cents(low), NO_MOST if limit.endswith("..") else cents(high)


def open_table(
    game: Game, option: str | None = None, limit: str | None = None, widest: bool = False
) -> Stakes:
    """The stakes of a table, checked against the approved options and limits.

    A table posts a most; `widest` leaves it open where nobody says and the option prints none, as a round
    is read that somebody tells.

    >>> from housedealer.rooms import game
    >>> open_table(game("garlic-city/3-card-poker"), "2", "25-200").limit
    '25-200'
    >>> open_table(game("garlic-city/pai-gow-tiles"), "GEGA-004378/6")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    housedealer.table.errors.Refused: Fee option GEGA-004378/6 is superseded: ... (ruling fee-book).
    """
    options = game.options()
    chosen = option or (options[0] if options else "")
    rows = game.option_rows(chosen)
    if options and not rows:
        if any(chosen in (f"{row.book}/{row.option}", row.book) for row in (*game.superseded, *game.fees)):
            raise Refused(
                f"Fee option {chosen} is superseded: {game.id} takes its collection by"
                f" {game.reading(FEE_BOOK)} (ruling {FEE_BOOK})."
            )
        raise Refused(f"{game.id} has no fee option {chosen!r}; it has {', '.join(options)}.")
    if game.play.poker:
        stakes = Stakes(chosen, *_structure(game, rows, limit))
    elif hasattr(game.params, "limit"):
        row = _named(game, game.params.limit, limit)
        names = {other.name for other in game.params.limit}
        due = tuple(fee for fee in rows if fee.limit == row.name or fee.limit not in names)
        stakes = Stakes(chosen, row.name, due, row)
    else:
        stakes = Stakes(chosen, *_banked(game, rows, limit, widest))
    _sound(game, stakes)
    return stakes


def _sound(game: Game, stakes: Stakes) -> None:
    """An option is opened only if every amount has its fee: what its tiers leave out needs a ruling."""
    least, most = bounds(stakes.limit) if hasattr(game.params, "spot") else (0, NO_MOST)
    for hole in holes(stakes.rows, least, None if most == NO_MOST else most):
        ruling = HOLES.get(hole.kind)
        if ruling not in game.rulings:
            line = hole.row.lines[0]
            what = f"and no ruling {ruling} says what is due there" if ruling else "so that two fees are due"
            raise Refused(
                f"{game.id}: the fees of option {stakes.option} have a hole ({hole.kind})"
                f" at line {line}, {what}."
            )


def _named(game: Game, listed: tuple[Any, ...], wanted: str | None) -> Any:
    """The limit of that name in a room's list, or the first; some games know limits that no list has."""
    known = {row.name: row for row in listed}
    chosen = wanted or next(iter(known), "")
    unlisted = getattr(game.params, "unlisted", None)
    found = known.get(chosen) or (unlisted(chosen) if unlisted else None)
    if found is None:
        has = ", ".join(known) or f"conditions from {game.params.limits.replace('-', ' to ')}"
        raise Refused(f"{game.id} has no limit {chosen!r}; it has {has}.")
    return found


def _banked(
    game: Game, rows: tuple[FeeRow, ...], wanted: str | None, widest: bool
) -> tuple[str, tuple[FeeRow, ...]]:
    """A limit against a player-dealer: one that the option lists, else within what it is approved for."""
    approved = list(dict.fromkeys(row.limit for row in rows if row.limit)) or [game.params.limits]
    refusal: Refused | None = None
    for one in sorted(approved, key=lambda one: one != wanted):
        due = tuple(row for row in rows if row.limit in ("", one))
        try:
            return _limit(game.id, one, None if wanted == one else wanted, due, widest), due
        except Refused as refused:
            refusal = refusal or refused
    if len(approved) > 1:
        raise Refused(f"This option of {game.id} is for limits {', '.join(approved)}, not {wanted}.")
    raise refusal or Refused(f"{game.id} has no limit {wanted}.")


def _limit(
    name: str, approved: str, wanted: str | None, rows: tuple[FeeRow, ...] = (), widest: bool = False
) -> str:
    """A table limit `low-high` within the approved one.

    The approved one may leave ranges for the least and the most wager (`5-100..100-200`), or print no most
    at all (`25..`): then the table may have any, and has the highest closed tier's if nobody says, or
    none at its `widest`.

    >>> _limit("it", "5-100..100-200", None), _limit("it", "5-100..100-200", "50-150")
    ('5-200', '50-150')
    >>> _limit("it", "25..", "25-75"), _limit("it", "25..", None, widest=True)
    ('25-75', '25..')
    """
    lows, ranged, highs = approved.partition("..")
    least, _, most_low = lows.partition("-")
    if ranged:
        most_low = most_low or least
        least_high, _, most = highs.partition("-")
        most = most or least_high
    else:
        most_low = most = most_low or least
        least_high = least
    if wanted is None and widest and not most:
        return f"{least}.."
    if wanted is None:
        tops = [row.high for row in rows if row.high is not None]
        return f"{least}-{most or dollars(max(tops, default=100 * cents(least)))}"
    low, _, high = wanted.partition("-")
    try:
        inside = cents(least) <= cents(low) <= cents(most_low) and cents(low) <= cents(high)
        if least_high:
            inside = inside and cents(high) >= cents(least_high)
        if most:
            inside = inside and cents(high) <= cents(most)
    except BadMoney:
        raise Refused(f"{wanted!r} is not a table limit such as {least}-{most or '500'}.") from None
    if not inside:
        bounds = f"to ${dollars(cents(most))}" if most else "up"
        raise Refused(
            f"{name} is approved for limits within ${dollars(cents(least))} {bounds} ({approved}),"
            f" not {wanted}."
        )
    return wanted


def _structure(
    game: Game, rows: tuple[FeeRow, ...], wanted: str | None
) -> tuple[str, tuple[FeeRow, ...], Limit]:
    """A poker limit: one of the room's list, or one that its structures allow, that the option is for.

    >>> from housedealer.rooms import game
    >>> open_table(game("garlic-city/texas-holdem"), "18", "4/8").structure.kind
    'limit'
    """
    params: Any = game.params
    if params.limit and (not params.structures or wanted in {row.name for row in params.limit}):
        found = _named(game, params.limit, wanted).limit()
    else:
        kind = rows[0].limit.partition(" ")[0] if rows else params.structures[0]
        standard = {
            "limit": "4/8",
            "no-limit": "no-limit 1-2",
            "pot-limit": "pot-limit 1-2",
            "spread": "3-12",
        }
        try:
            found = parse_limit(wanted or standard[kind], params.forced)
        except ValueError as error:
            raise Refused(str(error)) from None
        if found.kind not in params.structures:
            raise Refused(
                f"{game.id} is not approved as {found.kind}; it can be {', '.join(params.structures)}."
            )
        low, _, high = params.limits.partition("-")
        if params.limits and not cents(low) <= found.small <= found.big <= cents(high):
            raise Refused(f"{game.id} is approved for bets from ${low} to ${high}, not {found.name}.")
    due = tuple(row for row in rows if row.limit == found.name or found.kind in row.limit.split())
    if rows and not due:
        raise Refused(f"Option {rows[0].option} is for {rows[0].limit} games, not {found.name}.")
    return found.name, due, found
