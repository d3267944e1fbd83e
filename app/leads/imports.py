"""Files of leads: updated by VIN, registration, or phone and model; new ones get outlet and time limit by the rules."""

from typing import Any

from sqlalchemy import select

from app.core.db.base import db
from app.core.errors import Conflict
from app.leads import service
from app.leads.models import MOST_YEARS, PRODUCT, PRODUCT_LENGTH, Lead
from app.masters.imports.columns import OUTLET, Column, columns_of, line, one_of, phone, whole
from app.masters.imports.kinds import add_kind
from app.masters.imports.planning import Look, PlannedRow, compare, fit_names, note_once, outlet_of
from app.masters.reasons import reason
from app.masters.records.identities import NotFitting
from app.masters.records.rules import fit_customer, fit_vehicle, warnings_of

KIND = "leads"
OF_VEHICLES = ("vin", "registration", "model", "variant", "fuel", "sale_date", "odometer_km", "warranty_end",
               "extended_warranty_end")  # fmt: skip
_YES = ("yes", "true", "1", "y")


def _consent(cell: str, zone: str) -> bool:
    """Read whether the customer has agreed to be contacted."""
    return one_of((*_YES, "no", "false", "0", "n"))(cell, zone) in _YES


def _years(value: float, zone: str) -> int:
    """Check the years of a plan."""
    years = whole(value, zone)
    if not 1 <= years <= MOST_YEARS:
        raise NotFitting(reason("between", least=1, most=MOST_YEARS))
    return years


def columns() -> tuple[Column, ...]:
    """Return the columns that files of leads may have."""
    vehicles = columns_of("vehicles")
    of_vehicles = (vehicles[name]._replace(needed=False) for name in OF_VEHICLES)
    return (
        Column("name", line(120), ("customer", "customer_name", "cust_name", "full_name"), needed=True),
        Column("phone", phone, ("mobile", "mobile_no", "phone_no", "contact_no", "cust_mobile", "customer_phone"),
               needed=True),
        Column("email", line(254), ("mail", "e_mail", "email_id", "customer_email")),
        Column("consent", _consent, ("opt_in", "agreed")),
        *of_vehicles,
        Column("product", line(PRODUCT_LENGTH), ("plan", "offer"), is_common=True),
        Column("plan_years", _years, ("years", "term"), is_number=True),
        OUTLET,
    )  # fmt: skip


def plan(rows: list[PlannedRow], look: Look) -> None:
    """Say what some rows of a file would do."""
    fit_names(rows, look)
    open_leads = _open_leads(rows, look)
    for row in rows:
        _plan_row(row, look, open_leads)


def _plan_row(row: PlannedRow, look: Look, open_leads: list[Lead]) -> None:
    values = row.values
    row.wrong = fit_customer({"email": values.get("email")}, look.client) | row.wrong
    for name in ("vin", "registration"):
        if name in values:
            note_once(row, name, f"{values.get('product', PRODUCT).casefold()} {values[name]}", look)
    row.record = next((lead for lead in open_leads if _is_of(row, lead)), None)
    row.wrong = fit_vehicle(values, look.client, look.today, row.record) | row.wrong
    outlet_id = outlet_of(row, look)
    if row.record is None:
        for name in ("name", "phone"):
            if name not in values:
                row.wrong.setdefault(name, reason("missing"))
        if not {"vin", "registration", "model"} & values.keys():
            row.wrong.setdefault("vin", reason("missing"))
        if outlet_id is None and look.scope.outlets is not None:
            row.wrong.setdefault("outlet", reason("missing"))
    row.warnings = warnings_of(values["vin"]) if "vin" in values and not row.wrong else []
    service.know_codes(values)
    values.pop("product", None) if row.record is not None else None
    placed = {"outlet_id": outlet_id} if outlet_id and row.record is None else {}
    identity = {name: values[name] for name in ("vin", "registration") if name in values}
    if row.record is not None and any(getattr(row.record, name) != value for name, value in identity.items()):
        values["vehicle_key"] = values.get("vin") or row.record.vin or values["registration"]
    compare(row, values | placed)


def _open_leads(rows: list[PlannedRow], look: Look) -> list[Lead]:
    """The open leads that rows may be about."""
    texts = {
        name: [row.values[name] for row in rows if name in row.values] for name in ("vin", "registration", "phone")
    }
    query = select(Lead).where(Lead.client_id == look.client.id, Lead.closed_at.is_(None))
    same = [query.where(getattr(Lead, name).in_(values)) for name, values in texts.items() if values]
    leads = {lead.id: lead for leads_of_name in same for lead in db.session.scalars(leads_of_name)}
    return [leads[lead_id] for lead_id in sorted(leads)]


def _is_of(row: PlannedRow, lead: Lead) -> bool:
    """Whether a row is about a lead: by VIN, registration, or phone and model where one of them has neither."""
    values = row.values
    if lead.product_key != values.get("product", PRODUCT).casefold():
        return False
    if any(values.get(name) and values[name] == getattr(lead, name) for name in ("vin", "registration")):
        return True
    is_named = {"vin", "registration"} & values.keys() and (lead.vin or lead.registration)
    return not is_named and lead.phone == values.get("phone") and lead.model == values.get("model", "")


def make(values: dict[str, Any], look: Look) -> Lead:
    """Add the lead of a row."""
    lead_values = dict(values)
    outlet_id = lead_values.pop("outlet_id", None)
    lead_values |= {"outlet": str(outlet_id)} if outlet_id else {}
    lead, is_new = service.create_lead(lead_values | {"client": look.client.id, "source": {"kind": "import"}})
    if not is_new:
        raise Conflict("This vehicle has got an open lead meanwhile.", code="already_open")
    return lead


add_kind(KIND, "lead", Lead, columns=columns(), plan=plan, make=make)
