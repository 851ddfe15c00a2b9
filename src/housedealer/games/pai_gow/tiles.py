"""Pai gow tiles: four tiles set in two pairs, each against the player-dealer's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from housedealer.games.action import give_first_action, passed_on, pointed_seat, told_button
from housedealer.games.bots import sensible
from housedealer.games.pai_gow.tile_house_way import (
    Chart,
    NineEleven,
    Rest,
    Sevens,
    TwoPairs,
    house_way,
    lookup,
    places,
)
from housedealer.pieces.tiles import pips
from housedealer.ranking.tiles import EITHER, FACE, compare, rank, settled
from housedealer.table.banking import LOSE, PUSH, Banking, Outcome
from housedealer.table.core import DOWN, Hand
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame
from housedealer.table.piece_questions import Arrange
from housedealer.wagers.odds import EVEN

WAGER = "wager"
DICE = 3
OUTCOMES: dict[int, Outcome] = {1: EVEN, 0: PUSH, -1: LOSE}
RESULTS = {1: "both-higher", 0: "one-higher", -1: "none-higher"}


class PaiGowTiles(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms: the house way, and how the book's gaps are read."""

    house_way: Chart
    gee_joon: Literal["either", "face"]
    split_sevens: Sevens
    teen_dey_split: NineEleven
    two_pairs: TwoPairs
    house_way_rest: Rest

    @property
    def lone(self) -> int:
        """How a lone gee joon tile counts, as the ranking knows it."""
        return EITHER if self.gee_joon == "either" else FACE

    @property
    def chart(self) -> tuple[int, ...]:
        """The house way under this table's rulings."""
        return lookup(
            self.house_way, self.split_sevens, self.teen_dey_split, self.two_pairs, self.house_way_rest
        )


def standing(mine: tuple[int, int], banks: tuple[int, int]) -> tuple[int, Because]:
    """How a set hand stands against the player-dealer's (1 won, 0 push, -1 lost), and why."""
    result = settled(mine[0], mine[1], banks[0], banks[1])
    return result, (RESULTS[result], (compare(mine[0], banks[0]), compare(mine[1], banks[1])))


@plays(bot=sensible, moments=("before-dice",))
def tiles(t: Banking, game: PaiGowTiles) -> Script:
    """A round of pai gow tiles."""
    yield from t.take_wagers()
    t.reach("before-dice")
    pointed, button = open_cup(t)
    for hand in dealing_order(t, pointed, button):
        yield from t.deal(4, hand, DOWN)
    yield from t.dealt()

    hands = t.hands_with(WAGER)
    if not hands:
        return t.standing()
    answers = yield from t.ask_all(lambda: [setting_of(t, game, hand) for hand in hands])
    t.hand_over(t.player_dealer, t.banker)
    bank_answer = yield from t.ask(lambda: setting_of(t, game, t.player_dealer))

    bank = lay(t, game, t.player_dealer, bank_answer)
    for hand, answer in zip(hands, answers, strict=True):
        result, because = standing(lay(t, game, hand, answer), bank)
        t.claim(hand, WAGER, OUTCOMES[result], because)
    give_first_action(t, button or told_button(t))
    t.settle()
    return t.standing()


def open_cup(t: Banking) -> tuple[int, int]:
    """The seat that the dice point at and the seat of the action button; noughts if no dice are told."""
    dice = t.supply.dice(DICE)
    if not dice:
        return 0, 0
    t.emit("dice", *dice)
    bank = t.state.bank
    pointed = pointed_seat(sum(dice), bank, t.state.places)
    return pointed, passed_on(t, pointed) if pointed != bank else right_of_house(t)


def right_of_house(t: Banking) -> int:
    """The bettor nearest to the house dealer's right: the seats count clockwise from his left."""
    betting = [hand.seat for hand in t.hands_with(WAGER)]
    return max(betting, default=t.state.bank)


def dealing_order(t: Banking, pointed: int, button: int) -> list[Hand]:
    """Counter-clockwise from the button; the player-dealer first if the dice pointed at him."""
    bank = t.state.bank
    seats = t.seat_order(button or t.left_of(bank), -1)
    if pointed == bank:
        seats = [bank, *(seat for seat in seats if seat != bank)]
    betting = {hand.seat: hand for hand in t.hands_with(WAGER)}
    hands = {**betting, bank: t.player_dealer}
    return [hands[seat] for seat in seats if seat in hands]


def setting_of(t: Banking, game: PaiGowTiles, hand: Hand) -> Arrange:
    """The question how a hand is set; who does not say sets it the house way."""
    four = t.look(hand)
    default = places(four, house_way(four, game.chart, game.lone), game.lone)
    faces = tuple(pips(tile) for tile in four)
    return Arrange(hand.owner, "set", tuple(hand.tokens), (2, 2), default, about=hand.key, faces=faces)


def lay(t: Banking, game: PaiGowTiles, hand: Hand, setting: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Turn a set hand up: the ranks of its two parts, the better one being the high hand however it lay."""
    four = t.show(hand)
    laid = [(rank(four[a], four[b], game.lone), f"{pips(four[a])} {pips(four[b])}") for a, b in setting]
    if laid[0][0] < laid[1][0]:
        laid.reverse()
    t.settings[hand.key] = " / ".join(pair for _, pair in laid)
    t.emit("set", hand.key, t.settings[hand.key])
    return laid[0][0], laid[1][0]
