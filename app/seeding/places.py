"""Where the demonstration company is: client, dealer groups, cities and outlets."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import select

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import City, Client, ClientConsent, DealerGroup, Outlet, OutletManager, Placement
from app.core import clock
from app.core.db.base import db

GROUPS = {
    "Meridian Pune": ("MPU", "Meridian"),
    "Meridian West": ("MWE", "Meridian"),
    "Meridian South": ("MSO", "Meridian"),
}
STATES = {
    "Pune": "Maharashtra", "Nashik": "Maharashtra", "Mumbai": "Maharashtra", "Ahmedabad": "Gujarat", "Surat": "Gujarat",
    "Bengaluru": "Karnataka", "Hyderabad": "Telangana", "Chennai": "Tamil Nadu",
}  # fmt: skip
OUTLETS = (
    ("Meridian Pune", "Pune", "Baner", "PUN-BAN", "both", "Survey 114, Baner Road, Pune 411045", 18.559, 73.7868),
    ("Meridian Pune", "Pune", "Kothrud", "PUN-KOT", "service", "Karve Road, Kothrud, Pune 411038", 18.5074, 73.8077),
    ("Meridian Pune", "Pune", "Hadapsar", "PUN-HAD", "service",
     "Magarpatta Road, Hadapsar, Pune 411028", 18.5089, 73.926),
    ("Meridian Pune", "Pune", "Chinchwad", "PUN-CHI", "both",
     "Old Mumbai Road, Chinchwad, Pune 411019", 18.6298, 73.7997),
    ("Meridian Pune", "Pune", "Wakad", "PUN-WAK", "sales", "Hinjawadi Road, Wakad, Pune 411057", 18.5993, 73.7625),
    ("Meridian Pune", "Nashik", "Satpur", "NSK-SAT", "service", "MIDC, Satpur, Nashik 422007", 19.9975, 73.7282),
    ("Meridian Pune", "Nashik", "Gangapur Road", "NSK-GAN", "both", "Gangapur Road, Nashik 422013", 20.0112, 73.7447),
    ("Meridian Pune", "Nashik", "Dwarka", "NSK-DWA", "sales", "Dwarka Circle, Nashik 422001", 19.9914, 73.8007),
    ("Meridian West", "Mumbai", "Andheri East", "MUM-AND", "both",
     "Saki Vihar Road, Andheri East, Mumbai 400072", 19.1136, 72.8697),
    ("Meridian West", "Mumbai", "Worli", "MUM-WOR", "sales",
     "Annie Besant Road, Worli, Mumbai 400018", 19.0096, 72.8175),
    ("Meridian West", "Mumbai", "Thane", "MUM-THA", "service", "Ghodbunder Road, Thane 400607", 19.2465, 72.978),
    ("Meridian West", "Mumbai", "Vashi", "MUM-VAS", "both",
     "Palm Beach Road, Vashi, Navi Mumbai 400703", 19.0745, 72.9978),
    ("Meridian West", "Ahmedabad", "Satellite", "AMD-SAT", "both",
     "Satellite Road, Ahmedabad 380015", 23.0305, 72.5176),
    ("Meridian West", "Ahmedabad", "Naroda", "AMD-NAR", "service", "GIDC, Naroda, Ahmedabad 382330", 23.0866, 72.6722),
    ("Meridian West", "Surat", "Adajan", "SRT-ADA", "sales", "Adajan Road, Surat 395009", 21.1959, 72.7933),
    ("Meridian West", "Surat", "Udhna", "SRT-UDH", "service", "Udhna Main Road, Surat 394210", 21.1702, 72.8413),
    ("Meridian South", "Bengaluru", "Whitefield", "BLR-WHI", "both",
     "ITPL Main Road, Whitefield, Bengaluru 560066", 12.9698, 77.75),
    ("Meridian South", "Bengaluru", "Hebbal", "BLR-HEB", "both",
     "Bellary Road, Hebbal, Bengaluru 560024", 13.0358, 77.597),
    ("Meridian South", "Bengaluru", "Jayanagar", "BLR-JAY", "service",
     "11th Main Road, Jayanagar, Bengaluru 560041", 12.925, 77.5938),
    ("Meridian South", "Bengaluru", "Electronic City", "BLR-ELC", "sales",
     "Hosur Road, Electronic City, Bengaluru 560100", 12.8399, 77.677),
    ("Meridian South", "Hyderabad", "Gachibowli", "HYD-GAC", "both",
     "Old Mumbai Highway, Gachibowli, Hyderabad 500032", 17.4401, 78.3489),
    ("Meridian South", "Hyderabad", "Uppal", "HYD-UPP", "service",
     "Warangal Highway, Uppal, Hyderabad 500039", 17.4018, 78.5602),
    ("Meridian South", "Chennai", "Guindy", "CHN-GUI", "both", "Mount Road, Guindy, Chennai 600032", 13.0067, 80.2206),
    ("Meridian South", "Chennai", "Ambattur", "CHN-AMB", "service",
     "Industrial Estate, Ambattur, Chennai 600058", 13.1143, 80.1548),
)  # fmt: skip
"""Group, city, name, code, type, address and position. Their order is that in which dialogues draw them."""
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat")
TIMES = {"service": ("09:00", "18:30"), "sales": ("10:00", "20:00"), "both": ("09:00", "20:00")}
UNSAID, UNMANAGED = "SRT-ADA", ("PUN-WAK", "HYD-GAC")
"""The outlet nobody has said hours and phone of, and those without a manager: what is to be put right."""
MOVED, MOVES = "NSK-GAN", "AMD-SAT"
"""The outlet that came from another group, and the one that will go to one."""
CAME, GOES, KNOWN = timedelta(days=75), timedelta(days=12), timedelta(days=900)
"""How long ago it came, in how long it goes, and how long ago all of them were opened."""
CONSENT = {
    "en": "We keep this chat to help you with your car. Ask us at any time to delete it.",
    "hi": "आपकी कार में मदद के लिए हम यह बातचीत रखते हैं। इसे हटाने के लिए हमसे कभी भी कहें।",
}


@dataclass(frozen=True, slots=True)
class SeededOutlet:
    """An outlet as dialogues speak of it."""

    id: int
    name: str


def make_places() -> Client:
    """Make the client with its dealer groups, cities and outlets in the bound workspace."""
    client = Client(
        name="Meridian Motors", zone="Asia/Kolkata", currency="INR", languages=["en", "hi"], colour="#005b78",
        mail_from="Meridian Care", upi_id="meridian@okbank", quiet_from="21:00", quiet_to="09:00",
    )  # fmt: skip
    db.session.add(client)
    db.session.flush()
    parents = {
        name: DealerGroup(client_id=client.id, name=name, code=code, oem=oem) for name, (code, oem) in GROUPS.items()
    }
    cities = {name: City(name=name, state=state) for name, state in STATES.items()}
    db.session.add_all([*parents.values(), *cities.values()])
    db.session.flush()
    outlets = [
        Outlet(client_id=client.id, parent_id=parents[row[0]].id, city_id=cities[row[1]].id, name=f"{row[1]} {row[2]}",
               **_outlet_details(number, row))
        for number, row in enumerate(OUTLETS)
    ]  # fmt: skip
    db.session.add_all(outlets)
    db.session.flush()
    _place(client, outlets, parents)
    _manage(outlets)
    _share_out(list(parents.values()), list(cities.values()), outlets)
    db.session.add(ClientConsent(client_id=client.id, version=1, texts=CONSENT, written_name="Asha Kulkarni"))
    db.session.flush()
    return client


def _outlet_details(number: int, row: tuple[Any, ...]) -> dict[str, Any]:
    """What is known of an outlet besides its name and where it belongs."""
    _group, _city, _name, code, kind, address, latitude, longitude = row
    first, last = TIMES[kind]
    year = clock.now().year
    hours = {
        "week": {day: [[first, last]] for day in WEEKDAYS},
        "holidays": [f"{year + ahead}-{day}" for ahead in (0, 1) for day in ("01-26", "08-15", "10-02")],
    }
    is_known = code != UNSAID
    return {
        "code": code, "type": kind, "address": address, "latitude": latitude, "longitude": longitude,
        "hours": hours if is_known else None, "phones": [f"+9120671244{number:02}"] if is_known else [],
    }  # fmt: skip


def _place(client: Client, outlets: list[Outlet], parents: dict[str, DealerGroup]) -> None:
    """Write down since when each outlet is with its group; one has come from another, one is to go."""
    now = moves.today(client)
    west, south = parents["Meridian West"].id, parents["Meridian South"].id
    for outlet in outlets:
        placed: list[tuple[int, date, date | None, str]] = [(outlet.parent_id, now - KNOWN, None, "")]
        if outlet.code == MOVED:
            placed = [(west, now - KNOWN, now - CAME - timedelta(days=1), ""),
                      (outlet.parent_id, now - CAME, None, "Bought with the Nashik workshop")]  # fmt: skip
        elif outlet.code == MOVES:
            placed = [
                (outlet.parent_id, now - KNOWN, now + GOES - timedelta(days=1), ""),
                (south, now + GOES, None, ""),
            ]
        db.session.add_all(
            Placement(client_id=client.id, outlet_id=outlet.id, parent_id=parent_id, valid_from=since, valid_to=to,
                      note=note, entered_name="Asha Kulkarni")
            for parent_id, since, to, note in placed
        )  # fmt: skip


def _manage(outlets: list[Outlet]) -> None:
    """Have each outlet but a few managed by someone of the demonstration."""
    people = db.session.scalars(select(User.id).where(User.status == "active").order_by(User.number)).all()
    for number, outlet in enumerate(outlet for outlet in outlets if outlet.code not in UNMANAGED):
        if people:
            user_id = people[number % len(people)]
            db.session.add(OutletManager(client_id=outlet.client_id, outlet_id=outlet.id, user_id=user_id))


def _share_out(parents: list[DealerGroup], cities: list[City], outlets: list[Outlet]) -> None:
    """Let subscribers see a part each: a dealer group, a city, an outlet or a few; who can sign in sees everything."""
    query = select(User).where(User.auth_role == "subscriber").order_by(User.number)
    for number, person in enumerate(db.session.scalars(query)):
        kind, places = (
            ("parents", parents[number % len(parents) :][:1]),
            ("cities", cities[number % len(cities) :][:1]),
            ("outlets", outlets[5 * number % len(outlets) :][:1]),
            ("outlets", outlets[5 * number % len(outlets) :][:3]),
        )[number % 4]
        person.scope = {kind: [str(place.id) for place in places]}
    db.session.flush()


def places_of() -> tuple[Client, list[SeededOutlet]]:
    """Return the client and its outlets as dialogues speak of them."""
    outlets = db.session.scalars(select(Outlet).order_by(Outlet.id))
    return db.session.scalars(select(Client)).one(), [SeededOutlet(outlet.id, outlet.name) for outlet in outlets]
