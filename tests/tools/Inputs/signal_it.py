"""signal_it.py SIGNAL CODE COMMAND...: starts a command that waits for input, sends the signal, checks the exit code."""

import signal
import subprocess
import sys
import time

number, expected, command = getattr(signal, "SIG" + sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
process = subprocess.Popen(command, stdin=subprocess.PIPE)
time.sleep(1)  # time to get to its first read
process.send_signal(number)
code = process.wait(timeout=60)
if code != expected:
    sys.exit(f"expected exit {expected} after SIG{sys.argv[1]}, found {code}")
