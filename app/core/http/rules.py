"""Rules of URLs that are compiled when they are first built."""

from collections.abc import Callable

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A rule whose builders are made with the first address: those of 800 rules were a third of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_builder = super()._compile_builder
        name = "_build_unknown" if append_unknown else "_build"

        def build(rule: Rule, **values: str) -> tuple[str, str]:
            builder = compile_builder(append_unknown).__get__(rule, None)
            setattr(rule, name, builder)
            address: tuple[str, str] = builder(**values)
            return address

        return build
