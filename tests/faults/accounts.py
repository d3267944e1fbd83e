"""Accounts of messaging channels of an installation that runs."""

from typing import Any

from tests.faults.installation import Installation

SECRETS = {"app_secret": "wa_secret", "access_token": "wa_token"}


def connect(site: Installation, **more: Any) -> str:
    """Add a WhatsApp account to a bot of the demonstration; return the path of its webhook."""
    (bot,) = [row["id"] for row in site.api("/api/v1/bots?per=50").json["items"] if row["name"] == "Service Desk"]
    body = {"channel": "whatsapp", "account": "1065", "environment": "live", "credentials": SECRETS} | more
    response = site.api(f"/api/v1/bots/{bot}/deployments", "POST", body)
    assert response.status == 201, response.body
    path = f"/api/v1/bots/{bot}/deployments/{response.json['id']}"
    for event in ("verify", "enable"):
        answer = site.api(f"{path}/{event}", "POST")
        assert answer.status == 200, answer.body
    return f"/hooks/whatsapp/{response.json['id']}"
