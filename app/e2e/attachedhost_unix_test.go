//go:build unix

package e2e

import (
	"log/slog"
	"sync"
	"syscall"
	"testing"
	"time"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/status"
	"manyhold/net/patience"
)

// TestAttachedHostKilled: a peer only plays, and the host that it is attached to is killed, be it the leader
// or another. Within two seconds the peer is attached to another host and gets turns, and its player stands
// where it stood.
func TestAttachedHostKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes half a minute; run without -short")
	}
	for name, leads := range map[string]bool{"the leader": true, "a voter": false} {
		t.Run(name, func(t *testing.T) { killAttached(t, leads) })
	}
}

// killAttached has three hosts and a guest, and kills the one that the guest is attached to: the leader, or
// another one, which the guest takes because the leader answers late.
func killAttached(t *testing.T, leads bool) {
	const within = 2 * time.Second
	a, b, c := three(t)
	hosts := map[string]*process{"Ada": a, "Bo": b, "Cy": c}
	guest := stander(t, a)
	guest.must("walk east 1s")
	where := guest.must("where")
	var before status.IslandStatus
	guest.await("its player among the people", 10*time.Second, func() bool { _, before = guest.island(); return bodyOf(&before, "Dora") > 0 })
	quick := func() {}
	if _, i := a.island(); !leads {
		quick = hosts[i.Leader.Name].falter()
	}
	guest.await("to be attached to the right host", 60*time.Second, func() bool {
		_, before = guest.island()
		at := before.Attached
		return at != nil && at.RTTms > 0 && hosts[at.Name] != nil && (at.Name == before.Leader.Name) == leads
	})
	quick()
	killed := before.Attached.Name
	hosts[killed].kill()
	began := patience.Now()
	delete(hosts, killed)
	var after status.IslandStatus
	guest.await("to be attached to another host", 20*time.Second, func() bool {
		_, after = guest.island()
		return after.Attached != nil && hosts[after.Attached.Name] != nil && after.TurnOrdered > before.TurnOrdered && after.Waiting == ""
	})
	took := patience.Since(began)
	t.Logf("%s, who led: %v, was killed; attached to %s within %v", killed, before.Leader.Name == killed, after.Attached.Name, took)
	if took > within {
		t.Errorf("attached to another host after %v, want %v at most", took, within)
	}
	turn := after.TurnOrdered
	guest.await("turns", within, func() bool { _, after = guest.island(); return after.TurnOrdered > turn+20 })
	if got := guest.must("where"); got != where || bodyOf(&after, "Dora") != bodyOf(&before, "Dora") {
		t.Errorf("the player stands at %s in the body %d, and stood at %s in the body %d", got, bodyOf(&after, "Dora"), where, bodyOf(&before, "Dora"))
	}
	if st, i := guest.island(); st.Desyncs != 0 || st.Counted["resyncs"] != 0 || i.Role != status.Plays {
		t.Errorf("%d desyncs, %d states fetched again; its role is %q", st.Desyncs, st.Counted["resyncs"], i.Role)
	}
}

// falter lets a process run for 20 ms of 140 only, so that its answers are late, until the returned function
// is called.
func (p *process) falter() (quick func()) {
	enough, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for going := true; ; going = !going {
			pause, sign := 20*time.Millisecond, syscall.SIGCONT
			if !going {
				pause, sign = 120*time.Millisecond, syscall.SIGSTOP
			}
			p.cmd.Process.Signal(sign)
			select {
			case <-enough:
				p.cmd.Process.Signal(syscall.SIGCONT)
				return
			case <-time.After(pause):
			}
		}
	}()
	quick = sync.OnceFunc(func() { close(enough); <-ended })
	p.t.Cleanup(quick)
	return quick
}

// stander starts Dora in this process, who only plays: her player does as it is told and nothing else.
func stander(t *testing.T, inviter *process) *process {
	t.Helper()
	st, _ := inviter.island()
	p := &process{t: t, data: t.TempDir(), done: make(chan struct{})}
	n, err := node.StartNode(t.Context(), options.Play{Data: p.data, Name: "Dora", NoLAN: true, Join: st.World.Invite, Duties: options.Duties{NoHost: true}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Stop)
	return p
}

// bodyOf returns the body of a player of an island, zero if it is not there.
func bodyOf(i *status.IslandStatus, name string) uint64 {
	for _, p := range i.People {
		if p.Name == name {
			return p.Body
		}
	}
	return 0
}
