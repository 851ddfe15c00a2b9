"""What a person types, as answers to questions: numbers, initials, cards, amounts.

Only the shapes of questions are known here, never a game. `menu` lists what may be answered and what each
answer costs; `read` turns a line into an answer that the question has checked, or refuses it with one
sentence; `on_enter` is what an empty line means.

    >>> from housedealer.table.questions import Bet, Choose
    >>> turn = Choose("ann", "act", ("stand", "hit", "split"), "stand", costs={"split": 500})
    >>> [read(turn, text) for text in ("2", "h", "sp", "")]
    ['hit', 'hit', 'split', 'stand']
    >>> read(turn, "s")
    Traceback (most recent call last):
    ...
    housedealer.table.errors.Refused: 's' could be stand or split.
    >>> bet = Bet("ann", "bet", 800, 0, 1600, 1600, 50_000)
    >>> [read(bet, text) for text in ("f", "c", "r", "r 16", "3")]
    [-1, 0, 1600, 1600, 1600]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from housedealer.table.errors import Refused
from housedealer.table.game import Game
from housedealer.table.piece_questions import Arrange, Meld, Pick, positions
from housedealer.table.questions import CALL, FOLD, Amount, Bet, Choose, Question, Wagers
from housedealer.wagers.money import BadMoney, cents, dollars

SUITS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c"})
_BET = re.compile(r"^(?P<word>[a-z][a-z-]*(?: in| to)?)?\s*\$?(?P<amount>[\d.,]+)?$")
_WAGER = re.compile(
    r"^\$?(?P<amount>[\d.]+)?\s*(?:on\s+)?(?P<spot>[a-z0-9][\w '.-]*?)?(?:\s+at\s+(?P<hand>\S+))?$"
)
_TURNED = re.compile(
    r"^(?P<spot>(?:\d+-)?[a-z][\w '.-]*?)\s+\$?(?P<amount>[\d.]+)(?:\s+at\s+(?P<hand>\S+))?$"
)
MOST_MELDS = 9


class Item(NamedTuple):
    """One line of a menu: what to type, what it means in words, what it costs, and the answer itself."""

    key: str
    words: str
    cost: int
    answer: Any


def money(amount: int) -> str:
    """An amount for the screen, with thousands apart.

    >>> money(124_000), money(50), money(-2500)
    ('$1,240', '$0.50', '-$25')
    """
    whole, dot, rest = dollars(abs(amount)).partition(".")
    return f"{'-' if amount < 0 else ''}${int(whole):,}{dot}{rest}"


def menu(question: Question) -> list[Item]:
    """The answers that can be listed, numbered."""
    found: list[Any] = []
    if isinstance(question, Choose):
        found = list(question.options)
    elif isinstance(question, Bet):
        return [
            Item(str(at), bet_words(question, one), question.cost(one), one)
            for at, one in enumerate(bets(question), 1)
        ]
    elif isinstance(question, Meld):
        found = list(question.options[:MOST_MELDS])
    elif isinstance(question, Arrange):
        found = [question.default, *question.words]
        return [
            Item(str(at), "house way" if at == 1 else str(word), 0, word) for at, word in enumerate(found, 1)
        ]
    if isinstance(question, Choose) and all(word.isdigit() for word in found):
        return [Item(word, word, question.cost(word), word) for word in found]
    return [Item(str(at), question.spoken(one), question.cost(one), one) for at, one in enumerate(found, 1)]


def bets(question: Bet) -> list[int]:
    """The bets that can be listed: fold, call, and each fixed amount (or the least and the most)."""
    found = [FOLD] if question.may_fold else []
    found += [CALL] if question.may_call else []
    if question.amounts:
        return found + list(question.amounts)
    return found + (sorted({question.low, question.high}) if question.high else [])


def bet_words(question: Bet, bet: int) -> str:
    """A bet in words, with what matters about it: `raise to $16`, `all-in for $200`."""
    said, _, amount = question.spoken(bet).rpartition(" ")
    if bet <= 0:
        return question.spoken(bet)
    if question.cost(bet) == question.stack:
        return f"all-in for {money(bet)}"
    return f"{said}{' to' if said == 'raise' else ''} {money(cents(amount))}"


def on_enter(question: Any, last: Any = None) -> Any:
    """What an empty line means: the default; for wagers the last ones again, or the least one to play."""
    if not isinstance(question, Wagers):
        return question.default
    if last and not question.rule(question.who, last):
        return last
    for spot in question.spots:
        placed = ((question.hands[0], spot, question.limits[spot][0]),)
        if not question.rule(question.who, placed):
            return placed
    for one, other in combinations(question.spots, 2):  # such as an ante that needs a blind of its size
        least = max(question.limits[one][0], question.limits[other][0])
        both = ((question.hands[0], one, least), (question.hands[0], other, least))
        if not question.rule(question.who, both):
            return both
    return question.default


class Told(NamedTuple):
    """What a line is read with: words for spots, and in which order the hand's places are numbered."""

    spots: Mapping[str, str] = {}
    order: Sequence[int] = ()


def read(question: Question, text: str, last: Any = None, told: Told = Told()) -> Any:
    """The answer that a line means, checked by the question; `Refused` says in one sentence what is wrong."""
    line = " ".join(text.translate(SUITS).split())
    if not line:
        return question.check(on_enter(question, last))
    reader = next((found for shape, found in _READERS.items() if isinstance(question, shape)), None)
    try:
        answer = reader(question, line, told) if reader else question.parse(line)
    except BadMoney as error:
        raise Refused(str(error)) from None
    return question.check(answer)


def match(word: str, known: Iterable[str]) -> str:
    """The one of the known words that this one begins, or is.

    >>> match("pl", ("play", "fold"))
    'play'
    """
    wanted, words = _plain(word), list(dict.fromkeys(known))
    exact = [one for one in words if _plain(one) == wanted]
    begins = wanted and word[:1].isalnum()  # -3 is no 3x
    near = exact or [one for one in words if begins and _plain(one).startswith(wanted)]
    if len(near) == 1:
        return near[0]
    if near:
        raise Refused(f"{word!r} could be {_either(near)}.")
    raise Refused(f"{word!r} is not one of {', '.join(words)}.")


def _plain(word: str) -> str:
    return re.sub(r"[^a-z0-9]", "", word.lower())


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _numbered(question: Question, line: str) -> Any:
    items = menu(question)
    number = int(line)
    if not 1 <= number <= len(items):
        raise Refused(f"The answers are numbered 1 to {len(items)}.")
    return items[number - 1].answer


def _choose(question: Choose, line: str, _: Told) -> str:
    if line in question.options:
        return line
    if line.isdigit():
        return str(_numbered(question, line))
    return match(line, question.options)


def _amount(question: Amount, line: str, _: Told) -> int:
    named = {
        "min": question.low, "least": question.low, "none": 0, "no": 0, "max": question.high,
        "most": question.high, "all": question.high,
    }  # fmt: skip
    return named[line.lower()] if line.lower() in named else cents(line)


def _bet(question: Bet, line: str, _: Told) -> int:
    if line.isdigit():
        if int(line) <= len(bets(question)):
            return int(_numbered(question, line))
        raise Refused(
            f"Say 'r {line}' to make it ${line}; the numbers 1 to {len(bets(question))} are answers."
        )
    found = _BET.match(line.lower())
    word = (found["word"] or "r") if found else ""
    amount = found["amount"] if found else None
    if word in ("f", "fold") and not amount:
        return FOLD
    if word in ("c", "call", "k", "x", "ch", "check") and not amount:
        if word in ("k", "x", "ch", "check") and question.to_call:
            raise Refused(f"A check is not possible: there are {money(question.to_call)} to call.")
        return CALL
    if word in ("a", "all", "all in", "all-in", "allin") and not amount:
        return _all_in(question)
    if word not in ("b", "bet", "r", "raise", "raise to", "bet to", "complete", "bring-in", "bring in", "to"):
        raise Refused(
            f"{line!r} is not a bet: say f, c, or r with an amount, such as 'r {_example(question)}'."
        )
    if amount:
        return cents(amount)
    if question.amounts:
        return question.amounts[-1] if word == "complete" else question.amounts[0]
    if question.high and question.low < question.high:
        raise Refused(
            f"To how much? From {money(question.low)} to {money(question.high)}: 'r {_example(question)}'."
        )
    return question.high


def _example(question: Bet) -> str:
    return dollars(question.low or question.to_call or question.step)


def _all_in(question: Bet) -> int:
    everything = question.stack + question.in_round
    if everything in (question.high, *question.amounts):
        return everything
    if question.to_call >= question.stack:
        return CALL
    most = f": the most is {money(question.high)}" if question.high else ""
    raise Refused(f"You cannot put all your chips in here{most}.")


def places(words: Sequence[str], faces: Sequence[str], order: Sequence[int] = ()) -> tuple[int, ...]:
    """Positions in a hand from cards or from the numbers beneath them, `2 4` or `24`.

    >>> places(["2", "As"], ("Kd", "9h", "As")), places(["13"], ("Kd", "9h", "As"))
    ((1, 2), (0, 2))
    >>> places(["1", "9h"], ("Kd", "9h", "As"), (2, 0, 1))
    (2, 1)
    """
    shown = list(order) if len(order) == len(faces) else list(range(len(faces)))
    found: list[int] = []
    for word in words:
        if not word.isdigit():
            found += positions([word], faces, found)
        elif 1 <= int(word) <= len(faces):
            found.append(shown[int(word) - 1])
        elif all(1 <= int(digit) <= min(9, len(faces)) for digit in word):
            found += [shown[int(digit) - 1] for digit in word]
        else:
            raise Refused(f"There is no position {word}; the hand has {len(faces)}.")
    if len(set(found)) < len(found):
        raise Refused("Each position or card can be named only once.")
    return tuple(found)


def _split(line: str) -> list[str]:
    return line.replace(",", " ").split()


def _pick(question: Pick, line: str, told: Told) -> tuple[int, ...]:
    words = _split(line)
    if words[0].lower() in (question.name, "throw", "discard", "draw", "d", "t"):
        words = words[1:]
    if [word.lower() for word in words] in (["pat"], ["none"], ["p"], ["0"]):
        return ()
    if not words:
        raise Refused("Name the pieces, or say pat.")
    return places(words, question.faces, told.order)


def _arrange(question: Arrange, line: str, told: Told) -> Any:
    word = line.lower()
    if word in ("h", "house", "house way", "house-way", "1"):
        return question.default
    if word in question.words:
        return word
    if word.isdigit() and 1 < int(word) <= 1 + len(question.words):
        return question.words[int(word) - 2]
    if word.isalpha() and (near := [one for one in question.words if one.startswith(word)]):
        return near[0]
    named = [
        places(_split(part), question.faces, told.order) for part in re.split(r"[/|;]", line) if part.strip()
    ]
    return complete(named, question.sizes, len(question.pieces))


def complete(
    named: Sequence[tuple[int, ...]], sizes: Sequence[int], many: int
) -> tuple[tuple[int, ...], ...]:
    """A setting in the order of its sizes: parts may be named in any order, and one may be left out.

    >>> complete([(4, 0)], (2, 3), 5)
    ((4, 0), (1, 2, 3))
    """
    parts = list(named)
    taken = [at for part in parts for at in part]
    if len(set(taken)) < len(taken):
        raise Refused("A piece can stand in one part only.")
    if len(parts) == len(sizes) - 1:
        parts.append(tuple(at for at in range(many) if at not in taken))
    if sorted(map(len, parts)) != sorted(sizes):
        raise Refused(
            f"The parts have {_either([str(size) for size in sizes])} pieces, parted by '/'.".replace(
                " or ", " and "
            )
        )
    ordered = []
    for size in sizes:
        part = next(part for part in parts if len(part) == size)
        parts.remove(part)
        ordered.append(part)
    return tuple(ordered)


def spot_words(game: Game) -> dict[str, str]:
    """Every word for a spot of a game: its id, its title, its other names."""
    found: dict[str, str] = {}
    for spot in getattr(game.params, "spot", ()):
        for word in (spot.name, spot.title, *spot.also):
            if word:
                found.setdefault(word.lower(), spot.name)
    return found


def _wagers(question: Wagers, line: str, told: Told) -> Any:
    if line.lower() in ("none", "no", "pass", "0", "n", "sit out"):
        return ()
    placed = []
    for part in filter(None, (part.strip() for part in re.split(r",|;|\+| and ", line.lower()))):
        found = _TURNED.match(part) or _WAGER.match(part)
        if not found or not found["amount"]:
            raise Refused(f"{part!r} is not a wager such as '25 {question.spots[0]}'.")
        spot = _spot(found["spot"], question, told.spots)
        placed.append((found["hand"] or question.hands[0], spot, cents(found["amount"])))
    return tuple(placed)


def _spot(word: str | None, question: Wagers, spots: Mapping[str, str]) -> str:
    if not word:
        return question.spots[0]
    known = {name: name for name in question.spots} | {
        name: spot for name, spot in spots.items() if spot in question.spots
    }
    wanted = _plain(word)
    exact = {spot for name, spot in known.items() if _plain(name) == wanted or _initials(name) == wanted}
    near = exact or {spot for name, spot in known.items() if _plain(name).startswith(wanted)}
    if len(near) == 1:
        return near.pop()
    if near:
        raise Refused(f"{word!r} could be {_either(sorted(near))}.")
    raise Refused(f"There is no spot {word!r}; the spots are {', '.join(question.spots)}.")


def _initials(name: str) -> str:
    return "".join(part[0] for part in re.split(r"[^a-z0-9]+", name.lower()) if part)


def _meld(question: Meld, line: str, told: Told) -> Any:
    if line.isdigit():
        return _numbered(question, line)
    word, _, rest = line.partition(" ")
    acts = [*list(dict.fromkeys(act[0] for act in question.options)), "meld", "add", "discard", "done"]
    act = match(word, acts)
    if act == "meld" and rest:
        return ("meld", tuple(sorted(places(_split(rest), question.faces, told.order))))
    if act == "discard" and rest:
        return ("discard", places(_split(rest), question.faces, told.order)[0])
    return question.parse(f"{act} {rest}".strip())


_READERS: dict[type[Question], Callable[[Any, str, Told], Any]] = {
    Choose: _choose, Amount: _amount, Bet: _bet, Pick: _pick, Arrange: _arrange, Wagers: _wagers, Meld: _meld,
}  # fmt: skip


def hint(question: Question) -> str:
    """How this shape is answered, in one or two sentences."""
    match question:
        case Choose():
            return "Type the number or the first letters of your answer."
        case Amount():
            return (
                f"Type an amount from {money(question.low)} to {money(question.high)}, "
                f"in steps of {money(question.step)}; or min, max."
            )
        case Bet():
            return "Type f to fold, c to check or call, 'r 16' to make it $16, a for all-in; or a number."
        case Pick():
            least, most = question.fewest, question.most
            many = str(most) if least == most else f"{least} to {most}"
            return f"Name {many} by card (9h Ks) or by the number beneath it (2 4); 'pat' for none."
        case Arrange():
            sizes = " and ".join(map(str, question.sizes))
            return (
                f"Set {sizes}: name the cards of a part (or the numbers beneath), parts apart by '/'; "
                "the last part may be left out. Enter sets the house way."
            )
        case Wagers():
            return "Type amounts and spots: '25 ante, 5 pair-plus'. 'none' sits this round out."
        case Meld():
            return "Type a number, or 'meld 7s 7d 7h', 'add 7c to 1', 'discard Kd', 'done'."
    return "Type your answer."


def brief(question: Question) -> str:
    """What is worth saying beside a question without being asked for help."""
    match question:
        case Pick():
            return "Name them by card or by the number beneath: '2 4'."
        case Arrange():
            then = ", then / and the next" if len(question.sizes) > 2 else ""
            return f"Name {question.sizes[0]} by card or number{then}; the last part may be left out."
        case Meld():
            return "A number, or in words: 'meld 7s 7d 7h', 'add 7c to 1', 'discard Kd'."
    return ""


def legal(question: Question) -> dict[str, Any]:
    """A question as plain data: what a script needs in order to answer it."""
    found: dict[str, Any] = {"shape": question.shape}
    for name in question.__struct_fields__:
        value = getattr(question, name)
        if not callable(value) and name not in ("untold", "possible", "costs"):
            found[name] = value
    found["hint"] = hint(question)
    if items := menu(question):
        found["answers"] = [{"key": one.key, "say": one.words, "cost": dollars(one.cost)} for one in items]
    return found


ASKED = {
    "action-pile": "Which pile is the action pile?",
    "all-in": "Do you declare all-in?",
    "card": "Does your next card come up or down?",
    "declare": "Do you play this hand?",
    "force": "Do you force the option card?",
    "kill": "Do you kill the pot? The bets go up, and before the draw you act last.",
    "meld": "What do you lay down, or discard?",
    "out": "Eleven cards are melded: you are out",
    "showdown": "Do you show your hand?",
    "take": "Do you draw, or take the option card?",
    "turn": "Do you turn your last down card up?",
}
"""What a question asks whose name alone would not say it."""


def title_of(question: Question, pot: int = 0) -> str:
    """What a question asks, in words that fit every game.

    >>> title_of(Choose("ann", "card", ("up", "down"), "down"))
    'Does your next card come up or down?'
    >>> title_of(Choose("ann", "back-bet", ("bet", "fold"), "fold"))
    'Back bet?'
    """
    name = question.name.replace("-", " ")
    about = getattr(question, "about", None)
    hand = f" for hand {about}" if about and "." in str(about) else ""
    match question:
        case Bet():
            where = f", the pot is {money(pot)}" if pot else ""
            if not question.may_call:
                return f"Your {'opening bet' if name == 'bring in' else name}: it must be made{where}"
            call = (
                f"{money(min(question.to_call, question.stack))} to call"
                if question.to_call
                else "nothing to call"
            )
            return f"Your turn{hand}: {call}{where}"
        case Amount():
            span = f" ({money(question.low)} to {money(question.high)})"
            if name == "bank":
                return f"You are the player-dealer: how much do you put up?{span}"
            return f"{name.capitalize()}{hand}: how much?{span}"
        case Choose() | Meld() if question.name in ASKED:
            return ASKED[question.name]
        case Choose():
            return (
                f"Your decision{hand}"
                if name in question.options or name == "act"
                else f"{name.capitalize()}?"
            )
        case Pick():
            many = (
                f"{question.fewest} to {question.most}"
                if question.fewest < question.most
                else str(question.most)
            )
            return f"Which do you {name if name != 'draw' else 'throw away'}? ({many}){hand}"
        case Arrange():
            return f"Set your hand{hand}: {' / '.join(map(str, question.sizes))}"
        case Wagers():
            return "Your wagers"
    return f"{name.capitalize()}{hand}?"
