"""Sessions against a small model of them, in any order: never a dead token taken, never a live one refused."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import time_machine
from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.accounts.auth.passwords import hash_password
from app.accounts.users.models import User
from app.config import Settings
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.security.limits import limits
from tests.conftest import add_person, add_workspace
from tests.endurance import repetitions
from tests.factories.accounts import csrf_headers, session_cookies

START = datetime(2026, 11, 21, 9, 7, tzinfo=UTC)
ACCESS, LEEWAY, GRACE, BRIEF = 600, 30, 10, 600
KEPT, HALF_DAY, MONTH = 43_200, 43_200, 30 * 86_400
WINDOW, FAILURES = 300, 10
PASSWORDS = ("the first password", "the second password")
# Either side of every border there is.
STEPS = st.sampled_from([1, 9, 10, 11, 60, 299, 300, 301, 590, 599, 600, 601, 629, 630, 631, 43_199, 43_201, 2_592_001])
PICK = st.integers(0, 10**6)


@dataclass
class Person:
    """Someone with a password."""

    id: int
    email: str
    password: int = 0
    version: int = 1
    active: bool = True
    failures: list[float] = field(default_factory=list)


@dataclass
class Family:
    """A sign-in: what its tokens must be worth. `refresh` holds each rotation's token and when it was made."""

    person: Person
    kind: str
    begun: float
    idle: int
    lasts: int
    version: int
    access: list[tuple[str, float]] = field(default_factory=list)
    refresh: list[tuple[str, float]] = field(default_factory=list)
    ended: bool = False

    def alive(self, now: float) -> bool:
        """Whether anything of it is worth something."""
        unchanged = self.person.active and self.person.version == self.version
        return unchanged and not self.ended and now < self.begun + self.lasts

    def takes(self, token: tuple[str, float], now: float) -> bool:
        """Whether an access token is."""
        return self.alive(now) and now < token[1] + ACCESS + LEEWAY

    def rotate(self, place: int, now: float) -> bool | None:
        """Use a refresh token: True for a new successor, None for the one there is, False for nothing."""
        if now >= self.refresh[place][1] + self.idle + LEEWAY or not self.alive(now):
            return False
        last = len(self.refresh) - 1
        if place == last:
            return True
        if place == last - 1 and now - self.refresh[last][1] <= GRACE:
            return None
        self.ended = True
        return False


class Sessions(RuleBasedStateMachine):
    """People sign in, use and renew their tokens, sign out, are suspended and change passwords while time goes by."""

    app: Flask
    settings: Settings

    @initialize()
    def begin(self) -> None:
        """Two people of a new workspace, at the same moment every time."""
        self.time = time_machine.travel(START, tick=False)
        self.clock = self.time.start()
        self.now = START.timestamp()
        limits.init_app(self.app, self.settings)
        limits.reset()
        self.all_failures: list[float] = []
        self.families: list[Family] = []
        db.session.rollback()
        self.people: list[Person] = []
        with within(add_workspace("Life").id):
            for _ in range(2):
                row = add_person("admin", password=PASSWORDS[0])
                self.people.append(Person(row.id, row.email))
        db.session.commit()

    def teardown(self) -> None:
        """Back to the present."""
        if hasattr(self, "time"):
            self.time.stop()

    # ---- what happens ---------------------------------------------------------------------------------

    @rule(seconds=STEPS)
    def time_goes_by(self, seconds: int) -> None:
        self.now += seconds
        self.clock.move_to(datetime.fromtimestamp(self.now, UTC))

    @rule(pick=PICK, right=st.sampled_from([True, True, True, False]))
    def sign_in_by_bearer(self, pick: int, right: bool) -> None:
        person = self.people[pick % 2]
        body = {"email": person.email, "password": PASSWORDS[person.password] if right else "wrong"}
        answer = self.app.test_client().post("/jwt/login", json=body)
        if self._admitted(person, right, answer.status_code):
            family = Family(person, "bearer", self.now, BRIEF, HALF_DAY, person.version)
            self._note(family, answer.json["accessToken"], answer.json["refreshToken"])
            self.families.append(family)

    @rule(pick=PICK, keep=st.booleans(), right=st.sampled_from([True, True, True, False]))
    def sign_in_by_cookie(self, pick: int, keep: bool, right: bool) -> None:
        person, client = self.people[pick % 2], self.app.test_client()
        body = {"email": person.email, "password": PASSWORDS[person.password] if right else "wrong", "keep": keep}
        answer = client.post("/api/v1/session", json=body, headers=csrf_headers(client, self.app))
        if self._admitted(person, right, answer.status_code, signed_in=201):
            life = (KEPT, MONTH) if keep else (BRIEF, HALF_DAY)
            family = Family(person, "cookie", self.now, *life, person.version)
            self._note(family, **session_cookies(answer))
            self.families.append(family)

    @precondition(lambda self: any(family.kind == "bearer" for family in self.families))
    @rule(pick=PICK, back=st.sampled_from([0, 0, 0, 1, 1, 2]))
    def refresh(self, pick: int, back: int) -> None:
        family = self._pick(pick, "bearer")
        place = max(len(family.refresh) - 1 - back, 0)
        answer = self.app.test_client().post("/jwt/refresh-token", json={"refreshToken": family.refresh[place][0]})
        expected = family.rotate(place, self.now)
        assert answer.status_code == (401 if expected is False else 200), answer.text
        if expected is None:
            assert answer.json["refreshToken"] == family.refresh[-1][0]
            family.access.append((answer.json["accessToken"], self.now))
        elif expected:
            self._note(family, answer.json["accessToken"], answer.json["refreshToken"])
        else:
            assert answer.json == {"error": "Invalid refresh token"}

    @precondition(lambda self: any(family.kind == "cookie" for family in self.families))
    @rule(pick=PICK, back=st.sampled_from([0, 0, 0, 1, 1, 2]), with_access=st.booleans())
    def open_a_page(self, pick: int, back: int, with_access: bool) -> None:
        """The access cookie decides; where it is worth nothing, or gone, the refresh cookie is used on the way."""
        family = self._pick(pick, "cookie")
        place = max(len(family.refresh) - 1 - back, 0)
        cookies = {"refresh": family.refresh[place][0]}
        if with_access:
            cookies["access"] = family.access[place][0]
        header = "; ".join(f"{name}={value}" for name, value in cookies.items())
        answer = self.app.test_client(use_cookies=False).get("/api/v1/me", headers={"Cookie": header})
        if with_access and family.takes(family.access[place], self.now):
            assert answer.status_code == 200
            return
        expected = family.rotate(place, self.now)
        assert answer.status_code == (401 if expected is False else 200), answer.text
        if expected:
            self._note(family, **session_cookies(answer))
        elif expected is None:
            assert session_cookies(answer)["refresh"] == family.refresh[-1][0]

    @precondition(lambda self: any(family.kind == "bearer" for family in self.families))
    @rule(pick=PICK, seconds=st.sampled_from([0, 9, 10, 11]), back=st.sampled_from([1, 1, 2]))
    def come_late_with_an_older_one(self, pick: int, seconds: int, back: int) -> None:
        """As another tab does, or a thief: after the token has been rotated, once or twice."""
        for _ in range(back):
            self.refresh(pick, 0)
        self.time_goes_by(seconds)
        self.refresh(pick, back)

    @precondition(lambda self: self.families)
    @rule(pick=PICK)
    def stay_till_the_very_end(self, pick: int) -> None:
        """Renewed in time again and again, until the whole family has lasted as long as it may."""
        family = self.families[pick % len(self.families)]
        use = self.refresh if family.kind == "bearer" else partial(self.open_a_page, with_access=False)
        place = [other for other in self.families if other.kind == family.kind].index(family)
        end = family.begun + family.lasts
        while family.alive(self.now) and self.now < family.refresh[-1][1] + family.idle and self.now < end - 1:
            self.time_goes_by(int(min(family.refresh[-1][1] + family.idle - 1, end - 1) - self.now))
            use(place, 0)
        self.every_access_token_is_worth_what_the_model_says()
        self.time_goes_by(1)

    @precondition(lambda self: self.families)
    @rule(pick=PICK, everywhere_too=st.sampled_from([False, False, True]))
    def sign_out(self, pick: int, everywhere_too: bool) -> None:
        """By bearer: the access tokens of cookies are taken there too, and end the same session."""
        family = self.families[pick % len(self.families)]
        token = family.access[-1]
        address = "/api/v1/session/all" if everywhere_too else "/api/v1/session"
        answer = self.app.test_client().delete(address, headers={"Authorization": f"Bearer {token[0]}"})
        assert answer.status_code == (204 if family.takes(token, self.now) else 401)
        if answer.status_code == 204:
            for other in self.families:
                other.ended = other.ended or other is family or (everywhere_too and other.person is family.person)

    @rule(pick=PICK, active=st.sampled_from([True, True, False]))
    def suspend_or_not(self, pick: int, active: bool) -> None:
        person = self.people[pick % 2]
        self._change(person, status="active" if active else "inactive")
        person.active = active

    @rule(pick=PICK)
    def change_the_password(self, pick: int) -> None:
        person = self.people[pick % 2]
        person.password, person.version = 1 - person.password, person.version + 1
        self._change(person, password_hash=hash_password(PASSWORDS[person.password]), password_version=person.version)

    # ---- what must be -----------------------------------------------------------------------------------

    @invariant()
    def every_access_token_is_worth_what_the_model_says(self) -> None:
        for family in getattr(self, "families", []):
            for token in family.access[-3:]:
                headers = {"Authorization": f"Bearer {token[0]}"}
                answer = self.app.test_client().get("/api/v1/me", headers=headers)
                assert answer.status_code == (200 if family.takes(token, self.now) else 401), (family, token)
                assert answer.status_code == 401 or answer.json["user"]["id"] == str(family.person.id)

    # ---- pieces -----------------------------------------------------------------------------------------

    def _admitted(self, person: Person, right: bool, status: int, signed_in: int = 200) -> bool:
        """Whether signing in was a success, after asserting that it ended as it must."""
        recent = [[at for at in times if at >= self.now - WINDOW] for times in (person.failures, self.all_failures)]
        if any(len(times) >= FAILURES for times in recent):
            assert status == 429
            return False
        if right and person.active:
            assert status == signed_in
            person.failures.clear()
            return True
        assert status == 400
        person.failures.append(self.now)
        self.all_failures.append(self.now)
        return False

    def _note(self, family: Family, access: str, refresh: str) -> None:
        """Keep what has just been given."""
        family.access.append((access, self.now))
        family.refresh.append((refresh, self.now))

    def _pick(self, pick: int, kind: str) -> Family:
        """One of the families of a kind."""
        families = [family for family in self.families if family.kind == kind]
        return families[pick % len(families)]

    def _change(self, person: Person, **values: Any) -> None:
        """Change someone's row."""
        with everywhere():
            row = db.session.get_one(User, person.id)
            with within(row.workspace_id):
                for name, value in values.items():
                    setattr(row, name, value)
                db.session.commit()


def test_no_history_revives_a_token_or_loses_one(app: Flask) -> None:
    Sessions.app, Sessions.settings = app, app.config["SETTINGS"]
    checked = settings(
        max_examples=repetitions(6, 15), stateful_step_count=20, deadline=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Sessions, settings=checked)
