"""The dialogue engine: a pure function from a flow, a state and an event to the next state and what is to be said.

It knows no clock, no database and no network. A step ends where an answer is needed, where something outside has to
be done (an effect, whose result is the next event), or where the session ends. The same events give the same trace.
"""

from app.bots.engine.closing import is_over_for
from app.bots.engine.flow import Flow, compile_flow
from app.bots.engine.state import State, fits, new_state
from app.bots.engine.stepping import StepResult, step

__all__ = ["Flow", "State", "StepResult", "compile_flow", "fits", "is_over_for", "new_state", "step"]
