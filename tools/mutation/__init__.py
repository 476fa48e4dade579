"""Faults planted in a game's rules, to see whether its rule tests notice.

mutmut and cosmic-ray were looked at. Neither swaps sides, drops one condition of a list that is yielded, or draws a
sample by a seed; mutmut puts a trampoline into every class (our steps are frozen structs), cosmic-ray starts a new
interpreter for each fault, which costs us more than the tests. So: the syntax tree, the line map of `coverage`, and
fork.
"""
