//go:build !js

package host

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/worldfile"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// process is a Host with its file, running.
type process struct {
	*Host
	pair    key.Pair
	dir     string
	world   *worldfile.World
	ended   sync.WaitGroup
	cancel  context.CancelFunc
	mu      sync.Mutex
	gaps    time.Duration
	last    time.Time
	machine *ledger
}

func (p *process) options() kernel.Options {
	return kernel.Options{Key: p.pair, Rules: 1, On: kernel.Callbacks{Turn: func(kernel.Executed) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if now := time.Now(); !p.last.IsZero() {
			p.gaps = max(p.gaps, now.Sub(p.last))
			p.last = now
		} else {
			p.last = now
		}
	}}, Open: func(g store.Genesis) (kernel.Machine, kernel.Log, error) {
		w, err := worldfile.Create(p.dir, g)
		p.world, p.machine = w, newLedger()
		return p.machine, w, err
	}}
}

func (p *process) run(t testing.TB, net *memory.Network, world store.WorldID) *memory.Node {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.ended.Go(func() { _ = p.Run(ctx) })
	return net.Join(p.pair.ID(), link.Info{World: world, Rules: 1}, p)
}

// eventually waits in the virtual time of testing/synctest: a busy machine makes no difference.
func eventually(t testing.TB, what string, d time.Duration, f func() bool) {
	t.Helper()
	for began := time.Now(); !f(); time.Sleep(2 * time.Millisecond) {
		if time.Since(began) > d {
			t.Fatalf("waited %v in vain for %s", d, what)
		}
	}
}

// TestHostsWithFiles: two hosts with goroutines and world files; the founder hands over, comes back from its
// file, and the world is the same.
func TestHostsWithFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, hostsWithFiles)
}

func hostsWithFiles(t *testing.T) {
	net := memory.New(1, lan)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var netEnded sync.WaitGroup
	netEnded.Go(func() { net.Run(ctx) })
	defer func() { cancel(); netEnded.Wait() }()

	a := &process{pair: key.FromSeed([32]byte{1}), dir: t.TempDir(), machine: newLedger()}
	g := store.Genesis{Founder: a.pair.ID(), Rules: 1, Name: "files", Licence: store.DefaultLicence}
	var err error
	a.world, err = worldfile.Create(a.dir, g)
	must(t, err)
	a.Host, err = Found(a.options(), g, a.machine, a.world)
	must(t, err)
	a.run(t, net, g.ID())
	eventually(t, "a closes turns", 2*time.Second, func() bool { return a.Status().Island.Ordered > 3 })
	for i := range 5 {
		must(t, a.Submit(uint64(i+1), []byte{byte(i)}))
	}
	b := &process{pair: key.FromSeed([32]byte{2}), dir: t.TempDir()}
	b.Host, err = Join(b.options(), g.ID())
	must(t, err)
	began := time.Now()
	node := b.run(t, net, g.ID())
	node.Dial(a.pair.ID(), nil)
	must(t, b.Submit(1, []byte("moves")))
	taken := func(p *process, author key.ID) (n uint64) {
		_ = p.Do(context.Background(), func(m kernel.Machine) {
			if m != nil {
				n = m.Sequence(author)
			}
		})
		return n
	}
	eventually(t, "a sees b move", 3*time.Second, func() bool { return taken(a, b.pair.ID()) == 1 })
	t.Logf("b moved, and a saw it, %v after b's start", time.Since(began))

	b.mu.Lock()
	b.gaps = 0
	b.mu.Unlock()
	stop, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	must(t, a.Stop(stop))
	a.ended.Wait()
	net.Crash(a.pair.ID())
	must(t, a.world.Close(stop))
	ordered := b.Status().Island.Ordered
	eventually(t, "b leads", 2*time.Second, func() bool { s := b.Status(); return s.Island.Leading && s.Island.Ordered > ordered+10 })
	b.mu.Lock()
	t.Logf("longest gap between turns at b: %v", b.gaps)
	b.mu.Unlock()

	a2 := &process{pair: a.pair, dir: a.dir, machine: newLedger()}
	w, loaded, err := worldfile.Open(a.dir, g.ID(), epoch.ChainHash)
	must(t, err)
	a2.world = w
	a2.Host, err = Resume(a2.options(), loaded, a2.machine, w)
	must(t, err)
	a2.run(t, net, g.ID()).Dial(b.pair.ID(), nil)
	eventually(t, "a is back", 3*time.Second, func() bool {
		s := a2.Status()
		return !s.Joining && s.Island.Epoch == 2 && s.Counters[counter.TurnsEqual] > 5
	})
	if n := taken(a2, a.pair.ID()); n != 5 {
		t.Errorf("%d of 5 commands after the return", n)
	}
	for _, p := range []*process{a2, b} {
		must(t, p.Stop(stop))
		p.ended.Wait()
		must(t, p.world.Close(stop))
		net.Crash(p.pair.ID())
	}
	for _, p := range []*process{a2, b} {
		r, err := admin.Check(p.world.Path(), epoch.ChainHash)
		must(t, err)
		if len(r.Problems) > 0 {
			t.Errorf("the file: %+v", r)
		}
	}
}

// TestKilledLoneHost: nothing that was told as committed is lost by a killed process.
func TestKilledLoneHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, killedLoneHost)
}

func killedLoneHost(t *testing.T) {
	dir := t.TempDir()
	a := &process{pair: key.FromSeed([32]byte{1}), dir: dir, machine: newLedger()}
	g := store.Genesis{Founder: a.pair.ID(), Rules: 1, Name: "killed", Licence: store.DefaultLicence}
	var err error
	a.world, err = worldfile.Create(dir, g)
	must(t, err)
	a.Host, err = Found(a.options(), g, a.machine, a.world)
	must(t, err)
	net := memory.New(1, lan)
	a.run(t, net, g.ID())
	for i := range 40 {
		must(t, a.Submit(uint64(i+1), []byte(fmt.Sprint(i))))
	}
	eventually(t, "all is committed", 3*time.Second, func() bool {
		s := a.Status()
		return s.Counters[counter.CommandsTaken] == 40 && s.Island.Committed > 20
	})
	committed := a.Status().Island.Committed
	a.cancel()
	a.ended.Wait()
	ctx, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	must(t, a.world.Close(ctx))
	w, loaded, err := worldfile.Open(dir, g.ID(), epoch.ChainHash)
	must(t, err)
	b := &process{pair: a.pair, dir: dir, machine: newLedger()}
	b.Host, err = Resume(b.options(), loaded, b.machine, w)
	must(t, err)
	if s := b.Status(); s.Island.Ordered < committed {
		t.Errorf("turn %d after the restart, %d were committed", s.Island.Ordered, committed)
	}
	b.run(t, net, g.ID())
	eventually(t, "it goes on", 3*time.Second, func() bool { s := b.Status(); return s.Island.Epoch == 2 && s.Island.Ordered > committed+5 })
	must(t, b.Stop(ctx))
	b.ended.Wait()
	must(t, w.Close(ctx))
}

// TestAllHostsKilled: three hosts with real files end at once without a word, and are started again.
func TestAllHostsKilled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, allHostsKilled)
}

func allHostsKilled(t *testing.T) {
	net := memory.New(1, lan)
	ctx, cancel := context.WithCancel(context.Background())
	var netEnded sync.WaitGroup
	netEnded.Go(func() { net.Run(ctx) })
	defer func() { cancel(); netEnded.Wait() }()
	closing, done := context.WithTimeout(context.Background(), 30*time.Second)
	defer done()

	hosts := make([]*process, 3)
	var g store.Genesis
	for i := range hosts {
		p := &process{pair: key.FromSeed([32]byte{byte(i + 1)}), dir: t.TempDir(), machine: newLedger()}
		hosts[i] = p
		var err error
		if i == 0 {
			g = store.Genesis{Founder: p.pair.ID(), Rules: 1, Name: "killed", Licence: store.DefaultLicence}
			p.world, err = worldfile.Create(p.dir, g)
			must(t, err)
			p.Host, err = Found(p.options(), g, p.machine, p.world)
		} else {
			p.Host, err = Join(p.options(), g.ID())
		}
		must(t, err)
		node := p.run(t, net, g.ID())
		for _, o := range hosts[:i] {
			node.Dial(o.pair.ID(), nil)
		}
	}
	for _, p := range hosts {
		eventually(t, "three voters", 15*time.Second, func() bool { return len(p.Status().Island.Voters) == 3 })
		must(t, p.Submit(1, []byte("here")))
	}
	eventually(t, "all is taken", 5*time.Second, func() bool {
		var taken uint64
		must(t, hosts[0].Do(closing, func(m kernel.Machine) {
			for _, p := range hosts {
				taken += m.Sequence(p.pair.ID())
			}
		}))
		return taken == 3
	})
	turn := hosts[0].Status().Island.Ordered + 10 // the status is up to a second old
	for _, p := range hosts {
		eventually(t, "all is in the files", 5*time.Second, func() bool { return p.Status().Island.Written > turn })
	}
	committed := hosts[0].Status().Island.Committed
	for _, p := range hosts {
		p.cancel()
		net.Crash(p.pair.ID())
	}
	for i, p := range hosts {
		p.ended.Wait()
		must(t, p.world.Close(closing))
		w, loaded, err := worldfile.Open(p.dir, g.ID(), epoch.ChainHash)
		must(t, err)
		q := &process{pair: p.pair, dir: p.dir, machine: newLedger(), world: w}
		q.Host, err = Resume(q.options(), loaded, q.machine, w)
		must(t, err)
		node := q.run(t, net, g.ID())
		for _, o := range hosts[:i] {
			node.Dial(o.pair.ID(), nil)
		}
		hosts[i] = q
	}
	began := time.Now()
	for _, p := range hosts {
		eventually(t, "turns go on", 15*time.Second, func() bool {
			s := p.Status()
			return s.Island.Reason == "recovered by all" && s.Island.Committed > committed+5
		})
	}
	t.Logf("turns went on after %v", time.Since(began))
	for _, p := range hosts {
		must(t, p.Do(closing, func(m kernel.Machine) {
			for _, o := range hosts {
				if m.Sequence(o.pair.ID()) != 1 {
					t.Error("a command is gone")
				}
			}
		}))
	}
	for _, p := range hosts {
		must(t, p.Stop(closing))
		p.ended.Wait()
		must(t, p.world.Close(closing))
		r, err := admin.Check(p.world.Path(), epoch.ChainHash)
		must(t, err)
		if len(r.Problems) > 0 {
			t.Errorf("the file: %+v", r)
		}
	}
}
