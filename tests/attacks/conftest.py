"""What several attacks stand on."""

import pytest

from tests.attacks.scope_world import World, build_world


@pytest.fixture
def world(workspace: object) -> World:
    """Two clients with three bots, three dealer groups, three cities and five outlets, all with conversations."""
    return build_world()
