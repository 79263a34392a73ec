"""pytest, or any other command: haze exec -- python3 -m pytest

A client that uses only Python's standard library. It gets an address and a key from the environment.
"""

import json
import os
import time
import urllib.error
import urllib.request

BASE = os.environ["API_ENDPOINT"]
KEY = os.environ["HAZE_KEY"]
HELLO = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'


def call(method, path, body=None):
    request = urllib.request.Request(BASE + path, method=method)
    request.add_header("Authorization", KEY)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


def wait_for(path):
    while True:
        status = json.loads(call("GET", path))["Status"]
        if status in ("Completed", "Stopped", "Cancelled"):
            return status
        time.sleep(0.05)


def test_a_program_is_built_and_run():
    build = json.loads(call("POST", "/sourcecode/builds", {"Language": "C", "Code": HELLO}))["BuildID"]
    assert wait_for(f"/builds/{build}") == "Completed"
    task = json.loads(call("POST", f"/builds/{build}/tasks", {}))["TaskID"]
    assert wait_for(f"/tasks/{task}") == "Completed"
    assert call("GET", f"/tasks/{task}/output/Stdout") == "hello\n"


def test_a_build_that_nobody_made_is_not_there():
    try:
        call("GET", "/builds/bld_" + 32 * "0")
    except urllib.error.HTTPError as error:
        assert error.code == 404
    else:
        raise AssertionError("it was there")
