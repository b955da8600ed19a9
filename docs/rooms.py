"""Plays a match by HTTP with a running node: python3 rooms.py DATA_DIRECTORY [ENGINE [CONFIG]]"""
import json
import sys
import urllib.error
import urllib.request

if len(sys.argv) < 2:
    sys.exit(__doc__.strip())
with open(sys.argv[1] + "/control.json") as f:
    control = json.load(f)
web = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(method, path, body=None):
    request = urllib.request.Request(f"http://127.0.0.1:{control['port']}{path}", method=method)
    request.add_header("Authorization", "Bearer " + control["token"])
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        return web.open(request)
    except urllib.error.HTTPError as e:
        sys.exit(f"{method} {path}: " + json.load(e)["error"])


order = {"engine": sys.argv[2] if len(sys.argv) > 2 else "emberball", "seed": 42}
if len(sys.argv) > 3:
    order["config"] = json.loads(sys.argv[3])
room = "/rooms/" + json.load(ask("POST", "/rooms", order))["id"]
ask("POST", room + "/join", {})
for line in ask("GET", room + "/watch"):
    state = json.loads(line)
    seats = {seat["seat"]: seat for seat in state["seats"]}
    print(state["state"], state["child"], "turn", state["generation"], state["digest"])
    if state["state"] == "setup" and not seats[state["mine"]]["ready"]:
        ask("POST", room + "/ready", {"ready": True})
    if state["state"] == "ended":
        print("result", json.dumps(state["result"]), "signed by", *state["signed"])
        break
