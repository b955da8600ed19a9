package publishing_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"manyhold/net/host/counter"
	"manyhold/net/host/links"
	"manyhold/net/host/machine"
	"manyhold/net/host/publishing"
	"manyhold/net/key"
	"manyhold/net/register"
	"manyhold/net/wire"
)

// The members.
var first, fifth = pair(1).ID(), pair(5).ID()

func pair(n byte) key.Pair { return key.FromSeed([32]byte{n}) }

func sealed(author key.Pair, version uint64, title, more string) []byte {
	a := author.ID()
	b := append(append([]byte{1}, a[:]...), a[:]...)
	b = append(wire.AppendText(wire.AppendText(wire.AppendUvarint(b, version), "Ann"), title), more...)
	seal := register.Seal(author, b)
	return append(b, seal[:]...)
}

// island is a state that knows blueprints, and refuses those of one title.
type island struct {
	has [][]byte
	no  string
}

func (i *island) BlueprintSum() uint64 { return uint64(len(i.has)) }
func (i *island) Blueprints(f func(id uint64, hash [32]byte, data []byte)) {
	for _, b := range i.has {
		e, _ := register.Parse(b)
		f(e.ID, e.Hash, b)
	}
}
func (i *island) Version(uint64) [32]byte { return [32]byte{} }
func (i *island) Refuses(b []byte) error {
	if e, _ := register.Parse(b); e.Name == "Ann/"+i.no {
		return errors.New("it is not liked")
	}
	return nil
}

// peer is a peer with one island; messages to others wait in sent.
type peer struct {
	key       key.Pair
	hub       links.Hub
	book      register.Book
	home      island
	barred    key.ID
	everybody bool // is a member
	p         *publishing.Publishing
	sent      []message
}

type message struct {
	to key.ID
	b  []byte
}

func (p *peer) Prints() *register.Book                   { return &p.book }
func (p *peer) MayPublish(k key.ID) bool                 { return k != p.barred }
func (p *peer) Member(k key.ID) bool                     { return p.everybody || k == first || k == fifth }
func (p *peer) Here() machine.Library                    { return &p.home }
func (p *peer) Machines(f func(uint64, machine.Library)) { f(1, &p.home) }

type net struct {
	peers []*peer
	now   time.Time
	bytes int
}

func newNet(n int, linked func(a, b int) bool) *net {
	w := &net{now: time.Unix(1000, 0)}
	for k := range n {
		p := &peer{key: pair(byte(k + 1))}
		p.hub = links.Hub{Key: p.key, Me: p.key.ID(), Send: func(to key.ID, b []byte) { p.sent = append(p.sent, message{to, b}) }}
		p.p = publishing.New(&p.hub, p)
		w.peers = append(w.peers, p)
	}
	for a, p := range w.peers {
		for b, o := range w.peers {
			if a != b && linked(min(a, b), max(a, b)) {
				p.hub.Peers.Set(o.key.ID(), &links.Link{Key: o.key.ID(), Greeted: true})
			}
		}
	}
	return w
}

// pass lets so many tenths of a second go by.
func (w *net) pass(n int) {
	for range n {
		w.now = w.now.Add(time.Second / 10)
		for _, p := range w.peers {
			p.hub.Now = w.now
			p.p.Step()
		}
		for again := true; again; {
			again = false
			for _, p := range w.peers {
				sent := p.sent
				p.sent = nil
				for _, m := range sent {
					w.bytes += len(m.b)
					for _, o := range w.peers {
						if o.key.ID() == m.to {
							o.p.Receive(p.key.ID(), m.b)
							again = true
						}
					}
				}
			}
		}
	}
}

func (w *net) agree(t *testing.T, blueprints int) {
	t.Helper()
	for k, p := range w.peers {
		if p.book.Digest() != w.peers[0].book.Digest() || len(p.book.List()) != blueprints {
			t.Fatalf("peer %d knows %d blueprints, peer 0 %d, want %d", k, len(p.book.List()), len(w.peers[0].book.List()), blueprints)
		}
	}
}

func TestBlueprintsReachEverybody(t *testing.T) {
	w := newNet(5, func(a, b int) bool { return b == a+1 }) // a chain
	w.pass(3)
	if w.bytes != 0 {
		t.Errorf("peers that know nothing sent %d bytes", w.bytes)
	}
	if err := w.peers[0].p.Publish(sealed(pair(1), 1, "Lamp", string(make([]byte, 40<<10)))); err != nil {
		t.Fatal(err)
	}
	w.pass(6)
	w.agree(t, 1)
	if err := w.peers[4].p.Publish(sealed(pair(5), 1, "Door", "")); err != nil {
		t.Fatal(err)
	}
	if err := w.peers[0].p.Publish(sealed(pair(1), 2, "Lamp", "second")); err != nil {
		t.Fatal(err)
	}
	w.pass(15)
	w.agree(t, 2)
	w.bytes = 0
	w.pass(100)
	if w.bytes != 0 {
		t.Errorf("peers that agree sent %d bytes", w.bytes)
	}
}

func TestIslandsTeachTheirPeers(t *testing.T) {
	w := newNet(3, func(a, b int) bool { return true })
	w.peers[1].home.has = [][]byte{sealed(pair(7), 1, "Bell", ""), sealed(pair(7), 3, "Gong", "")}
	w.pass(3)
	w.agree(t, 2)
}

func TestRefused(t *testing.T) {
	w := newNet(2, func(a, b int) bool { return true })
	w.peers[0].home.no = "Trap"
	w.peers[1].barred = pair(6).ID()
	w.pass(1)
	forged := sealed(pair(1), 1, "Lamp", "x")
	forged[100] ^= 1
	for _, c := range []struct {
		b    []byte
		want error
	}{
		{[]byte("none"), register.ErrMalformed},
		{forged, register.ErrForged},
		{sealed(pair(1), 1, "Trap", ""), publishing.ErrRefused},
	} {
		if err := w.peers[0].p.Publish(c.b); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	if err := w.peers[1].p.Publish(sealed(pair(6), 1, "Lamp", "")); !errors.Is(err, publishing.ErrBarred) {
		t.Errorf("a barred player: %v", err)
	}
	if err := w.peers[0].p.Publish(sealed(pair(6), 1, "Lamp", "")); err != nil {
		t.Fatal(err)
	}
	w.pass(30)
	if n := len(w.peers[1].book.List()); n != 0 {
		t.Errorf("a barred author's blueprint was taken from a link: %d", n)
	}
}

// A link that sends without end gets no more than its budget taken, and forged parts are counted.
func TestHostileLink(t *testing.T) {
	w := newNet(2, func(a, b int) bool { return true })
	w.pass(1)
	p, from := w.peers[0], w.peers[1].key.ID()
	p.everybody = true
	for n := range 60 {
		b := sealed(pair(byte(100+n/40)), 1, fmt.Sprint("t", n), string(make([]byte, 47<<10)))
		for at := 0; at < len(b); at += 12 << 10 {
			m := wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.Blueprint), 2}, uint64(len(b))), uint64(at))
			p.p.Receive(from, append(m, b[at:min(at+12<<10, len(b))]...))
		}
	}
	if n := len(p.book.List()); n < 15 || n > 22 {
		t.Errorf("%d of 60 blueprints of 47 KB were taken at once", n)
	}
	if p.hub.Counters[counter.Flooded] == 0 {
		t.Error("nothing was counted")
	}
	before := p.hub.Counters[counter.Garbage]
	for _, b := range [][]byte{{42, 1}, {42, 9, 1}, {42, 2, 5, 0, 1, 2, 3, 4, 5, 6}, {42, 2, 0, 0, 1}, append([]byte{42, 2, 70, 0}, make([]byte, 70)...)} {
		p.p.Receive(from, b)
	}
	if got := p.hub.Counters[counter.Garbage] - before; got != 5 {
		t.Errorf("%d of 5 malformed messages were counted", got)
	}
}

// Strangers fill a third of the places at most, and one of them eight.
func TestStrangersLeaveRoom(t *testing.T) {
	w := newNet(2, func(a, b int) bool { return true })
	w.pass(1)
	p, from := w.peers[0], w.peers[1].key.ID()
	give := func(b []byte) {
		m := wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.Blueprint), 2}, uint64(len(b))), 0)
		p.p.Receive(from, append(m, b...))
	}
	for n := range 12 {
		give(sealed(pair(9), 1, fmt.Sprint("t", n), ""))
	}
	if n := len(p.book.List()); n != 8 {
		t.Errorf("%d of a stranger were taken", n)
	}
	for n := range 300 {
		give(sealed(key.FromSeed([32]byte{7, byte(n), byte(n >> 8)}), 1, "t", ""))
	}
	if n := len(p.book.List()); n != register.MaxBlueprints/3 {
		t.Errorf("%d of strangers were taken", n)
	}
	if give(sealed(pair(1), 1, "Lamp", "")); len(p.book.List()) != register.MaxBlueprints/3+1 {
		t.Error("a member finds no room")
	}
}

// Nobody takes the place of an author's version with one that no island admits.
func TestForeignVersions(t *testing.T) {
	w := newNet(2, func(a, b int) bool { return true })
	w.pass(1)
	p, from := w.peers[0], w.peers[1].key.ID()
	if err := p.p.Publish(sealed(pair(1), 1, "Lamp", "")); err != nil {
		t.Fatal(err)
	}
	p.home.no = "Lamp"
	a, eve := first, pair(5)
	id := eve.ID()
	b := append(append([]byte{1}, a[:]...), id[:]...)
	b = wire.AppendText(wire.AppendText(wire.AppendUvarint(b, 1<<32-1), "Ann"), "Lamp")
	seal := register.Seal(eve, b)
	b = append(b, seal[:]...)
	p.p.Receive(from, append(wire.AppendUvarint(wire.AppendUvarint([]byte{byte(wire.Blueprint), 2}, uint64(len(b))), 0), b...))
	if v := p.book.List()[0].Version; v != 1 {
		t.Errorf("version %d holds", v)
	}
}

func FuzzReceive(f *testing.F) {
	w := newNet(2, func(a, b int) bool { return true })
	w.pass(1)
	f.Add([]byte{42, 1})
	f.Add(w.peers[0].book.AppendSummary([]byte{42, 1}))
	f.Add(append([]byte{42, 2, 200, 1, 0}, sealed(pair(1), 1, "Lamp", "")...))
	f.Fuzz(func(t *testing.T, b []byte) { w.peers[0].p.Receive(w.peers[1].key.ID(), b) })
}
