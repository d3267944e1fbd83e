"""What an area asks of one that is above it: a function that the higher area provides."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Provider(Generic[P, R]):
    """A function declared here with its default answer, and provided by whichever area knows it."""

    def __init__(self, default: Callable[P, R]) -> None:
        """Declare the function; `default` answers in an application without that area."""
        self._function = default
        self.__doc__ = default.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function provided last."""
        return self._function(*args, **kwargs)

    def provide(self, function: Callable[P, R]) -> Callable[P, R]:
        """Provide the function; a decorator."""
        self._function = function
        return function
