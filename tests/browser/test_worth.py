"""The tab that weighs the options of whoever must decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_the_options_of_who_must_decide_are_weighed(desk: Desks) -> None:
    d = desk()
    d.start("spoiled-victory", practice=True)
    d.page.get_by_role("tab", name="Worth").click()
    panel = d.page.get_by_test_id("analysis")
    panel.get_by_test_id("analyse").click()
    panel.locator("tbody tr").first.wait_for(timeout=60_000)
    assert "±" in panel.locator("tbody tr").first.inner_text()
    assert panel.get_by_test_id("analyse").is_enabled()
    assert d.axe() == []
