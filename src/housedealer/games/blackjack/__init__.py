"""Games to a total against the player-dealer: hit, stand, double, split, surrender, insurance.

`params` says what the games share as data, `table` adds split hands to the table's verbs, `hands` is the part
of the round that is the same in all of them, `buster` the side bet on the player-dealer's bust. A game's own
module holds its totals, its comparison and its script.
"""
