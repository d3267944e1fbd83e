"""Lists in JSON columns: their texts as rows, and the last of them, on both databases."""

from typing import Any

from sqlalchemy import JSON, ColumnElement, TableValuedAlias, Text, cast, func
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from app.core.db.base import db


def texts_in(column: ColumnElement[Any]) -> TableValuedAlias:
    """Return the texts of a list in a JSON column, or in JSON text, as a table with the column `value`."""
    if db.engine.dialect.name == "postgresql":
        return func.json_array_elements_text(cast(column, JSON)).table_valued("value")
    return func.json_each(column).table_valued("value")


class LastText(FunctionElement[str]):
    """The last text of a list in a JSON column; null of an empty one."""

    type = Text()
    inherit_cache = True


@compiles(LastText, "sqlite")
def _write_for_sqlite(element: LastText, compiler: SQLCompiler, **more: Any) -> str:
    return f"json_extract({compiler.process(element.clauses, **more)}, '$[#-1]')"


@compiles(LastText, "postgresql")
def _write_for_postgresql(element: LastText, compiler: SQLCompiler, **more: Any) -> str:
    return f"({compiler.process(element.clauses, **more)} ->> -1)"
