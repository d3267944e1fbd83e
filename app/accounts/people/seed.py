"""The people of the demonstration workspace: fifty, two of whom can sign in."""

import random

from app.accounts.auth.passwords import hash_password
from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace

ADMIN = ("admin@demo.com", "admin")
CLIENT = ("client@demo.com", "client")
_GIVEN = (
    "Asha", "Rohan", "Meera", "Vikram", "Devika", "Arjun", "Lakshmi", "Nikhil", "Sana", "Karthik", "Pooja", "Gaurav",
    "Farah", "Anand", "Ritu", "Suresh", "Neha", "Harish", "Tanvi", "Yusuf", "Kavya", "Manish", "Ishaan", "Sunita",
)  # fmt: skip
_FAMILY = (
    "Kulkarni", "Deshpande", "Nair", "Rathore", "Menon", "Patil", "Iyer", "Bansal", "Qureshi", "Shetty", "Joshi",
    "Siddiqui", "Krishnan", "Kamat", "Pillai", "Chawla", "Gowda", "Shah", "Ansari", "Reddy", "Tiwari", "Bose",
)  # fmt: skip
_COMPANIES = ("Meridian Motors", "Meridian Pune", "Meridian South", "Vela Cars", "Vela Service")
_COUNTRIES = ("India", "United Arab Emirates", "Sri Lanka", "Nepal")
_ROLES = ("subscriber", "editor", "author", "maintainer")
_PLANS = ("basic", "team", "company", "enterprise")
_STATUS = ("active", "active", "active", "pending", "inactive")


def seed(_workspace: Workspace, count: int = 50) -> int:
    """Add `count` people to the bound workspace, the same ones each time; call it once, when it is empty."""
    draw = random.Random(50)  # noqa: S311 - sample data
    email, password = ADMIN
    add_user(
        full_name="Asha Kulkarni", username="admin", email=email, auth_role="admin", role="admin",
        password_hash=hash_password(password), company=_COMPANIES[0], country="India", contact="(020) 555 0100",
        current_plan="enterprise", status="active",
    )  # fmt: skip
    email, password = CLIENT
    add_user(
        full_name="Rohan Deshpande", username="client", email=email, auth_role="client", role="subscriber",
        password_hash=hash_password(password), company=_COMPANIES[1], country="India", contact="(020) 555 0101",
        current_plan="company", status="active",
    )  # fmt: skip
    pairs = [(first, family) for first in _GIVEN for family in _FAMILY][2:]
    for number, (first, family) in enumerate(draw.sample(pairs, count - 2), start=3):
        role = draw.choice(_ROLES)
        add_user(
            full_name=f"{first} {family}", username=f"{first}{family}".lower(),
            email=f"{first}.{family}@meridian.example".lower(), auth_role=role, role=role,
            company=draw.choice(_COMPANIES), country=draw.choice(_COUNTRIES),
            contact=f"(020) 555 {100 + number:04d}", current_plan=draw.choice(_PLANS), status=draw.choice(_STATUS),
        )  # fmt: skip
    return count
