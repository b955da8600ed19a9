package e2e

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/omni"
	"manyhold/app/usage"
)

// TestOmni: one process drives the named seats of a match, by a script: the
// orders reach the match, all seats end with the same digest, and the record replays to it.
func TestOmni(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	a.island()
	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":10,"side":2}`, "--strict")
	refused(t, usage.ExitFailed, "there is no room", "room", "omni", "1a2b3c4d", "--data", a.data)
	refused(t, usage.ExitUsage, `the seat "green" is not free, or not there; the seats are red-1`, "room", "omni", id, "--seats", "green", "--data", a.data)
	c := program("room", "omni", id[:8], "--seats", "red-1,blue-1,red-2", "--for", "100s", "--data", a.data)
	c.Stdin = strings.NewReader("all bot\nwait 20\nred-1 hand\nred-1 walk 1 0\nwait 10\nred-1 stop; say over here\nall pause\nwait 5\nall resume\n")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	var last omni.Line
	seen := map[string]bool{}
	for _, text := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		last = omni.Line{}
		if err := json.Unmarshal([]byte(text), &last); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		seen[strings.TrimSpace(fmt.Sprint(last.Kind, " ", last.State, last.Seat, " ", last.Child, last.Order))] = true
	}
	for _, want := range []string{"state setup countdown", "state running playing", "order red-2 bot", "order red-1 walk 1 0", "state running paused"} {
		if !seen[want] {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if last.Kind != "end" || len(last.Digests) != 3 || len(last.Signed) != 3 || !strings.Contains(string(last.Result), "winner") {
		t.Errorf("the end: %+v", last)
	}
	a.awaitRoom(id, "the end", 20*time.Second, func(s *hall.State) bool { return s.Phase == "ended" })
	file := filepath.Join(t.TempDir(), "omni.json")
	a.mustInRoom("archive", id, file)
	var replayed struct{ Digest string }
	replay, err := program("replay", "--json", file).Output()
	if err != nil || json.Unmarshal(replay, &replayed) != nil || replayed.Digest != last.Digests["red-1"] {
		t.Errorf("replayed to %s, and the seats ended with %v: %v", replayed.Digest, last.Digests, err)
	}
	refused(t, usage.ExitFailed, "the match has begun", "room", "omni", id, "--data", a.data)
	a.quit()
}
