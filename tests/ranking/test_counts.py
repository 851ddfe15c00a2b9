"""Every hand of every deck, counted by class, against the published numbers."""

from math import comb
from typing import Any

import numpy as np
import pytest

from housedealer.kernel import fast, kernel
from housedealer.ranking import batch
from housedealer.ranking.badugi import badugi_size
from housedealer.ranking.high import BIT, high_of_word
from housedealer.ranking.low import ACE_TO_FIVE, ACES_HIGH, DEUCE_TO_SEVEN, JOKER_CHOOSES, low_category
from housedealer.ranking.poker import CATEGORY_NAMES, FLUSH, HIGH_CARD, category, least
from housedealer.ranking.poker import FIVE_OF_A_KIND as FIVE_OF_A_KIND_CATEGORY
from housedealer.ranking.variants import (
    BRIDGE_DECK,
    DECK_RANKS,
    FIVE_ACES,
    FIVE_OF_A_KIND,
    FLUSH_OVER_FULL_HOUSE,
    JOKER_BUG,
    JOKER_WILD,
    PAI_GOW_BUG,
    PAI_GOW_WILD,
    SHORT_DECK,
    SHORT_DECK_POKER,
    high_with,
)

Array = np.ndarray[Any, Any]


@kernel
def fill_combinations(deck: Any, size: int, out: Any) -> None:
    """Every choice of `size` cards of a deck, a row each."""
    pick = np.arange(size)
    for row in range(len(out)):
        for k in range(size):
            out[row, k] = deck[pick[k]]
        k = size - 1
        while k >= 0 and pick[k] == len(deck) - size + k:
            k -= 1
        if k < 0:
            return
        pick[k] += 1
        for j in range(k + 1, size):
            pick[j] = pick[j - 1] + 1


def hands_of(deck: list[int], size: int) -> Array:
    out = np.zeros((comb(len(deck), size), size), dtype=np.uint8)
    fast(fill_combinations)(np.array(deck, dtype=np.uint8), size, out)
    return out


@pytest.fixture(scope="module")
def five() -> Array:
    return hands_of(list(range(52)), 5)


@pytest.fixture(scope="module")
def with_joker() -> Array:
    """The 270,725 five-card hands that hold the joker."""
    four = hands_of(list(range(52)), 4)
    return np.hstack([four, np.full((len(four), 1), 52, dtype=np.uint8)])


def tally(values: Array, shift: int = 20) -> dict[str, int]:
    found, counts = np.unique(values >> shift, return_counts=True)
    names = [CATEGORY_NAMES[category(int(code) << 20)] for code in found]
    return dict(zip(names, map(int, counts), strict=True))


FIVE_OF_52 = {
    "high card": 1_302_540,
    "pair": 1_098_240,
    "two pair": 123_552,
    "three of a kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full house": 3_744,
    "four of a kind": 624,
    "straight flush": 36,
    "royal flush": 4,
}


def test_five_cards_of_a_deck(five: Array) -> None:
    values = batch.high_many(five)
    assert tally(values) == FIVE_OF_52
    assert len(np.unique(values)) == 7462
    assert (batch.high_with_many(five, 0) == values).all()


def test_how_many_values_each_class_has(five: Array) -> None:
    values = np.unique(batch.high_many(five))
    assert list(tally(values).values()) == [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]


@kernel
def count_seven(counts: Any) -> None:
    for a in range(52):
        wa = BIT[a]
        for b in range(a):
            wb = wa | BIT[b]
            for c in range(b):
                wc = wb | BIT[c]
                for d in range(c):
                    wd = wc | BIT[d]
                    for e in range(d):
                        we = wd | BIT[e]
                        for f in range(e):
                            wf = we | BIT[f]
                            for g in range(f):
                                counts[high_of_word(wf | BIT[g]) >> 20] += 1


@kernel
def count_seven_with_joker(flags: int, counts: Any) -> None:
    hand: Any = np.full(7, 52)
    for a in range(52):
        hand[0] = a
        for b in range(a):
            hand[1] = b
            for c in range(b):
                hand[2] = c
                for d in range(c):
                    hand[3] = d
                    for e in range(d):
                        hand[4] = e
                        for f in range(e):
                            hand[5] = f
                            counts[high_with(hand, flags) >> 20] += 1


@pytest.fixture(scope="module")
def seven() -> Array:
    counts = np.zeros(14, dtype=np.int64)
    fast(count_seven)(counts)
    return counts


def named(counts: Array) -> dict[str, int]:
    return {CATEGORY_NAMES[category(k << 20)]: int(n) for k, n in enumerate(counts) if n}


def test_seven_cards_of_a_deck(seven: Array) -> None:
    assert seven.sum() == 133_784_560
    assert named(seven) == {
        "high card": 23_294_460,
        "pair": 58_627_800,
        "two pair": 31_433_400,
        "three of a kind": 6_461_620,
        "straight": 6_180_020,
        "flush": 4_047_644,
        "full house": 3_473_184,
        "four of a kind": 224_848,
        "straight flush": 37_260,
        "royal flush": 4_324,
    }


def test_seven_cards_with_the_joker_as_a_bug(seven: Array) -> None:
    counts = seven.copy()
    fast(count_seven_with_joker)(PAI_GOW_BUG, counts)
    assert counts.sum() == 154_143_080
    assert named(counts) == {
        "high card": 24_780_420,
        "pair": 64_221_960,
        "two pair": 35_553_816,
        "three of a kind": 7_470_676,
        "straight": 11_236_028,
        "flush": 6_172_088,
        "full house": 4_188_528,
        "four of a kind": 307_472,
        "straight flush": 184_832,
        "royal flush": 26_132,
        "five aces": 1_128,
    }


def test_seven_cards_with_the_joker_wild(seven: Array) -> None:
    counts = seven.copy()
    fast(count_seven_with_joker)(PAI_GOW_WILD, counts)
    assert counts.sum() == 154_143_080
    assert named(counts) == {
        "high card": 23_294_460,
        "pair": 61_644_960,
        "two pair": 31_433_400,
        "three of a kind": 13_315_300,
        "straight": 11_083_940,
        "flush": 6_027_224,
        "full house": 5_997_144,
        "four of a kind": 1_121_024,
        "straight flush": 184_832,
        "royal flush": 26_132,
        "five of a kind": 13_536,
        "five aces": 1_128,
    }


def test_five_cards_with_the_joker_wild(with_joker: Array) -> None:
    counts = tally(batch.high_with_many(with_joker, JOKER_WILD | FIVE_OF_A_KIND))
    total = {name: FIVE_OF_52.get(name, 0) + counts.get(name, 0) for name in CATEGORY_NAMES}
    assert sum(total.values()) == 2_869_685
    assert total == {
        "high card": 1_302_540,
        "pair": 1_268_088,
        "two pair": 123_552,
        "three of a kind": 137_280,
        "straight": 20_532,
        "flush": 7_804,
        "full house": 6_552,
        "four of a kind": 3_120,
        "straight flush": 180,
        "royal flush": 24,
        "five of a kind": 12,
        "five aces": 1,
    }


def test_five_cards_with_the_joker_as_a_bug(with_joker: Array) -> None:
    counts = tally(batch.high_with_many(with_joker, JOKER_BUG | FIVE_ACES))
    total = {name: FIVE_OF_52.get(name, 0) + counts.get(name, 0) for name in CATEGORY_NAMES}
    assert sum(total.values()) == 2_869_685
    straights_and_flushes = {"straight": 20_532, "flush": 7_804, "straight flush": 180, "royal flush": 24}
    assert {name: total[name] for name in straights_and_flushes} == straights_and_flushes
    # With the joker as an ace: four cards of which none, one, two, three or all are aces.
    assert total["five aces"] == 1
    assert total["four of a kind"] == 624 + 4 * 48 + 12
    assert total["full house"] == 3_744 + 6 * 12 * 6 + 4 * 12 * 4
    assert total["five of a kind"] == 0


@pytest.mark.parametrize("flags", [JOKER_WILD | FIVE_OF_A_KIND, JOKER_BUG | FIVE_ACES])
def test_the_joker_is_always_the_best_card_that_it_may_be(with_joker: Array, flags: int) -> None:
    """Each of the 270,725 hands with the joker replaced by each card that isn't in it."""
    four = with_joker[:, :4]
    best = np.zeros(len(four), dtype=np.int32)
    for card in range(52):
        values = batch.high_many(np.hstack([four, np.full((len(four), 1), card, dtype=np.uint8)]))
        allowed = (four != card).all(axis=1)
        if flags & JOKER_BUG and card < 48:
            names = {name: least(CATEGORY_NAMES.index(name)) for name in CATEGORY_NAMES}
            straights = (values >= names["straight"]) & (values < names["flush"])
            flushes = (values >= names["flush"]) & (values < names["full house"])
            allowed &= straights | flushes | (values >= names["straight flush"])
        best = np.where(allowed, np.maximum(best, values), best)
    alike = (four >> 2 == four[:, :1] >> 2).all(axis=1) & ((flags & JOKER_WILD > 0) | (four[:, 0] >= 48))
    found = batch.high_with_many(with_joker, flags)
    assert (found[~alike] == best[~alike]).all()
    assert (found[alike] >= least(FIVE_OF_A_KIND_CATEGORY)).all()
    assert int(alike.sum()) == (13 if flags & JOKER_WILD else 1)


def test_five_cards_of_a_short_deck() -> None:
    hands = hands_of(list(range(16, 52)), 5)
    values = batch.high_with_many(hands, SHORT_DECK_POKER)
    counts = tally(values)
    assert counts == {
        "high card": 122_400,
        "pair": 193_536,
        "two pair": 36_288,
        "three of a kind": 16_128,
        "straight": 6_120,
        "flush": 480,
        "full house": 1_728,
        "four of a kind": 288,
        "straight flush": 20,
        "royal flush": 4,
    }
    # The order in which `tally` lists them is the order of the hands: the rarer flush is above.
    assert list(counts).index("flush") > list(counts).index("full house")
    assert list(tally(batch.high_with_many(hands, SHORT_DECK))) == list(CATEGORY_NAMES[:10])


def test_five_cards_of_a_deck_without_eights_nines_and_tens() -> None:
    deck = [card for card in range(52) if DECK_RANKS[BRIDGE_DECK] >> card // 4 & 1]
    values = batch.high_with_many(hands_of(deck, 5), BRIDGE_DECK | FLUSH_OVER_FULL_HOUSE)
    assert tally(values) == {
        "high card": (comb(10, 5) - 7) * (4**5 - 4),
        "pair": 10 * 6 * comb(9, 3) * 4**3,
        "two pair": comb(10, 2) * 6**2 * 8 * 4,
        "three of a kind": 10 * 4 * comb(9, 2) * 4**2,
        "straight": 7 * (4**5 - 4),
        "flush": (comb(10, 5) - 7) * 4,
        "full house": 10 * 4 * 9 * 6,
        "four of a kind": 10 * 36,
        "straight flush": 24,
        "royal flush": 4,
    }


def test_ace_to_five_lows(five: Array) -> None:
    values = batch.ace_to_five_many(five)
    assert len(np.unique(values)) == 6175
    assert int((values >= values.max()).sum()) == 4**5
    classes = np.bincount([low_category(int(value)) for value in np.unique(values)])
    assert list(classes) == [1287, 2860, 858, 858, 0, 0, 156, 156]


def test_deuce_to_seven_lows_are_the_high_hands_upside_down_but_for_the_wheel(five: Array) -> None:
    values = batch.deuce_to_seven_many(five)
    assert len(np.unique(values)) == 7462
    highs = batch.high_many(five)
    wheels = ((1 << (five >> 2).astype(np.int64)).sum(axis=1)) == 0b1000000001111
    # Sorted by their high value, all others are sorted from the best low to the worst.
    order = np.argsort(highs[~wheels], kind="stable")
    lows = values[~wheels][order]
    assert (np.diff(lows) <= 0).all()
    assert ((np.diff(lows) == 0) == (np.diff(highs[~wheels][order]) == 0)).all()
    assert {low_category(int(value)) for value in np.unique(values[wheels])} == {HIGH_CARD, FLUSH}
    assert int((values == values.max()).sum()) == 4**5 - 4


def test_a_joker_in_a_low_makes_as_many_lows_as_it_can(with_joker: Array) -> None:
    without_pair = comb(13, 4) * 4**4
    for flags in (ACE_TO_FIVE, ACES_HIGH, DEUCE_TO_SEVEN, DEUCE_TO_SEVEN | JOKER_CHOOSES):
        values = batch.low_with_many(with_joker, flags)
        kinds = np.array([low_category(int(value)) for value in np.unique(values)])
        of = dict(zip(np.unique(values), kinds, strict=True))
        counts = np.bincount([of[value] for value in values], minlength=9)
        straights = 4**4 * (5 if flags == DEUCE_TO_SEVEN else 0)
        # As the lowest missing rank it completes 2-3-4-5-6 from each of its five gaps, and no other.
        assert counts[0] == without_pair - straights
        assert counts[4] == straights


def test_badugis() -> None:
    hands = hands_of(list(range(52)), 4)
    for aces_high in (False, True):
        values = batch.badugi_many(hands, aces_high)
        sizes = np.bincount([badugi_size(int(value)) for value in values])
        assert list(sizes) == [0, 2_873, 96_252, 154_440, 17_160]
        assert len(np.unique(values)) == 13 + comb(13, 2) + comb(13, 3) + comb(13, 4)
