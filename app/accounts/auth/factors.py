"""Second factors: one-time codes by the clock (TOTP), recovery codes, and how often either may be tried."""

import base64
import hashlib
import re
import secrets
from datetime import timedelta

import pyotp
import segno
from limits import RateLimitItem
from sqlalchemy import delete, func, select, update

from app.accounts.auth import service
from app.accounts.auth.models import AuthSession, RecoveryCode, SecondFactor
from app.accounts.auth.service import Device
from app.accounts.users.models import User, email_key
from app.core.clock import now
from app.core.db.base import db, write_rows
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere, within
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.security.comparing import is_same
from app.core.security.encryption import seal, unseal
from app.core.security.limits import FACTOR_ACCOUNT, FACTOR_ADDRESS, limits

ISSUER = "Parley"
STEPS = 1
"""How many steps of 30 seconds a device's clock may be off."""
ENROLMENT = timedelta(minutes=15)
CODES = 10
CODE_BYTES = 10
WRONG_CODE = BeyondSchema("This code is wrong, expired or already used.")
_TOTP = re.compile(r"\d{6}", re.ASCII)


def _seed(factor: SecondFactor) -> str:
    """The factor's secret, in the clear."""
    place = {"workspace_id": factor.workspace_id, "row_id": factor.id}
    return unseal(SecondFactor.seed, factor.seed, **place).decode()


def _lock_factor(user: User) -> SecondFactor | None:
    """The person's factor, held until the transaction ends: of two tries at once the second sees the first's end."""
    return db.session.scalar(
        select(SecondFactor).where(SecondFactor.user_id == user.id).with_for_update().execution_options(
            populate_existing=True
        )
    )  # fmt: skip


def begin(user: User, password: str, device: Device, session: AuthSession | None = None) -> SecondFactor:
    """Draw a new seed, which counts once it is confirmed; one begun before is forgotten."""
    if user.second_factor_at is not None:
        raise Conflict("A second factor is already on. Turn it off first.")
    service.check_present_password(user, password, device, session)
    db.session.execute(delete(SecondFactor).where(SecondFactor.user_id == user.id))
    row_id, seed = new_id(), pyotp.random_base32()
    sealed = seal(SecondFactor.seed, seed.encode(), workspace_id=user.workspace_id, row_id=row_id)
    factor = SecondFactor(id=row_id, workspace_id=user.workspace_id, user_id=user.id, seed=sealed)
    db.session.add(factor)
    db.session.flush()
    return factor


def enrolment(user: User) -> SecondFactor | None:
    """The factor that waits to be confirmed, while it is young enough."""
    if user.second_factor_at is not None:
        return None
    young = SecondFactor.created_at > now() - ENROLMENT
    return db.session.scalar(select(SecondFactor).where(SecondFactor.user_id == user.id, young))


def card(factor: SecondFactor, user: User) -> dict[str, str]:
    """What a device needs to take the seed over: its address, a picture of it, and the seed to type."""
    seed = _seed(factor)
    uri = pyotp.TOTP(seed).provisioning_uri(name=user.email, issuer_name=ISSUER)
    picture = segno.make_qr(uri, error="m").svg_data_uri(border=4, dark="#000", light="#fff", omitsize=True)
    return {"uri": uri, "qr": picture, "seed": seed}


def confirm(user: User, code: str, device: Device) -> list[str]:
    """Put the begun factor in force and give its recovery codes; sessions opened by password alone end."""
    if enrolment(user) is None:
        raise Conflict("No second factor setup is in progress. Start again.", code="enrolment_over")
    _check(user, code, device, recovery=False)
    user.second_factor_at = now()
    return _draw_codes(user)


def check(user: User, code: str, device: Device) -> None:
    """Take a one-time or recovery code of a person who has a factor; Invalid when it is not good."""
    _check(user, code, device, recovery=True)


def _account_windows(user: User) -> list[tuple[RateLimitItem, str]]:
    """The windows that wrong codes for an account count in."""
    return [(item, f"factor:{user.id}") for item in FACTOR_ACCOUNT]


def _check(user: User, code: str, device: Device, *, recovery: bool) -> None:
    """Take a code; failures count by account and by address, apart from those of passwords."""
    windows = _account_windows(user)
    windows += device.windows("factor-ip", *FACTOR_ADDRESS)
    with within(user.workspace_id):
        factor = _lock_factor(user)
        limits.check(windows)
        bare = "".join(code.split()).replace("-", "").upper()
        good = factor is not None and (_take_step(factor, bare) or (recovery and _take_recovery(user, bare)))
        if not good:
            limits.hit(windows)
            service.note_failure(user, full=not limits.has_room(windows[: len(FACTOR_ACCOUNT)]))
            raise Invalid({"code": [WRONG_CODE]}, WRONG_CODE, code="wrong_code")
        db.session.flush()


def _take_step(factor: SecondFactor, code: str) -> bool:
    """Whether this is the code of a step near the present that has not been used; then it is now."""
    if not _TOTP.fullmatch(code):
        return False
    totp = pyotp.TOTP(_seed(factor))
    present = int(now().timestamp()) // totp.interval
    for step in range(present - STEPS, present + STEPS + 1):
        if step > factor.last_counter and is_same(totp.generate_otp(step), code):
            factor.last_counter = step
            return True
    return False


def _digest(user: User, code: str) -> str:
    """What is kept of a recovery code."""
    return hashlib.sha256(f"recovery:{user.id}:{code}".encode()).hexdigest()


def _take_recovery(user: User, code: str) -> bool:
    """Whether this is one of the person's unused recovery codes; then it is used now."""
    unused = (
        RecoveryCode.user_id == user.id,
        RecoveryCode.digest == _digest(user, code),
        RecoveryCode.used_at.is_(None),
    )
    return bool(write_rows(update(RecoveryCode).where(*unused).values(used_at=now())))


def _draw_codes(user: User) -> list[str]:
    """New recovery codes in place of all earlier ones, in groups of four as they are written down."""
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
    codes = [base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode() for _ in range(CODES)]
    db.session.add_all(RecoveryCode(user_id=user.id, digest=_digest(user, code)) for code in codes)
    db.session.flush()
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


def count_codes(user: User) -> int:
    """How many recovery codes are unused."""
    unused = (RecoveryCode.user_id == user.id, RecoveryCode.used_at.is_(None))
    return db.session.scalar(select(func.count()).select_from(RecoveryCode).where(*unused)) or 0


def _require(user: User) -> None:
    """Refuse when there is no factor in force."""
    if user.second_factor_at is None:
        raise Conflict("The second factor is off.")


def renew_codes(user: User, code: str, device: Device) -> list[str]:
    """New recovery codes for a good code; the earlier ones are worth nothing from now on."""
    _require(user)
    check(user, code, device)
    return _draw_codes(user)


def remove(user: User, password: str, code: str, device: Device, session: AuthSession | None = None) -> None:
    """Turn the factor off, for password and code."""
    _require(user)
    service.check_present_password(user, password, device, session)
    check(user, code, device)
    forget(user)


def forget(user: User) -> None:
    """Take away the factor, its codes, and what was counted of wrong ones: a new factor is confirmed at once."""
    for kind in (SecondFactor, RecoveryCode):
        db.session.execute(delete(kind).where(kind.user_id == user.id))
    user.second_factor_at = None
    db.session.flush()
    for item, key in _account_windows(user):
        limits.clear(item, key)


def reset(email: str) -> bool:
    """Take away a person's factor on an operator's word and end their sessions; False when there is none."""
    with everywhere():
        user = db.session.scalar(select(User).where(User.email_key == email_key(email)))
    if user is None or user.second_factor_at is None:
        return False
    with within(user.workspace_id):
        forget(user)
    service.close_all_sessions(user)
    return True
