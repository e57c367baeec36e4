#!/bin/bash
# Tests a program on 64 nodes and merges what they find:
#   sbatch --array=1-64 fencepost.sh test --executions 1000000000 lock.c
# and when all have ended
#   sbatch --dependency=afterok:JOBID --export=ALL,PARTS=fencepost-JOBID fencepost.sh merge
#SBATCH --job-name=fencepost
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
set -euo pipefail

if [ "${1-}" = merge ]; then
	shift
	status=0
	fencepost merge "$@" "${PARTS:?is the folder of the parts}"/*.part || status=$?
	exit "$status"
fi

parts=${PARTS:-fencepost-${SLURM_ARRAY_JOB_ID:?run me with sbatch --array=1-N}}
mkdir -p "$parts"
command=${1:?is test, explore or check}
shift
exec fencepost "$command" --workers "${SLURM_CPUS_PER_TASK:-1}" \
	--shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
	--partial "$parts/$SLURM_ARRAY_TASK_ID.part" "$@"
