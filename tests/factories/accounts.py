"""People with a second factor, and the codes of their devices."""

import pyotp

from app.accounts.auth import factors
from app.accounts.auth.service import Device
from app.accounts.users.models import User
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_person

PASSWORD = "a long enough password"
HERE = Device("127.0.0.1", "tests")


def code(seed: str, seconds: int = 0) -> str:
    """What a device with this seed shows, or will show or has shown some seconds from now."""
    return pyotp.TOTP(seed).at(int(now().timestamp()) + seconds)


def enrol(user: User) -> tuple[str, list[str]]:
    """Give a person a second factor that was last used half an hour ago; its seed and recovery codes."""
    with within(user.workspace_id):
        db.session.commit()  # A password is looked at outside any transaction.
        seed = factors.card(factors.begin(user, PASSWORD, HERE), user)["seed"]
        codes = factors.confirm(user, code(seed), HERE)
        factor = factors._locked(user)
        assert factor is not None
        factor.last_counter -= 60
        db.session.commit()
    return seed, codes


def add_guarded(role: str = "admin") -> tuple[User, str, list[str]]:
    """A new person of the bound workspace who has one, its seed, and their recovery codes."""
    person = add_person(role, password=PASSWORD)
    return (person, *enrol(person))
