"""Does the units of a plan on a Ray cluster. Needs `pip install ray`, and the command `hinterhand` on every node.

    python3 ray_units.py plan.json results 100

The last number is that of tasks. Nothing is kept in an actor: if workers, nodes or the head die, start it again.
"""

import os
import subprocess
import sys

import ray


class Killed(Exception):
    """The command was killed: the task is begun again, wherever there is room."""


@ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=[Killed])
def task(command):
    status = subprocess.run(command).returncode
    if status < 0:
        raise Killed(command)
    return status


# A task does not begin in the folder of this program.
plan, results, of = *map(os.path.abspath, sys.argv[1:3]), sys.argv[3]
left = ["hinterhand", "unit", "status", plan, results, "--of", of, "--array"]
array = subprocess.run(left, check=True, capture_output=True, text=True).stdout.strip()
ends = [part.split("-") for part in array.split(",") if part]
numbers = [number for part in ends for number in range(int(part[0]), int(part[-1]) + 1)]
run = ["hinterhand", "unit", "run", plan, "--of", of, "--results", results, "--index"]
ray.init(address="auto", log_to_driver=False)
failed = sum(status != 0 for status in ray.get([task.remote([*run, str(number)]) for number in numbers]))
sys.exit(f"{failed} tasks have failed" if failed else 0)
