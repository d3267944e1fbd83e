"""The search call of our own and the specified one."""

from typing import Any

from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.operations import SIGNED_IN, Operation
from app.search.main_search import main_search
from app.search.schemas import MainSearchSchema, SearchArgs, SearchSchema
from app.search.service import search

blp = Blueprint("search", __name__, url_prefix="/api/v1/search", description="Search.")
specified = SpecifiedBlueprint("main-search", __name__, url_prefix="/api/main-search", description="Search entries.")


@blp.get("", Operation(SIGNED_IN, limit="search", query=SearchArgs, answer=SearchSchema))
def find(args: dict[str, Any]) -> dict[str, Any]:
    """Search pages, bots, conversations, people and help: four of each, or a page of one group."""
    return search(args.pop("q"), reading_language(), **args)


@specified.get("/data", Operation(SIGNED_IN, answer=MainSearchSchema))
def data() -> dict[str, Any]:
    """List pages, files and contacts that can be searched for."""
    return main_search(reading_language())


blueprints = (blp, specified)
