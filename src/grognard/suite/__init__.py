"""The contract suite: checks that every game must pass, public so that plugin authors can run them on theirs.

from grognard.suite import CHECKS, rule

@pytest.mark.parametrize("check", CHECKS)
def test_contract(check):
    check(my_game)

@rule("10.4.4", "10.4.5")
def test_a_success_takes_a_step(): ...
"""

from grognard.suite.checks import CHECKS, contract_suite, offers_are_right, rule
from grognard.suite.walking import Node, settings, walk, walks

__all__ = ["CHECKS", "Node", "contract_suite", "offers_are_right", "rule", "settings", "walk", "walks"]
