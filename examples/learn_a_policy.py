"""How soon does a small policy learn to beat random play?

It learns from games of the bot `advisor`, word by word: how often each word is said, by the step that asks, the turn,
and the words before it in the same action. That is all it knows; it takes the word that its teacher said most often
among those that are legal, and falls back on less of the context where it has never been.

    python examples/learn_a_policy.py 200 200     # lessons, games of the match
"""

import random
import sys
from collections import Counter, defaultdict

import grognard
from grognard.bots.match import bot_of
from grognard.envs import Course

GAME, SCENARIO = "spoiled-victory", "dynamo"
TEACHER = "advisor"


def contexts(course):
    """What the policy looks at, from the most to the least."""
    view = course.view(course.seat)
    step = type(view.stack[-1]).__name__
    numbers = tuple(getattr(view, "loc", ()))
    said = tuple(course.said)
    return [(step, said, numbers), (step, said, view.turn), (step, said), (step, said[-1:]), (step, len(said))]


class Policy:
    def __init__(self):
        self.counts = defaultdict(Counter)

    def learn(self, course, word):
        for context in contexts(course):
            self.counts[context][word] += 1

    def pick(self, course, rng):
        legal = course.legal()
        for context in contexts(course):
            known = self.counts.get(context)
            weights = [known[word] if known else 0 for word in legal]
            if any(weights):
                return max(zip(weights, legal, strict=True))[1]
        return random_word(course, rng)


def random_word(course, rng):
    legal = course.legal()
    return legal[int(rng.random() * len(legal))]


def lessons(policy, games):
    """Listen to the teacher play itself."""
    game = grognard.load(GAME)
    for number in range(games):
        course = Course(game, SCENARIO, seed=f"lesson {number}")
        teachers = {seat: bot_of(game, TEACHER) for seat in game.seats}
        while not course.over:
            seat = course.seat
            view = game.view(course.s, seat).copy()
            action = teachers[seat].choose(game, view, seat, course.rng)
            deed = game.deed(course.s, action)
            heard = course.copy()
            for word in course.spell(deed):
                policy.learn(heard, word)
                heard.say(word)
            course.play(deed)


def match(policy, games):
    """The share of evacuations in which the policy brings more men home than random play does with dice of the same
    seed; as many count half."""
    game = grognard.load(GAME)
    won = 0.0
    for number in range(games):
        scores = []
        for pick in (policy.pick, random_word):
            rng = random.Random(number)
            course = Course(game, SCENARIO, seed=f"match {number}")
            while not course.over:
                course.say(pick(course, rng))
            scores.append(course.result.score)
        won += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
    return won / games


def main(taught=200, games=200):
    policy = Policy()
    print(f"untaught: {match(policy, games):.0%} of {games} games against random play")
    lessons(policy, taught)
    share = match(policy, games)
    print(f"after {taught} lessons: {share:.0%}")
    return share


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
