"""The demonstration's alerts: rules of its administrator, checked once on what has been said to the bots."""

from sqlalchemy import delete, select

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.jobs import Job
from app.reports.alerts import service
from app.reports.alerts.models import Alert

SAMPLES = (
    {"name": "Fallback of Service above 12 %", "metric": "fallback_rate", "query": "grp=service", "window": "week",
     "op": "above", "threshold": 12.0},
    {"name": "Fewer conversations than usual", "metric": "engaged_sessions", "query": "", "window": "day",
     "op": "anomaly", "threshold": 3.0},
    {"name": "Ratings on WhatsApp fall", "metric": "csat", "query": "ch=whatsapp", "window": "week", "op": "falls",
     "threshold": 10.0},
)  # fmt: skip
COMMON = {"min_n": 10, "cooldown_h": 24, "emails": [], "webhook": None, "active": True}


def add_alerts() -> None:
    """Add alerts to a workspace without any and look at the last complete window of each."""
    user = db.session.scalar(select(User).order_by(User.number).limit(1))
    if user is None or db.session.scalar(select(Alert.id).limit(1)) is not None:
        return
    ids = [service.create_alert(COMMON | sample, user).id for sample in SAMPLES]
    # They are looked at here: nothing of the demonstration changes by itself a minute later.
    db.session.execute(delete(Job).where(Job.kind == service.CHECKS))
    db.session.commit()
    for alert_id in ids:
        service.check_alert(alert_id)
    db.session.commit()
