package portmap

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	door  = Port{TCP, 7778}
	links = Port{UDP, 7778}

	outer = netip.MustParseAddr("203.0.113.7")
	errNo = errors.New("the router is dead")
)

// router is a Gateway and the search for it. Its events tell a test what was asked. A test that waits for one
// makes virtual time pass.
type router struct {
	events chan string

	mu      sync.Mutex
	state   State
	gone    bool
	taken   func(outside uint16) bool
	refused func(p Port) bool
	grants  time.Duration // zero: as asked
	hangs   bool          // Unmap waits for its context
	held    map[Port]uint16
}

func newRouter() *router {
	return &router{
		events: make(chan string, 1000), state: State{External: outer, Local: netip.MustParseAddr("192.168.1.5")},
		taken: func(uint16) bool { return false }, refused: func(Port) bool { return false }, held: map[Port]uint16{},
	}
}

// change changes the router under its lock.
func (r *router) change(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// mappings returns the router's table.
func (r *router) mappings() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprint(r.held)
}

// await reads events until one begins with a text, and returns it.
func (r *router) await(begin string) string {
	for e := range r.events {
		if strings.HasPrefix(e, begin) {
			return e
		}
	}
	return ""
}

// drain forgets the events so far.
func (r *router) drain() {
	for len(r.events) > 0 {
		<-r.events
	}
}

func (r *router) find(context.Context) []Gateway {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events <- "find"
	if r.gone {
		return nil
	}
	return []Gateway{r}
}

func (r *router) String() string { return "a test's router" }

func (r *router) State(context.Context) (State, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events <- "state"
	if r.gone {
		return State{}, errNo
	}
	return r.state, nil
}

func (r *router) Map(_ context.Context, p Port, outside uint16, lifetime time.Duration) (Lease, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events <- fmt.Sprintf("map %s %d at %d for %s", p.Protocol, p.Internal, outside, lifetime)
	switch {
	case r.gone || r.refused(p):
		return Lease{}, errNo
	case r.taken(outside):
		return Lease{}, fmt.Errorf("%w: by a test", ErrTaken)
	}
	r.held[p] = outside
	if r.grants > 0 {
		lifetime = r.grants
	}
	return Lease{outside, lifetime}, nil
}

func (r *router) Unmap(ctx context.Context, p Port, outside uint16) error {
	if r.hangs {
		<-ctx.Done()
		return ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events <- fmt.Sprintf("unmap %s %d", p.Protocol, outside)
	if r.held[p] == outside {
		delete(r.held, p)
	}
	return nil
}

// with runs a test in virtual time, with a Mapper that runs. end ends the Mapper and returns how long that
// took.
func with(t *testing.T, r func() *router, ports []Port, f func(t *testing.T, r *router, m *Mapper, end func() time.Duration)) {
	synctest.Test(t, func(t *testing.T) {
		r := r()
		m := New(Options{Ports: ports, Find: r.find})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); m.Run(ctx) }()
		end := func() time.Duration {
			began := time.Now()
			cancel()
			<-ended
			return time.Since(began)
		}
		defer end()
		f(t, r, m, end)
	})
}

// TestMapping: both ports are mapped where they were asked for, and unmapped at the end.
func TestMapping(t *testing.T) {
	with(t, newRouter, []Port{door, links}, func(t *testing.T, r *router, m *Mapper, end func() time.Duration) {
		if m.Mapped() != nil || m.Status() != "" {
			t.Errorf("mapped before anything was asked: %v %q", m.Mapped(), m.Status())
		}
		r.await("map tcp 7778 at 7778 for 2h0m0s")
		synctest.Wait()
		at := netip.AddrPortFrom(outer, 7778)
		if got := m.Mapped(); !slices.Equal(got, []Mapping{{door, at}, {links, at}}) {
			t.Errorf("mapped %v", got)
		}
		if got := m.Outside(links); !slices.Equal(got, []netip.AddrPort{at}) {
			t.Errorf("outside: %v", got)
		}
		if m.Outside(Port{UDP, 1}) != nil || m.Status() != wordsMapped {
			t.Errorf("another port: %v; in words: %q", m.Outside(Port{UDP, 1}), m.Status())
		}
		if took := end(); took > removeTime {
			t.Errorf("the end took %v", took)
		}
		if r.mappings() != "map[]" || m.Mapped() != nil || m.Status() != "" {
			t.Errorf("left behind: %s, shown: %v %q", r.mappings(), m.Mapped(), m.Status())
		}
	})
}

// TestNothing: a Mapper without ports, and none at all, ask nobody.
func TestNothing(t *testing.T) {
	r := newRouter()
	New(Options{Find: r.find}).Run(t.Context())
	if len(r.events) != 0 {
		t.Error("a router was asked for no port")
	}
	var none *Mapper
	none.Run(t.Context())
	if none.Mapped() != nil || none.Outside(door) != nil || none.Status() != "" {
		t.Error("no Mapper has mappings")
	}
}

// TestConflict: a taken port is replaced by one that is free; when none is, the router is of no use.
func TestConflict(t *testing.T) {
	for name, c := range map[string]struct {
		taken func(uint16) bool
		tries int
		words string
	}{
		"the same port":   {func(uint16) bool { return false }, 1, wordsMapped},
		"another port":    {func(p uint16) bool { return p == 7778 }, 2, wordsMapped},
		"no port is free": {func(uint16) bool { return true }, portTries, wordsRefused},
	} {
		t.Run(name, func(t *testing.T) {
			with(t, func() *router { r := newRouter(); r.taken = c.taken; return r }, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
				for range c.tries {
					r.await("map tcp")
				}
				synctest.Wait()
				at := m.Outside(door)
				if m.Status() != c.words || (len(at) == 1) != (c.words == wordsMapped) {
					t.Errorf("%q, at %v", m.Status(), at)
				}
				if len(at) == 1 && c.tries > 1 && at[0].Port() < 49152 {
					t.Errorf("no dynamic port: %v", at)
				}
				for len(r.events) > 0 {
					if e := <-r.events; strings.HasPrefix(e, "map") {
						t.Errorf("asked once more: %s", e)
					}
				}
			})
		})
	}
}

// TestRenewal: mappings are renewed before half of what was granted is over, with the same port, and not
// all the time when a router grants next to nothing.
func TestRenewal(t *testing.T) {
	for _, c := range []struct{ grants, least, most time.Duration }{
		{0, 30 * time.Minute, time.Hour},
		{time.Hour, 15 * time.Minute, 30 * time.Minute},
		{10 * time.Minute, 2 * time.Minute, 5 * time.Minute},
		{time.Nanosecond, 30 * time.Second, time.Minute},
	} {
		t.Run(c.grants.String(), func(t *testing.T) {
			with(t, func() *router {
				r := newRouter()
				r.grants = c.grants
				r.taken = func(p uint16) bool { return p == 7778 }
				return r
			}, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
				r.await("map tcp")
				r.await("map tcp")
				synctest.Wait()
				at := m.Outside(door)
				r.drain()
				for range 3 {
					began := time.Now()
					if e := r.await("map tcp"); len(at) != 1 || !strings.Contains(e, fmt.Sprintf(" at %d ", at[0].Port())) {
						t.Errorf("another port than %v: %s", at, e)
					}
					if took := time.Since(began); took < c.least || took > c.most {
						t.Errorf("renewed after %v, want %v to %v", took, c.least, c.most)
					}
				}
			})
		})
	}
}

// TestVanishing: mappings of a router that is gone are forgotten soon, the search for it becomes rare, and it
// is found when it is back.
func TestVanishing(t *testing.T) {
	with(t, newRouter, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
		r.await("map tcp")
		r.change(func() { r.gone = true; r.held = map[Port]uint16{} })
		began := time.Now()
		r.await("find")
		synctest.Wait()
		if took := time.Since(began); took > 5*time.Minute || m.Mapped() != nil || m.Status() != wordsNone {
			t.Errorf("after %v: %v %q", took, m.Mapped(), m.Status())
		}
		for i, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, pauseMost, pauseMost} {
			began = time.Now()
			r.await("find")
			if took := time.Since(began); took != want {
				t.Errorf("search %d came after %v, want %v", i, took, want)
			}
		}
		r.change(func() { r.gone = false })
		r.await("map tcp")
		synctest.Wait()
		if len(m.Mapped()) != 1 {
			t.Errorf("the router is back, and %q", m.Status())
		}
	})
}

// TestShortSilence: a question that gets no answer once changes nothing.
func TestShortSilence(t *testing.T) {
	with(t, newRouter, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
		r.await("map tcp")
		r.change(func() { r.gone = true })
		r.await("state")
		r.change(func() { r.gone = false })
		r.await("state")
		r.await("state")
		if len(m.Mapped()) != 1 {
			t.Errorf("mapped %v", m.Mapped())
		}
		for len(r.events) > 0 {
			if e := <-r.events; e == "find" {
				t.Error("searched again")
			}
		}
	})
}

// TestOuterAddresses: addresses that others cannot reach are not told, and the words say why.
func TestOuterAddresses(t *testing.T) {
	for text, words := range map[string]string{
		"203.0.113.7": wordsMapped, "::ffff:203.0.113.7": wordsMapped, "100.63.255.255": wordsMapped, "100.128.0.1": wordsMapped,
		"10.0.0.1": wordsBehind, "172.16.3.4": wordsBehind, "172.31.255.1": wordsBehind, "192.168.0.2": wordsBehind,
		"100.64.0.1": wordsBehind, "100.127.255.254": wordsBehind, "192.0.0.2": wordsBehind,
		"0.0.0.0": wordsRefused, "127.0.0.1": wordsRefused, "169.254.3.4": wordsRefused, "224.0.0.1": wordsRefused,
		"255.255.255.255": wordsRefused, "240.0.0.1": wordsRefused, "2001:db8::1": wordsRefused, "": wordsRefused,
	} {
		t.Run(text, func(t *testing.T) {
			at, _ := netip.ParseAddr(text) // "" for an answer without one
			with(t, func() *router { r := newRouter(); r.state.External = at; return r }, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
				r.await("state")
				synctest.Wait()
				if got := m.Outside(door); m.Status() != words || (len(got) == 1) != (words == wordsMapped) {
					t.Errorf("%q, at %v; want %q", m.Status(), got, words)
				}
			})
		})
	}
}

// TestChanges: changes of the router that lose mappings, or move them, are noticed within a few minutes.
func TestChanges(t *testing.T) {
	other := netip.MustParseAddr("203.0.113.99")
	for name, c := range map[string]struct {
		change func(r *router)
		want   []netip.AddrPort
		words  string
	}{
		"another outer address": {func(r *router) { r.state.External = other }, []netip.AddrPort{netip.AddrPortFrom(other, 7778)}, wordsMapped},
		"another address of this machine": {func(r *router) { r.state.Local = netip.MustParseAddr("192.168.1.6") },
			[]netip.AddrPort{netip.AddrPortFrom(outer, 7778)}, wordsMapped},
		"the router started again": {func(r *router) { r.state.Uptime = time.Second }, []netip.AddrPort{netip.AddrPortFrom(outer, 7778)}, wordsMapped},
	} {
		t.Run(name, func(t *testing.T) {
			with(t, func() *router { r := newRouter(); r.state.Uptime = time.Hour; return r }, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
				r.await("map tcp")
				r.change(func() { c.change(r) })
				began := time.Now()
				r.await("map tcp")
				synctest.Wait()
				if took := time.Since(began); took > watchEvery {
					t.Errorf("noticed after %v", took)
				}
				if got := m.Outside(door); !slices.Equal(got, c.want) || m.Status() != c.words {
					t.Errorf("%q, at %v; want %v", m.Status(), got, c.want)
				}
			})
		})
	}
	t.Run("behind another router", func(t *testing.T) {
		with(t, newRouter, []Port{door}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
			r.await("map tcp")
			r.change(func() { r.state.External = netip.MustParseAddr("100.64.1.1") })
			r.await("unmap tcp")
			synctest.Wait()
			if m.Mapped() != nil || m.Status() != wordsBehind {
				t.Errorf("%q, at %v", m.Status(), m.Mapped())
			}
		})
	})
}

// TestRestarted compares a router's clock with ours.
func TestRestarted(t *testing.T) {
	for _, c := range []struct {
		before, after, between time.Duration
		want                   bool
	}{
		{time.Hour, time.Hour + 2*time.Minute, 2 * time.Minute, false},
		{time.Hour, time.Hour + 104*time.Second, 2 * time.Minute, false}, // slower than ours, within 7/8 and 2 s
		{time.Hour, time.Hour + 102*time.Second, 2 * time.Minute, true},
		{time.Hour, time.Minute, 2 * time.Minute, true},
		{time.Minute, 90 * time.Second, 2 * time.Minute, true},
		{0, time.Second, time.Minute, false},
		{time.Hour, 0, time.Minute, false},
	} {
		if got := restarted(State{Uptime: c.before}, State{Uptime: c.after}, c.between); got != c.want {
			t.Errorf("%v after %v, %v later: %v", c.after, c.before, c.between, got)
		}
	}
}

// TestRefusedBeside: a port that is refused is asked for again, and does not keep others from being mapped.
func TestRefusedBeside(t *testing.T) {
	with(t, func() *router { r := newRouter(); r.refused = func(p Port) bool { return p == links }; return r }, []Port{door, links}, func(t *testing.T, r *router, m *Mapper, _ func() time.Duration) {
		r.await("map udp")
		synctest.Wait()
		if got := m.Mapped(); len(got) != 1 || got[0].Port != door {
			t.Errorf("mapped %v", got)
		}
		r.change(func() { r.refused = func(Port) bool { return false } })
		began := time.Now()
		r.await("map udp")
		synctest.Wait()
		if took := time.Since(began); took > refusedAgain || len(m.Mapped()) != 2 {
			t.Errorf("mapped %v after %v", m.Mapped(), took)
		}
	})
}

// TestDeafRouter: a router that does not answer at the end delays it by two seconds.
func TestDeafRouter(t *testing.T) {
	with(t, func() *router { r := newRouter(); r.hangs = true; return r }, []Port{door, links}, func(t *testing.T, r *router, m *Mapper, end func() time.Duration) {
		r.await("map udp")
		if took := end(); took != removeTime {
			t.Errorf("the end took %v", took)
		}
	})
}

// TestSecondRouter: the second router is used when the first is of no use.
func TestSecondRouter(t *testing.T) {
	for name, useless := range map[string]func(r *router){
		"dead":                 func(r *router) { r.gone = true },
		"behind another":       func(r *router) { r.state.External = netip.MustParseAddr("10.0.0.1") },
		"refuses":              func(r *router) { r.refused = func(Port) bool { return true } },
		"without free ports":   func(r *router) { r.taken = func(uint16) bool { return true } },
		"with an odd address":  func(r *router) { r.state.External = netip.Addr{} },
		"with a broadcast one": func(r *router) { r.state.External = netip.MustParseAddr("255.255.255.255") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				first, second := newRouter(), newRouter()
				useless(first)
				m := New(Options{Ports: []Port{door}, Find: func(context.Context) []Gateway { return []Gateway{first, second} }})
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); m.Run(ctx) }()
				second.await("map tcp")
				synctest.Wait()
				if len(m.Mapped()) != 1 {
					t.Errorf("%q", m.Status())
				}
				cancel()
				<-ended
			})
		})
	}
}

// TestBrief: an error's text is short and printable, whatever a router wrote into it.
func TestBrief(t *testing.T) {
	if got := brief(errors.New("a\x1b[2J" + strings.Repeat("b", 1000))); len(got) > 300 || strings.ContainsRune(got, 0x1b) {
		t.Errorf("%s", got)
	}
}
