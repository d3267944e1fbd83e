"""What tests of leads begin with: outlets, a vehicle with a warranty, price lists and the body of a lead."""

from datetime import timedelta
from typing import Any

from app.clients import moves
from app.clients.models import Outlet
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.numbering import next_number
from app.leads.models import Lead
from app.masters.records.models import Customer, Vehicle
from tests.app.masters.making import vin

API = "/api/v1"
PHONE = "+919822044821"


def own_vehicle(outlet: Outlet, number: int = 1, **more: Any) -> Vehicle:
    """Store a vehicle of an outlet whose warranty ends in 90 days, with its owner."""
    today = moves.today(get_client(outlet.client_id))
    where = {"client_id": outlet.client_id, "outlet_id": outlet.id}
    owner = Customer(**where, id=new_id(), name=f"Owner {number}", phone=f"+9198220{number:05}")
    values = {"model": "vela", "warranty_end": today + timedelta(days=90), "odometer_km": 40_000} | more
    row = Vehicle(**where, id=new_id(), customer_id=owner.id, vin=vin(number), **values)
    db.session.add(owner)
    db.session.flush()
    db.session.add(row)
    db.session.commit()
    return row


def body(outlet: Outlet | None = None, number: int = 1, **more: Any) -> dict[str, Any]:
    """A new lead as it is sent."""
    return (
        {
            "customer": {"name": "Rohan Deshpande", "phone": PHONE, "consent": True},
            "vehicle": {"vin": vin(number), "model": "Vela"},
            "product": "extended_warranty",
            "plan_years": 2,
            "source": {"kind": "person"},
        }
        | ({"outlet": str(outlet.id)} if outlet is not None else {})
        | more
    )


def price_list(**more: Any) -> dict[str, Any]:
    """A price list as it is sent."""
    rows = [
        {"model": "Vela", "years": 2, "up_to_km": 60_000, "price": 15_500},
        {"model": "Vela", "years": 2, "up_to_km": None, "price": 19_000},
        {"model": "", "years": 1, "up_to_km": None, "price": 8_900},
    ]
    return {"name": "Nov 2026", "gst_rate": 18, "valid_from": "2020-01-01", "rows": rows} | more


def add_lead(outlet: Outlet, number: int = 1, **more: Any) -> Lead:
    """Store a lead as it is in some state, without what led there."""
    state = more.get("state", "new")
    is_open = state in ("new", "assigned", "contacted", "engaged", "quoted", "follow_up")
    values = {
        "name": f"Customer {number}", "phone": f"+9198220{number:05}", "vin": vin(number), "vehicle_key": vin(number),
        "closed_at": None if is_open else clock.now(), "source": {"kind": "person"},
    }  # fmt: skip
    row = Lead(
        id=new_id(), client_id=outlet.client_id, outlet_id=outlet.id, number=next_number("lead"), **values | more
    )
    db.session.add(row)
    db.session.commit()
    return row
