"""Which stored rows lie outside a part of a workspace, judged by the ids of a world and not by the application."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from app.core.db.base import Base, db
from app.core.db.tenancy import everywhere
from tests.attacks.scope_world import CLIENT_OF, PLACED, World

Part = dict[str, list[str]]
Key = tuple[Any, ...]
COLUMNS = {"client_id": "clients", "outlet_id": "outlets", "bot_id": "bots", "contact_id": "contacts",
           "conversation_id": "conversations", "import_id": "imports", "parent_id": "parents",
           "lead_id": "leads"}  # fmt: skip
"""What columns refer to."""
OF_TABLE = {"client": "clients", "parent": "parents", "city": "cities", "outlet": "outlets", "bot": "bots",
            "contact": "contacts", "conversation": "conversations", "customer": "customers", "vehicle": "vehicles",
            "job_card": "job_cards",
            "customer_document": "customer_documents", "handoff": "handoffs", "import": "imports", "goal": "goals",
            "master_import": "master_imports", "user": "people", "lead": "leads", "offer": "offers",
            "lead_price_list": "price_lists"}  # fmt: skip
OF_CLIENTS = {"client", "client_logo", "client_consent", "lead_price_list", "lead_rule", "month_close"}
OF_BOTS = {"bot", "bot_approval", "bot_case", "bot_case_result", "bot_document", "bot_document_file", "bot_editor",
           "bot_flow", "bot_handler", "bot_layout", "bot_medium", "bot_model", "bot_passage", "bot_release",
           "bot_replay", "bot_replay_acceptance", "bot_replay_item", "bot_review", "bot_secret", "bot_split",
           "bot_theme", "bot_theme_schedule", "bot_token", "bot_version", "bot_voice", "call_audio",
           "call_transcript", "deployment", "goal", "import", "import_problem", "inbound_event", "message_template",
           "messaging_thread", "person_alias", "question_group", "raw_event", "restatement", "sandbox_comment",
           "sandbox_link", "sent_message", "target", "voice_call", "voice_turn"}  # fmt: skip
OF_WORKSPACE = {"workspace", "reference_entry", "text_snippet", "identity_provider", "faq_entry", "blog_post",
                "knowledge_question", "webhook", "webhook_delivery", "annotation"}  # fmt: skip
OWN = {"job", "audit_event", "live_event", "counter", "idempotent_call", "notification", "export", "people_count",
       "medium_file",
       "sandbox", "sandbox_turn", "saved_view", "short_address",
       "auth_session", "data_version", "schedule", "rate_window",
       "dashboard", "receipt", "snapshot", "alert", "alert_firing", "report_schedule",
       "schedule_recipient", "schedule_delivery"}  # fmt: skip
"""What everybody's calls write of their own, what counts changes of the whole, and files that rows name."""


def is_whole(part: Part, kind: str, name: str) -> bool:
    """Whether a part holds all that a dealer group or a city serves."""
    if "bots" in part:
        return False
    held = [outlet for outlet, places in PLACED.items() if name in places]
    for kinds, place in (("parents", 0), ("cities", 1)):
        if kinds in part and not all(PLACED[outlet][place] in part[kinds] for outlet in held):
            return False
    if "outlets" in part and "parents" not in part and "cities" not in part:
        if not set(held) <= set(part["outlets"]):
            return False
    clients = part.get("clients")
    return clients is None or all(CLIENT_OF[PLACED[outlet][0]] in clients for outlet in held)


def outside_of(world: World, part: Part, holds: Callable[[str, str], bool]) -> Callable[[str, dict[str, Any]], bool]:
    """Whether a row of a table lies outside a part, or serves more than the part."""
    names = {(kind, id_): name for kind, ids in world.ids.items() for name, id_ in ids.items()}
    of_places = bool(part.keys() & {"parents", "cities", "outlets"})

    def is_held(kind: str, id_: Any) -> bool:
        name = names.get((kind, id_))
        return name is None or holds(kind, name)

    def lies_outside(table: str, row: dict[str, Any]) -> bool:
        if table in OF_WORKSPACE:
            return bool(part)
        if table in OF_CLIENTS and (of_places or "bots" in part):
            return True
        if table in OF_BOTS and of_places:
            return True
        if table in ("parent", "city"):
            name = names.get((OF_TABLE[table], row["id"]))
            # A new place without outlets lies outside where its maker would not see it.
            return of_places if name is None else not is_whole(part, OF_TABLE[table], name)
        if table == "offer":
            # Everybody of the client reads it; who sees all its outlets may write it.
            name = names.get(("offers", row["id"]))
            return (of_places and not row["outlets"]) or (name is not None and not holds("outlets", name))
        if of_places and "outlet_id" in row and not row["outlet_id"]:
            return True
        if table in OF_TABLE and not is_held(OF_TABLE[table], row["id"]):
            return True
        return not all(is_held(kind, row[column]) for column, kind in COLUMNS.items() if column in row)

    return lies_outside


def rows_outside(lies_outside: Callable[[str, dict[str, Any]], bool]) -> dict[Key, str]:
    """Every stored row that lies outside, by table and key."""
    rows: dict[Key, str] = {}
    with everywhere():
        for table in Base.metadata.sorted_tables:
            if table.name in OWN or ("workspace_id" not in table.c and table.name != "workspace"):
                continue
            for row in db.session.execute(select(table)).mappings():
                if lies_outside(table.name, dict(row)):
                    rows[table.name, *(row[column.name] for column in table.primary_key)] = repr(dict(row))
    db.session.rollback()
    return rows


def differences(before: dict[Key, str], after: dict[Key, str]) -> list[str]:
    """What is gone, new or otherwise."""
    return [
        f"{key}:\n  was {before.get(key)}\n  is  {after.get(key)}"
        for key in sorted(before.keys() | after.keys(), key=str)
        if before.get(key) != after.get(key)
    ]
