"""What alerts do where their owner leaves."""

from app.reports.alerts.models import Alert
from app.reports.alerts.service import PAGE
from app.reports.successors import keep_rows

keep_rows("alerts", Alert, PAGE)
