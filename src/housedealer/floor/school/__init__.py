"""The dealer's school: one more driver of the scripts, which asks a trainee before the script goes on.

A round is played ahead by the game's bots, from a seed. What the script did then, verb by verb, is the truth
that the trainee is asked for: who acts next, to whom the next piece goes, who pays which fee, which wager is
settled next and how. Nothing here knows a rule of any game. The same round is then dealt again before the
trainee and stops after the verb before each question.
"""
