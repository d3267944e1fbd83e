"""Ready rows handed to Celery on Redis, for workers on several machines.

A message carries the id of a row and nothing else. The row stays the truth: its lease decides who works, a message that
comes twice finds nothing to do, and one that was lost is sent again.
"""

import logging
import os
import socket
import threading
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import structlog
from celery import Celery
from celery.exceptions import Reject
from celery.worker import WorkController, state
from kombu.exceptions import ChannelError, OperationalError
from redis.exceptions import RedisError

from app.core import jobs
from app.core.db import availability

if TYPE_CHECKING:
    from app.core.jobs.runner import Runner

log = structlog.get_logger(__name__)
QUEUE, TASK = "parley", "parley.job"
AGAIN = timedelta(seconds=30)
"""How long a ready row may have been handed over before its message counts as lost."""
MOST, AT_ONCE = 1000, 100
"""How many messages may wait, so that those sent again cannot pile up, and how many are sent at once."""
BROKER_SECONDS = 1
_PATIENCE = {"socket_connect_timeout": BROKER_SECONDS, "socket_timeout": 5 * BROKER_SECONDS}


def _configure(url: str) -> Celery:
    """Celery without what we do not use: results, events, remote control."""
    celery = Celery("parley", broker=url, set_as_current=False)
    celery.conf.update(
        task_default_queue=QUEUE,
        task_ignore_result=True,
        # The message stays until the row has been dealt with.
        task_acks_late=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        broker_connection_timeout=BROKER_SECONDS,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options=_PATIENCE,
    )
    return celery


class Broker:
    """Jobs are done by whichever worker Celery gives them to: the threads of this process, or another machine's."""

    def __init__(self, runner: "Runner") -> None:
        """Prepare; nothing connects before `begin`."""
        self._runner = runner
        self._celery = _configure(runner.app.config["SETTINGS"].celery_broker_url)
        self._celery.task(self._do, name=TASK, shared=False)
        self._is_away = False

    def begin(self) -> list[threading.Thread]:
        """Begin to take what the broker gives, where this machine is to work."""
        logging.getLogger("celery").setLevel(logging.ERROR)
        logging.getLogger("kombu").setLevel(logging.ERROR)
        return [self._runner.thread("celery", self._consume)] if self._runner.threads else []

    def call(self) -> bool:
        """Hand over what is ready; false where the broker is away, or has as much as it may."""
        if availability.room.is_low():
            return False
        try:
            count = self._hand_over()
        except (OperationalError, RedisError) as error:
            if not self._is_away:
                log.warning("broker_away", error=str(error)[:200])
            self._is_away = True
            return False
        if self._is_away:
            log.info("broker_back")
        self._is_away = False
        return count

    def end(self) -> None:
        """Take nothing more."""
        state.should_stop = os.EX_OK

    def _hand_over(self) -> bool:
        """Send messages as long as there are rows for them and room for more; false when the room is used up."""
        with self._celery.producer_pool.acquire(block=True) as producer:
            free = MOST - _waiting(producer)
            while free > 0:
                ready = jobs.hand_out(min(free, AT_ONCE), AGAIN)
                try:
                    for job_id in ready:
                        self._celery.send_task(TASK, (str(job_id),), producer=producer, retry=False)
                except BaseException:
                    jobs.take_back(ready)
                    raise
                if len(ready) < min(free, AT_ONCE):
                    return True
                free -= len(ready)
        return False

    def _consume(self) -> None:
        """Work as one of Celery's workers until asked to end."""
        # The threads it begins know no other way to it.
        self._celery.set_default()
        # This installs no signal handlers and writes no banner: the process has its own.
        WorkController(
            app=self._celery,
            hostname=f"jobs-{os.getpid()}@{socket.gethostname()}",
            pool_cls="threads",
            concurrency=self._runner.threads,
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
        ).start()
        if not jobs.stopping.is_set():
            raise RuntimeError("The broker's worker has ended.")

    def _do(self, job_id: str) -> None:
        """Do one row, if it is still to be done; what the process cannot live with ends it."""
        if jobs.stopping.is_set():
            raise Reject("The worker ends.", requeue=True)
        with self._runner.app.app_context():
            try:
                self._runner.through_outages(lambda: self._runner.work_on(int(job_id)))
            except Exception as error:
                self._runner.fail(error)


def _waiting(producer: Any) -> int:
    """How many messages wait at the broker."""
    try:
        return int(producer.channel.queue_declare(queue=QUEUE, passive=True).message_count)
    except ChannelError:
        return 0  # Nobody has sent any yet.
