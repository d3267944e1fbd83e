"""Expressions of flows, in CEL: their cost is counted before they run, and costly ones run in a process of their own.

Nothing here imports the rest of the application, so that the process that runs costly expressions stays small.
"""

from app.bots.expressions.bounds import Breach
from app.bots.expressions.evaluation import GIVEN, BadExpression, Expression

__all__ = ["GIVEN", "BadExpression", "Breach", "Expression"]
