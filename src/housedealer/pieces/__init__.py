"""What is dealt: cards, tiles and dice as plain ints; decks; the shuffle and its proof; the supply.

>>> from housedealer.pieces import cards, decks, shuffle
>>> cards.face(shuffle.seeded_order(decks.Deck().pieces, "lesson 1")[0])
'4s'
"""
