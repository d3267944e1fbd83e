"""What an area asks of a higher one."""

import pytest

from app.core.providers import Provider


def test_the_default_answers_until_an_area_provides_the_function() -> None:
    question = Provider(lambda number: number)
    assert question(1) == 1
    question.provide(lambda number: number + 1)
    assert question(1) == 2


def test_two_areas_cannot_provide_one_function() -> None:
    @Provider
    def question() -> int:
        return 0

    @question.provide
    def _first() -> int:
        return 1

    with pytest.raises(TypeError, match="provided by"):

        @question.provide
        def _second() -> int:
            return 2

    assert question() == 1
