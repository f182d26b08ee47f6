"""Does the units of a plan on HyperQueue, here a server and two workers that it starts itself. `pip install hyperqueue`.

    python3 hyperqueue_units.py plan.json results 100

A server that runs already is `Client(SERVER_DIR)` in the place of the local cluster. On the command line it is

    hq submit --array 0-99 -- hinterhand unit run plan.json --of 100 --results results
"""

import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

plan, results, of = sys.argv[1:]
with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    # A task that fails does not keep the others from being done.
    job = Job(max_fails=None)
    for _ in range(int(of)):
        # HQ_TASK_ID says which one it is.
        job.program(["hinterhand", "unit", "run", plan, "--of", of, "--results", results], stdout=None, stderr=None)
    client = cluster.client()
    done = client.wait_for_jobs([client.submit(job)], raise_on_error=False)
sys.exit(0 if done else "tasks have failed: start it again for the units that are left")
