"""The taxes of a quote by its place of supply, and how it can be paid by UPI."""

from typing import NamedTuple
from urllib.parse import quote, urlencode

import segno

from app.clients.models import City, Client, Outlet
from app.core.db.base import db
from app.core.errors import BeyondSchema, Invalid
from app.leads.models import Lead

STATES = {
    "Andaman and Nicobar Islands": "अंडमान और निकोबार द्वीपसमूह",
    "Andhra Pradesh": "आंध्र प्रदेश",
    "Arunachal Pradesh": "अरुणाचल प्रदेश",
    "Assam": "असम",
    "Bihar": "बिहार",
    "Chandigarh": "चंडीगढ़",
    "Chhattisgarh": "छत्तीसगढ़",
    "Dadra and Nagar Haveli and Daman and Diu": "दादरा और नगर हवेली एवं दमन और दीव",
    "Delhi": "दिल्ली",
    "Goa": "गोवा",
    "Gujarat": "गुजरात",
    "Haryana": "हरियाणा",
    "Himachal Pradesh": "हिमाचल प्रदेश",
    "Jammu and Kashmir": "जम्मू और कश्मीर",
    "Jharkhand": "झारखंड",
    "Karnataka": "कर्नाटक",
    "Kerala": "केरल",
    "Ladakh": "लद्दाख",
    "Lakshadweep": "लक्षद्वीप",
    "Madhya Pradesh": "मध्य प्रदेश",
    "Maharashtra": "महाराष्ट्र",
    "Manipur": "मणिपुर",
    "Meghalaya": "मेघालय",
    "Mizoram": "मिज़ोरम",
    "Nagaland": "नागालैंड",
    "Odisha": "ओडिशा",
    "Puducherry": "पुदुच्चेरी",
    "Punjab": "पंजाब",
    "Rajasthan": "राजस्थान",
    "Sikkim": "सिक्किम",
    "Tamil Nadu": "तमिलनाडु",
    "Telangana": "तेलंगाना",
    "Tripura": "त्रिपुरा",
    "Uttar Pradesh": "उत्तर प्रदेश",
    "Uttarakhand": "उत्तराखंड",
    "West Bengal": "पश्चिम बंगाल",
}
"""States and union territories of India, each with its name in Hindi."""
_HINDI = {name.casefold(): hindi for name, hindi in STATES.items()}


class Tax(NamedTuple):
    """A tax of a quote: its share of the rate, and the amount in the client's currency."""

    kind: str
    rate: float
    amount: float


def state_of(outlet: Outlet | None) -> str:
    """Return the state that an outlet supplies from; empty where it is not known."""
    city = db.session.get(City, outlet.city_id) if outlet is not None else None
    return city.state if city is not None else ""


def name_of_state(state: str, language: str) -> str:
    """Return what a state is called in a language; one that is not of India as it is written."""
    return _HINDI.get(state.casefold(), state) if language == "hi" else state


def place_of_supply(text: str, outlet: Outlet | None) -> str:
    """Return the state that a text names; Invalid for any other text."""
    names = {name.casefold(): name for name in (*STATES, state_of(outlet))}
    state = names.get(text.casefold())
    if not state:
        raise Invalid({"supply_state": [BeyondSchema("Must be a state or union territory of India.")]})
    return state


def taxes_of(lead: Lead, outlet: Outlet | None) -> list[Tax]:
    """Return the taxes of a quote: IGST across states, else CGST and SGST."""
    if not lead.gst_rate or lead.price is None or lead.total is None:
        return []
    tax, own = round(lead.total - lead.price, 2), state_of(outlet)
    if lead.supply_state and own and lead.supply_state.casefold() != own.casefold():
        return [Tax("igst", lead.gst_rate, tax)]
    half = round(tax / 2, 2)
    return [Tax("cgst", lead.gst_rate / 2, half), Tax("sgst", lead.gst_rate / 2, round(tax - half, 2))]


def payment_of(lead: Lead, client: Client) -> str | None:
    """Return the UPI address by which a quote is paid; None without a UPI id, in another currency, or not any more."""
    if not client.upi_id or client.currency != "INR" or not lead.is_payable:
        return None
    values = {"pa": client.upi_id, "pn": client.name, "am": f"{lead.total:.2f}", "cu": "INR", "tn": f"L-{lead.number}"}
    return f"upi://pay?{urlencode(values, quote_via=quote, safe='@')}"


def code_of(address: str) -> segno.QRCode:
    """Return the QR code of an address."""
    return segno.make_qr(address, error="m")


def picture_of(address: str) -> str:
    """Return the QR code of an address as a picture in a data address."""
    return str(code_of(address).svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True))
