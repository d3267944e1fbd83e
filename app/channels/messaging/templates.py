"""WhatsApp's message templates of an account: read back, changed by webhooks, and which one may be sent."""

from sqlalchemy import Select, delete, select

from app.channels.messaging.adapters.contract import Inbound, Receipt, answer_of
from app.channels.messaging.adapters.whatsapp_templates import (
    GONE,
    ListedTemplate,
    quality_of,
    read_page,
    state_of,
    templates_call,
)
from app.channels.messaging.models import Deployment, MessageTemplate
from app.channels.messaging.service import adapter_of, fail_deployment, make_call, note_error, provider_address
from app.core import clock
from app.core.db.base import db, hold
from app.core.errors import Conflict
from app.core.jobs import Job, enqueue

JOB = "read_templates"
PAGES = 60
"""Pages of templates that are read: WhatsApp has 6000 of a verified business at most."""
STATUS, QUALITY = "message_template_status_update", "message_template_quality_update"
CATEGORY, COMPONENTS = "template_category_update", "message_template_components_update"


def list_templates(deployment: Deployment) -> Select[MessageTemplate]:
    """Select the templates of an account."""
    return select(MessageTemplate).where(MessageTemplate.deployment_id == deployment.id)


def want_templates(deployment: Deployment) -> Job:
    """Have a job read the templates of an account; Conflict where that cannot be."""
    if deployment.channel != "whatsapp":
        raise Conflict("Only WhatsApp has message templates.", code="no_templates")
    if not deployment.settings.get("business"):
        raise Conflict("Enter the id of the WhatsApp Business account first.", code="no_business")
    return enqueue(JOB, {"deployment_id": str(deployment.id)})


def read_templates(deployment_id: int) -> None:
    """Read all templates of an account and store them in place of those before; nothing where one page fails."""
    deployment = db.session.get_one(Deployment, deployment_id)
    business = deployment.settings.get("business")
    if deployment.sealed_credentials is None or not business:
        return
    templates, after = dict[tuple[str, str], ListedTemplate](), ""
    credentials, address, adapter = deployment.credentials, provider_address(deployment), adapter_of(deployment)
    db.session.commit()
    for _ in range(PAGES):
        answer = make_call(templates_call(business, credentials, address, after))
        if not answer.ok:
            _note_failure(deployment_id, adapter.receipt(answer.status, answer.body, answer.retry_after))
            return
        page, after = read_page(answer_of(answer.body))
        templates |= {(template.name, template.language): template for template in page}
        if not after:
            break
    deployment = db.session.get_one(Deployment, deployment_id, populate_existing=True)
    hold(deployment)
    if deployment.settings.get("business") == business:
        _store(deployment, templates)
    db.session.commit()


def _note_failure(deployment_id: int, receipt: Receipt) -> None:
    deployment = db.session.get_one(Deployment, deployment_id, populate_existing=True)
    if receipt.is_denied:
        hold(deployment)
        fail_deployment(deployment, receipt)
    else:
        note_error(deployment, receipt)
    db.session.commit()


def _store(deployment: Deployment, templates: dict[tuple[str, str], ListedTemplate]) -> None:
    """Make what is stored what was read; the caller holds the account."""
    rows = {(row.name, row.language): row for row in db.session.scalars(list_templates(deployment))}
    for key, template in templates.items():
        row = rows.pop(key, None) or _add(deployment, *key)
        if row.state != template.state:
            row.changed_at = clock.now()
        row.state, row.category, row.quality = template.state, template.category, template.quality
        row.reason, row.contents = template.reason, template.contents
    removed_ids = [row.id for row in rows.values()]
    db.session.execute(delete(MessageTemplate).where(MessageTemplate.id.in_(removed_ids)))
    deployment.templates_read_at = clock.now()
    db.session.flush()


def _add(deployment: Deployment, name: str, language: str) -> MessageTemplate:
    row = MessageTemplate(
        workspace_id=deployment.workspace_id, bot_id=deployment.bot_id, deployment_id=deployment.id, name=name,
        language=language, state="pending", category="", reason="",
    )  # fmt: skip
    db.session.add(row)
    return row


def note_template(deployment: Deployment, event: Inbound) -> None:
    """Note what a webhook says of a template; what it looks like is read again."""
    change, name, language = event.more.get("field"), event.more.get("template"), event.more.get("language")
    if not name or not language:
        return
    row = db.session.scalar(
        list_templates(deployment).where(MessageTemplate.name == name, MessageTemplate.language == language)
    )
    state = state_of(event.more.get("event")) if change == STATUS else None
    if state == GONE:
        if row is not None:
            db.session.delete(row)
        db.session.flush()
        return
    row = row or _add(deployment, name, language)
    if state is not None:
        row.state, row.changed_at = state, clock.now()
        row.reason = "" if event.more.get("reason") in ("", "NONE") else str(event.more.get("reason"))
    elif change == QUALITY:
        row.quality = quality_of(event.more.get("quality"))
    elif change == CATEGORY:
        row.category = str(event.more.get("category")).lower()[:20]
    db.session.flush()
    if (change == COMPONENTS or row.contents is None) and deployment.settings.get("business"):
        want_templates(deployment)


def usable_template(deployment: Deployment) -> dict[str, str] | None:
    """Return the template that opens a closed window; None where WhatsApp does not take it, as far as is known.

    It is sent with one variable, the text.
    """
    template = deployment.settings.get("template") or {}
    if not template.get("name") or deployment.channel != "whatsapp":
        return None
    key = {"name": template["name"], "language": template.get("language") or "en"}
    row = db.session.scalar(list_templates(deployment).filter_by(**key))
    if row is None:
        return key if deployment.templates_read_at is None else None
    return key if is_usable(row) else None


def is_usable(row: MessageTemplate) -> bool:
    """Whether a template can be sent with one text."""
    return row.state == "approved" and (row.contents is None or len(row.contents["variables"]) == 1)
