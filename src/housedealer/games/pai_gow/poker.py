"""Pai gow poker: seven cards set in two and five, each part against the player-dealer's."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, Literal

from housedealer.games.action import give_first_action
from housedealer.games.bots import sensible
from housedealer.games.pai_gow.house_way import Chart, house_way, lookup, split_back, split_front
from housedealer.kernel import kernel
from housedealer.pieces.cards import JOKER, face, rank
from housedealer.pieces.supply import Irregular
from housedealer.ranking import special
from housedealer.ranking.poker import ACE
from housedealer.ranking.two_card import rank as two_rank
from housedealer.ranking.variants import (
    JOKER_WILD,
    PAI_GOW_BUG,
    PAI_GOW_WILD,
    TRIPS_OVER_STRAIGHT,
    WHEEL_SECOND,
    high_with,
)
from housedealer.table.banking import LOSE, PUSH, Banking, Outcome, classifier
from housedealer.table.collection import quote
from housedealer.table.core import DOWN, HOUSE, UNTOLD, Hand, Interrupt
from housedealer.table.errors import Misdeal, MissingFact, Refused
from housedealer.table.game import Because, Script, plays
from housedealer.table.params import BankedGame, Bonus, Order
from housedealer.table.piece_questions import Arrange
from housedealer.table.questions import Asked, Choose, Question
from housedealer.table.view import View
from housedealer.wagers.money import cents
from housedealer.wagers.odds import EVEN, odds

WAGER, FORTUNE, ENVY = "wager", "fortune", "envy"
PILES = 7
LEFT_OVER = 4
CHOICES = tuple(str(number) for number in range(1, PILES + 1))

FOUL, LOSES, PUSHES, WINS = range(4)
RESULTS = ("foul", "loses-both", "one-each", "wins-both")
PARTS = ("loses", "copies", "wins")
OUTCOMES: tuple[Outcome, ...] = (LOSE, LOSE, PUSH, EVEN)

ROWS = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
    "five-aces",
    "seven-card-straight-flush-joker",
    "royal-match",
    "seven-card-straight-flush",
)
"""The paytables' names for the classes of `ranking.special`."""

Setting = tuple[tuple[int, ...], ...]
"""The positions of each part of a hand as it was set."""


BONUS_RULES = {
    "bonus_joker",
    "most_money",
    "straight_with_trips",
    "bonus_on_foul",
    "envy_minimum",
    "envy_hand",
    "envy_paid",
    "own_hand",
    "wager_order",
}
"""What is only asked where there is a bonus."""


class PaiGowPoker(BankedGame, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """What differs between rooms' versions; a game without the side bet lists no bonus."""

    house_way: Chart
    joker: Literal["bug", "wild"] = "bug"
    bonus_joker: Literal["same", "bug"] = "same"
    house_way_wild: Literal["largest-group", "best-use"] = "largest-group"
    pile_order: Literal["in-turn", "serpentine"] = "in-turn"
    wheel: Literal["lowest", "second-highest"] = "lowest"
    full_house_with_two_pair: Literal["keep-trips", "highest-pair"] = "keep-trips"
    bank_sets: Literal["house-way", "player-dealer"] = "house-way"
    bank_foul: Literal["reset", "loses"] = "reset"
    player_foul: Literal["loses", "reset"] = "loses"
    hand_control: Literal["most-money", "seated"] = "most-money"
    most_money: Literal["base-wagers", "all-wagers"] = "base-wagers"
    equal_money: Literal["collection", "front-position"] = "collection"
    several_seats: Literal["first-decided", "first-wagered-on", "all"] = "first-decided"
    two_exposed: Literal["misdeal", "replaced"] = "misdeal"
    wager_order: Order = "seat-by-seat"
    straight_with_trips: Literal["by-rank", "best-pay"] = "by-rank"
    bonus_on_foul: Literal["plays", "lost"] = "plays"
    envy_minimum: Literal["25", "5"] = "25"
    envy_hand: Literal["any", "with-fortune"] = "any"
    own_hand: Literal["wagered-on", "button"] = "wagered-on"
    envy_paid: Literal["end-of-round", "seat-by-seat"] = "end-of-round"

    def idle(self) -> set[str]:
        wild = set() if self.joker == "wild" else {"house_way_wild", "bonus_joker"}
        setting = {"most_money", "equal_money"} if self.hand_control == "seated" else set()
        return wild | setting | (set() if self.bonus else BONUS_RULES)

    @property
    def flags(self) -> int:
        """How five cards and seven are ranked, in the terms of `ranking.variants`."""
        return self.flags_with(self.joker)

    @property
    def bonus_flags(self) -> int:
        """The same for the seven cards of the bonus."""
        return self.flags_with("bug" if self.bonus_joker == "bug" else self.joker)

    def flags_with(self, joker: str) -> int:
        """The terms of the ranking with a joker that is a bug or wild."""
        kind = PAI_GOW_WILD if joker == "wild" else PAI_GOW_BUG
        return kind | (WHEEL_SECOND if self.wheel == "second-highest" else 0)


class PaiGowTable(Banking):
    """A table with piles before the house dealer and hands set in two parts."""

    params: PaiGowPoker

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.piles: list[Hand] = []
        self.aside: list[int] = []
        self.arranged: dict[str, Setting] = {}
        self.told: Any = None

    @property
    def inactive(self) -> int:
        """The seat out of play at a table of eight, on the player-dealer's right; 0 at a table of seven."""
        bank, places = self.state.bank, self.state.places
        return (bank - 2) % places + 1 if places > PILES else 0

    def may_bet_on(self, person: str) -> list[str]:
        return [seat for seat in super().may_bet_on(person) if int(seat) != self.inactive]

    def in_play(self, *spots: str) -> list[Hand]:
        """The hands with a wager on one of the spots, beginning at the action."""
        live = self.hands_with(*spots)
        return [hand for hand in self.around(self.action_seat) if hand in live]


# -- the rules that decide money ---------------------------------------------------------------------


@kernel
def part(mine: int, bank: int) -> int:
    """How one part stands against the player-dealer's: 0 loses, 1 is a copy, 2 wins.

    >>> [PARTS[part(mine, 5)] for mine in (4, 5, 6)]
    ['loses', 'copies', 'wins']
    """
    return 0 if mine < bank else 1 if mine == bank else 2


@kernel
def result(front: int, back: int, bank_front: int, bank_back: int) -> int:
    """How a setting fares: a front above the back is foul, and a copy goes to the player-dealer.

    >>> RESULTS[result(3, 9, 2, 8)], RESULTS[result(3, 9, 3, 8)], RESULTS[result(3, 8, 3, 8)]
    ('wins-both', 'one-each', 'loses-both')
    >>> RESULTS[result(9, 3, 2, 2)]
    'foul'
    """
    if front > back:
        return FOUL
    won = (front > bank_front) + (back > bank_back)
    return WINS if won == 2 else PUSHES if won else LOSES


@kernel
def counted_seat(bank: int, dice: int, places: int) -> int:
    """The seat that the dice give the action: seven seats are counted from the player-dealer, who is 1.

    >>> [counted_seat(3, dice, 7) for dice in (8, 15, 9, 14, 3)]
    [3, 3, 4, 2, 5]
    """
    return (bank - 1 + (dice - 1) % 7) % places + 1


def worth(
    game: PaiGowPoker, cards: Sequence[int], front: Sequence[int], back: Sequence[int]
) -> tuple[int, int]:
    """The values of the two parts of a hand, by their positions."""
    flags = game.flags
    return (
        two_rank([cards[at] for at in front], flags & JOKER_WILD != 0),
        high_with([cards[at] for at in back], flags),
    )


def two_and_five(setting: Setting) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The part of two and the part of five, or nothing if these are not the two parts.

    >>> two_and_five(((0, 1), (2, 3, 4, 5, 6))) == two_and_five(((2, 3, 4, 5, 6), (0, 1)))
    True
    >>> two_and_five(((0, 1, 2), (3, 4, 5, 6))) is None
    True
    """
    parts = sorted(setting, key=len)
    return (parts[0], parts[1]) if [len(one) for one in parts] == [2, 5] else None


def house_setting(game: PaiGowPoker, cards: Sequence[int]) -> Setting:
    """The house way for seven cards."""
    chart = lookup(
        game.house_way, game.full_house_with_two_pair == "keep-trips", game.house_way_wild == "best-use"
    )
    split = house_way(cards, chart, game.flags)
    front = split_front(range(7), split)
    return front, split_back(range(7), split)


def in_control(staked: Mapping[str, int], owner: str, paid: Mapping[str, int] | None = None) -> str:
    """Who sets a hand: the most money, the seated player among equals, else who paid the most collection.

    If that is equal too it is the first betting position, in whose order `staked` names the bettors.

    >>> in_control({"ann": 500, "bob": 700}, "ann"), in_control({"bob": 500, "ann": 500}, "ann")
    ('bob', 'ann')
    >>> in_control({"bob": 500, "cleo": 500}, "ann")
    'bob'
    >>> in_control({"bob": 500, "cleo": 500}, "ann", {"bob": 200, "cleo": 300})
    'cleo'
    """
    most = max(staked.values(), default=0)
    equal = [who for who, amount in staked.items() if amount == most]
    if owner in equal or not equal:
        return owner
    return max(equal, key=lambda who: paid.get(who, 0)) if paid else equal[0]


def seven_card_rows(game: PaiGowPoker, bonus: Bonus, cards: Sequence[int]) -> list[str]:
    """The rows of a paytable that seven cards are, the better poker hand first."""
    match = "royal-match" in bonus.pays
    flags = [game.bonus_flags]
    if game.straight_with_trips == "best-pay":
        flags.append(game.bonus_flags | TRIPS_OVER_STRAIGHT)
    return [ROWS[special.classify(cards, one, match)] for one in flags]


@classifier("seven-card")
def fortune_row(facts: Mapping[str, Any], game: Any) -> str | None:
    """The row that the best hand of all seven cards hits."""
    bonus = fortune(game)
    if bonus is None:
        return None
    rows = seven_card_rows(game, bonus, facts["cards"])
    return max(rows, key=lambda row: odds(bonus.pays[row]).win(100) if row in bonus.pays else -1)


def fortune(game: PaiGowPoker) -> Bonus | None:
    """The paytable of the bonus wager that is in use, if the game has one."""
    return next((bonus for bonus in game.bonus if bonus.spot == FORTUNE and bonus.applies(game)), None)


def envy_row(game: PaiGowPoker, cards: Sequence[int]) -> str | None:
    """The row for which a hand earns the other bettors their envy prizes."""
    bonus = fortune(game)
    if bonus is None:
        return None
    row = seven_card_rows(game, bonus, cards)[0]
    return row if row in bonus.prizes else None


# -- irregularities ----------------------------------------------------------------------------------


def exposed_in_piles(t: PaiGowTable, game: PaiGowPoker, facts: dict[str, Any]) -> Script:
    """A card shows while the piles are made: set aside and replaced, unless it is an ace or the joker."""
    piece = facts.get("piece", UNTOLD)
    if piece == UNTOLD:
        if t.lenient:
            raise MissingFact("Tell which card was exposed (piece): an ace or the joker means a misdeal.")
        return
    if piece == JOKER or rank(piece) == ACE:
        raise Misdeal("ace-or-joker-exposed", face(piece))
    if t.aside and game.two_exposed == "misdeal":
        raise Misdeal("two-cards-exposed", face(t.aside[-1]), face(piece))
    t.aside.append(piece)
    if t.lenient:
        t.supply.bar(piece, "was exposed and set aside")
    for pile in t.piles:
        for token in pile.tokens:
            if t.pieces[token] == piece:
                at = pile.tokens.index(token)
                del pile.tokens[at], pile.up[at]
                t.emit("set-aside", pile.key, token, piece)
                yield from t.draw(pile, DOWN)
                return


def bank_exposed(t: PaiGowTable, game: PaiGowPoker, facts: dict[str, Any]) -> Script:
    """The player-dealer's cards show before they are due: all hands are shuffled again."""
    if t.player_dealer.tokens and all(t.player_dealer.up):
        return  # they were opened already
    raise Misdeal("player-dealer-card-exposed")
    yield


def exposed_when_distributing(t: PaiGowTable, game: PaiGowPoker, facts: dict[str, Any]) -> Script:
    """A card shows while the piles are given out: that hand is dead and its wagers go back."""
    hand = t.hands.get(str(facts.get("seat", "")))
    if hand is not None and not hand.folded:
        t.give_back(hand, ("dead-hand", (hand.seat,)))
    elif t.lenient and hand is None:
        raise MissingFact("Tell at which seat a card was exposed (seat); it must be a seat with a wager.")
    return
    yield


def wrong_count(t: PaiGowTable, game: PaiGowPoker, facts: dict[str, Any]) -> Script:
    """Not exactly four cards are left over when the piles are made."""
    raise Misdeal("wrong-count-left-over")
    yield


# -- the round ---------------------------------------------------------------------------------------


def bot(view: View, question: Question) -> Any:
    """The house way for every hand."""
    return question.default if isinstance(question, Arrange) else sensible(view, question)


@plays(
    bot=bot,
    moments=("before-cards",),
    tells=("hand",),
    remedies={
        "exposed-in-piles": exposed_in_piles,
        "player-dealer-card-exposed": bank_exposed,
        "exposed-when-distributing": exposed_when_distributing,
        "wrong-count-left-over": wrong_count,
    },
)
def poker(t: PaiGowTable, game: PaiGowPoker) -> Script:
    """A round of pai gow poker."""
    yield from t.take_wagers()
    if not t.hands_with(WAGER, FORTUNE):
        return t.standing()
    for wager in t.wagers:
        if wager.hand == str(t.inactive):
            raise Refused(f"Seat {wager.hand} is out of play: it is on the player-dealer's right.")
    yield from make_piles(t, game)
    yield from t.dealt()
    pile = yield from t.ask(Choose(t.banker, "action-pile", CHOICES, CHOICES[0]))
    t.emit("action-pile", int(pile))
    t.reach("before-cards")
    told = open_dice(t, int(pile))
    yield from t.dealt("distribution")

    yield from set_hands(t, game)
    yield from set_bank(t, game)
    hands = t.in_play(WAGER, FORTUNE)
    prizes = envy_prizes(t, game, hands)
    for hand in hands:
        compare(t, game, hand)
    t.claim_bonuses()
    due = settle(t) if game.envy_paid == "end-of-round" else 0
    for person, hand, amount, because in prizes:
        t.prize(person, hand, ENVY, amount, because)
    due += settle(t)
    if not told and len(hands) > 1 and t.bank_money.paid + t.bank_money.taken < due:
        raise MissingFact(
            "Tell the three dice or the action_seat: the player-dealer's money does not reach every wager."
        )
    return t.standing()


def make_piles(t: PaiGowTable, game: PaiGowPoker) -> Generator[Asked, Any, None]:
    """Seven piles of seven face down before the house dealer, and four cards over."""
    t.piles = [t.open_hand(f"pile-{number}", 0, HOUSE) for number in CHOICES]
    short = []
    back = t.piles[::-1] if game.pile_order == "serpentine" else t.piles
    for pile in (t.piles + back) * 3 + t.piles:
        piece = t.supply.draw(pile.key)
        if type(piece) is Irregular:
            facts = {**piece.facts, "piece": piece.piece, "hand": pile.key}
            yield from t.remedy(Interrupt(piece.kind, facts))
            short.append(pile)
        else:
            t.take(pile, piece, DOWN)
    for pile in short:  # an exposed card is replaced from what is left over
        yield from t.draw(pile, DOWN)
    if not t.lenient and t.supply.left() + len(t.aside) != LEFT_OVER:
        raise Misdeal("wrong-count-left-over")


def open_dice(t: PaiGowTable, action_pile: int) -> bool:
    """The house dealer opens the cup: the seat counted gets the action pile, the others follow clockwise.

    False if a told round says neither the dice nor where the action was.
    """
    bank, places, told = t.state.bank, t.state.places, t.action_seat
    if not 0 <= told <= places:
        raise Refused(f"There is no seat {told}; this table has {places}.")
    dice = t.supply.dice(3)
    if not dice and t.lenient and t.told.dice:
        raise Refused(f"Three dice are thrown, and {t.told.dice} was told.")
    seat = counted_seat(bank, sum(dice), places) if dice else told or t.left_of(bank)
    t.emit("dice", dice, seat)
    first = (seat - bank) % places
    for count in range(PILES):
        pile = t.piles[(action_pile - 1 + count) % PILES]
        give(t, pile, (bank - 1 + (first + count) % PILES) % places + 1)
    t.piles = []
    give_first_action(t, seat)
    return bool(dice or told)


def give(t: PaiGowTable, pile: Hand, seat: int) -> None:
    """A pile goes to a seat; where nobody bet it goes unseen to the discards."""
    hand = t.player_dealer if seat == t.state.bank else t.hands.get(str(seat))
    if hand is None:
        t.emit("discard", pile.key, seat)
    else:
        for token in tuple(pile.tokens):
            t.move(token, pile, hand)
    del t.hands[pile.key]


# -- setting -----------------------------------------------------------------------------------------


def settings(t: PaiGowTable, game: PaiGowPoker) -> Iterator[tuple[Hand, str | None]]:
    """The hands with a base wager and who sets each; nobody where a person has another hand already."""
    busy: set[str] = set()
    for hand in t.in_play(WAGER):
        staked = at_risk(t, game, hand)
        several = len(staked) > 1 and game.equal_money == "collection"
        if game.hand_control == "seated" and hand.owner in staked:
            who = hand.owner
        else:
            who = in_control(staked, hand.owner, collections(t, hand) if several else None)
        yield hand, None if who in busy else who
        if game.several_seats != "all":
            busy.update([who] if game.several_seats == "first-decided" else staked)


def at_risk(t: PaiGowTable, game: PaiGowPoker, hand: Hand) -> dict[str, int]:
    """What each bettor has on a hand, in the order of the betting positions."""
    counted = (WAGER,) if game.most_money == "base-wagers" else (WAGER, FORTUNE)
    staked: dict[str, int] = {}
    for wager in sorted((wager for spot in counted for wager in t.on(hand, spot)), key=lambda one: one.id):
        staked[wager.by] = staked.get(wager.by, 0) + wager.amount
    return staked


def collections(t: PaiGowTable, hand: Hand) -> dict[str, int]:
    """What collection each bettor pays for his wagers on a hand."""
    placed: dict[str, list[tuple[str, str, int]]] = {}
    for wager in t.on(hand, WAGER):
        placed.setdefault(wager.by, []).append((hand.key, wager.spot, wager.amount))
    return {who: quote(t, who, squares) for who, squares in placed.items()}


def arrange(t: PaiGowTable, game: PaiGowPoker, hand: Hand, who: str) -> Arrange:
    """The question how to set a hand."""
    default = house_setting(game, t.look(hand))
    return Arrange(
        who, "set", tuple(hand.tokens), (2, 5), default, about=hand.key, faces=t.faces(hand), exact=False
    )


def set_hands(t: PaiGowTable, game: PaiGowPoker) -> Generator[Asked, Any, None]:
    """Everybody sets his hand at the same time and shows it to nobody; the rest go the house way."""
    found = list(settings(t, game))
    sees = {who: hand.key for hand, who in found if who is not None}
    for hand, who in found:
        if who is not None:
            seated = [wager.by for wager in t.on(hand, WAGER) if wager.by == hand.owner]
            for person in dict.fromkeys([who, *seated]):  # the seated player may look too, but at one hand
                if game.several_seats == "all" or sees.setdefault(person, hand.key) == hand.key:
                    t.tell(person, "hand", (hand.key,), (hand.key, t.look(hand)))
    answers = yield from t.ask_all(
        lambda: [arrange(t, game, hand, who) for hand, who in settings(t, game) if who is not None]
    )
    given = iter(answers)
    for hand, who in settings(t, game):
        t.arranged[hand.key] = house_setting(game, t.look(hand)) if who is None else next(given)


def set_bank(t: PaiGowTable, game: PaiGowPoker) -> Generator[Asked, Any, None]:
    """The player-dealer's cards are turned over and set; a foul setting of them does not stand."""
    if not t.in_play(WAGER):
        return
    cards = t.show(t.player_dealer)
    house = setting = house_setting(game, cards)
    if game.bank_sets == "player-dealer" or t.lenient:
        setting = yield from t.ask(arrange(t, game, t.player_dealer, t.banker))
        if game.bank_sets == "house-way" and parts_of(setting) != parts_of(house):
            t.breach("bank-not-house-way")
    if game.bank_foul == "reset" and is_foul(game, cards, setting):
        t.breach("bank-foul-reset")
        setting = house
    lay(t, t.player_dealer, setting)


def parts_of(setting: Setting) -> list[tuple[int, ...]]:
    """A setting as it can be compared with another."""
    return sorted(tuple(sorted(one)) for one in setting)


def is_foul(game: PaiGowPoker, cards: Sequence[int], setting: Setting) -> bool:
    """Whether a setting is no setting: not two and five, or the two above the five."""
    parts = two_and_five(setting)
    if parts is None:
        return True
    front, back = worth(game, cards, *parts)
    return front > back


def lay(t: PaiGowTable, hand: Hand, setting: Setting) -> None:
    """A hand's setting is seen by everybody."""
    cards = t.look(hand)
    parts = two_and_five(setting) or setting
    laid = [sorted((cards[at] for at in one), reverse=True) for one in parts]
    t.arranged[hand.key] = setting
    t.settings[hand.key] = " / ".join(" ".join(face(card) for card in one) for one in laid)
    t.emit("set", hand.key, t.settings[hand.key])


# -- settling ----------------------------------------------------------------------------------------


def compare(t: PaiGowTable, game: PaiGowPoker, hand: Hand) -> None:
    """A hand is turned up and its base wagers are claimed; the seven cards are noted for the bonus."""
    cards = t.show(hand)
    t.facts[hand.key] = {"cards": cards}
    if hand.key not in t.arranged:
        return
    if game.player_foul == "reset" and is_foul(game, cards, t.arranged[hand.key]):
        t.breach("foul-reset", hand.seat)
        t.arranged[hand.key] = house_setting(game, cards)
    lay(t, hand, t.arranged[hand.key])
    code = FOUL
    because: Because = ("foul", ())
    mine = two_and_five(t.arranged[hand.key])
    if mine is not None:
        bank_cards, bank = t.look(t.player_dealer), two_and_five(t.arranged[t.player_dealer.key])
        bank_front, bank_back = worth(game, bank_cards, *bank) if bank is not None else (-1, -1)
        if bank_front > bank_back:
            bank_front = bank_back = -1  # a foul bank beats nothing
        front, back = worth(game, cards, *mine)
        code = result(front, back, bank_front, bank_back)
        if code != FOUL:
            because = (RESULTS[code], (PARTS[part(front, bank_front)], PARTS[part(back, bank_back)]))
    t.claim(hand, WAGER, OUTCOMES[code], because)
    if code == FOUL and game.bonus_on_foul == "lost":
        t.claim(hand, FORTUNE, LOSE, because)


def envy_prizes(t: PaiGowTable, game: PaiGowPoker, hands: list[Hand]) -> list[tuple[str, Hand, int, Because]]:
    """What each envy button wins: a fixed prize for every other player's hand that is good enough."""
    bonus = fortune(game)
    if bonus is None:
        return []
    good = [(hand, envy_row(game, t.look(hand))) for hand in hands]
    own: dict[str, set[str]] = {}
    for wager in t.wagers:
        own.setdefault(wager.by, set()).add(wager.hand)
    found: list[tuple[str, Hand, int, Because]] = []
    for holder in hands:
        for wager in t.on(holder, FORTUNE):
            if wager.amount < cents(game.envy_minimum):
                continue
            mine = own[wager.by] if game.own_hand == "wagered-on" else {holder.key}
            for hand, row in good:
                if (
                    row is None
                    or hand.key in mine
                    or (game.envy_hand == "with-fortune" and not t.on(hand, FORTUNE))
                ):
                    continue
                because: Because = (f"{ENVY}.{row}", (hand.seat,))
                found.append((wager.by, holder, cents(bonus.prizes[row]), because))
    return found


def settle(t: PaiGowTable) -> int:
    """Meet the claims made so far; how much they came to."""
    due = sum(claim.win + claim.lose for claim in t.claims)
    t.settle()
    return due
