# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Firefox without a window, by its own protocol (Marionette): messages of JSON, each behind its length."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

NAME = "firefox-esr"
RUN = "const done = arguments[arguments.length - 1]; Promise.resolve().then(() => (%s)).then((value) => done({ value }), (reason) => done({ wrong: String(reason) }));"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def is_here():
    return shutil.which(NAME) is not None


class Firefox:
    def __init__(self, as_users=False):
        """as_users: with the settings of a user, which are stricter about files than those of a driven browser."""
        self.profile = tempfile.TemporaryDirectory()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with open(os.path.join(self.profile.name, "user.js"), "w", encoding="utf-8") as file:
            print(f'user_pref("marionette.port", {port});\nuser_pref("dom.disable_beforeunload", true);', file=file)
            if as_users:
                print('user_pref("remote.prefs.recommended", false);', file=file)
        self.process = subprocess.Popen([NAME, "--headless", "--marionette", "--profile", self.profile.name],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        for _ in range(600):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
                break
            except OSError:
                time.sleep(0.1)
        self.bytes, self.number = b"", 0
        self.message()
        self.call("WebDriver:NewSession", capabilities={})
        self.call("WebDriver:SetTimeouts", script=300000, pageLoad=60000)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def message(self):
        while b":" not in self.bytes or len(self.bytes) < int(self.bytes.split(b":", 1)[0]) + self.bytes.index(b":") + 1:
            more = self.socket.recv(1 << 16)
            if not more:
                raise EOFError("the browser has ended")
            self.bytes += more
        length, rest = self.bytes.split(b":", 1)
        text, self.bytes = rest[: int(length)], rest[int(length) :]
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(str(len(request)).encode() + b":" + request)
        _, _, wrong, answer = self.message()
        if wrong is not None:
            raise RuntimeError(f"{method}: {wrong['message']}")
        return answer

    def open(self, path):
        self.call("WebDriver:Navigate", url="file://" + os.path.abspath(path))

    def run(self, script):
        answer = self.call("WebDriver:ExecuteAsyncScript", script=RUN % script, args=[])["value"]
        if "wrong" in answer:
            raise RuntimeError(answer["wrong"])
        return answer.get("value")

    def give(self, field, paths):
        """Files to the field of a form."""
        found = self.call("WebDriver:FindElement", using="css selector", value="#" + field)["value"][ELEMENT]
        self.call("WebDriver:ElementSendKeys", id=found, text="\n".join(os.path.abspath(path) for path in paths))

    def picture(self, path):
        data = self.call("WebDriver:TakeScreenshot", full=True)["value"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
