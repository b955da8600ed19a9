package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// diary is a handler that records its calls.
type diary struct {
	name  string
	net   *Network
	lines []string
	echo  bool
	links map[key.ID]link.Link
}

func newDiary(n *Network, name string) *diary {
	return &diary{name: name, net: n, links: map[key.ID]link.Link{}}
}

func (d *diary) note(format string, a ...any) {
	t := d.net.Now().Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
	d.lines = append(d.lines, fmt.Sprintf("%s %v ", d.name, t)+fmt.Sprintf(format, a...))
}
func (d *diary) LinkUp(l link.Link)             { d.links[l.Peer()] = l; d.note("up") }
func (d *diary) LinkDown(l link.Link, r string) { delete(d.links, l.Peer()); d.note("down: %s", r) }
func (d *diary) Receive(l link.Link, c link.Channel, b []byte) {
	d.note("%d %s", c, b[1:])
	if d.echo {
		l.Send(c, b)
	}
}

func (d *diary) count(part string) (n int) {
	for _, line := range d.lines {
		if strings.Contains(line, part) {
			n++
		}
	}
	return n
}

func message(text string) []byte { return append([]byte{byte(wire.Frame)}, text...) }

var ids = [...]key.ID{{1}, {2}, {3}, {4}}

// pair links two nodes and returns their diaries and links.
func pair(t *testing.T, seed uint64, c Conditions) (n *Network, a, b *diary, la, lb link.Link) {
	t.Helper()
	n = New(seed, c)
	a, b = newDiary(n, "a"), newDiary(n, "b")
	na := n.Join(ids[0], link.Info{Name: "a"}, a)
	n.Join(ids[1], link.Info{Name: "b"}, b)
	na.Dial(ids[1], nil)
	n.AdvanceBy(4 * time.Second)
	la, lb = a.links[ids[1]], b.links[ids[0]]
	if la == nil || lb == nil {
		t.Fatalf("not linked: %v %v", a.lines, b.lines)
	}
	return n, a, b, la, lb
}

func TestTwoNodes(t *testing.T) {
	n, a, b, la, lb := pair(t, 1, Conditions{Delay: 50 * time.Millisecond})
	b.echo = true
	la.Send(link.Datagram, message("hello"))
	la.Send(link.Stream, message("world"))
	n.AdvanceBy(99 * time.Millisecond)
	if a.count("hello") != 0 || b.count("hello") != 1 {
		t.Fatalf("%v %v", a.lines, b.lines)
	}
	n.AdvanceBy(time.Millisecond)
	if a.count("1 hello") != 1 || a.count("2 world") != 1 {
		t.Fatalf("%v", a.lines)
	}
	if s := la.Stats(); s.RTT != 100*time.Millisecond || s.BytesOut != 12 || s.BytesIn != 12 || s.Loss != 0 || s.Lagging {
		t.Errorf("%+v", s)
	}
	la.Close("enough")
	n.AdvanceBy(time.Second)
	if a.count("down: enough") != 1 || b.count("down: enough") != 1 {
		t.Errorf("%v %v", a.lines, b.lines)
	}
	if err := lb.Send(link.Stream, message("x")); !errors.Is(err, link.ErrClosed) {
		t.Errorf("sending on a closed link: %v", err)
	}
}

func TestLimits(t *testing.T) {
	n, _, b, la, _ := pair(t, 1, Conditions{})
	if err := la.Send(link.Datagram, make([]byte, link.MaxDatagram+1)); !errors.Is(err, link.ErrTooLarge) {
		t.Error(err)
	}
	if err := la.Send(link.Stream, make([]byte, link.MaxMessage+1)); !errors.Is(err, link.ErrTooLarge) {
		t.Error(err)
	}
	n.Cut(ids[0], ids[1])
	var err error
	for range link.MaxBuffered/link.MaxMessage + 1 {
		err = la.Send(link.Stream, append(message(""), make([]byte, link.MaxMessage-1)...))
	}
	if !errors.Is(err, link.ErrBusy) || la.Buffered() != link.MaxBuffered {
		t.Errorf("%v with %d bytes buffered", err, la.Buffered())
	}
	n.Heal()
	n.AdvanceBy(time.Second)
	if la.Buffered() != 0 || b.count("2 ") != link.MaxBuffered/link.MaxMessage {
		t.Errorf("%d bytes left, %d messages arrived", la.Buffered(), b.count("2 "))
	}
	la.Send(link.Stream, []byte{byte(wire.Ping)}) // the link's own kinds are not the application's to send
	n.AdvanceBy(time.Second)
	if b.count("2 ") != link.MaxBuffered/link.MaxMessage || b.links[ids[0]].Stats().Garbage != 1 {
		t.Error("a kind of the link reached the handler")
	}
}

func TestRefusals(t *testing.T) {
	n := New(1, Conditions{Delay: time.Millisecond})
	a := n.Join(ids[0], link.Info{Rules: 1}, newDiary(n, "a"))
	n.Join(ids[1], link.Info{Rules: 2}, newDiary(n, "b"))
	n.Join(ids[2], link.Info{Rules: 1, World: [32]byte{1}}, newDiary(n, "c"))
	for _, c := range []struct {
		peer key.ID
		want string
	}{
		{ids[0], "itself"}, {ids[1], "rules differ"}, {ids[2], "different worlds"}, {ids[3], "does not answer"},
	} {
		var got error
		a.Dial(c.peer, func(err error) { got = err })
		n.AdvanceBy(DialTimeout + time.Second)
		if got == nil || !strings.Contains(got.Error(), c.want) {
			t.Errorf("dialling %d: %v, want %q", c.peer[0], got, c.want)
		}
	}
}

func TestSilenceEndsALink(t *testing.T) {
	n, a, b, la, lb := pair(t, 1, Conditions{Delay: time.Millisecond})
	n.Cut(ids[0], ids[1])
	n.AdvanceBy(3 * time.Second)
	if !lb.Stats().Lagging || la.Stats().Lagging && a.count("down") > 0 {
		t.Error("three seconds of silence: not lagging")
	}
	n.AdvanceBy(2 * time.Second)
	if b.count("down") != 0 {
		t.Error("down before its time")
	}
	n.AdvanceBy(5 * time.Second)
	if a.count("down") != 0 { // it heard the other side until that gave up
		t.Error("the side that could hear gave up as early")
	}
	n.AdvanceBy(5 * time.Second)
	if b.count("down: nothing was heard for 6s") != 1 || a.count("down") != 1 {
		t.Errorf("%v %v", a.lines, b.lines)
	}
}

func TestCrashAndRestart(t *testing.T) {
	n, _, b, _, _ := pair(t, 1, Conditions{Delay: time.Millisecond})
	n.Crash(ids[0])
	n.AdvanceBy(time.Second)
	a2 := newDiary(n, "a2")
	var err error
	n.Join(ids[0], link.Info{Name: "a"}, a2).Dial(ids[1], func(e error) { err = e })
	n.AdvanceBy(time.Second)
	if err != nil || a2.count("up") != 1 || b.count("down: the peer started again") != 1 || b.count("up") != 2 {
		t.Fatalf("%v %v %v", err, a2.lines, b.lines)
	}
	b.links[ids[0]].Send(link.Stream, message("hi"))
	n.AdvanceBy(20 * time.Second)
	if a2.count("2 hi") != 1 || a2.count("down") != 0 {
		t.Fatalf("%v", a2.lines)
	}
}

func TestBothDial(t *testing.T) {
	for seed := range uint64(20) {
		n := New(seed, Conditions{Delay: 10 * time.Millisecond, Jitter: 30 * time.Millisecond, Loss: 0.2})
		a, b := newDiary(n, "a"), newDiary(n, "b")
		na, nb := n.Join(ids[0], link.Info{}, a), n.Join(ids[1], link.Info{}, b)
		ended := 0
		na.Dial(ids[1], func(err error) { ended++ })
		n.AdvanceBy(time.Duration(seed) * 3 * time.Millisecond)
		nb.Dial(ids[0], func(err error) { ended++ })
		n.AdvanceBy(5 * time.Second)
		if a.count("up") != 1 || b.count("up") != 1 || a.count("down")+b.count("down") != 0 || ended != 2 {
			t.Errorf("seed %d: %d dials ended, %v %v", seed, ended, a.lines, b.lines)
		}
	}
}

func TestUnkindness(t *testing.T) {
	const sent = 2000
	cases := []struct {
		name            string
		c               Conditions
		least, most     int // datagrams that arrive
		overtakeAllowed bool
	}{
		{"perfect", Conditions{Delay: time.Millisecond}, sent, sent, false},
		{"loss", Conditions{Loss: 0.1}, 1700, 1900, false},
		{"bursts", Conditions{BurstStart: 0.01, BurstEnd: 0.1, BurstLoss: 1}, 1500, 1980, false},
		{"duplicates", Conditions{Duplicate: 0.2}, 2300, 2500, false},
		{"jitter", Conditions{Jitter: 50 * time.Millisecond}, sent, sent, true},
		{"reorder", Conditions{Reorder: 0.1}, sent, sent, true},
		{"narrow", Conditions{Bandwidth: 5000, Queue: 2000}, 200, 600, false},
	}
	for _, c := range cases {
		n, _, b, la, _ := pair(t, 7, c.c)
		for i := range sent {
			la.Send(link.Datagram, message(fmt.Sprintf("d%05d", i)))
			if i%10 == 0 {
				la.Send(link.Stream, message(fmt.Sprintf("s%05d", i)))
			}
			n.AdvanceBy(5 * time.Millisecond)
		}
		n.AdvanceBy(30 * time.Second)
		var datagrams, streams []string
		for _, line := range b.lines {
			switch f := strings.Fields(line); {
			case f[2] == "1":
				datagrams = append(datagrams, f[3])
			case f[2] == "2":
				streams = append(streams, f[3])
			}
		}
		if len(datagrams) < c.least || len(datagrams) > c.most {
			t.Errorf("%s: %d datagrams of %d arrived, want %d to %d", c.name, len(datagrams), sent, c.least, c.most)
		}
		if slices.IsSorted(datagrams) == c.overtakeAllowed {
			t.Errorf("%s: datagrams overtook: %v", c.name, !c.overtakeAllowed)
		}
		if len(streams) != sent/10 || !slices.IsSorted(streams) {
			t.Errorf("%s: the stream brought %d of %d, in order: %v", c.name, len(streams), sent/10, slices.IsSorted(streams))
		}
	}
}

// TestSameSeedSameHistory runs a random history twice.
func TestSameSeedSameHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		steps := rapid.SliceOfN(rapid.IntRange(0, 11), 1, 60).Draw(t, "steps")
		run := func() []string {
			n := New(seed, Conditions{Delay: 20 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.1, Duplicate: 0.1, Bandwidth: 50_000})
			var book []*diary
			var nodes []*Node
			for i, id := range ids {
				d := newDiary(n, fmt.Sprint(i))
				d.echo = i == 0
				book, nodes = append(book, d), append(nodes, n.Join(id, link.Info{}, d))
			}
			for i, s := range steps {
				from, to := s%4, (s+1+i%3)%4
				switch {
				case s < 4:
					nodes[from].Dial(ids[to], nil)
				case s == 11:
					n.Split([]key.ID{ids[from]}, []key.ID{ids[to]})
				case s == 10:
					n.Heal()
				default:
					for _, l := range nodes[from].Links() {
						l.Send(link.Channel(1+i%2), message(fmt.Sprint(i)))
					}
				}
				n.AdvanceBy(time.Duration(s*37) * time.Millisecond)
			}
			n.AdvanceBy(10 * time.Second)
			var all []string
			for _, d := range book {
				all = append(all, d.lines...)
			}
			return all
		}
		if a, b := run(), run(); !slices.Equal(a, b) {
			t.Fatalf("two runs of one seed differ:\n%v\n%v", a, b)
		}
	})
}

func TestRunLivesByTheClockOfABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := New(1, Conditions{Delay: 100 * time.Millisecond})
		a, b := newDiary(n, "a"), newDiary(n, "b")
		na := n.Join(ids[0], link.Info{}, a)
		n.Join(ids[1], link.Info{}, b)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go n.Run(ctx)
		began := time.Now()
		linked := make(chan error, 1)
		na.Dial(ids[1], func(err error) { linked <- err })
		if err := <-linked; err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 200*time.Millisecond {
			t.Errorf("linked after %v, want two crossings", took)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if b.count("up") != 1 || a.count("down") != 0 {
			t.Errorf("%v %v", a.lines, b.lines)
		}
	})
}

func BenchmarkDatagram(b *testing.B) {
	n := New(1, Conditions{Delay: time.Millisecond})
	n.Join(ids[1], link.Info{}, quiet{})
	a := n.Join(ids[0], link.Info{}, quiet{})
	a.Dial(ids[1], nil)
	n.AdvanceBy(time.Second)
	l, m := a.Links()[0], message(strings.Repeat("x", 500))
	for b.Loop() {
		l.Send(link.Datagram, m)
		n.AdvanceBy(time.Millisecond)
	}
}

type quiet struct{}

func (quiet) LinkUp(link.Link)                        {}
func (quiet) LinkDown(link.Link, string)              {}
func (quiet) Receive(link.Link, link.Channel, []byte) {}

// TestAround: packets of cut lanes go over one other node, or over two; over three they do not.
func TestAround(t *testing.T) {
	for n, want := range map[int]bool{3: true, 4: true, 5: false} {
		net := New(1, Conditions{Delay: time.Millisecond})
		net.Relay()
		var all []*diary
		var nodes []*Node
		id := func(i int) key.ID { return key.ID{byte(i + 1)} }
		for i := range n {
			all = append(all, newDiary(net, fmt.Sprint(i)))
			nodes = append(nodes, net.Join(id(i), link.Info{}, all[i]))
		}
		for i := range n {
			for j := range i {
				nodes[i].Dial(id(j), nil)
			}
		}
		net.AdvanceBy(time.Second)
		for i := range n {
			for j := range n {
				if i-j > 1 || j-i > 1 {
					net.Cut(id(i), id(j))
				}
			}
		}
		net.AdvanceBy(2 * rerouteAfter)
		if l := all[0].links[id(n-1)]; l == nil {
			t.Fatalf("%d nodes: no link", n)
		} else if err := l.Send(link.Datagram, message("along the chain")); err != nil {
			t.Fatal(err)
		}
		net.AdvanceBy(100 * time.Millisecond)
		if got := all[n-1].count("along the chain") == 1; got != want {
			t.Errorf("a chain of %d nodes: arrived %t, want %t", n, got, want)
		}
	}
}
