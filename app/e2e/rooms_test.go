package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/rig"
	"manyhold/app/rooms/hall"
	"manyhold/app/usage"
	"manyhold/net/signal"
	"manyhold/net/store"
)

// inRoom runs `manyhold room` with the node of a process. It returns the output and whether it worked.
func (p *process) inRoom(words ...string) (string, bool) {
	out, err := p.command(append(append([]string{"room"}, words...), "--data", p.data)...).CombinedOutput()
	return strings.TrimSpace(string(out)), err == nil
}

// ticket issues a ticket.
func (p *process) ticket(words ...string) string {
	p.t.Helper()
	out, err := program(append(append([]string{"room", "token"}, words...), "--data", p.data)...).Output()
	if err != nil {
		p.t.Fatalf("room token %v: %v", words, err)
	}
	return strings.TrimSpace(string(out))
}

// mustInRoom is inRoom for what has to work.
func (p *process) mustInRoom(words ...string) string {
	p.t.Helper()
	out, ok := p.inRoom(words...)
	if !ok {
		p.t.Fatalf("room %v: %s", words, out)
	}
	return out
}

// room returns the state of a room as a node has it; nil while it does not know it.
func (p *process) room(id string) *hall.State {
	out, ok := p.inRoom("show", id, "--json")
	var s hall.State
	if !ok || json.Unmarshal([]byte(out), &s) != nil {
		return nil
	}
	return &s
}

// roomRows returns the rooms that a node knows.
func (p *process) roomRows() (list []hall.Row) {
	out, ok := p.inRoom("list", "--json")
	if !ok || json.Unmarshal([]byte(out), &list) != nil {
		return nil
	}
	return list
}

// awaitRoom waits until a room is as wanted.
func (p *process) awaitRoom(id, what string, limit time.Duration, fits func(*hall.State) bool) (s *hall.State) {
	p.t.Helper()
	p.await(what, limit, func() bool {
		if s = p.room(id); s == nil {
			return false
		}
		return fits(s)
	})
	return s
}

// newRoom creates a room on a node, and returns its id.
func (p *process) newRoom(words ...string) string {
	p.t.Helper()
	out := p.mustInRoom(append([]string{"create"}, words...)...)
	id, rest, _ := strings.Cut(strings.TrimPrefix(out, "room "), "\n")
	if len(id) != 64 || !strings.HasPrefix(rest, "join with: manyhold room join "+id[:8]+"\nfrom outside of the world: manyhold room join manyhold:") {
		p.t.Fatalf("room create: %s", out)
	}
	return id
}

// getReady lets players get ready until the match runs.
func getReady(t *testing.T, id string, all ...*process) {
	t.Helper()
	all[0].awaitRoom(id, "the match to begin", 60*time.Second, func(s *hall.State) bool {
		for _, p := range all {
			p.inRoom("ready", id)
		}
		return s.Phase == "running"
	})
}

// seatOf returns the seat of a name.
func seatOf(s *hall.State, name string) (x hall.Seat) {
	for _, x := range s.Seats {
		if x.Name == name {
			return x
		}
	}
	return x
}

// TestRoomOutlivesItsHost: three processes play a match. The one that created the room, and hosts it, is
// killed; the match goes on, and the killed one comes back to its seat. All three have the same result in the
// end.
func TestRoomOutlivesItsHost(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", "7", "--name", "Ada")
	b, c := follow(t, a, "Bo", "--no-lan"), follow(t, a, "Cy", "--no-lan")
	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":60,"goals":9}`, "--title", "The cup")
	for _, p := range []*process{b, c} {
		p.await("the room in the list", 20*time.Second, func() bool {
			out, _ := p.inRoom("list")
			return strings.Contains(out, id[:8]+"  The cup, emberball, setup (")
		})
		if st, err := p.status(); err != nil || len(st.Rooms) != 1 || st.Rooms[0].Title != "The cup" {
			t.Errorf("status shows the rooms %+v: %v", st.Rooms, err)
		}
	}
	a.mustInRoom("join", id)
	b.mustInRoom("join", id[:8], "--seat", "blue-1")
	if out, ok := c.inRoom("join", id, "--seat", "blue-1"); ok || !strings.Contains(out, "another player has this seat") {
		t.Errorf("a taken seat: %s", out)
	}
	if out := c.must("room join " + id[:8] + " --seat red-2"); !strings.Contains(out, "red-2: Cy, you") {
		t.Errorf("joins by an order: %s", out)
	}
	getReady(t, id, a, b, c)
	if out, ok := c.inRoom("config", id, "goals=1"); ok || !strings.Contains(out, "the match has begun") {
		t.Errorf("configures a match that runs: %s", out)
	}
	was := b.awaitRoom(id, "some turns", 20*time.Second, func(s *hall.State) bool { return s.DigestAt > 40 }).Generation
	a.kill()
	b.awaitRoom(id, "the match to go on without its host", 30*time.Second, func(s *hall.State) bool { return s.Generation > was+40 && seatOf(s, "Ada").Vacant })
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	back := a.awaitRoom(id, "the killed one to have its seat again", 40*time.Second, func(s *hall.State) bool {
		return s.Mine == "red-1" && !seatOf(s, "Ada").Vacant && s.DigestAt > was+40
	})
	if back.Phase != "running" || seatOf(back, "Ada").Diverged > 0 {
		t.Errorf("came back to %+v", back)
	}
	var results []string
	for _, p := range []*process{a, b, c} {
		s := p.awaitRoom(id, "the result", 120*time.Second, func(s *hall.State) bool { return s.Phase == "ended" && len(s.Signed) == 3 })
		results = append(results, string(s.Result)+" "+s.Digest)
	}
	if results[0] != results[1] || results[1] != results[2] || !strings.Contains(results[0], "winner") {
		t.Errorf("the results are %q", results)
	}
}

// TestRoomsByHTTP is a transcript of the surface with a real process: by the token of control.json at the
// control port, and by a ticket at an address of its own.
func TestRoomsByHTTP(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	config := strings.Replace(rig.Config(), `listen = ""               #`, `listen = "127.0.0.1:0" #`, 1)
	if err := os.WriteFile(filepath.Join(data, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	p := headless(t, data, "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	p.island()
	node, err := control.Find(data)
	if err != nil {
		t.Fatal(err)
	}
	ticket := p.ticket("--scope", "rooms:read,rooms:play", "--hours", "1", "--for", "scoreboard")
	own := ""
	p.await("the address for programs", 10*time.Second, func() bool {
		_, after, ok := strings.Cut(p.output(), "address=127.0.0.1:")
		if ok {
			own = "http://127.0.0.1:" + strings.Fields(after)[0]
		}
		return ok
	})
	at, id := "http://"+node.Host(), ""
	for _, c := range []struct {
		token, method, at, path, body string
		status                        int
		says                          string
	}{
		{"", "GET", at, "/rooms", "", 401, "control.json"},
		{"wrong", "GET", at, "/rooms", "", 401, "not valid"},
		{node.Addr.Token, "GET", at, "/rooms", "", 200, "[]"},
		{node.Addr.Token, "POST", at, "/rooms", `{"engine":"chess"}`, 404, "emberball"},
		{ticket, "POST", own, "/rooms", `{"engine":"emberball"}`, 403, "rooms:create"},
		{node.Addr.Token, "POST", at, "/rooms", `{"engine":"emberball","seed":42,"config":{"seconds":10},"strict":false}`, 201, `"join":"` + at + "/rooms/"},
		{ticket, "GET", own, "/rooms", "", 200, `"engine":"emberball"`},
		{ticket, "GET", own, "/status", "", 404, "nothing at this path"},
		{ticket, "POST", own, "/rooms/ID/join", "", 200, `"mine":"red-1"`},
		{ticket, "GET", own, "/rooms/ID/archive", "", 409, "not begun"},
		{ticket, "POST", own, "/rooms/ID/ready", `{"ready":true}`, 200, `"state":"setup"`},
		{ticket[:len(ticket)-4] + "AAAA", "POST", own, "/rooms/ID/ready", "", 401, "did not sign"},
		{ticket, "POST", own, "/rooms/ID/leave", "", 204, ""},
		{"", "REVOKE", "", "", "", 0, ""},
		{ticket, "GET", own, "/rooms", "", 401, `"code":"ticket_revoked"`},
		{ticket, "GET", at, "/rooms", "", 401, `"code":"ticket_revoked"`},
		{"", "RESTART", "", "", "", 0, ""},
		{ticket, "GET", "", "/rooms", "", 401, `"code":"ticket_revoked"`},
		{node.Addr.Token, "GET", "", "/rooms", "", 401, `"code":"ticket_invalid"`},
	} {
		switch c.method {
		case "REVOKE":
			if out := p.mustInRoom("token", "--list"); !strings.Contains(out, "for scoreboard: rooms:read rooms:play, until ") || strings.Contains(out, "revoked") {
				t.Errorf("the list: %s", out)
			}
			if out := p.mustInRoom("token", "revoke", "all"); !strings.HasPrefix(out, "revoked ") || !strings.Contains(out, "for scoreboard") {
				t.Errorf("revoke: %s", out)
			}
			if out := p.mustInRoom("token", "--list"); !strings.HasSuffix(out, ", revoked") {
				t.Errorf("the list after it: %s", out)
			}
			continue
		case "RESTART":
			p.quit()
			p = headless(t, data, "--no-lan", "--name", "Ada")
			p.island()
			again, err := control.Find(data)
			if err != nil {
				t.Fatal(err)
			}
			at = "http://" + again.Host()
			continue
		}
		if c.at == "" {
			c.at = at
		}
		status, answer := ask(t, c.token, c.method, c.at+strings.ReplaceAll(c.path, "ID", id), c.body)
		if status != c.status || !strings.Contains(answer, c.says) {
			t.Errorf("%s %s %s: %d %s\nwant %d %s", c.method, c.path, c.body, status, answer, c.status, c.says)
		}
		var made struct{ ID string }
		if status == http.StatusCreated && json.Unmarshal([]byte(answer), &made) == nil {
			id = made.ID
		}
	}
	p.quit()
}

// ask sends a request, and returns the status and the body of the answer.
func ask(t *testing.T, token, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, strings.TrimSpace(string(b))
}

// TestPythonClient: the program of docs/rooms.py, of at most 40 lines, plays a match to its end.
func TestPythonClient(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3, for which the program is; .ci/needs installs it")
	}
	script := filepath.Join(rig.Root(), "docs", "rooms.py")
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(source, []byte("\n")); n > 40 {
		t.Errorf("the client has %d lines", n)
	}
	p := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	p.island()
	client := launch(t, exec.CommandContext(t.Context(), python, script, p.data, "emberball", `{"seconds":10}`), "")
	p.await("the client to play to the end", 60*time.Second, client.ended)
	out := client.output()
	if client.err != nil || !strings.Contains(out, "running playing") || !strings.Contains(out, "result {") || !strings.Contains(out, "signed by red-1") {
		t.Errorf("%v:\n%s", client.err, out)
	}
	p.quit()
}

// compact writes JSON without spaces.
func compact(b json.RawMessage) string {
	var to bytes.Buffer
	if err := json.Compact(&to, b); err != nil {
		return err.Error()
	}
	return to.String()
}

// TestBotsPlay: bots that join a world by an invitation fill the seats of a strict match, play it to its end
// and end themselves. Somebody watches, and archives the match.
func TestBotsPlay(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	st, _ := a.island()
	id := a.newRoom("emberball", "--seed", "42", "--config", `{"seconds":10}`, "--strict")
	watch := launch(t, program("room", "watch", id, "--data", a.data, "--json"), "")
	bots := launch(t, program("bot", "-n", "4", "--room", id[:8], "--no-lan", "--join", st.World.Invite, "--data", t.TempDir()), "")
	a.await("the bots to end", 120*time.Second, bots.ended)
	if bots.err != nil {
		t.Fatalf("the bots: %v", bots.err)
	}
	s := a.awaitRoom(id, "the result", 20*time.Second, func(s *hall.State) bool { return s.Phase == "ended" && len(s.Signed) == 4 })
	if !s.Strict || s.Seed != 42 {
		t.Errorf("%+v", s)
	}
	a.await("the watcher to see the end", 20*time.Second, watch.ended)
	seen := map[string]bool{}
	for lines := bufio.NewScanner(strings.NewReader(watch.output())); lines.Scan(); {
		var s hall.State
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		seen[fmt.Sprint(s.Phase, " ", s.Child)] = true
	}
	for _, want := range []string{"setup ready", "setup countdown", "running playing", "ended "} {
		if !seen[want] {
			t.Errorf("the watcher did not see %q: %v", want, seen)
		}
	}
	file := filepath.Join(t.TempDir(), "cup.json")
	if out := a.mustInRoom("archive", id, file); !strings.Contains(out, "wrote "+file) {
		t.Errorf("archive: %s", out)
	}
	type record struct { // of a match; the room's own digest may be of a turn before the last
		Engine, Digest string
		Generations    uint32
		Result         json.RawMessage
	}
	var archive, replayed record
	b, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(b, &archive) != nil || archive.Engine != "emberball" || compact(archive.Result) != compact(s.Result) ||
		s.DigestAt == archive.Generations && archive.Digest != s.Digest {
		t.Errorf("the archive has %+v, the match ended with %s after %d, %s: %v", archive, s.Digest, s.DigestAt, s.Result, err)
	}
	out, err := program("replay", "--json", file).Output()
	if err != nil || json.Unmarshal(out, &replayed) != nil || replayed.Digest != archive.Digest || replayed.Generations != archive.Generations ||
		len(archive.Digest) != 16 {
		t.Errorf("the archive is replayed to %s: %v", out, err)
	}
	if out := a.must("room archive " + id[:8] + " " + file + ".again"); !strings.Contains(out, "wrote "+file+".again") {
		t.Errorf("archive by an order: %s", out)
	}
	a.quit()
}

// TestEngineOfAMaker: a room of an engine that only its creator has, in a folder. Another player gets the
// engine from there, and both play to the same result. A player below the rank of the setting creates no
// room.
func TestEngineOfAMaker(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "mine")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(rig.Root(), "assets", "engines", "emberball"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "engine.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte(`title = "Emberball"`), []byte(`title = "Our-ball"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	st, _ := a.island()
	data := t.TempDir()
	config := strings.Replace(rig.Config(), `create = "anyone"`, `create = "keepers"`, 1)
	if err := os.WriteFile(filepath.Join(data, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	b := headless(t, data, "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	b.island()
	if out, ok := b.inRoom("create", "emberball"); ok || !strings.Contains(out, "only keepers and the founder may create rooms on this computer") {
		t.Errorf("a player without the rank creates a room: %s", out)
	}
	if out, ok := b.inRoom("create", filepath.Join(folder, "nowhere")); ok || !strings.Contains(out, "may create rooms") {
		t.Errorf("the same with a folder: %s", out)
	}
	id := a.newRoom(folder, "--seed", "42", "--config", `{"seconds":10}`)
	b.await("the room in the list", 20*time.Second, func() bool {
		out, _ := b.inRoom("list")
		return strings.Contains(out, "our-ball")
	})
	b.mustInRoom("join", id)
	a.mustInRoom("join", id)
	getReady(t, id, a, b)
	var results []string
	for _, p := range []*process{a, b} {
		s := p.awaitRoom(id, "the result", 60*time.Second, func(s *hall.State) bool { return s.Phase == "ended" && len(s.Signed) == 2 })
		results = append(results, string(s.Result)+" "+s.Package+" "+s.Digest)
	}
	if results[0] != results[1] {
		t.Errorf("the results are %q", results)
	}
}

// TestRoomByLink: a link that the creation of a room prints brings a player of another computer, who was
// never in the world, into the room: as a player, and another one as a viewer. Wrong links are refused in
// words.
func TestRoomByLink(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", "7", "--name", "Ada")
	a.island()
	out := a.mustInRoom("create", "emberball", "--seed", "42")
	link := regexp.MustCompile(`manyhold:\S+`).FindString(out)
	id := strings.Fields(out)[1]
	l, err := signal.ParseRoomLink(link)
	if err != nil || store.WorldID(l.Room).String() != id {
		t.Fatalf("%v: %s", err, out)
	}
	if s := a.room(id); s == nil || s.Link != link {
		t.Errorf("the room has the link %+v, and not %s", s, link)
	}
	b := headless(t, t.TempDir(), "--no-lan", "--name", "Bo", "--join", link, "--do", "room join "+link+" --seat blue-1")
	c := headless(t, t.TempDir(), "--no-lan", "--name", "Cy", "--join", link)
	a.awaitRoom(id, "Bo on its seat", 60*time.Second, func(s *hall.State) bool { return seatOf(s, "Bo").Seat == "blue-1" })
	c.await("Cy in the world", 60*time.Second, func() bool { st, err := c.status(); return err == nil && len(st.Links) > 0 })
	c.must("room watch " + link)
	a.awaitRoom(id, "Cy to watch", 30*time.Second, func(s *hall.State) bool { return len(s.Viewers) == 1 && s.Viewers[0].Name == "Cy" })
	if s := b.room(link); s == nil || s.Mine != "blue-1" || s.Link == "" || s.Link == link {
		t.Errorf("Bo sees %+v", s)
	}
	other := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "8", "--name", "Eve")
	other.island()
	for words, bad := range map[string]string{
		"a mistake in it": link[:len(link)-20] + "aaaa" + link[len(link)-16:],
		"cut short":       link[:len(link)-8],
		"another world":   link,
	} {
		if out, ok := other.inRoom("join", bad); ok || !strings.Contains(out, words) {
			t.Errorf("%s: %s", words, out)
		}
	}
	gone := signal.RoomLink{Invite: l.Invite, Room: [32]byte{1}}.String()
	if out, ok := b.inRoom("join", gone); ok || !strings.Contains(out, "nobody in this world is in the room of the link") {
		t.Errorf("a room that is gone: %s", out)
	}
	refused(t, usage.ExitUsage, "a mistake in it", "room", "watch", link[:60]+"aaaa"+link[64:], "--data", t.TempDir())
}
