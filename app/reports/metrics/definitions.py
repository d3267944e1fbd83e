"""The one registry of metrics: how each is counted, where its evidence lies and what it is called."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

import orjson

from app.conversations.provenance import NOTHING, Provenance

Unit = Literal["count", "percent", "money", "score", "ratio", "duration"]
UNITS: tuple[Unit, ...] = get_args(Unit)
MICRO = 1_000_000
CURRENCY_PLACES = 2


@dataclass(frozen=True, slots=True)
class Metric:
    """One number's definition: numerator and denominator name rollup counts, evidence names list filters."""

    id: str
    unit: Unit
    better: Literal["up", "down"]
    num: str
    den: str | None = None
    evidence: str = "engaged"
    """`is=` of the sessions behind the numerator."""
    population_evidence: str | None = None
    """`is=` of the sessions behind the denominator."""
    settles_hours: int = 0
    """For how long after the range's end the number may still change by its own definition."""
    evidence_counts: bool = True
    """Whether the number of sessions behind the numerator is the numerator itself."""
    cover: str = "engaged"
    """The count of engaged sessions whose source can tell this number at all: `engaged` or a name of COVERS."""
    condition: str = ""
    """What else narrows the list it opens: `f=` of sessions; of calls, a name of their evidence."""
    basis: str | None = None
    """The count of what a number is found among that is no share of it, such as a median or a share of times."""

    @property
    def version(self) -> int:
        """The number of its present definition."""
        return int(self.versions[-1]["version"])

    @property
    def versions(self) -> list[dict[str, Any]]:
        """Its definitions, the first one first: number, first day, what changed by language, and a mark of each."""
        return _versions()[self.id]

    @property
    def mark(self) -> str:
        """What changes whenever its definition does: what is counted, and how that is said in English."""
        texts = [value for name, value in sorted(self.words("en").items()) if name != "name"]
        definition = (self.unit, self.num, self.den, self.evidence, self.population_evidence, self.settles_hours,
                   self.cover, str(NEEDS.get(self.num)), str(NEEDS.get(self.den or "")))  # fmt: skip
        return sha256(orjson.dumps([definition, texts])).hexdigest()[:12]

    def words(self, language: str) -> dict[str, str]:
        """Its name, its formula, whom it is counted over and when there is no number, in a language."""
        words = _words()[language]
        name, formula, population = words[self.id]
        rule = words["null"][0 if self.den else 1]
        return {"name": name, "formula": formula, "population": population, "null_rule": rule}


def mark_words(marks: list[str], language: str) -> list[str]:
    """What marks on a number mean, in a language."""
    return [_words()[language]["marks"][mark] for mark in marks]


def event_words(language: str) -> dict[str, str]:
    """What the events of a session are called, by id, in a language."""
    words: dict[str, str] = _words()[language]["events"]
    return words


@cache
def _words() -> dict[str, dict[str, Any]]:
    """What metrics are called and how they and the marks on them are explained, by language and id."""
    words: dict[str, dict[str, Any]] = orjson.loads(Path(__file__).with_name("words.json").read_bytes())
    return words


@cache
def _versions() -> dict[str, list[dict[str, Any]]]:
    """The definitions that metrics have had, by id. A change of one adds a version; a test asks for it."""
    versions: dict[str, list[dict[str, Any]]] = orjson.loads(Path(__file__).with_name("versions.json").read_bytes())
    return versions


DASHBOARD = (
    Metric("engaged_sessions", "count", "up", "engaged"),
    Metric("users_active", "count", "up", "users", evidence="named", evidence_counts=False, cover="named"),
    Metric(
        "resolved_containment_rate",
        "percent",
        "up",
        "resolved",
        "followed",
        "resolved",
        "followed",
        settles_hours=24,
        cover="named",
    ),
    Metric("handoff_rate", "percent", "down", "handoff_requested", "bot_sessions", "handed_off", "bot_session"),
    Metric(
        "fallback_rate",
        "percent",
        "down",
        "fallback_turns",
        "nlu_turns",
        "fallback",
        "nlu",
        evidence_counts=False,
        cover="explained",
    ),
    Metric("completion_rate", "percent", "up", "goal_hit", "goal_entered", "goal", "entered"),
    Metric("csat", "percent", "up", "satisfied", "ratings", "satisfied", "rated", cover="rateable"),
    Metric(
        "cost_per_session",
        "money",
        "down",
        "cost_micro",
        "priced",
        "priced",
        "priced",
        evidence_counts=False,
        cover="priced",
    ),
)
USAGE = (
    Metric("sessions", "count", "up", "sessions", evidence=""),
    Metric("active_sessions", "count", "up", "active_sessions", evidence="", evidence_counts=False),
    Metric("engagement_rate", "percent", "up", "engaged", "sessions", "engaged", ""),
    Metric("containment_rate", "percent", "up", "contained", "bot_sessions", "contained", "bot_session"),
    Metric(
        "session_fallback_rate",
        "percent",
        "down",
        "bot_fallback",
        "understood",
        "bot_fallback",
        "understood",
        cover="explained",
    ),
    Metric(
        "fallback_streak_rate",
        "percent",
        "down",
        "bot_streak",
        "understood",
        "bot_streak",
        "understood",
        cover="explained",
    ),
    Metric(
        "nlu_coverage",
        "percent",
        "up",
        "accepted_turns",
        "nlu_turns",
        "nlu",
        "nlu",
        evidence_counts=False,
        cover="explained",
    ),
    Metric(
        "low_confidence_rate",
        "percent",
        "down",
        "low_confidence_turns",
        "nlu_turns",
        "",
        "nlu",
        evidence_counts=False,
        condition="cause:eq:low_confidence",
        cover="explained",
    ),
    Metric(
        "confidence_p50",
        "ratio",
        "up",
        "confidence_p50",
        "confidence_scale",
        "nlu",
        evidence_counts=False,
        cover="explained",
        basis="confident_turns",
    ),
    Metric(
        "handoff_wait",
        "duration",
        "down",
        "handoff_wait_p50",
        evidence="handed_off",
        condition="handoff:in:accepted,closed",
        evidence_counts=False,
        basis="handoffs_accepted",
    ),
    Metric(
        "missed_handoff_rate",
        "percent",
        "down",
        "handoffs_missed",
        "handoffs",
        "handed_off",
        condition="missed_handoff:eq:1",
        evidence_counts=False,
    ),
    Metric("messages_in", "count", "up", "messages_in", evidence_counts=False),
    Metric("messages_out", "count", "up", "messages_out", evidence_counts=False),
    Metric("messages_human", "count", "down", "messages_human", evidence_counts=False),
    Metric("msgs_per_session", "ratio", "up", "messages", "engaged", evidence_counts=False),
    Metric("session_duration", "duration", "up", "duration_p50", basis="timed_sessions", evidence_counts=False),
    Metric(
        "bot_latency", "duration", "down", "latency_p95", basis="answered", evidence_counts=False, cover="answering"
    ),
    Metric(
        "error_rate",
        "percent",
        "down",
        "error_turns",
        "turns",
        evidence_counts=False,
        condition="failed_turns:gt:0",
    ),
    Metric("delivery_rate", "percent", "up", "sent_delivered", "sent_accepted", "", evidence_counts=False),
    Metric("read_rate", "percent", "up", "sent_read", "sent_delivered", "", evidence_counts=False),
)
ENGAGEMENT = (
    Metric("users_new", "count", "up", "users_new", evidence="named", evidence_counts=False, cover="named"),
    Metric("users_returning", "count", "up", "users_returning", evidence="named", evidence_counts=False, cover="named"),
    Metric(
        "sessions_per_user", "ratio", "up", "named", "users", evidence="named", evidence_counts=False, cover="named"
    ),
    Metric("stickiness", "percent", "up", "user_days", "month_days", "named", evidence_counts=False, cover="named"),
    Metric("dau", "ratio", "up", "user_days", "days", "named", evidence_counts=False, cover="named"),
    Metric("wau", "count", "up", "week_users", evidence="named", evidence_counts=False, cover="named"),
    Metric("mau", "count", "up", "month_users", evidence="named", evidence_counts=False, cover="named"),
    Metric("goal_reach", "percent", "up", "goal_hit", "engaged", "goal", "engaged"),
    Metric("abandonment_rate", "percent", "down", "abandoned", "ended_bot", "abandoned", "ended"),
    Metric("repeat_contact_rate", "percent", "down", "repeats", "named", "repeats", "named", cover="named"),
    Metric(
        "durable_resolution_rate",
        "percent",
        "up",
        "lasting",
        "followed",
        "lasting",
        "followed",
        settles_hours=7 * 24,
        cover="named",
    ),
    Metric("turns_per_session", "count", "up", "turns_p50", basis="engaged", evidence_counts=False),
    Metric("csat_response_rate", "percent", "up", "ratings", "rating_prompted", "rated", cover="rateable"),
    Metric("nps", "score", "up", "nps_points", "nps_ratings", evidence_counts=False, basis="nps_ratings"),
    Metric(
        "recency", "count", "down", "recency_p50", evidence="named", evidence_counts=False, cover="named", basis="users"
    ),
)
_unlisted = partial(Metric, evidence="", evidence_counts=False)
"""Declares a number that no list of sessions is behind."""
_of_calls = partial(Metric, evidence="")
"""Declares a number of calls whose list has as many of them."""
SPEECH = (
    _of_calls("calls", "count", "up", "calls"),
    _of_calls(
        "answered_rate", "percent", "up", "call_answered", "calls", population_evidence="", condition="answered"
    ),
    _unlisted("call_duration", "duration", "down", "call_p50", basis="call_lengths", condition="measured"),
    _unlisted("call_duration_p90", "duration", "down", "call_p90", basis="call_lengths", condition="measured"),
    _unlisted(
        "talk_ratio", "percent", "up", "call_user_ms", "call_speech_ms", population_evidence="", basis="call_timed",
        condition="timed",
    ),
    _unlisted(
        "non_talk_share", "percent", "down", "call_silence_ms", "call_timed_ms", population_evidence="",
        basis="call_timed", condition="timed",
    ),
    _unlisted("longest_silence", "duration", "down", "call_longest_ms", basis="call_timed", condition="timed"),
    _unlisted(
        "interruptions_per_min", "ratio", "down", "call_interruptions_scaled", "call_timed_ms", population_evidence="",
        basis="call_timed", condition="timed",
    ),
    _unlisted(
        "words_per_min", "ratio", "up", "call_words_scaled", "call_user_ms", population_evidence="",
        basis="call_timed_words", condition="timed",
    ),
    _unlisted(
        "no_input_rate", "percent", "down", "call_silences", "call_asks", population_evidence="", condition="silent"
    ),
    _unlisted(
        "no_match_rate", "percent", "down", "call_missed", "call_spoken", population_evidence="", condition="missed"
    ),
    _unlisted(
        "asr_confidence", "ratio", "up", "call_confidence_sum", "call_confidence_weight", population_evidence="",
        basis="call_spoken", condition="spoken",
    ),
    _unlisted(
        "dtmf_fallback_rate", "percent", "down", "call_keyed", "call_heard", population_evidence="", condition="keyed"
    ),
    _of_calls(
        "transfer_rate", "percent", "down", "call_transferred", "call_answered", population_evidence="",
        condition="transferred",
    ),
    _unlisted(
        "wer", "percent", "down", "call_word_errors", "call_corrected_words", population_evidence="",
        basis="call_corrected_turns", condition="corrected",
    ),
)  # fmt: skip
DOCUMENTS = (
    _unlisted("knowledge_questions", "count", "up", "knowledge_questions"),
    _unlisted("retrieval_hit_rate", "percent", "up", "knowledge_answered", "knowledge_questions"),
    _unlisted("thumbs_rate", "percent", "up", "answers_helpful", "answers_judged"),
    _unlisted("zero_result_queries", "count", "down", "knowledge_zero"),
    _unlisted("unanswered_clusters", "count", "down", "question_groups"),
    _unlisted("docs_active", "count", "up", "documents_active"),
    _unlisted("never_used_share", "percent", "down", "documents_unused", "documents_active"),
    _unlisted("stale_share", "percent", "down", "documents_stale", "documents_active"),
    _unlisted("cited_docs", "count", "up", "documents_cited"),
)
VISITS = (
    _unlisted("psf_coverage", "percent", "up", "visits_asked", "visits_due"),
    Metric("psf_unasked", "count", "down", "visits_unasked", evidence=""),
)
OF_CONVERSATIONS = (*DASHBOARD, *USAGE, *ENGAGEMENT)
METRICS = (*OF_CONVERSATIONS, *SPEECH, *DOCUMENTS, *VISITS)
BY_ID = {metric.id: metric for metric in METRICS}
COUNTS = (
    "sessions", "engaged", "engaged_new", "bot_sessions", "ended_bot", "open", "completed", "informed", "handed_off",
    "abandoned", "error", "handoff_requested", "resolved", "lasting", "repeats", "bot_fallback", "bot_streak",
    "accepted_turns", "turns", "nlu_turns", "fallback_turns", "error_turns",
    "messages_in", "messages_out", "messages_human", "goal_entered", "goal_hit", "rating_prompted", "ratings",
    "satisfied", "cost_micro",
)  # fmt: skip
"""The rollup counts reports read."""
Counts = dict[str, int]
COVERS = {
    "named": Provenance.PEOPLE,
    "explained": Provenance.UNDERSTANDING,
    "priced": Provenance.COST,
    "rateable": Provenance.RATING,
    "answering": Provenance.LATENCY,
}
"""Counts of the engaged sessions whose source can tell a fact, by the fact they need."""
NEEDS = {
    "resolved": Provenance.PEOPLE,
    "lasting": Provenance.PEOPLE,
    "repeats": Provenance.PEOPLE,
    "bot_fallback": Provenance.UNDERSTANDING,
    "bot_streak": Provenance.UNDERSTANDING,
    "accepted_turns": Provenance.UNDERSTANDING,
    "nlu_turns": Provenance.UNDERSTANDING,
    "fallback_turns": Provenance.UNDERSTANDING,
    "cost_micro": Provenance.COST,
    "ratings": Provenance.RATING,
    "satisfied": Provenance.RATING,
    "rating_prompted": Provenance.RATING,
}
"""Counts that only sessions with a fact add to."""
SMALL = 30
"""Below so many, a rate has no change and a number changes by a count, not by a percentage."""


def known_counts(provenance: int, counts: Counts) -> Counts:
    """The counts that sessions of one provenance may add to, and how many of them can tell what, by origin."""
    unknown, covers = _counts_of_provenance(provenance)
    result = {name: 0 if name in unknown else value for name, value in counts.items()}
    result["followed"] = counts["ended_bot"] if provenance & Provenance.PEOPLE else 0
    result["understood"] = counts["bot_sessions"] if provenance & Provenance.UNDERSTANDING else 0
    result["contained"] = counts["bot_sessions"] - counts["handoff_requested"]
    result["messages"] = counts["messages_in"] + counts["messages_out"]
    engaged = counts["engaged"]
    for name, is_known in covers:
        result[name] = engaged if is_known else 0
    return result


@cache
def _counts_of_provenance(provenance: int) -> tuple[frozenset[str], list[tuple[str, bool]]]:
    """The counts that sessions of a provenance cannot tell, and of each cover, by origin, whether they can."""
    unknown = frozenset(name for name, fact in NEEDS.items() if fact & ~provenance)
    covers = list[tuple[str, bool]]()
    for cover, fact in {"engaged": NOTHING, **COVERS}.items():
        is_known = not fact & ~provenance
        covers += [
            (cover, is_known),
            (f"{cover}:estimated", is_known and not provenance & Provenance.TIMES),
            (f"{cover}:imported", is_known and bool(provenance & Provenance.IMPORTED)),
        ]
    return unknown, covers


SUMS = frozenset(known_counts(0, dict.fromkeys(COUNTS, 0)))
"""The counts that are sums over sessions."""


CALL_SUMS = frozenset({
    "calls", "call_answered", "call_user_ms", "call_speech_ms", "call_silence_ms", "call_timed_ms",
    "call_interruptions_scaled", "call_words_scaled", "call_silences", "call_asks", "call_missed", "call_spoken",
    "call_confidence_sum", "call_confidence_weight", "call_keyed", "call_heard", "call_transferred",
    "call_word_errors", "call_corrected_words",
})  # fmt: skip
"""The counts that are sums over calls."""
QUESTION_SUMS = frozenset({"knowledge_questions", "knowledge_answered", "knowledge_zero"})
"""The counts that are sums over questions to knowledge."""


def is_additive(metric: Metric) -> bool:
    """Whether a metric is a sum, or a quotient of two over the same things: only their changes have parts that add
    up."""
    return any(metric.num in sums and metric.den in {None, *sums} for sums in (SUMS, CALL_SUMS, QUESTION_SUMS))


def add(total: Counts, more: Counts) -> None:
    """Add counts to a running total."""
    for name, value in more.items():
        total[name] = total.get(name, 0) + value


def round_half_up(value: Decimal, places: int = 1) -> float:
    """Rounded half away from zero."""
    return float(value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def percent(num: int, den: int | None) -> float | None:
    """A share in percent with one decimal; None of nothing."""
    return round_half_up(Decimal(num) * 100 / Decimal(den)) if den else None


def exact(metric: Metric, counts: Counts) -> Decimal | None:
    """A metric's unrounded value; None when its denominator is 0, or nothing in the range can have its fact."""
    num = counts.get(metric.num)
    if num is None or (counts.get("engaged") and not counts.get(metric.cover)):
        return None
    if metric.den is None:
        return Decimal(num)
    den = counts.get(metric.den, 0)
    if not den:
        return None
    scale = {"percent": Decimal(100), "money": Decimal(1) / MICRO}.get(metric.unit, Decimal(1))
    return num * scale / den


def serialize_value(metric: Metric, value: Decimal | None) -> int | float | None:
    """A value in JSON: counts and milliseconds whole, percent with one decimal, others with two."""
    if value is None:
        return None
    if metric.unit in ("count", "duration"):
        return int(value)
    return round_half_up(value, 1 if metric.unit == "percent" else CURRENCY_PLACES)


def is_small(metric: Metric, counts: Counts) -> bool:
    """Whether what a number is counted over is too little to compare it in percent."""
    return counts.get(metric.basis or metric.den or metric.num, 0) < SMALL


def change(metric: Metric, current: Counts, before: Counts | None) -> tuple[float | None, str]:
    """The change and its unit: percent, pp for rates, count for small numbers, new from 0, none where there is none."""
    value = exact(metric, current)
    previous = None if before is None else exact(metric, before)
    if before is None or value is None or previous is None:
        return None, "none"
    if is_small(metric, current) or is_small(metric, before):
        return (float(value - previous), "count") if metric.unit == "count" else (None, "none")
    if metric.unit == "percent":
        return round_half_up(value - previous), "pp"
    return relative(value, previous)


def relative(value: Decimal, previous: Decimal) -> tuple[float | None, str]:
    """The change in percent of the previous value; `new` when there was nothing, 0 when there is nothing still."""
    if not previous:
        return (None, "new") if value else (0.0, "percent")
    return round_half_up((value - previous) * 100 / previous), "percent"


def describe_metrics(language: str) -> list[dict[str, Any]]:
    """Every metric as the help text shows it."""
    names = ("id", "version", "unit", "better")
    return [
        {name: getattr(metric, name) for name in names}
        | metric.words(language)
        | {"versions": [_serialize_version(version, language) for version in reversed(metric.versions)]}
        for metric in METRICS
    ]


def _serialize_version(version: dict[str, Any], language: str) -> dict[str, Any]:
    """A version as it is answered."""
    change = version["change"]
    return {"version": version["version"], "since": version["since"], "change": change.get(language) or change["en"]}
