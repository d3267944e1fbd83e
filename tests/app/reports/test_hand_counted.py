"""Every number of the dashboard against sessions counted by hand."""

import csv
import io
from typing import Any

import pytest

from app.analytics import recount
from app.core.http.csv_lines import safe
from app.ingest import merging
from app.reports import export, service
from app.reports.service import ReportQuery
from tests.fixtures import hand_counted


@pytest.fixture
def document(workspace: Any) -> dict[str, Any]:
    """The dashboard of the forty sessions."""
    hand_counted.lay()
    return service.dashboard(ReportQuery(), now=hand_counted.NOW)


def test_cards_are_what_was_counted_by_hand(document: dict[str, Any]) -> None:
    cards = {card["id"]: card for card in document["cards"]}
    assert list(cards) == list(hand_counted.CARDS)
    for name, expected in hand_counted.CARDS.items():
        assert {key: cards[name][key] for key in expected} == expected, name
        assert cards[name]["value"] is not None
        assert len(cards[name]["spark"]) == 28


def test_cards_after_merges_are_what_was_counted_by_hand(workspace: Any) -> None:
    hand_counted.lay()
    ids = hand_counted.contact_ids()
    for first, second in hand_counted.MERGES:
        merging.merge(ids[first], ids[second])
    assert_cards(hand_counted.CARDS | hand_counted.MERGED_CARDS)
    # Either of a pair is the older one, whose id stays: the other is parted again.
    for first, second in hand_counted.MERGES:
        merging.unmerge(max(ids[first], ids[second]))
    assert_cards(hand_counted.CARDS)
    assert recount.verify() == []


def assert_cards(expected: dict[str, Any]) -> None:
    """All eight cards are there, and their numbers are these."""
    cards = {card["id"]: card for card in service.dashboard(ReportQuery(), now=hand_counted.NOW)["cards"]}
    assert list(cards) == list(expected)
    for name, numbers in expected.items():
        assert {key: cards[name][key] for key in numbers} == numbers, name


def test_only_resolved_containment_has_not_settled(document: dict[str, Any]) -> None:
    assert [card["id"] for card in document["cards"] if card["provisional"]] == ["resolved_containment_rate"]


def test_figures_are_what_was_counted_by_hand(document: dict[str, Any]) -> None:
    assert document["excluded"] == hand_counted.EXCLUDED
    assert {item["id"]: item["count"] for item in document["outcomes"]["items"]} == hand_counted.OUTCOMES
    assert document["outcomes"]["ended"] == 26
    assert {row["channel"]: row["sessions"] for row in document["channels"]} == hand_counted.CHANNELS
    assert {row["intent"]: row["turns"] for row in document["intents"]["items"]} == hand_counted.INTENTS
    buckets = document["series"]["buckets"]
    for group, count in hand_counted.GROUPS.items():
        assert sum(bucket[group] for bucket in buckets) == count
    assert sum(bucket["total"] for bucket in buckets) == 30
    assert sum(bucket["previous"] for bucket in buckets) == 5


def test_sessions_fall_on_the_day_they_start(document: dict[str, Any]) -> None:
    buckets = {bucket["start"]: bucket for bucket in document["series"]["buckets"]}
    assert [min(buckets), max(buckets), len(buckets)] == ["2026-02-10", "2026-03-09", 28]
    assert buckets["2026-02-10"]["service"] == 1 and buckets["2026-02-10"]["previous"] == 1
    assert buckets["2026-03-03"]["service"] == 2
    assert buckets["2026-03-09"]["total"] == 1 and buckets["2026-03-09"]["previous"] == 1
    # Final 72 hours after their end: the last three days are not, at 14:37 on the day after.
    assert [start for start, bucket in buckets.items() if bucket["provisional"]] == [
        "2026-03-07",
        "2026-03-08",
        "2026-03-09",
    ]


def test_shares_and_intents_have_their_fractions(document: dict[str, Any]) -> None:
    intents = {row["intent"]: row for row in document["intents"]["items"]}
    assert document["intents"]["turns"] == 26
    # 8 of 26; rated sessions that end on it: 1, 22, 28, all good.
    assert intents["service.book"]["share"] == 30.8 and intents["service.book"]["csat"] == 100.0
    # Rated 7 and 16: neither good. A rate of nought is nought, not nothing.
    assert intents["service.status"]["csat"] == 0.0
    assert intents["sales.drive"]["csat"] == 100.0 and intents["sales.price"]["csat"] is None
    assert intents["sales.price"]["fallback_after"] == 33.3 and intents["sales.price"]["confidence"] == 0.8
    # 16 of 31 sessions.
    assert document["channels"][0]["share"] == 51.6


def test_todays_heat_has_its_hours_and_marks_the_one_under_way(workspace: Any) -> None:
    hand_counted.lay()
    # Monday 9 March: session 29 begins at 23:59:30 of the 9th, so look at the evening from within its last hour.
    now = hand_counted.local("03-09 23:59:50")
    heat = service.dashboard(ReportQuery(r="today"), now=now)["heat"]
    assert heat["partial"] == {"weekday": 0, "hour": 23}
    assert heat["cells"][0][23] == 1.0 and heat["cells"][0][22] == 0.0 and heat["cells"][1] == [None] * 24
    assert heat["peak"] == {"weekday": 0, "hour": 23, "value": 1.0}
    later = service.dashboard(ReportQuery(r="2026-03-09..2026-03-09"), now=hand_counted.NOW)["heat"]
    assert later["partial"] is None and later["cells"][0][23] == 1.0


def test_an_hour_under_way_is_left_out_of_the_mean_of_its_name(workspace: Any) -> None:
    hand_counted.lay()
    now = hand_counted.local("03-09 23:59:50")
    whole, begun = (service.dashboard(ReportQuery(today=today), now=now)["heat"] for today in (False, True))
    assert begun["partial"] is None and begun["cells"][0][23] == whole["cells"][0][23]


def test_all_time_is_compared_with_nothing(workspace: Any) -> None:
    hand_counted.lay()
    document = service.dashboard(ReportQuery(r="all"), now=hand_counted.NOW)
    assert document["filters"]["compared"] is None
    assert {card["delta_unit"] for card in document["cards"]} == {"none"}
    assert {bucket["previous"] for bucket in document["series"]["buckets"]} == {None}


@pytest.mark.parametrize(("r", "can"), [("last_28_days", True), ("yesterday", True), ("today", False),
                                        ("this_month", False), ("2026-03-01..2026-03-09", False)])  # fmt: skip
def test_today_can_follow_only_what_ends_yesterday(workspace: Any, r: str, can: bool) -> None:
    hand_counted.lay()
    for today in (False, True):
        filters = service.dashboard(ReportQuery(r=r, today=today), now=hand_counted.NOW)["filters"]
        assert filters["can_add_today"] is can
        assert (filters["to"] == "2026-03-10") is (r in ("today", "this_month") or (can and today))


def test_a_finished_year_has_cut_weeks_but_none_under_way(workspace: Any) -> None:
    hand_counted.lay()
    buckets = service.dashboard(ReportQuery(r="2025-01-01..2025-12-31", g="week"), now=hand_counted.NOW)["series"][
        "buckets"
    ]
    assert [bucket["start"] for bucket in buckets if bucket["partial"]] == ["2025-01-01", "2025-12-29"]
    assert not any(bucket["running"] for bucket in buckets)


def test_heat_is_the_mean_per_weekday(document: dict[str, Any]) -> None:
    # Four of each weekday. Tuesdays at 10: 17 February, 24 February; Tuesday 3 March at 05: two.
    cells = document["heat"]["cells"]
    assert cells[1][10] == 0.5 and cells[1][5] == 0.5
    assert sum(map(sum, cells)) * 4 == pytest.approx(31)
    # Mondays at 10: sessions 10, 17 and 26.
    assert document["heat"]["max"] == 0.75
    assert document["heat"]["peak"] == {"weekday": 0, "hour": 10, "value": 0.75}


def test_running_range_is_compared_with_the_same_elapsed_time(workspace: Any) -> None:
    hand_counted.lay()
    # Today until 14:37 against the Tuesday before until 14:37: 39 and 40 against 27 and 28.
    document = service.dashboard(ReportQuery(r="today", cmp="wk"), now=hand_counted.NOW)
    card = document["cards"][0]
    assert (card["value"], card["previous"], card["delta"]) == (2, 2, 0.0)
    assert document["filters"]["compared"] == {"from": "2026-03-03", "to": "2026-03-03", "measured": True}
    # At 05:29:30 the second of them had not begun.
    early = hand_counted.local("03-10 05:29:30")
    assert service.dashboard(ReportQuery(r="today", cmp="wk"), now=early)["cards"][0]["previous"] == 1
    assert service.dashboard(ReportQuery(r="today", cmp="wk"), now=early)["cards"][1]["previous"] == 1


def test_nothing_is_none_never_nought(workspace: Any) -> None:
    document = service.dashboard(ReportQuery(), now=hand_counted.NOW)
    values = {card["id"]: card["value"] for card in document["cards"]}
    assert values["engaged_sessions"] == 0 and values["users_active"] == 0
    assert all(value is None for name, value in values.items() if name not in ("engaged_sessions", "users_active"))
    assert document["as_of"] is None and document["heat"]["peak"] is None
    assert (document["cards"][0]["delta"], document["cards"][0]["delta_unit"]) == (None, "unmeasured")
    assert document["filters"]["compared"]["measured"] is False


def test_a_period_before_the_first_session_is_no_comparison(workspace: Any) -> None:
    """Nothing was measured in it: neither a count, a rate, a series, an outcome nor a channel has anything before."""
    hand_counted.lay()
    first = service.dashboard(ReportQuery(r="all"), now=hand_counted.NOW)["filters"]["from"]
    year = service.dashboard(ReportQuery(r=f"{first}..2026-03-09"), now=hand_counted.NOW)
    assert year["filters"]["compared"]["measured"] is False
    changes = [(card["previous"], card["previous_num"], card["delta"], card["delta_unit"]) for card in year["cards"]]
    assert set(changes) == {(None, None, None, "unmeasured")}
    assert {bucket["previous"] for bucket in year["series"]["buckets"]} == {None}
    assert {row["delta"] for row in [*year["outcomes"]["items"], *year["channels"]]} == {None}
    # A silence after the first session was measured: it is a nought.
    quiet = service.dashboard(
        ReportQuery(r="2026-03-10..2026-03-10", cmp="wk"), now=hand_counted.local("03-10 00:20:00")
    )
    assert quiet["filters"]["compared"]["measured"] is True and quiet["cards"][0]["previous"] == 0


def test_the_heat_of_the_same_sessions_is_the_same_in_every_range(workspace: Any) -> None:
    """A mean is over the days since the first session of the range, not over days on which nothing was measured."""
    hand_counted.lay()
    ranges = ("all", "2025-01-01..2026-03-10", "2021-03-11..2026-03-10")
    heats = [service.dashboard(ReportQuery(r=r), now=hand_counted.NOW)["heat"] for r in ranges]
    assert heats[0]["max"] > 0 and heats[0] == heats[1] == heats[2]


@pytest.mark.parametrize("figure", [name for name in export.FIGURES if name not in ("outlets", "anomalies")])
def test_csv_has_the_numbers_of_the_chart(document: dict[str, Any], figure: str) -> None:
    rows = list(csv.DictReader(io.StringIO(export.figure_csv(figure, document).removeprefix("\ufeff"))))
    values = [row["value"] for row in rows]
    chart_values: dict[str, list[Any]] = {
        "cards": [card["value"] for card in document["cards"]],
        "series": [b[g] for b in document["series"]["buckets"] for g in ("service", "sales", "psf", "total")],
        "outcomes": [item["share"] for item in document["outcomes"]["items"]],
        "channels": [row[k] for row in document["channels"] for k in ("sessions", "share", "csat", "fallback")],
        "intents": [
            row[k]
            for row in document["intents"]["items"]
            for k in ("turns", "share", "confidence", "fallback_after", "csat")
        ],
        "heat": [cell for row in document["heat"]["cells"] for cell in row],
    }
    assert values == ["" if value is None else str(value) for value in chart_values[figure]]
    assert all("zone=Asia/Kolkata" in row["flags"] for row in rows)
    assert all(row["flags"].startswith("unit=") for row in rows)
    shares = [row for row in rows if row["metric"].endswith("_share") and row["value"]]
    assert all(float(row["value"]) == round(100 * int(row["num"]) / int(row["den"]) + 1e-9, 1) for row in shares)


def test_csv_of_the_series_has_the_whole_beside_its_groups(document: dict[str, Any]) -> None:
    rows = list(csv.DictReader(io.StringIO(export.figure_csv("series", document).removeprefix("\ufeff"))))
    sums = [sum(int(row["value"]) for row in rows if bool(row["dims"]) == is_group) for is_group in (True, False)]
    assert sums == [30, 30] and {row["dims"] for row in rows} == {"group=service", "group=sales", "group=psf", ""}


def test_csv_cells_are_no_formulas() -> None:
    assert [safe(text) for text in ("=1+1", "+49", "-x", "@a", "\tx")] == ["'=1+1", "'+49", "'-x", "'@a", "'\tx"]
    risky = [
        "＝1",
        "＋1",
        "－1",
        "＠a",
        "−1",
        " =1",
        "\u3000\t＝1",
        "\u200b=1",
        "\ufeff+1",
        "\xa0@a",
        "\n=1",
        "\r",
        "﹢1",
    ]
    assert [safe(text) for text in risky] == [f"'{text}" for text in risky]
    plain = ["", " ", "a=b", "नमस्ते", "1-2", "(+91) 20", "–", " text"]
    assert [safe(text) for text in plain] == plain
    assert safe(-3.5) == -3.5 and safe("service.book") == "service.book"
