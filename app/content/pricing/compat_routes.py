"""The specified pricing call."""

from typing import Any

from app.content.pricing import service
from app.content.pricing.schemas import PricingArgs, PricingSchema
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.visitor import public

blp = SpecifiedBlueprint("pricing", __name__, url_prefix="/pricing", description="Plans and prices.")


@blp.get("/data")
@public
@blp.arguments(PricingArgs, location="query")
@blp.response(200, PricingSchema)
def data(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the plans, monthly and yearly, and questions about them."""
    return service.read(reading_language(args["hl"]))
