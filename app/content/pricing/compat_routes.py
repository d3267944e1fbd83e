"""The specified pricing call."""

from typing import Any

from app.content.pricing import service
from app.content.pricing.schemas import PricingArgs, PricingSchema
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.operations import PUBLIC, Operation

blp = SpecifiedBlueprint("pricing", __name__, url_prefix="/pricing", description="Plans and prices.")


@blp.get("/data", Operation(PUBLIC, query=PricingArgs, answer=PricingSchema))
def data(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the plans, monthly and yearly, and questions about them."""
    return service.read(reading_language(args["hl"]))
