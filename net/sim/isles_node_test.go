package sim

import (
	"log/slog"
	"os"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/coins"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/store"
)

// walker is one process of a person who goes about the islands: a world, its end of the network and its file.
type walker struct {
	a      *isles
	pair   key.Pair
	name   string
	world  *host.World
	node   *memory.Node
	links  map[key.ID]link.Link
	disk   *isleDisk
	seq    uint64
	starts uint64
	down   bool
	dying  bool
	fuse   int               // consequences until the process crashes; zero: it does not
	saw    map[uint64]uint64 // by island: the turn that was looked at last
	redial time.Time         // when it dials again
	walks  time.Time         // when it does something again
	helped time.Time         // when it last sent on what waits for an island that has ended
}

func (n *walker) id() key.ID { return n.pair.ID() }

// start begins a process, with the file of the one before.
func (n *walker) start() {
	now := n.a.net.Now()
	n.starts++
	n.down, n.dying, n.fuse, n.saw, n.links = false, false, 0, map[uint64]uint64{}, map[key.ID]link.Link{}
	o := host.Options{Key: n.pair, Name: n.name, Rules: 1, Incarnation: n.starts<<8 | uint64(n.id()[0])}
	if os.Getenv("SIM_LOG") != "" {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: n.at})).With("at", n.name)
	}
	o.Open = func(g store.Genesis) (host.Machine, host.Log, error) {
		n.disk.genesis = g
		return coins.New(), isleLog{}, nil
	}
	o.Island = func(store.Genesis, uint64) (host.Machine, host.Log, error) { return &coins.Machine{}, isleLog{}, nil }
	n.world = host.NewWorld(o)
	n.node = n.a.net.Join(n.id(), link.Info{Name: n.name, World: n.a.genesis.ID(), Rules: 1}, n)
	l := n.disk.load(now)
	var err error
	switch {
	case len(l.Epochs) > 0:
		err = n.world.Resume(now, l, coins.New(), isleLog{})
	case n == n.a.nodes[0]:
		n.disk.genesis = n.a.genesis
		err = n.world.Found(now, n.a.genesis, coins.New(), isleLog{})
	default:
		err = n.world.Join(now, n.a.genesis.ID())
	}
	if err != nil {
		n.a.fail("load", "%s: %v", n.name, err)
	}
	n.redial = now
	n.act()
}

// at has the log tell virtual time, in seconds since the run began.
func (n *walker) at(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Float64("t", n.a.net.Now().Sub(n.a.began).Seconds())
	}
	return a
}

// crash ends the process without a word; its file keeps what was written, or after a power cut what was synced.
func (n *walker) crash(power bool) {
	if n.down {
		return
	}
	n.down, n.dying, n.fuse = true, false, 0
	n.a.net.Crash(n.id())
	n.disk.todo = nil
	if power {
		n.disk.cut(n.a.rng.IntN(len(n.disk.wet) + 1))
	}
	n.a.crashes++
}

// LinkUp, Receive and LinkDown make a walker a link.Handler.
func (n *walker) LinkUp(l link.Link) {
	if !n.dying {
		n.links[l.Peer()] = l
		n.world.LinkUp(n.a.net.Now(), l.Peer(), l.Info())
		n.act()
	}
}

func (n *walker) Receive(l link.Link, ch link.Channel, b []byte) {
	if !n.dying {
		n.world.Receive(n.a.net.Now(), l.Peer(), ch, b)
		n.act()
	}
}

func (n *walker) LinkDown(l link.Link, reason string) {
	if !n.dying {
		delete(n.links, l.Peer())
		n.world.LinkDown(n.a.net.Now(), l.Peer(), reason)
		n.act()
	}
}

// next is when something is due.
func (n *walker) next() time.Time {
	at := n.world.Next()
	for _, t := range []time.Time{n.disk.next(), n.redial} {
		if !t.IsZero() && t.Before(at) {
			at = t
		}
	}
	return at
}

func (n *walker) tick() {
	now := n.a.net.Now()
	if !now.Before(n.redial) {
		n.redial = now.Add(time.Second)
		for _, m := range n.a.nodes {
			if m != n && n.links[m.id()] == nil {
				n.node.Dial(m.id(), nil)
			}
		}
		for _, m := range n.a.nodes {
			if l := n.links[m.id()]; l != nil {
				n.world.Measured(m.id(), l.Stats().RTT)
			}
		}
	}
	for !n.dying && n.disk.write(now) {
	}
	if !n.dying {
		n.world.Tick(now)
		n.act()
	}
}

// act does what the world wants done, and looks whether what must always hold does.
func (n *walker) act() {
	for range 20 {
		for _, out := range n.world.Ready() {
			if !n.dying {
				n.do(out)
			}
		}
		wrote := false
		for n.disk.delay == 0 && !n.dying && n.disk.write(n.a.net.Now()) {
			wrote = true
		}
		if !wrote {
			break
		}
	}
	if !n.dying {
		n.a.look(n)
	}
}

// burns counts one consequence, and reports whether the process ends before it.
func (n *walker) burns() bool {
	if n.fuse > 0 {
		n.fuse--
		n.dying = n.fuse == 0
	}
	return n.dying
}

func (n *walker) do(out host.Output) {
	now, island := n.a.net.Now(), out.Island
	for _, e := range out.Appends {
		n.disk.give(now, turnOf(island, e), func(now time.Time) { n.world.Persisted(now, island, n.disk.top(island), nil) })
	}
	for _, r := range out.Records {
		n.disk.give(now, rowOf(island, r), func(now time.Time) {
			n.a.record(n, island, r)
			if number := r.Number; !n.burns() {
				n.world.Recorded(now, island, number, nil)
			}
		})
	}
	for _, s := range out.Saves {
		n.disk.give(now, saveOf(island, s), func(time.Time) { n.burns() })
	}
	if out.End {
		n.disk.give(now, isleChange{island: island}, func(time.Time) { n.burns() })
	}
	for _, s := range out.Sends {
		if l := n.links[s.To]; l != nil {
			_ = l.Send(s.Channel, s.Bytes)
		}
	}
}

// say submits a command.
func (n *walker) say(body []byte) {
	island, there := n.world.Where()
	if m, ok := n.world.Machine(island).(*coins.Machine); ok && there {
		n.seq = max(n.seq, m.Sequence(n.id()))
	}
	n.seq++
	if err := n.world.Submit(n.a.net.Now(), n.seq, body); err != nil {
		n.seq--
		return // too much waits already
	}
	n.act()
}
