package exchange

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"manyhold/net/asset"
	"manyhold/net/asset/depot"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
)

// step is the time between two calls of Next.
const step20 = 20 * time.Millisecond

// lan are conditions of a cable, and wan of the internet.
var (
	lan = memory.Conditions{Delay: time.Millisecond, Bandwidth: 10 << 20}
	wan = memory.Conditions{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.01, Bandwidth: 1 << 20}
)

// fleet is some peers in virtual time.
type fleet struct {
	t    testing.TB
	net  *memory.Network
	all  []*member
	data map[asset.Name][]byte
}

// member is a peer: an exchange with a depot on disk, and its links. It is a link.Handler.
type member struct {
	f      *fleet
	id     key.ID
	dir    string
	depot  *depot.Depot
	ex     *Exchange
	node   *memory.Node
	links  map[key.ID]link.Link
	events []Event
	most   int // the most bytes that waited in one of its links
	busy   int // messages that a link refused
	// edit changes what it sends, if not nil; nil bytes are not sent
	edit func(to key.ID, b []byte) []byte
	// seen is told of each message that arrives, if not nil
	seen func(from key.ID, m message)
	dead bool
}

func newFleet(t testing.TB, c memory.Conditions) *fleet {
	return &fleet{t: t, net: memory.New(7, c), data: map[asset.Name][]byte{}}
}

// join adds a peer with a directory, and a quota in bytes (zero: a gigabyte).
func (f *fleet) join(dir string, quota int64) *member {
	f.t.Helper()
	if quota == 0 {
		quota = 1 << 30
	}
	m := &member{f: f, id: key.FromSeed([32]byte{byte(len(f.all) + 1)}).ID(), dir: dir, links: map[key.ID]link.Link{}}
	m.start(quota)
	f.all = append(f.all, m)
	return m
}

// start opens the depot, and joins the network.
func (m *member) start(quota int64) {
	m.f.t.Helper()
	d, err := depot.Open(m.dir, depot.Options{Quota: quota, Now: m.f.net.Now, Volatile: true})
	if err != nil {
		m.f.t.Fatal(err)
	}
	m.depot, m.dead = d, false
	m.ex = New(Options{Me: m.id, Depot: d, Room: m.room, On: func(e Event) { m.events = append(m.events, e) }})
	m.node = m.f.net.Join(m.id, link.Info{}, m)
}

// restart is another process of the same peer.
func (m *member) restart() {
	m.links = map[key.ID]link.Link{}
	m.start(1 << 30)
}

func (m *member) room(id key.ID) int {
	if l := m.links[id]; l != nil {
		return 64<<10 - l.Buffered()
	}
	return 0
}

func (m *member) LinkUp(l link.Link) {
	m.links[l.Peer()] = l
	m.ex.LinkUp(m.f.net.Now(), l.Peer())
}

func (m *member) LinkDown(l link.Link, _ string) {
	delete(m.links, l.Peer())
	m.ex.LinkDown(m.f.net.Now(), l.Peer())
}

func (m *member) Receive(l link.Link, _ link.Channel, b []byte) {
	if m.seen != nil {
		if d, err := decode(b); err == nil {
			m.seen(l.Peer(), d)
		}
	}
	m.ex.Receive(m.f.net.Now(), l.Peer(), b)
}

// act sends what is to be sent.
func (m *member) act() {
	for _, o := range m.ex.Next(m.f.net.Now()) {
		b, l := o.Message, m.links[o.To]
		if m.edit != nil {
			b = m.edit(o.To, bytes.Clone(b))
		}
		if b == nil || l == nil {
			continue
		}
		if err := l.Send(link.Stream, b); err != nil {
			m.busy++
		}
		m.most = max(m.most, l.Buffered())
	}
}

// crash ends a peer without notice.
func (m *member) crash() {
	m.dead = true
	m.f.net.Crash(m.id)
}

// link links peers with each other; all with all if none are named.
func (f *fleet) link(pairs ...[2]*member) {
	f.t.Helper()
	if pairs == nil {
		for i, a := range f.all {
			for _, b := range f.all[:i] {
				pairs = append(pairs, [2]*member{a, b})
			}
		}
	}
	f.until("all are linked", 20*time.Second, func() bool {
		linked := true
		for _, p := range pairs {
			if p[0].links[p[1].id] == nil || p[1].links[p[0].id] == nil {
				p[0].node.Dial(p[1].id, nil) // from both sides: one may still have a link with a dead process
				p[1].node.Dial(p[0].id, nil)
				linked = false
			}
		}
		return linked
	})
}

// step lets 20 ms pass.
func (f *fleet) step() {
	f.net.AdvanceBy(step20)
	for _, m := range f.all {
		if !m.dead {
			m.act()
		}
	}
}

func (f *fleet) pass(d time.Duration) {
	for end := f.net.Now().Add(d); f.net.Now().Before(end); {
		f.step()
	}
}

// until lets time pass until something holds, and returns how much.
func (f *fleet) until(what string, most time.Duration, holds func() bool) time.Duration {
	f.t.Helper()
	begin := f.net.Now()
	for !holds() {
		if f.net.Now().Sub(begin) > most {
			f.t.Fatalf("not within %v: %s\n%s", most, what, f.describe())
		}
		f.step()
	}
	return f.net.Now().Sub(begin)
}

func (f *fleet) describe() (s string) {
	for i, m := range f.all {
		s += fmt.Sprintf("%d: dead %v, %d links, %+v, %+v\n", i, m.dead, len(m.links), m.ex.Progress(), m.ex.Counters)
	}
	return s
}

// put gives an asset to peers.
func (f *fleet) put(b []byte, to ...*member) (n asset.Name) {
	f.t.Helper()
	for _, m := range to {
		var err error
		if n, _, err = m.depot.Put(asset.Wave, b); err != nil {
			f.t.Fatal(err)
		}
		m.ex.Added(f.net.Now(), n)
	}
	f.data[n] = b
	return n
}

func (m *member) want(p Priority, names ...asset.Name) {
	m.f.t.Helper()
	for _, n := range names {
		if _, err := m.ex.Want(m.f.net.Now(), n, p); err != nil {
			m.f.t.Fatal(err)
		}
	}
}

// has checks that a peer has assets, byte for byte.
func (m *member) has(names ...asset.Name) bool {
	m.f.t.Helper()
	for _, n := range names {
		if !m.depot.Holds(n) {
			return false
		}
	}
	for _, n := range names {
		if b, ok := m.depot.Get(n); !ok || !bytes.Equal(b, m.f.data[n]) {
			m.f.t.Fatalf("%s is damaged", n.Short())
		}
	}
	return true
}

// rot damages the file of an asset from its middle on.
func rot(t testing.TB, dir string, n asset.Name) {
	t.Helper()
	path := filepath.Join(dir, depot.Dir, n.String())
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(b) / 2; i < len(b); i += 1000 {
		b[i] ^= 1
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// count counts events.
func (m *member) count(k EventKind) (n int) {
	for _, e := range m.events {
		if e.Kind == k {
			n++
		}
	}
	return n
}
