"""Reports while PostgreSQL is stopped: the last good answer with its age, for those who could see it before."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import postgres
from tests.faults.installation import Installation, running

REPORT = "/api/v1/reports/dashboard"


@contextmanager
def away(site: Installation, cluster: postgres.Server) -> Iterator[None]:
    """The database stopped."""
    cluster.run("-m", "immediate", "stop")
    try:
        site.until(lambda: site.ask("/readyz", seconds=5).status == 503, "the database is away")
        yield
    finally:
        cluster.run("start")
        site.until(lambda: site.ask("/readyz").status == 200, "ready again")


def sign_in(site: Installation, email: str) -> str:
    return str(site.ask("/jwt/login", "POST", data={"email": email, "password": "admin"}).json["accessToken"])


def read(site: Installation, token: str, path: str = REPORT, **headers: str) -> Any:
    return site.ask(path, Authorization=f"Bearer {token}", **headers)


PEOPLE = """
from sqlalchemy import select
from app import create_app
from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere, within
with create_app().app_context():
    with everywhere():
        admin = db.session.scalar(select(User).where(User.email_key == "admin@demo.com"))
    with within(admin.workspace_id):
        bot = db.session.scalar(select(Bot.id).order_by(Bot.id))
        scopes = {"part": {"bots": [str(bot)]}, "late": {}, "gone": {}}
        for number, (name, scope) in enumerate(scopes.items(), 901):
            email = f"{name}@demo.com"
            db.session.add(User(id=new_id(), number=number, full_name=name, username=name, username_key=name,
                email=email, email_key=email, password_hash=admin.password_hash, auth_role="admin", role="admin",
                scope=scope, status="active"))
        db.session.commit()
"""
"""Adds people with the administrator's password: of a part of the workspace, without a report read, and signed out."""


def test_readers_get_their_last_answer_while_the_database_is_away(
    folder: Path, cluster: postgres.Server, prepared: str
) -> None:
    with running(folder, DATABASE_URL=prepared) as site:
        run = subprocess.run([sys.executable, "-c", PEOPLE], env=site.env, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        cookie = site.sign_in()
        whole, part, late, gone = site.token, *(sign_in(site, f"{name}@demo.com") for name in ("part", "late", "gone"))
        fresh = read(site, whole)
        assert fresh.status == 200 and "stale" not in fresh.json
        refresh = next(pair for pair in cookie.split("; ") if "refresh" in pair)
        clipped = read(site, part, f"{REPORT}?r=all")
        assert clipped.status == read(site, whole, f"{REPORT}?r=last_month").status == 200
        assert site.ask(REPORT, Cookie=cookie).status == read(site, gone).status == 200
        assert read(site, whole, f"{REPORT}?r=nonsense").status == 422
        session = read(site, gone, "/api/v1/me/sessions").json["items"][0]["id"]
        ended = site.ask(f"/api/v1/me/sessions/{session}/end", "POST", data={}, Authorization=f"Bearer {gone}")
        assert read(site, gone).status == 401, ended
        for report in ("usage", "engagement"):
            assert read(site, whole, f"/api/v1/reports/{report}").status == 200
        with away(site, cluster):
            stale = read(site, whole)
            assert stale.status == 200 and stale.headers["cache-control"] == "no-store", stale
            assert stale.json["stale"] is True and 0 <= stale.json["age_s"] <= 120
            assert {key: value for key, value in stale.json.items() if key not in ("stale", "age_s")} == fresh.json
            assert site.ask(REPORT, Cookie=cookie).json["stale"] is True
            assert read(site, whole, "/api/v1/reports/usage").json["stale"] is True
            assert read(site, part, f"{REPORT}?r=all").json["cards"] == clipped.json["cards"]
            refused = {
                "a question nobody has asked": read(site, whole, f"{REPORT}?r=last_year"),
                "a wider scope's answer": read(site, part),
                "who has never read": read(site, late),
                "whose session has ended": read(site, gone),
                "a forged token": read(site, whole[:-4] + "AAAA"),
                "no token": site.ask(REPORT),
                "a refresh token alone": site.ask(REPORT, Cookie=refresh),
                "values that are not valid": read(site, whole, f"{REPORT}?r=nonsense"),
                "a list": read(site, whole, "/api/v1/bots"),
                "a file": read(site, whole, "/api/v1/reports/usage.xlsx"),
            }
            assert {name: answer.status for name, answer in refused.items() if answer.status not in (401, 503)} == {}
            assert all(b"cards" not in answer.body for answer in refused.values())
            assert site.kill("web", 0)
            site.until(lambda: read(site, whole).status == 200, "another process answers from the same file")
        again = read(site, whole)
        assert again.status == 200 and "stale" not in again.json
