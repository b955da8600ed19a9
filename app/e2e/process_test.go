package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"manyhold/app/control"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/net/patience"
)

// process is a manyhold of a test, in a process of its own.
type process struct {
	t    testing.TB
	data string
	cmd  *exec.Cmd
	mu   sync.Mutex
	out  bytes.Buffer
	done chan struct{}
	err  error
	by   func(args ...string) *exec.Cmd // makes commands on the machine of the process; nil: on this one
}

// command returns a command of the program on the machine of the process.
func (p *process) command(args ...string) *exec.Cmd {
	if p.by != nil {
		return p.by(args...)
	}
	return program(args...)
}

// Write keeps the output of the process.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// output returns the output of the process so far.
func (p *process) output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// launch starts cmd. It is killed when the test ends, and its output is shown if the test failed.
func launch(t testing.TB, cmd *exec.Cmd, data string) *process {
	t.Helper()
	p := &process{t: t, data: data, cmd: cmd, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p, p
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.err = cmd.Wait(); close(p.done) }()
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		<-p.done
		if t.Failed() {
			t.Logf("%s printed:\n%s", strings.Join(cmd.Args[1:], " "), p.output())
		}
	})
	return p
}

// plainSeed is the seed of tests' worlds: its spawn is a lawn, on which anything can be placed.
const plainSeed = "7"

// headless starts a node without a window on a data directory and waits until it answers.
func headless(t testing.TB, data string, args ...string) *process {
	t.Helper()
	p := launch(t, program(append([]string{"--headless", "--data", data, "--seed", plainSeed}, args...)...), data)
	p.await("the node to answer", 20*time.Second, func() bool { _, err := p.status(); return err == nil })
	return p
}

// dump makes a process that answers no more print its goroutines and end.
func (p *process) dump() {
	if _, err := p.status(); err == nil || p.data == "" || p.cmd == nil {
		return
	}
	p.cmd.Process.Signal(syscall.SIGQUIT)
	select {
	case <-p.done:
	case <-patience.After(p.t, 5*time.Second):
	}
}

// ended reports whether the process has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// await waits until a condition holds. The limit is the time of an idle machine, see package patience.
func (p *process) await(what string, limit time.Duration, holds func() bool) {
	p.t.Helper()
	deadline := patience.For(limit)
	for !holds() {
		if deadline.Over() && !holds() { // the test itself may have been stalled since the last look
			said := deadline.String()
			p.dump()
			p.t.Fatalf("waited %s in vain for %s", said, what)
		}
		select {
		case <-p.done:
			p.t.Fatalf("the process ended while waiting for %s: %v", what, p.err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// status asks the node for its status.
func (p *process) status() (*status.Status, error) {
	if p.by != nil { // its port is of another machine
		var st status.Status
		out, err := p.by("status", "--json", "--data", p.data).Output()
		if err == nil {
			err = json.Unmarshal(out, &st)
		}
		return &st, err
	}
	node, err := control.Find(p.data)
	if err != nil {
		return nil, err
	}
	ctx, cancel := patience.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return node.Status(ctx)
}

// island waits until the node executes turns and returns its status and island.
func (p *process) island() (*status.Status, status.IslandStatus) {
	p.t.Helper()
	var st *status.Status
	p.await("an island", 20*time.Second, func() bool {
		var err error
		st, err = p.status()
		return err == nil && len(st.Islands) == 1 && st.Islands[0].TurnOrdered > 0
	})
	return st, st.Islands[0]
}

// do gives orders to the node's player and returns their results.
func (p *process) do(orders string) (string, error) {
	out, err := p.command("do", "--data", p.data, orders).CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// must gives orders that have to work.
func (p *process) must(orders string) string {
	p.t.Helper()
	out, err := p.do(orders)
	if err != nil {
		p.t.Fatalf("do %q: %v: %s", orders, err, out)
	}
	return out
}

// quit asks the process to end and waits for it.
func (p *process) quit() {
	p.t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-patience.After(p.t, 15*time.Second):
		p.t.Fatal("the process did not end within 15 s of SIGTERM")
	}
	if p.err != nil {
		p.t.Fatalf("the process ended with %v", p.err)
	}
}

// kill ends the process as a power cut of its machine would.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.done
}

// signalServer starts a signalling server on a free loopback port and returns its address.
func signalServer(t testing.TB) (*process, string) {
	t.Helper()
	return awaitSignal(t, program("signal", "--listen", "127.0.0.1:0"))
}

// awaitSignal starts a signalling server by a command and returns its address.
func awaitSignal(t testing.TB, cmd *exec.Cmd) (*process, string) {
	t.Helper()
	p := launch(t, cmd, "")
	var url string
	p.await("the signalling server's address", 10*time.Second, func() bool {
		_, after, ok := strings.Cut(p.output(), "ws://")
		if ok {
			url = "ws://" + strings.Fields(after)[0]
		}
		return ok && strings.Contains(after, "\n")
	})
	return p, url
}

// TestKillAndRestart: turns committed before a kill -9 are there after a restart.
func TestKillAndRestart(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new", "--seed", "7")
	p.must("say before the fall; place lamp ~2 ~0")
	where := p.must("where")
	p.kill()

	p = headless(t, data, "--no-lan")
	st, island := p.island()
	if island.Epoch < 2 {
		t.Errorf("epoch %d after a restart, want a new one", island.Epoch)
	}
	if got := p.must("where"); got != where {
		t.Errorf("stands at %s after the restart, stood at %s", got, where)
	}
	if got := p.must("look ~2 ~0"); !strings.Contains(strings.ToLower(got), "lamp") {
		t.Errorf("the lamp is gone: %s", got)
	}
	t.Logf("notes after the restart: %q", st.Notes)
	p.quit()
	out, err := program("world", "check", "--data", data, st.World.Name).CombinedOutput()
	if err != nil {
		t.Errorf("world check: %v\n%s", err, out)
	}
}

// TestOneNodeADirectory: a second process on one data directory names the first and fails.
func TestOneNodeADirectory(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	p := headless(t, data, "--no-lan", "--world", "new", "--seed", "7")
	out, err := program("--headless", "--no-lan", "--data", data).CombinedOutput()
	if code := exitCode(err); code != usage.ExitFailed || !strings.Contains(string(out), fmt.Sprint(p.cmd.Process.Pid)) {
		t.Errorf("a second process ended with code %d: %s", code, out)
	}
	p.quit()
}

// TestNoDisplay: without a window system the game names the packages to install.
func TestNoDisplay(t *testing.T) {
	t.Parallel()
	c := program("play", "--no-lan", "--data", t.TempDir())
	c.Env = append(c.Env, "DISPLAY=", "WAYLAND_DISPLAY=")
	out, err := c.CombinedOutput()
	if exitCode(err) != usage.ExitFailed || !strings.Contains(string(out), "--headless") {
		t.Errorf("code %d, printed %s", exitCode(err), out)
	}
}

func exitCode(err error) int {
	if err == nil {
		return usage.ExitDone
	}
	if e, ok := err.(*exec.ExitError); ok {
		return e.ExitCode()
	}
	return -1
}

// TestPoliteQuit: when the leader leaves politely, the other goes on at once and nothing is lost.
func TestPoliteQuit(t *testing.T) {
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", "7", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	a.must("say remember this; place lamp ~1 ~1")
	_, before := a.island()

	a.cmd.Process.Signal(syscall.SIGTERM)
	last, lastAt, gap := before.TurnOrdered, patience.Now(), time.Duration(0)
	deadline := patience.For(20 * time.Second)
	for {
		st, err := b.status()
		if err != nil {
			t.Fatal(err)
		}
		i := st.Islands[0]
		if i.TurnOrdered > last {
			gap = max(gap, patience.Since(lastAt))
			last, lastAt = i.TurnOrdered, patience.Now()
		}
		if i.Leader.Name == "Bo" && i.TurnOrdered > before.TurnOrdered+40 {
			break
		}
		if deadline.Over() {
			t.Fatalf("Bo does not lead: %+v", i)
		}
		time.Sleep(5 * time.Millisecond) // between two looks
	}
	t.Logf("longest time without a new turn at Bo, as polled: %v", gap)
	if gap > 2*time.Second {
		t.Errorf("turns stood still for %v", gap)
	}
	<-a.done
	if a.err != nil {
		t.Errorf("Ada ended with %v", a.err)
	}
	b.must("say I hold it now")
}

// follow starts a headless node that joins p's world by p's invitation and waits until it executes.
func follow(t testing.TB, p *process, name string, args ...string) *process {
	t.Helper()
	st, _ := p.island()
	if st.World.Invite == "" {
		t.Fatal("no invitation")
	}
	q := headless(t, filepath.Join(t.TempDir(), name), append([]string{"--join", st.World.Invite, "--name", name}, args...)...)
	q.island()
	return q
}

// TestJoinerMidGame: a player that joins a world in which others build has their state within seconds.
func TestJoinerMidGame(t *testing.T) {
	t.Parallel()
	_, url := signalServer(t)
	a := headless(t, t.TempDir(), "--no-lan", "--signal", url, "--world", "new", "--seed", "7", "--name", "Ada")
	st, _ := a.island()
	launch(t, program("bot", "-n", "2", "--plan", "build", "--no-lan", "--data", t.TempDir(), "--join", st.World.Invite), "")
	a.await("two builders", 20*time.Second, func() bool { _, i := a.island(); return i.Players >= 2 })
	began := time.Now()
	b := follow(t, a, "Bo", "--no-lan")
	t.Logf("a joiner executed turns %v after it was started", time.Since(began))
	b.await("turns compared equal", 20*time.Second, func() bool { _, i := b.island(); return i.TurnsEqual > 40 })
	if st, i := b.island(); st.Desyncs != 0 || i.TurnsEqual != i.TurnsCompared {
		t.Errorf("%d desyncs, %d of %d turns equal", st.Desyncs, i.TurnsEqual, i.TurnsCompared)
	}
}

// TestEightBots: two peers and eight bots that build all the time have equal digests for a minute, with
// the signalling server killed half-way. The same run fails when one bit is flipped in one peer.
func TestEightBots(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute; run without -short")
	}
	t.Parallel()
	span := time.Minute
	if s := os.Getenv("MANYHOLD_SOAK"); s != "" { // for make figures
		var err error
		if span, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	if err := eightBots(t, program, span, false); err != nil {
		t.Error(err)
	}
}

// TestEightBotsFlipped shows that TestEightBots can fail.
func TestEightBotsFlipped(t *testing.T) {
	t.Parallel()
	bin, err := microscope()
	if err != nil {
		t.Fatal(err)
	}
	flipping := func(args ...string) *exec.Cmd { return exec.Command(bin, args...) }
	err = eightBots(t, flipping, 10*time.Second, true)
	if err == nil {
		t.Error("a flipped bit went unnoticed")
	}
	t.Logf("as it should be: %v", err)
}

// eightBots returns the faults in a world of two peers and eight building bots.
func eightBots(t *testing.T, program func(...string) *exec.Cmd, span time.Duration, flip bool) error {
	node := func(name string, args ...string) *process {
		dir := t.TempDir()
		p := launch(t, program(append([]string{"--headless", "--no-lan", "--data", dir, "--name", name}, args...)...), dir)
		p.island()
		return p
	}
	server, url := signalServer(t)
	a := node("Ada", "--signal", url, "--world", "new", "--seed", "7")
	st, _ := a.island()
	b := node("Bo", "--join", st.World.Invite)
	bots := launch(t, program("bot", "-n", "8", "--plan", "build", "--no-lan", "--data", t.TempDir(), "--join", st.World.Invite), "")
	bots.await("eight bots in the world", time.Minute, func() bool { _, i := b.island(); return i.Players >= 8 })
	_, from := a.island()
	mark := patience.Now()
	half := time.Now().Add(span / 2)
	bots.await("half of the time", span, func() bool { return time.Now().After(half) })
	server.kill()
	if flip {
		if out, err := program("do", "--data", b.data, "flip tile").CombinedOutput(); err != nil {
			return fmt.Errorf("flip: %w: %s", err, out)
		}
	}
	end := half.Add(span / 2)
	bots.await("the other half", span, func() bool { return time.Now().After(end) })
	// turns are made by the clock, and by a core that is there for them
	had := min(span, patience.Since(mark))

	for _, p := range []*process{a, b} {
		st, i := p.island()
		t.Logf("%s: %d turns, %d of %d compared equal, %d desyncs", st.Name, i.TurnOrdered-from.TurnOrdered, i.TurnsEqual, i.TurnsCompared, st.Desyncs)
		if st.Desyncs > 0 {
			return fmt.Errorf("%s counted %d desyncs", st.Name, st.Desyncs)
		}
		if want := uint64(had / (50 * time.Millisecond)); i.TurnsCompared < want*95/100 || i.TurnsEqual < i.TurnsCompared*95/100 {
			return fmt.Errorf("%s: of about %d turns %d were compared and %d equal", st.Name, want, i.TurnsCompared, i.TurnsEqual)
		}
		if i.Players < 8 {
			return fmt.Errorf("%s sees %d players", st.Name, i.Players)
		}
		if len(st.Pairs) == 0 { // a follower hears of others, too
			return fmt.Errorf("%s knows of no two others whether they agree", st.Name)
		}
		for _, pair := range st.Pairs {
			if !pair.Equal {
				return fmt.Errorf("%s: two others differ after turn %d", st.Name, pair.Turn)
			}
		}
	}
	return nil
}

// TestStatusSchema holds the names of `status --json`: they are promised.
func TestStatusSchema(t *testing.T) {
	t.Parallel()
	p := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7")
	p.island()
	out, err := program("status", "--json", "--data", p.data).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for _, k := range strings.Fields("version commit rules peer name world islands links step_us desyncs uptime_s host fork counted dropped proven notes known shared needs rooms") {
		if _, ok := got[k]; !ok {
			t.Errorf("no %q", k)
		}
	}
	island := got["islands"].([]any)[0].(map[string]any)
	for _, k := range strings.Fields("id epoch firm leader voters observers lagging silent turn_ordered turn_committed turn_ticks digest regions entities players lines") {
		if _, ok := island[k]; !ok {
			t.Errorf("no islands[].%q", k)
		}
	}
	costs := got["host"].(map[string]any)
	for _, k := range strings.Fields("cpu_percent memory_bytes disk_bytes regions islands leads votes tick_ms_p95") {
		if v, ok := costs[k].(float64); !ok || v <= 0 {
			t.Errorf("host.%s is %v", k, costs[k])
		}
	}
	if st, err := os.Stat(filepath.Join(p.data, control.FileName)); err != nil || st.Mode().Perm()&0o077 != 0 {
		t.Errorf("%s can be read by others: %v %v", control.FileName, st.Mode(), err)
	}
	p.quit()
	if _, err := os.Stat(filepath.Join(p.data, control.FileName)); err == nil {
		t.Errorf("%s is left behind", control.FileName)
	}
}

// TestComesBack: a killed node finds its world again without an invitation, and its player is the same body
// in the same place, though all ports were random.
func TestComesBack(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("walk east 1s; say here I am")
	where := b.must("where")
	b.kill()
	b = headless(t, b.data, "--no-lan", "--name", "Bo")
	b.await("a link", 20*time.Second, func() bool { st, err := b.status(); return err == nil && len(st.Links) == 1 })
	if got := b.must("where"); got != where {
		t.Errorf("is at %s, was at %s", got, where)
	}
	if got := b.must("chat"); !strings.Contains(got, "Bo: here I am") {
		t.Errorf("what was said is gone: %q", got)
	}
	if strings.Contains(b.output(), "here I am") {
		t.Errorf("what was said before the kill is told as new:\n%s", b.output())
	}

	a.kill() // and the other way: the inviter comes back, at the door that the invitation names
	a = headless(t, a.data, "--no-lan", "--name", "Ada")
	b.await("the link to come back", 40*time.Second, func() bool {
		st, err := b.status()
		other, err2 := a.status()
		return err == nil && err2 == nil && len(st.Links) == 1 && len(st.Islands) == 1 && len(other.Islands) == 1 && st.Islands[0].Leader.Name != "" &&
			st.Islands[0].Firm && other.Islands[0].Firm && st.Islands[0].Epoch == other.Islands[0].Epoch && st.Islands[0].Waiting == ""
	})
	b.must("say all here again")
	a.await("the words", 10*time.Second, func() bool { return strings.Contains(a.output(), "all here again") })
}

// TestOrderMeanwhile: a command issued just after the only leader has gone is executed a moment later by the
// remaining peers, and status says that it is provisional.
func TestOrderMeanwhile(t *testing.T) {
	t.Parallel()
	a := headless(t, t.TempDir(), "--no-lan", "--world", "new", "--seed", "7", "--name", "Ada")
	b := follow(t, a, "Bo", "--no-lan")
	b.must("say all is well")
	a.kill()
	b.must("say is anybody there")
	if got := b.must("chat"); strings.Count(got, "is anybody there") != 1 {
		t.Errorf("said not once: %q", got)
	}
	if out, err := program("status", "--data", b.data).Output(); err != nil || !strings.Contains(string(out), "provisional") {
		t.Errorf("status: %v\n%s", err, out)
	}
}
