"""Chromium, driven by WebDriver: shared by the checks of reports and of the page."""

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request


def stop(message):
    print(f"error: {message}", file=sys.stderr)
    sys.exit(1)


def installed():
    """The browser and its driver, which are installed if they are missing."""
    programs = ["chromium", "chromedriver"]
    if not all(map(shutil.which, programs)):
        may = [] if os.geteuid() == 0 else ["sudo", "-n"]
        how = "apt-get install chromium chromium-driver"
        if not shutil.which("apt-get"):
            stop(f"chromium and chromedriver are not installed, and there is no apt-get; on Debian: {how}")
        if may and (not shutil.which("sudo") or subprocess.run([*may, "true"], capture_output=True).returncode):
            stop(f"chromium and chromedriver are not installed, and only root may do that: {how}")
        environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
        for words in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]):
            if subprocess.run([*may, *environment, "apt-get", "-q", *words]).returncode:
                stop(f"chromium and chromedriver are not installed and `{how}` failed; run it where there is a network")
    return [shutil.which(program) or stop(f"{program} is not there after it was installed") for program in programs]


class Browser:
    """Chromium, driven by WebDriver."""

    def __init__(self, chromium, driver, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.driver = subprocess.Popen([driver, f"--port={port}", "--silent"], stdout=subprocess.DEVNULL)
        flags = "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking " \
            "disable-component-update disable-sync"
        options = {
            "binary": chromium,
            "args": [f"--{flag}" for flag in flags.split()] + [f"--user-data-dir={folder}"],
            "perfLoggingPrefs": {"enableNetwork": True},
        }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        for _ in range(100):
            try:
                session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
                break
            except (ConnectionError, urllib.error.URLError) as error:
                if isinstance(error, urllib.error.HTTPError):
                    stop(f"Chromium does not start: {error.read().decode()}")
                time.sleep(0.1)
        else:
            stop("chromedriver does not answer")
        self.session = f"/session/{session['sessionId']}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def post(self, path, **body):
        return self.call("POST", self.session + path, body)

    def cdp(self, command, **values):
        return self.post("/goog/cdp/execute", cmd=command, params=values)

    def log(self, kind):
        return self.post("/se/log", type=kind)

    def look(self, width, height=900, mobile=False, scheme="light", media=""):
        """Shows pages from now on as on this screen."""
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.cdp("Emulation.setEmulatedMedia", media=media, features=features)

    def run(self, script, *values):
        """What a script answers in the page."""
        return self.post("/execute/sync", script=script, args=list(values))

    def picture(self, path):
        shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True, format="png")
        path.write_bytes(base64.b64decode(shot["data"]))

    def printed(self, path):
        path.write_bytes(base64.b64decode(self.post("/print")))
        return path.read_bytes()

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()
