"""Stands between a referee and a bot and writes down what they say: python3 tee.py LOG COMMAND..."""

import subprocess
import sys
import threading

log = open(sys.argv[1], "w")
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def pass_on(mark, source, sink):
    for line in source:
        log.write(f"{mark} {line}")
        log.flush()
        sink.write(line)
        sink.flush()


threading.Thread(target=pass_on, args=("<", bot.stdout, sys.stdout), daemon=True).start()
pass_on(">", sys.stdin, bot.stdin)
bot.stdin.close()
bot.wait()
