"""The same work on many items in order, in this process, in several processes, or on a cluster."""

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from game.undisturbed import undisturbed
from game.wording import N_, _

Item = TypeVar("Item")
Result = TypeVar("Result")

PATIENCE: Final = 10
"""The seconds to wait for the answer of a cluster, and for its first worker."""
ADDRESS: Final = re.compile(r"((tcp|tls)://)?(\[[0-9a-fA-F:]+\]|[^\s/:\[\]]+):\d{1,5}")


class WorkersFailed(RuntimeError):
    """A cluster does not answer or has no workers, or workers stopped before their work was done."""


LOST: Final = N_("a worker stopped before finishing (killed or out of memory) - results so far are saved")


def results_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int = 1, cluster: str = ""
) -> Iterator[Result]:
    """Yield the results of items in order, computed by `jobs` processes or by the Dask `cluster` at an address.

    Both use joblib, which pickles `work` and the items. If the iteration ends early, the processes end too and the
    cluster drops the work. Raises `WorkersFailed`, and `ImportError` if joblib or Dask is missing.
    """
    if cluster:
        yield from _on_cluster(work, items, cluster)
    elif jobs > 1:
        yield from _on_processes(work, items, jobs)
    else:
        yield from map(work, items)


@contextlib.contextmanager
def _warnings_off() -> Iterator[None]:
    """Prevent processes that start inside the block from printing Python's warnings."""
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def _on_processes(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    with undisturbed():
        from joblib import Parallel, delayed
        from joblib.externals.loky import reusable_executor
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        from game.lab.local_pool import EndingBackend, end_workers

        if os.name == "posix":  # started together with the workers, the memory tracker would unblock signals
            from multiprocessing import resource_tracker

            from joblib.externals.loky.backend import resource_tracker as loky_tracker

            with _warnings_off():  # it clears up after killed workers, and would report that
                resource_tracker.ensure_running()
                loky_tracker.ensure_running()
    tasks = (delayed(work)(item) for item in items)
    try:
        with undisturbed():  # workers inherit it for good: a signal to all processes reaches this one, which ends them
            results = Parallel(n_jobs=jobs, backend=EndingBackend(), return_as="generator")(tasks)
        yield from results
    except BaseException as error:
        with undisturbed():
            # not with loky's function, which holds a lock that its thread may wait for
            end_workers(reusable_executor._executor)
        if isinstance(error, TerminatedWorkerError):
            raise WorkersFailed(_(LOST)) from None
        raise


def _on_cluster(work: Callable[[Item], Result], items: Iterable[Item], address: str) -> Iterator[Result]:
    if not ADDRESS.fullmatch(address):
        raise WorkersFailed(_("this is not a scheduler address - use one like tcp://host:8786"))
    with undisturbed():
        from distributed import Client, KilledWorker
        from joblib import Parallel, delayed, parallel_config
    tasks = (delayed(work)(item) for item in items)
    with contextlib.ExitStack() as stack:
        try:
            client = stack.enter_context(Client(address, timeout=PATIENCE, set_as_default=False))
        except OSError as error:
            raise WorkersFailed(" ".join(str(error).split())) from None
        stack.enter_context(parallel_config(backend="dask", client=client, wait_for_workers_timeout=PATIENCE))
        try:
            yield from Parallel(return_as="generator")(tasks)
        except TimeoutError:
            raise WorkersFailed(_("it has no workers - start some")) from None
        except KilledWorker:
            raise WorkersFailed(_(LOST)) from None
