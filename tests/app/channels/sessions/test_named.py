"""Sessions that programs name: ids that jobs can be given."""

from app.channels.sessions.named import id_of
from app.core.jobs import Job, named_id


def test_jobs_can_be_given_each_id() -> None:
    for digest in ("f" * 64, "0" * 64, "de0b6b3a763fffe" + "0" * 49, "de0b6b3a763ffff" + "0" * 49):
        session_id = id_of(digest)
        assert named_id(Job(payload={"session_id": str(session_id)}), "session_id") == session_id > 0
