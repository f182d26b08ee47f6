#!/bin/bash
# Does the units of a plan as an array of Slurm: 100 tasks of about ten units each, 200 of them at a time.
#
#     hinterhand unit plan tournament.toml --target-seconds 60 --out plan.json
#     sbatch slurm.sh
#     sbatch --array=$(hinterhand unit status plan.json results --of 100 --array) slurm.sh    # what is left
#     hinterhand unit merge plan.json results --out /tmp/tournament.db                        # a local disk
#
#SBATCH --array=0-99%200
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --requeue

# The number of the task is that of SLURM_ARRAY_TASK_ID.
exec hinterhand unit run plan.json --of 100 --results results
