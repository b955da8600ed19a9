package e2e

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"manyhold/app/rooms/hall"
	"manyhold/app/usage"
)

// roomInput is a line about rooms that has to fail.
type roomInput struct {
	words string // ID is the room
	says  string
	code  int
	order int // the code of an order that is understood, and fails; 0: code
}

// refuseAll tries lines as commands and as orders: each ends with its code and a sentence.
func (p *process) refuseAll(id string, list []roomInput) {
	p.t.Helper()
	for _, c := range list {
		words := strings.Fields(strings.ReplaceAll(c.words, "ID", id))
		for k := range words {
			words[k] = strings.Trim(words[k], "'")
		}
		refused(p.t, c.code, c.says, append(append([]string{"room"}, words...), "--data", p.data)...)
	}
}

// refuseOrders tries lines as orders.
func (p *process) refuseOrders(id string, list []roomInput) {
	p.t.Helper()
	for _, c := range list {
		refused(p.t, cmp.Or(c.order, c.code), c.says, "do", "room "+strings.ReplaceAll(c.words, "ID", id), "--data", p.data)
	}
}

// TestRoomInput: whatever is wrong about a line on rooms is told in a sentence, with the exit code of its
// kind, and nothing is half done: no room is made, no seat is taken, and no file is written or replaced.
func TestRoomInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	none, broken, list, big := filepath.Join(dir, "none.json"), file("broken.json", "{"), file("list.json", "[1]"), file("big.json", `{"x":"`+strings.Repeat("x", 4096)+`"}`)
	unknown, wrong := file("unknown.json", `{"gaols":3}`), file("wrong.json", `{"goals":"many"}`)
	kept := file("kept.json", "mine")
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	create := []roomInput{
		{"create chess", `there is no engine "chess"; the engines are`, usage.ExitFailed, 0},
		{"create emberball --config " + none, "cannot read the configuration", usage.ExitUsage, 0},
		{"create emberball --config " + dir, "is a directory", usage.ExitUsage, 0},
		{"create emberball --config " + broken, "a configuration is a JSON object", usage.ExitUsage, 0},
		{"create emberball --config " + list, "a configuration is a JSON object", usage.ExitUsage, 0},
		{"create emberball --config " + big, "at most 4096 bytes", usage.ExitUsage, 0},
		{"create emberball --config " + unknown, `there is no setting "gaols"`, usage.ExitUsage, usage.ExitFailed},
		{"create emberball --config " + wrong, "the setting goals needs a number from 1 to 15", usage.ExitUsage, usage.ExitFailed},
		{"create emberball --seed -1", `the seed is "-1"; use a whole number from 0`, usage.ExitUsage, 0},
		{"create emberball --seed forty", `the seed is "forty"; use a whole number from 0`, usage.ExitUsage, 0},
		{"create emberball --seed 18446744073709551616", "use a whole number from 0", usage.ExitUsage, 0},
		{"create emberball --title " + strings.Repeat("x", 33), "a line of 1 to 32 bytes", usage.ExitUsage, usage.ExitFailed},
		{"join 1a2b3c4d", `there is no room "1a2b3c4d"`, usage.ExitFailed, 0},
		{"join 1a", `there is no room "1a"`, usage.ExitFailed, 0},
		{"ready 1a2b3c4d", "there is no room", usage.ExitFailed, 0},
		{"leave 1a2b3c4d", "there is no room", usage.ExitFailed, 0},
		{"archive 1a2b3c4d " + none, "there is no room", usage.ExitFailed, 0},
		{"show 1a2b3c4d", "there is no room", usage.ExitFailed, 0},
	}
	a.refuseAll("", create)
	a.refuseOrders("", create)
	a.refuseAll("", []roomInput{
		{"create", "an engine: its name, or its directory", usage.ExitUsage, 0},
		{"create emberball --config ''", "cannot read the configuration", usage.ExitUsage, 0},
		{"create emberball --seed ''", `the seed is ""`, usage.ExitUsage, 0},
		{"dance", `unknown command "dance"`, usage.ExitUsage, 0},
		{"join", "needs the ID of a room", usage.ExitUsage, 0},
		{"watch 1a2b3c4d", "there is no room", usage.ExitFailed, 0},
		{"list all", `unknown command "all"`, usage.ExitUsage, 0},
	})
	if out := a.mustInRoom("list"); !strings.HasPrefix(out, "no rooms") {
		t.Errorf("rooms were made: %s", out)
	}
	for n, words := range map[string]string{"0": "-n is 0; use 1 to 63", "-1": "-n is -1; use 1 to 63", "100": "-n is 100; use 1 to 63", "x": "invalid argument"} {
		refused(t, usage.ExitUsage, words, "bot", "-n", n, "--room", "1a2b3c4d", "--data", dir)
	}
	refused(t, usage.ExitUsage, "--room is empty", "bot", "--room", "", "--data", dir)

	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":10}`)
	b.await("the room in the list", 20*time.Second, func() bool { out, _ := b.inRoom("list"); return strings.Contains(out, id[:8]) })
	setup := []roomInput{
		{"ready ID", "you are not in this room; join it first", usage.ExitFailed, 0},
		{"leave ID", "you are not in this room", usage.ExitFailed, 0},
		{"join ID --seat green", `there is no seat "green"; the seats are red-1`, usage.ExitUsage, usage.ExitFailed},
		{"join ID --seat 9", `there is no seat "9"`, usage.ExitUsage, usage.ExitFailed},
	}
	b.refuseAll(id, setup)
	b.refuseOrders(id, setup)
	a.mustInRoom("join", id, "--seat", "red-1")
	b.refuseOrders(id, []roomInput{{"join ID --seat red-1", "another player has this seat", usage.ExitFailed, 0}})
	b.refuseAll(id, []roomInput{{"join ID --seat 1", "another player has this seat", usage.ExitFailed, 0}})
	more := []roomInput{
		{"ready ID maybe", `is followed by on or off, not by "maybe"`, usage.ExitUsage, 0},
		{"config ID gaols=3", `there is no setting "gaols"`, usage.ExitUsage, usage.ExitFailed},
		{"config ID goals=many", "the setting goals needs a number from 1 to 15", usage.ExitUsage, usage.ExitFailed},
		{"config ID goals", "cannot read the configuration", usage.ExitUsage, 0},
		{"config ID", "needs a file, or KEY=VALUE", usage.ExitUsage, 0},
		{"delay ID 121", "at most 120 seconds late", usage.ExitUsage, usage.ExitFailed},
		{"delay ID soon", "needs a number of seconds", usage.ExitUsage, 0},
		{"pause ID", "the match has not begun yet", usage.ExitFailed, 0},
		{"archive ID " + none, "the match has not begun", usage.ExitFailed, 0},
	}
	a.refuseAll(id, more)
	a.refuseOrders(id, more)
	if s := a.room(id); s == nil || s.Version != 1 || string(s.Config) != `{"seconds":10}` || s.ViewDelay != 0 || s.Seats[0].Name != "Ada" || s.Seats[1].Player != "" {
		t.Errorf("the room is %+v", s)
	}
	a.inRoom("ready", id)
	a.mustInRoom("ready", id) // again: it is so already
	a.awaitRoom(id, "the match to run", 60*time.Second, func(s *hall.State) bool { a.inRoom("ready", id); return s.Phase == "running" })
	running := []roomInput{
		{"ready ID", "the match has begun", usage.ExitFailed, 0},
		{"config ID goals=2", "the match has begun", usage.ExitFailed, 0},
		{"archive ID " + none, "the match is not over", usage.ExitFailed, 0},
	}
	a.refuseAll(id, running)
	a.refuseOrders(id, running)
	b.refuseAll(id, []roomInput{{"join ID --seat 2", "the match has begun; you can watch it", usage.ExitFailed, 0}})
	if _, err := os.Stat(none); err == nil {
		t.Error("an archive was written before the end")
	}
	a.awaitRoom(id, "the result", 60*time.Second, func(s *hall.State) bool { return s.Phase == "ended" && len(s.Signed) == 1 })
	ended := []roomInput{
		{"ready ID", "the match is over", usage.ExitFailed, 0},
		{"pause ID", "the match is over", usage.ExitFailed, 0},
	}
	a.refuseAll(id, ended)
	a.refuseOrders(id, ended)
	files := []roomInput{
		{"archive ID " + kept, "is there already; give another name", usage.ExitUsage, usage.ExitFailed},
		{"archive ID " + dir, "is a directory; name a file", usage.ExitUsage, usage.ExitFailed},
		{"archive ID " + filepath.Join(dir, "nowhere", "x.json"), "there is no directory", usage.ExitUsage, usage.ExitFailed},
	}
	a.refuseAll(id, files)
	a.refuseOrders(id, files)
	a.refuseOrders(id, []roomInput{{"archive ID -", "name a file", usage.ExitUsage, usage.ExitFailed}})
	if text, err := os.ReadFile(kept); err != nil || string(text) != "mine" {
		t.Errorf("the file is %.20q now: %v", text, err)
	}
	if out := a.mustInRoom("watch", id); !strings.Contains(out, "state     ended") {
		t.Errorf("a match that is over is watched: %s", out)
	}
	if out := a.mustInRoom("archive", id, "-"); !strings.HasPrefix(out, "{") {
		t.Errorf("the record is printed: %.40s", out)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 6 {
		t.Errorf("the directory has %v now: %v", left, err)
	}
}
