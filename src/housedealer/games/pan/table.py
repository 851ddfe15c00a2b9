"""The table of a Pan game: players with their melds, the option card, the tops, and who pays whom."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from housedealer.games.pan import pays
from housedealer.games.pan.melds import fits, place_of
from housedealer.games.pan.params import DOUBLES, SINGLES, Pan, PanLimit
from housedealer.table.core import HOUSE, UP, Hand
from housedealer.table.errors import Refused
from housedealer.table.exchanging import TOPS, Exchange
from housedealer.table.game import Because
from housedealer.table.questions import Asked
from housedealer.wagers.money import cents

WAITING, IN, PASSED, DEAD, FOULED = "waiting", "in", "passed", "dead", "fouled"
STOCK, OPTION, DISCARDS, REMOVED = "stock", "option", "discards", "removed"
CONDITION, OUT, REPAID = "condition", "out", "repaid"
ELEVEN = 11
MOST_RECYCLES = 3
"""How often a stock can be used up before the hand ends without a winner: nobody is trying to go out."""


class Player:
    """One player of the hand: his cards, his melds in the order laid, and what he has collected."""

    __slots__ = ("ante", "collected", "doubles", "drew", "hand", "melds", "seat", "standing", "uncalled")

    def __init__(self, hand: Hand, doubles: bool) -> None:
        self.hand = hand
        self.seat = hand.seat
        self.doubles = doubles
        self.melds: list[Hand] = []
        self.standing = WAITING
        self.drew = False
        self.collected: list[tuple[int, int, int]] = []
        self.uncalled: list[tuple[int, str, int]] = []
        """Pay that was not called for in time: of which meld, for which condition, how many chips."""
        self.ante = {SINGLES: 0, DOUBLES: 0}

    @property
    def owner(self) -> str:
        """The person who plays the hand."""
        return self.hand.owner

    @property
    def plays(self) -> bool:
        """Whether he is still playing for the win."""
        return self.standing == IN

    @property
    def melded(self) -> int:
        """How many cards he has melded."""
        return sum(len(meld.tokens) for meld in self.melds)


class Turn:
    """One player's turn: the card that he drew or took, while it is not used, and what he has laid.

    `card` is the token of that card until it is melded or discarded, then -1. A player who has said that
    he is done melding is `closed`: he only discards. One who calls for no pay is `silent`.
    """

    __slots__ = ("card", "closed", "laid", "mark", "option", "player", "silent", "source", "used")

    def __init__(self, player: Player, card: int, source: Hand) -> None:
        self.player = player
        self.card = card
        self.source = source
        self.option = source.key == OPTION
        self.used = -1
        self.closed = False
        self.silent = False
        self.laid: list[tuple[int, int]] = []
        self.mark = len(player.collected)


class PanTable(Exchange):
    """Where Pan is played. Play goes counter-clockwise, to the next lower seat number."""

    params: Pan

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.limit: PanLimit = self.stakes.structure
        self.condition = cents(self.limit.condition)
        self.order: list[Player] = []
        self.players: dict[int, Player] = {}
        self.stock = self.open_hand(STOCK, 0, HOUSE)
        self.option = self.open_hand(OPTION, 0, HOUSE)
        self.discards = self.open_hand(DISCARDS, 0, HOUSE)
        self.removed = self.open_hand(REMOVED, 0, HOUSE)
        self.thrower: Player | None = None
        self.option_drawn = False
        self.turn: Turn | None = None
        self.tops = {SINGLES: 0, DOUBLES: 0}
        self.recycles = 0
        self.jump: Player | None = None
        """Who draws next out of turn, where that stands."""

    # -- the players and their order ---------------------------------------------------------------

    def seat_players(self, first: int) -> None:
        """Open a hand for everybody dealt in, in order of play from a seat on."""
        doubles = self.doubles_seats()
        for seat in self.seat_order(first, -1):
            player = Player(self.open_hand(str(seat), seat, self.state.seats[seat]), seat in doubles)
            self.order.append(player)
            self.players[seat] = player

    def doubles_seats(self) -> set[int]:
        """The seats that play doubles: all or none as the limit says, but for those who chose otherwise."""
        marks = self.state.marks
        chosen = {kind: {int(seat) for seat in marks.get(kind, ())} for kind in (SINGLES, DOUBLES)}
        for post in marks.get("posts", ()):
            if post["kind"] not in chosen:
                raise Refused(f"A player of Pan posts singles or doubles, not {post['kind']!r}.")
            chosen[str(post["kind"])].add(int(post["seat"]))
        seats = set(self.state.seats)
        for seat in (chosen[SINGLES] | chosen[DOUBLES]) - seats:
            raise Refused(f"Seat {seat} is not dealt in.")
        return seats - chosen[SINGLES] if self.limit.kind == DOUBLES else chosen[DOUBLES]

    def last_winner(self) -> int:
        """Where dealing begins after a hand: the winner's seat, or the next to the right if he is not in it.

        0 if no hand was won before, or nobody said so. A told round shows it by who drew first.
        """
        winner = int(self.state.marks.get("previous_winner", 0))
        places = self.state.places
        if not 0 <= winner <= places:
            raise Refused(f"There is no seat {winner}; this table has {places}.")
        if winner:
            name = self.state.marks.get("previous_winner_name")
            moved = name is not None and self.state.seats.get(winner) != name
            return self.seat_order(self.left_of(winner, -1) if moved else winner, -1)[0]
        told = getattr(self, "told", None)
        if told is None:
            return 0
        acted = [
            one.seat for one in (*told.answers, *told.actions) if one.answer.strip() not in ("play", "pass")
        ]
        return next((seat for seat in acted if seat in self.state.seats), min(self.state.seats))

    def after(self, player: Player) -> Iterator[Player]:
        """The other players in order of play, from the one on his right."""
        at = self.order.index(player)
        return iter(self.order[at + 1 :] + self.order[:at])

    def next_player(self, player: Player) -> Player | None:
        """Who plays after him: himself if all the others are out of it, nobody if he is as well."""
        for other in self.after(player):
            if other.plays:
                return other
        return player if player.plays else None

    def follower(self, player: Player) -> Player | None:
        """Who draws after him: the next in order, unless the draw goes on elsewhere."""
        jump, self.jump = self.jump, None
        return jump if jump is not None and jump.plays else self.next_player(player)

    def dealt(self, moment: str = "deal", seat: int = 0) -> Generator[Asked, Any, None]:
        """Irregularities that came at this moment; those that name a seat wait for that seat's moment."""
        for entry in list(self.pending):
            named = int(entry[1].facts.get("seat", 0))
            if entry[0] == moment and (not seat or not named or named == seat) and entry in self.pending:
                self.pending.remove(entry)
                yield from self.remedy(entry[1])

    # -- cards -------------------------------------------------------------------------------------

    def cards(self, hand: Hand) -> tuple[int, ...]:
        """What lies in a hand, as far as it is known."""
        pieces = self.pieces
        return tuple([pieces[token] for token in hand.tokens])

    def option_card(self) -> int:
        """The discard that the next player may take, or below zero."""
        if not self.option.tokens or (self.params.option_card == "drawn-only" and not self.option_drawn):
            return -1
        return self.pieces[self.option.tokens[0]]

    def places_for(self, player: Player, piece: int) -> list[int]:
        """Which of a player's melds a card can be added to."""
        if place_of(piece) < 0:
            return []
        return [
            number
            for number, meld in enumerate(player.melds)
            if meld.tokens and fits(piece, self.cards(meld), self.params.any_suit)
        ]

    def best_gain(self, player: Player, piece: int) -> int:
        """The most chips that adding a card would earn in conditions."""
        gains = [0]
        for number in self.places_for(player, piece):
            meld = self.cards(player.melds[number])
            gains.append(sum(pays.gained(self.params, meld, (*meld, piece)).values()))
        return max(gains)

    def clear_option(self) -> None:
        """The option card was not taken: it is gone."""
        for token in list(self.option.tokens):
            self.move(token, self.option, self.discards)

    def throw(self, player: Player, token: int, source: Hand) -> None:
        """A player releases a card toward the dealer: it is the next player's option."""
        self.move(token, source, self.option)
        (piece,) = self.show(self.option)
        self.thrower, self.option_drawn = player, source is self.stock
        self.emit("throws", player.seat, piece)

    def from_stock(self, player: Player) -> Generator[Asked, Any, int]:
        """The next card of the stock, face up; below zero when there is no more to be had."""
        if not self.supply.left():
            if self.params.stock_out == "no-winner" or self.recycles >= MOST_RECYCLES:
                return -1
            self.recycle()
        token = yield from self.draw(self.stock, UP)
        player.drew = True
        self.emit("turns-up", player.seat, self.pieces[token])
        return token

    def recycle(self) -> None:
        """The stock is used up: what was discarded is shuffled, the hands out of play with it."""
        out = [self.discards]
        for player in self.order:
            if not player.plays:
                out += [player.hand, *player.melds]
        tokens = [token for hand in out for token in hand.tokens]
        for hand in out:
            hand.tokens, hand.up = [], []
        self.recycles += 1
        self.supply.recycle(tuple(self.pieces[token] for token in tokens))
        self.emit("recycles", len(tokens))

    def lay(self, turn: Turn, tokens: Sequence[int], number: int) -> None:
        """Put cards in a new meld or on one that lies, and collect what it has come to pay."""
        player = turn.player
        if new := number == len(player.melds):
            key = f"{player.seat}.{number + 1}"
            player.melds.append(self.open_hand(key, player.seat, player.owner))
        meld = player.melds[number]
        before = self.cards(meld)
        for token in tokens:
            if token == turn.card:
                self.move(token, turn.source, meld)
                turn.card, turn.used = -1, token
            else:
                self.move(token, player.hand, meld)
            turn.laid.append((number, token))
        after = self.show(meld)
        laid = tuple(self.pieces[token] for token in tokens)
        self.emit("melds" if new else "adds", player.seat, number + 1, laid)
        earned = pays.gained(self.params, before, after)
        if turn.silent:
            player.uncalled += [(number, condition, many) for condition, many in earned.items()]
            return
        for condition, many in earned.items():
            self.collect_condition(player, number, many, condition)
        for entry in list(player.uncalled):
            if self.params.uncalled_pay == "any-meld" or entry[0] == number:
                player.uncalled.remove(entry)
                self.collect_condition(player, entry[0], entry[2], entry[1])

    # -- money -------------------------------------------------------------------------------------

    def broke(self, player: Player) -> bool:
        """Whether a player has not even one chip of the game's value left."""
        return self.chips(player.seat) < self.condition

    def price(self, many: int, one: Player, other: Player) -> int:
        """What so many chips come to between two players."""
        return pays.price(many, self.condition, one.doubles, other.doubles)

    def payers(self, player: Player) -> list[Player]:
        """Who pays him: everybody else in the hand who has chips, those retired from it included."""
        return [one for one in self.after(player) if one.standing in (IN, FOULED) and self.chips(one.seat)]

    def collects(self, player: Player) -> bool:
        """Whether a player may collect: one who plays for the tops alone may not."""
        return self.params.broke_collects == "everything" or not self.broke(player)

    def collect_condition(self, player: Player, number: int, many: int, condition: str) -> None:
        """Everybody pays for a condition at once."""
        if not self.collects(player):
            return
        first = len(self.payments)
        for payer in self.payers(player):
            because = (condition, (number + 1, many))
            self.owe(payer.seat, player.seat, CONDITION, self.price(many, player, payer), because)
        self.settle_debts()
        player.collected += [(number, line.payer, line.paid) for line in self.payments[first:]]
        self.bury_broke()

    def bury_broke(self) -> None:
        """Where nobody may play for the tops, a player without a chip has a dead hand."""
        if self.params.playing_for_tops == "no":
            for player in self.order:
                if player.standing in (WAITING, IN) and self.broke(player):
                    self.retire(player, ("dead-without-chips", ()))

    def collect_out(self, player: Player) -> None:
        """Eleven cards are melded: so many chips from everybody in the hand, then the tops."""
        if self.collects(player):
            for payer in self.payers(player):
                amount = self.price(self.params.out_chips, player, payer)
                self.owe(payer.seat, player.seat, OUT, amount, (OUT, (self.params.out_chips,)))
            self.settle_debts()
        self.take_tops(player)

    def put_up_antes(self) -> None:
        """Everybody dealt in puts up the blind of what he plays, a doubles player one for each tops."""
        for player in self.order:
            kind = DOUBLES if player.doubles else SINGLES
            blind, single = self.blind(kind), self.blind(SINGLES) if player.doubles else 0
            paid = self.put_up(player.seat, blind, f"{kind}-ante" if self.params.limit else "ante")
            player.ante[SINGLES] = min(paid, single or blind)
            player.ante[DOUBLES] = paid - player.ante[SINGLES]
            for tops, amount in player.ante.items():
                self.tops[tops] += amount

    def blind(self, kind: str) -> int:
        """What a player of singles or doubles puts up: the option's ante, else the limit's blind."""
        if ante := max((row.ante for row in self.stakes.rows), default=0):
            if kind == DOUBLES:
                raise Refused("Nobody plays doubles here: the ante is the same for everybody.")
            return ante
        listed = self.params.limit
        row = next((one for one in listed if (one.kind, one.condition) == (kind, self.limit.condition)), None)
        if row is None:
            raise Refused(f"There is no limit of {kind} at a condition of ${self.limit.condition}.")
        return cents(row.blind)

    def take_tops(self, player: Player) -> None:
        """The winner takes the tops that he plays for; the doubles tops go back if he plays singles."""
        self.take_up(player.seat, self.tops[SINGLES], ("tops", ()))
        if player.doubles:
            if self.tops[DOUBLES]:
                self.take_up(player.seat, self.tops[DOUBLES], ("doubles-tops", ()))
        else:
            for other in self.order:
                if other.ante[DOUBLES] and self.tops[DOUBLES]:
                    self.take_up(other.seat, self.give(other, DOUBLES), ("doubles-tops-back", ()))
        self.tops = dict.fromkeys(self.tops, 0)

    def return_ante(self, player: Player, because: Because) -> None:
        """A player's ante goes back to him."""
        if amount := self.give(player, SINGLES) + self.give(player, DOUBLES):
            self.take_up(player.seat, amount, because)

    def give(self, player: Player, kind: str) -> int:
        """What is left of a player's ante in the tops, taken off them."""
        amount = min(player.ante[kind], self.tops[kind])
        player.ante[kind] = 0
        self.tops[kind] -= amount
        return amount

    def retire(self, player: Player, because: Because) -> None:
        """A player's hand is out of play; he goes on paying the others."""
        player.standing = FOULED
        player.hand.folded = True
        self.emit("retires", player.seat, because)
        turn = self.turn
        if turn is not None and turn.player is player and turn.card >= 0:
            self.move(turn.card, turn.source, self.discards)
            turn.card = -1

    def repay(self, player: Player, because: Because, number: int | None = None, since: int = 0) -> None:
        """Give back what was collected for conditions: everything, or for one meld since a point in time.

        Who gives back everything does not repay opponents who are broke or fouled before.
        """
        chosen: list[tuple[int, int, int]] = []
        kept: list[tuple[int, int, int]] = []
        for at, entry in enumerate(player.collected):
            (chosen if at >= since and number in (None, entry[0]) else kept).append(entry)
        for other in self.after(player):
            amount = sum(paid for _, payer, paid in chosen if payer == other.seat)
            exempt = number is None and (other.standing == FOULED or self.broke(other))
            if amount and not exempt:
                self.owe(player.seat, other.seat, REPAID, amount, because)
        self.settle_debts()
        player.collected = kept
        self.bury_broke()

    # -- fees --------------------------------------------------------------------------------------

    def fee_shares(self, payer: str, amount: int) -> list[tuple[str, int]]:
        """The collection comes from the first players in order of play, or from the tops."""
        if self.params.collection == "from-tops":
            taken = min(amount, sum(self.tops.values()))
            single = min(taken, self.tops[SINGLES])
            self.tops[SINGLES] -= single
            self.tops[DOUBLES] -= taken - single
            return [(TOPS, amount)]
        if self.params.collection_split == "first-player":
            return [(self.order[0].owner, amount)]
        shares, taken = [], 0
        for player, step in zip(self.order, self.limit.collection, strict=False):
            if cents(step) > amount:
                break
            shares.append((player.owner, cents(step) - taken))
            taken = cents(step)
        return shares
