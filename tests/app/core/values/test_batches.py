"""Values in batches."""

import pytest

from app.core.values.batches import batched


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(0, []), (1, [1]), (3, [3]), (4, [3, 1]), (7, [3, 3, 1])],
)
def test_every_value_is_in_one_batch(count: int, sizes: list[int]) -> None:
    batches = list(batched(range(count), 3))
    assert [len(batch) for batch in batches] == sizes
    assert [value for batch in batches for value in batch] == list(range(count))


def test_an_iterator_is_read_as_far_as_a_batch_needs() -> None:
    values = iter(range(10))
    next(batched(values, 4))
    assert next(values) == 4
