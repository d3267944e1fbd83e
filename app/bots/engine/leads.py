"""What a lead node makes of the variables it maps: values in the form they are stored in, or that it cannot."""

from collections.abc import Mapping
from typing import Any, Final

from app.core.values import phones
from app.core.values.emails import normal_email
from app.core.values.vehicles import SEPARATORS, VIN, normal_registration

FIELDS: Final = ("name", "phone", "email", "vin", "registration", "model", "odometer_km", "plan_years", "product",
                 "consent")  # fmt: skip
VEHICLE: Final = ("vin", "registration", "model")
"""One of these a lead needs, beside a number."""
AGREED: Final = frozenset({"true", "yes", "y", "1", "ok", "agree", "agreed", "haan", "हाँ", "हां", "نعم"})
YEARS: Final = (1, 5)


def read_lead(values: Mapping[str, Any], zone: str) -> dict[str, Any] | None:
    """Return the values of a lead as they are stored; None without a phone number, or with nothing of a vehicle."""
    phone = phones.normalise_phone(str(values.get("phone") or ""), zone)
    lead: dict[str, Any] = {
        "phone": phone,
        "name": " ".join(str(values.get("name") or "").split())[:120] or (phones.format_phone(phone) if phone else ""),
        "consent": str(values.get("consent")).strip().casefold() in AGREED,
        "vin": _vin(values.get("vin")),
        "registration": normal_registration(str(values.get("registration") or ""), phones.country_of(zone)),
        "model": " ".join(str(values.get("model") or "").split())[:60] or None,
        "email": normal_email(str(values["email"])) if values.get("email") else None,
        "product": " ".join(str(values.get("product") or "").split())[:40] or None,
        "odometer_km": _whole(values.get("odometer_km"), 0, 2_000_000),
        "plan_years": _whole(values.get("plan_years"), *YEARS),
    }
    if phone is None or not any(lead[field] for field in VEHICLE):
        return None
    return {field: value for field, value in lead.items() if value is not None}


def _vin(content: Any) -> str | None:
    vin = SEPARATORS.sub("", str(content or "")).upper()
    return vin if VIN.fullmatch(vin) and any(map(str.isdecimal, vin)) else None


def _whole(content: Any, least: int, most: int) -> int | None:
    try:
        number = int(float(content))
    except (TypeError, ValueError, OverflowError):
        return None
    return number if least <= number <= most else None
