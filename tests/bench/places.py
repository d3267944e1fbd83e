"""A client's tree of five thousand outlets: opened closed, with one branch open, and searched."""

import json
import sys

from tests.bench.figures import Figure, amount, at_most, beside, milliseconds, output
from tests.bench.installation import on_each_database

OUTLETS, PARENTS, CITIES, GOAL_MS = amount(5_000, 100), amount(100, 5), amount(60, 3), 300


def measure() -> list[Figure]:
    """Milliseconds of the whole call, on SQLite and on PostgreSQL."""
    return on_each_database("places", lambda engine, site: _figures(engine, site.env), tiny="PostgreSQL")


def _figures(engine: str, env: dict[str, str]) -> list[Figure]:
    """The figures of one database."""
    command = [sys.executable, "-m", "tests.bench.places"]
    printed = output(command, env)
    timings = json.loads(printed.splitlines()[-1])
    at = f"{engine}, {OUTLETS:,} outlets"
    return [
        at_most(f"{at}: the tree with its groups, ms", timings["groups"], GOAL_MS),
        beside(f"{at}: all of it open, which no page asks for, ms", timings["whole"]),
        at_most(f"{at}: the tree with one group open, ms", timings["open"], GOAL_MS),
        at_most(f"{at}: the tree, searched, ms", timings["searched"], GOAL_MS),
        beside(f"{at}: the list of a page of them, ms", timings["list"]),
    ]


def _hours(n: int) -> dict[str, object]:
    """The hours of an outlet, as different from each other as those of a chain are."""
    week = {day: [["09:00", f"{17 + n % 3}:00"]] for day in ("mon", "tue", "wed", "thu", "fri", "sat")}
    return {"zone": "Asia/Kolkata", "week": week, "holidays": [f"2026-12-{1 + n % 28:02}"]}


def main() -> None:
    """Lay the outlets in and print the median milliseconds of each call as JSON."""
    from sqlalchemy import insert, select, text

    from app import create_app
    from app.accounts.auth import service, tokens
    from app.accounts.users.models import User
    from app.accounts.workspaces.models import Workspace
    from app.clients.models import City, Client, DealerGroup, Outlet
    from app.core.db.base import db
    from app.core.db.ids import new_id
    from app.core.db.tenancy import everywhere, within

    app = create_app()
    with app.app_context():
        with everywhere():
            place = db.session.scalars(select(Workspace.id).order_by(Workspace.id)).first()
        assert place is not None
        with within(place):
            client = Client(name="Five thousand")
            db.session.add(client)
            db.session.flush()
            parents = [DealerGroup(client_id=client.id, name=f"Group {n:03}", code=f"G{n:03}") for n in range(PARENTS)]
            cities = [City(name=f"Town {n:03}") for n in range(CITIES)]
            db.session.add_all([*parents, *cities])
            db.session.flush()
            rows = [
                {"id": new_id(), "workspace_id": place, "client_id": client.id, "parent_id": parents[n % PARENTS].id,
                 "city_id": cities[n % CITIES].id, "name": f"Outlet {n:05}", "name_key": f"outlet {n:05}",
                 "code": f"O{n:05}", "code_key": f"o{n:05}",
                 "phones": ["+912067124400"], "hours": _hours(n)}
                for n in range(OUTLETS)
            ]  # fmt: skip
            db.session.execute(insert(Outlet), rows)
            db.session.execute(text("ANALYZE"))
            admin = db.session.scalars(select(User).where(User.auth_role == "admin").order_by(User.number)).first()
            assert admin is not None
            session = service.open_session(admin, "bearer", service.Device("127.0.0.1", "bench"))
            token, tree, group = tokens.access_token(session), f"/api/v1/clients/{client.id}/tree", parents[0].id
            db.session.commit()
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"

    def time_of(address: str) -> float:
        answer = browser.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code} {answer.text[:200]}")
        return milliseconds(lambda: browser.get(address))

    timings = {
        "whole": time_of(tree), "groups": time_of(f"{tree}?open=none"), "open": time_of(f"{tree}?open={group}"),
        "searched": time_of(f"{tree}?q=0123"),
        "list": time_of("/api/v1/outlets?per=100"),
    }  # fmt: skip
    sys.stdout.write(json.dumps(timings) + "\n")


if __name__ == "__main__":
    main()
