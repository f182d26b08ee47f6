"""Slurm on this machine alone: munged, a controller and a node, started by hand where there is no systemd."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

CONF = """ClusterName=here
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
CryptoType=crypto/munge
SlurmUser=root
SlurmdUser=root
SlurmctldPort={port}
SlurmdPort={node_port}
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1
ReturnToService=2
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Slurm:
    def __init__(self, place):
        self.place = Path(place)
        self.env = os.environ | {"SLURM_CONF": str(self.place / "slurm.conf")}
        self.processes = []

    def start(self):
        shutil.rmtree(self.place, ignore_errors=True)
        for name in ("state", "spool"):
            (self.place / name).mkdir(parents=True)
        key = self.place / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        names = {"host": socket.gethostname().split(".")[0], "place": self.place, "cpus": os.cpu_count()}
        conf = CONF.format(port=free_port(), node_port=free_port(), **names)
        (self.place / "slurm.conf").write_text(conf)
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self.place}/munge.socket",
                    f"--pid-file={self.place}/munged.pid", f"--log-file={self.place}/munged.log",
                    f"--seed-file={self.place}/munged.seed")
        time.sleep(1)
        self.daemon("slurmctld", "-D", "-i")
        self.daemon("slurmd", "-D", "-N", names["host"])
        for _ in range(60):
            state = self.run("sinfo", "--noheader", "--format=%t", check=False)
            if state.strip() == "idle":
                return
            time.sleep(1)
        logs = "".join(path.read_text()[-3000:] for path in sorted(self.place.glob("*.log")))
        raise SystemExit(f"error: Slurm does not come up; its node is `{state.strip()}`\n{logs}")

    def daemon(self, *words):
        log = open(self.place / f"{words[0]}.out", "w")
        self.processes.append(subprocess.Popen(words, env=self.env, stdout=log, stderr=log))

    def run(self, *words, check=True, **more):
        done = subprocess.run(words, env=self.env, capture_output=True, text=True, **more)
        if check and done.returncode:
            raise SystemExit(f"error: {' '.join(words)}\n{done.stdout}{done.stderr}")
        return done.stdout

    def sbatch(self, *words, cwd):
        return self.run("sbatch", "--output=/dev/null", *words, cwd=cwd)

    def wait(self):
        """Waits until no job is left."""
        while self.run("squeue", "--noheader").strip():
            time.sleep(0.5)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(timeout=30)
