"""What an area asks of a higher one."""

import pytest

from app.core.providers import Provider


def test_the_default_answers_until_an_area_provides_the_function() -> None:
    asked = Provider(lambda number: number)
    assert asked(1) == 1
    asked.provide(lambda number: number + 1)
    assert asked(1) == 2


def test_two_areas_cannot_provide_one_function() -> None:
    @Provider
    def asked() -> int:
        return 0

    @asked.provide
    def _first() -> int:
        return 1

    with pytest.raises(TypeError, match="provided by"):

        @asked.provide
        def _second() -> int:
            return 2

    assert asked() == 1
