"""Does the units of a plan by submitit: on Slurm if it is there, else as processes of this machine. `pip install submitit`.

    python3 submitit_units.py plan.json results 100
    python3 submitit_units.py plan.json results 100 local    # on this machine although Slurm is there
"""

import subprocess
import sys

import submitit


def task(plan, results, of, index):
    return subprocess.run(
        ["hinterhand", "unit", "run", plan, "--of", of, "--results", results, "--index", str(index)]
    ).returncode


plan, results, of, *cluster = sys.argv[1:]
executor = submitit.AutoExecutor(folder="submitit-logs", cluster=cluster[0] if cluster else None)
executor.update_parameters(timeout_min=60, cpus_per_task=1, slurm_array_parallelism=200)
jobs = executor.map_array(task, *([value] * int(of) for value in (plan, results, of)), range(int(of)))
failed = sum(job.result() != 0 for job in jobs)
sys.exit(f"{failed} tasks have failed" if failed else 0)
