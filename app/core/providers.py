"""What an area asks of one that is above it: a function that the higher area provides."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Provider(Generic[P, R]):
    """A function declared here with its default answer, and provided by whichever area knows it."""

    def __init__(self, default: Callable[P, R]) -> None:
        """Declare the function; `default` answers in an application without that area."""
        self._function = self._default = default
        self.__doc__ = default.__doc__

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function that is provided, or the default one."""
        return self._function(*args, **kwargs)

    def provide(self, function: Callable[P, R]) -> Callable[P, R]:
        """Provide the function; a decorator. One area alone can: a second one would silence the first."""
        if self._function is not self._default and self._function.__qualname__ != function.__qualname__:
            raise TypeError(f"{self._default.__qualname__} is provided by {self._function.__qualname__} already.")
        self._function = function
        return function
