"""`python -m app.bots.understanding`: the process that holds the models of an installation."""

import os

# Before NumPy is loaded: a second thread for one product makes all slower where others compute as well.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"

from app.bots.understanding.serving import serve  # noqa: E402
from app.config import settings_or_exit  # noqa: E402
from app.core import logs  # noqa: E402
from app.core.malloc import bound_heaps  # noqa: E402

if __name__ == "__main__":
    bound_heaps()
    settings = settings_or_exit()
    logs.configure(settings)
    serve(settings.understanding_socket, settings.model_files)
