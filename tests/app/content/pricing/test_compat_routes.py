"""The pricing call: three plans at the specified prices, and their questions."""

from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.content.pricing.seed import seed

PLAN = {"title", "img", "subtitle", "monthlyPrice", "yearlyPlan", "planBenefits", "popular"}


def test_the_plans_have_the_specified_shape_and_prices(client: FlaskClient) -> None:
    body = client.get("/pricing/data").json
    assert body is not None
    assert list(body) == ["basicPlan", "standardPlan", "enterprisePlan", "qandA"]
    plans = [body[key] for key in ("basicPlan", "standardPlan", "enterprisePlan")]
    assert all(set(plan) == PLAN and plan["planBenefits"] for plan in plans)
    prices = [(p["monthlyPrice"], p["yearlyPlan"]["perMonth"], p["yearlyPlan"]["totalAnnual"]) for p in plans]
    assert prices == [(0, 0, 0), (49, 40, 480), (99, 80, 960)]
    assert [plan["popular"] for plan in plans] == [False, True, False]


def test_seeded_plans_answer_the_same_as_built_in_ones(app: Flask, client: FlaskClient, workspace: Workspace) -> None:
    before = client.get("/pricing/data?hl=ar").json
    workspace.slug = app.config["SETTINGS"].site_workspace
    assert seed(workspace) == 7
    assert seed(workspace) == 0
    assert client.get("/pricing/data?hl=ar").json == before
