package e2e

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/net/key"
	"manyhold/net/patience"
	"manyhold/net/signal"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/worldfile"
)

// commandLine runs a command line to its end and returns what it printed and its exit code.
func commandLine(t testing.TB, args ...string) (string, int) {
	t.Helper()
	c := program(args...)
	c.WaitDelay = time.Second
	limit, end := patience.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	defer context.AfterFunc(limit, func() { c.Process.Kill() })()
	out, err := c.CombinedOutput()
	return strings.TrimSpace(string(out)), exitCode(err)
}

// refused runs a command line that has to end with a code and one sentence that has the words.
func refused(t testing.TB, code int, words string, args ...string) string {
	t.Helper()
	out, got := commandLine(t, args...)
	last := out[strings.LastIndex(out, "\n")+1:]
	if got != code || !strings.Contains(last, words) || !strings.HasPrefix(last, "manyhold: ") {
		t.Errorf("manyhold %s\nended with %d, not %d, and printed, without %q:\n%s", strings.Join(args, " "), got, code, words, out)
	}
	return out
}

func TestWrongInvitations(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	good := signal.Invite{World: [32]byte{1}, Peer: key.Generate().ID(), Doors: []string{"127.0.0.1:1"}}.String()
	typo := []byte(good)
	typo[len(typo)/2] ^= 'a' ^ 'b'
	if typo[len(typo)/2] < 'a' || typo[len(typo)/2] > 'z' {
		typo[len(typo)/2] = 'q'
	}
	for text, words := range map[string]string{
		string(typo):              "has a mistake in it",
		good[:len(good)*2/3]:      "is cut short",
		"https://example.org/":    "is not an invitation",
		"":                        "--join is empty",
		good[:9] + "!" + good[9:]: "has a mistake in it",
	} {
		refused(t, usage.ExitUsage, words, "--headless", "--no-lan", "--data", data, "--join", text)
		refused(t, usage.ExitUsage, words, "play", "--no-lan", "--data", data, "--join", text)
	}
	refused(t, usage.ExitUsage, "has a mistake in it", "bot", "-n", "1", "--no-lan", "--data", data, "--join", string(typo))
	if worlds, err := admin.List(data); err != nil || len(worlds) != 0 {
		t.Errorf("a world was made: %v %v", worlds, err)
	}
}

// TestNobodyThere: a dead signalling server and dead doors. A node with a world of its own goes on alone;
// one that was invited says that nobody answers, and keeps trying.
func TestNobodyThere(t *testing.T) {
	t.Parallel()
	const dead = "ws://127.0.0.1:1"
	alone := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--signal", dead)
	invite := signal.Invite{World: [32]byte{1}, Peer: key.Generate().ID(), Signal: dead, Doors: []string{"127.0.0.1:1"}}
	began := patience.Now()
	invited := headless(t, t.TempDir(), "--no-lan", "--join", invite.String())

	alone.await("a sentence about the server", 10*time.Second, func() bool { return strings.Contains(alone.output(), "cannot reach the signalling server") })
	alone.must("say alone, and well")
	if n := strings.Count(alone.output(), "cannot reach the signalling server"); n != 1 {
		t.Errorf("the server was mentioned %d times", n)
	}
	if out, err := invited.do("where"); exitCode(err) != usage.ExitFailed || !strings.Contains(out, "still joining") {
		t.Errorf("an order to who is not in yet: %v: %s", err, out)
	}
	if out, code := commandLine(t, "status", "--data", invited.data); code != usage.ExitDone || !strings.Contains(out, "joining ") {
		t.Errorf("status, %d: %s", code, out)
	}
	invited.await("to be told", 12*time.Second, func() bool { return strings.Contains(invited.output(), "no peer of this world answers") })
	if took := patience.Since(began); took > 12*time.Second {
		t.Errorf("it was told after %v", took)
	}
	invited.quit()
	alone.quit()
}

// TestInvitedBeforeTheHost: a player invited by an absent host gets in when the host comes back.
func TestInvitedBeforeTheHost(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	data := t.TempDir()
	a := headless(t, data, "--no-lan", "--signal", url, "--world", "new", "--name", "Ada")
	st, _ := a.island()
	a.quit()
	b := headless(t, t.TempDir(), "--no-lan", "--join", st.World.Invite, "--name", "Bo")
	b.await("the attempt to fail", 10*time.Second, func() bool {
		return strings.Contains(b.output(), "cannot reach a peer yet") || strings.Contains(b.output(), "room")
	})
	headless(t, data, "--no-lan", "--signal", url, "--name", "Ada")
	b.await("Bo to get in", 25*time.Second, func() bool { st, err := b.status(); return err == nil && len(st.Islands) == 1 })
	b.must("say there you are")
}

// TestNewerRules: a world of newer rules is refused, and not touched.
func TestNewerRules(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	w, err := worldfile.Create(data, store.Genesis{Founder: key.Generate().ID(), Rules: uint32(game.CurrentRules) + 1, Name: "Future", Licence: store.DefaultLicence})
	if err != nil {
		t.Fatal(err)
	}
	path := w.Path()
	if err := w.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	refused(t, usage.ExitFailed, "newer rules", "--headless", "--no-lan", "--data", data)
	refused(t, usage.ExitFailed, "newer rules", "--headless", "--no-lan", "--data", data, "--world", "Future")
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
	if out, code := commandLine(t, "world", "list", "--data", data); code != usage.ExitDone || !strings.Contains(out, "Future (newer rules)") {
		t.Errorf("%d: %s", code, out)
	}
}

// TestDamagedFiles: an identity that cannot be read ends the node; a control file only asks for a restart.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new")
	p.island()
	if err := os.WriteFile(filepath.Join(data, control.FileName), []byte(`{"port":`), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, usage.ExitFailed, "is damaged; restart the node", "status", "--data", data)
	refused(t, usage.ExitFailed, "is damaged; restart the node", "do", "--data", data, "where")
	p.quit()
	if err := os.WriteFile(filepath.Join(data, control.FileName), []byte(`{"port":1,"token":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, usage.ExitFailed, "no node runs on", "status", "--data", data)
	path := filepath.Join(data, key.FileName)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Clone(good)
	changed[30] ^= 1
	for _, bad := range [][]byte{nil, []byte("junk"), append([]byte{}, good[:len(good)-9]...), changed} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		refused(t, usage.ExitFailed, "the identity file is damaged", "--headless", "--no-lan", "--data", data)
		if left, _ := os.ReadFile(path); !bytes.Equal(left, bad) {
			t.Error("the damaged identity was replaced")
		}
	}
}

// TestDamagedWorld: bytes in the middle of a world's file are flipped while nobody uses it.
func TestDamagedWorld(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
	p.must("place lamp ~2 ~0; wait 1s; say it is dark; walk east 500ms; walk west 500ms")
	st, i := p.island()
	p.quit()
	files, _ := filepath.Glob(filepath.Join(data, "worlds", "*.db"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(t.TempDir(), filepath.Base(files[0]))
	if err := os.WriteFile(short, b[:len(b)*6/10], 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, usage.ExitFailed, "start the node once: it copies everything valid into a new file", "world", "check", short)
	for k := len(b) / 2; k < len(b)/2+4096; k++ {
		b[k] ^= 0x5a
	}
	if err := os.WriteFile(files[0], b, 0o600); err != nil {
		t.Fatal(err)
	}
	out := refused(t, usage.ExitFailed, "the file is damaged", "world", "check", "--data", data, st.World.ID)
	if !strings.Contains(out, "damage: ") || !strings.Contains(out, "to do: ") {
		t.Errorf("world check: %s", out)
	}
	p = headless(t, data, "--no-lan")
	again, j := p.island()
	if again.World.ID != st.World.ID {
		t.Fatalf("another world was founded without a word:\n%s", p.output())
	}
	if !strings.Contains(p.output(), "file is damaged") || !strings.Contains(strings.Join(again.Notes, " "), "damaged") {
		t.Errorf("nobody is told: %q", again.Notes)
	}
	t.Logf("turn %d before, %d after; told: %q", i.TurnOrdered, j.TurnOrdered, again.Notes)
	p.must("say still here")
	p.quit()
}

// small mounts a file system of a few bytes at a new directory; options are mount's.
func small(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("mounting is not permitted here: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	return dir
}

// TestNoSpace: the leader's disk is full. It says so, the world goes on for everybody, and the waiting data
// is written when there is room again.
func TestNoSpace(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=1m")
	a := headless(t, dir, "--no-lan", "--world", "new", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	fill, err := os.Create(filepath.Join(dir, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = fill.Write(make([]byte, 4096))
	}
	fill.Close()
	b.must("say is it full? ; place lamp ~1 ~0")
	a.await("the note about the disk", 20*time.Second, func() bool {
		st, _ := a.island()
		return strings.Contains(strings.Join(st.Notes, " "), "no space")
	})
	if !strings.Contains(a.output(), "no space on the disk") {
		t.Error("the log does not tell of it")
	}
	b.must("say and yet it moves")
	if err := os.Remove(fill.Name()); err != nil {
		t.Fatal(err)
	}
	a.await("the note to go away", 20*time.Second, func() bool {
		st, i := a.island()
		return !strings.Contains(strings.Join(st.Notes, " "), "no space") && i.TurnCommitted+40 > i.TurnOrdered
	})
	sameState(t, b, "Ada")
	a.quit()
	if out, code := commandLine(t, "world", "check", "--data", dir, "Ada's world"); code != usage.ExitDone {
		t.Errorf("world check, %d: %s", code, out)
	}
}

// TestFirstStartOnFullDisk: where there is no room for anything, nothing half written is left that a later
// start would take for settings, an identity or a world.
func TestFirstStartOnFullDisk(t *testing.T) {
	t.Parallel()
	dir := small(t, "size=200k")
	fill := filepath.Join(dir, "fill")
	data := filepath.Join(dir, "data")
	// for no settings, no identity, no world, no whole one
	for _, room := range []int{0, 4 << 10, 16 << 10, 100 << 10} {
		os.Remove(fill)
		if f, err := os.Create(fill); err != nil {
			t.Fatal(err)
		} else {
			for n := room; n < 200<<10 && err == nil; n += 4 << 10 {
				_, err = f.Write(make([]byte, 4<<10))
			}
			f.Close()
		}
		refused(t, usage.ExitFailed, "no space", "--headless", "--no-lan", "--world", "new", "--data", data)
	}
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
	p.must("say there is room")
	p.quit()
	if b, err := os.ReadFile(filepath.Join(data, "config.toml")); err != nil || string(b) != settings.DefaultConfig {
		t.Errorf("the settings are %d bytes, %v", len(b), err)
	}
	if out, code := commandLine(t, "world", "list", "--data", data); code != usage.ExitDone || strings.Count(out, "Ada's world") != 1 || strings.Count(out, "\n") > 2 {
		t.Errorf("the worlds that are there, %d: %s", code, out)
	}
}

func TestReadOnlyDirectory(t *testing.T) {
	dir := small(t, "size=1m,ro")
	refused(t, usage.ExitFailed, "read-only", "--headless", "--no-lan", "--data", dir)
	refused(t, usage.ExitFailed, "read-only", "--headless", "--no-lan", "--data", filepath.Join(dir, "below"))
	refused(t, usage.ExitFailed, "cannot record", "--headless", "--no-lan", "--data", t.TempDir(), "--record", filepath.Join(dir, "a.mhrec"))
	refused(t, usage.ExitFailed, "no node runs", "status", "--data", dir)
}

func TestImpossiblePlaces(t *testing.T) {
	t.Parallel()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	data := t.TempDir()
	refused(t, usage.ExitFailed, "choose another with --listen", "--headless", "--no-lan", "--data", data, "--listen", ln.Addr().String())
	refused(t, usage.ExitFailed, "choose another with --listen", "signal", "--listen", ln.Addr().String())
	file := filepath.Join(data, "a file")
	if err := os.WriteFile(file, []byte("my only copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, usage.ExitFailed, "cannot record", "--headless", "--no-lan", "--data", data, "--record", filepath.Join(file, "x"))
	refused(t, usage.ExitFailed, "is no recording", "--headless", "--no-lan", "--data", data, "--record", file)
	if b, _ := os.ReadFile(file); string(b) != "my only copy" {
		t.Error("the file was overwritten")
	}
	refused(t, usage.ExitFailed, "cannot create the data directory", "--headless", "--no-lan", "--data", filepath.Join(file, "x"))
	nowhere := filepath.Join(data, "nowhere")
	for _, args := range [][]string{{"status"}, {"do", "where"}, {"world", "list"}} {
		commandLine(t, append(args, "--data", nowhere)...)
	}
	if _, err := os.Stat(nowhere); err == nil {
		t.Error("a command that only looks made a directory")
	}
}

// TestNoSoundCard: the game goes on without sound and says so once; it ends cleanly when it is told to.
func TestNoSoundCard(t *testing.T) {
	t.Parallel()
	if os.Getenv("DISPLAY") == "" {
		t.Skip("no DISPLAY: skipped")
	}
	data := t.TempDir()
	c := program("play", "--name", "Ada", "--no-lan", "--world", "new", "--data", data)
	c.Env = append(c.Env, "PULSE_SERVER=/nonexistent", "ALSA_CONFIG_PATH=/dev/null")
	p := launch(t, c, data)
	p.island()
	p.await("a word about the sound", 10*time.Second, func() bool { return strings.Count(p.output(), "No audio device found") == 1 })
	p.must("say but I can see")
	p.quit()
	if _, err := os.Stat(filepath.Join(data, control.FileName)); err == nil {
		t.Error("the window's end left control.json behind")
	}
}

// TestSignals: SIGINT and SIGTERM, at any time, end a node with the world saved and code 0.
func TestSignals(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		data := t.TempDir()
		p := headless(t, data, "--no-lan", "--world", "new", "--name", "Ada")
		where := p.must("walk east 300ms; where")
		p.cmd.Process.Signal(s)
		<-p.done
		if p.err != nil {
			t.Errorf("%v: %v", s, p.err)
		}
		out, code := commandLine(t, "world", "check", "--data", data, "Ada's world")
		if code != usage.ExitDone {
			t.Errorf("world check: %d: %s", code, out)
		}
		q := launch(t, program("--headless", "--no-lan", "--data", data), data)
		q.await("a first line", 10*time.Second, func() bool { return q.output() != "" })
		q.cmd.Process.Signal(s) // while it starts
		<-q.done
		if q.err != nil {
			t.Errorf("%v at the start: %v", s, q.err)
		}
		q = headless(t, data, "--no-lan")
		if got := q.must("where"); !strings.HasSuffix(where, got) {
			t.Errorf("stands at %s, stood at %s", got, where)
		}
		q.quit()
	}
}
