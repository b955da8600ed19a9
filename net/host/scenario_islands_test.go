package host

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/store"
	"manyhold/net/store/nolog"
)

// archipelago is several worlds in one goroutine on a network in virtual time, whose machines are coins.
type archipelago struct {
	charter bool // its peers take part in one
	options func(n *islander, o *kernel.Options)
	t       testing.TB
	net     *memory.Network
	world   store.WorldID
	nodes   []*islander
	by      map[key.ID]*islander

	chain   map[place][32]byte
	digests map[place]uint64
	records map[[2]uint64][32]byte // of firm epochs, by island and number
	reasons map[epoch.Reason]int   // how many of each
	last    map[uint64]time.Time   // when an island's newest turn was executed first
	newest  map[uint64]uint64
	gaps    map[uint64]time.Duration
	merges  int // of branches, that were reckoned with
}

type place struct{ island, turn, epoch uint64 }

// islander is one process: a world, its end of the network and its file.
type islander struct {
	a        *archipelago
	pair     key.Pair
	name     string
	world    *World
	node     *memory.Node
	links    map[key.ID]link.Link
	disk     *isleDisk
	seq      uint64
	starts   uint64
	down     bool
	dying    bool
	forges   bool                    // its claims about islands are not checked
	stranger bool                    // a key that nobody knows
	twist    func(b []byte) [][]byte // the messages that it sends in place of one
	fuse     int                     // consequences until the process crashes; zero: it does not
	saw      map[uint64]uint64
	helped   time.Time
	due      time.Time // when the world has something to do next, as of its last act
}

// isleDisk is a file of all islands: it survives its process. Writes happen in order.
type isleDisk struct {
	genesis store.Genesis
	delay   time.Duration
	lines   map[uint64]*testFile
	ended   map[uint64]bool
	todo    []func(now time.Time)
	at      []time.Time
}

// slate is the record that a world gets of its file.
type slate struct{ nolog.Log }

func (slate) Abilities() store.Abilities { return store.Abilities{Archive: true, Load: true} }

func (slate) Load(store.Chain, func(store.LoadedLog, error)) {}

func (d *isleDisk) line(island uint64) *testFile {
	if d.lines[island] == nil {
		d.lines[island] = &testFile{genesis: d.genesis}
	}
	return d.lines[island]
}

func newArchipelago(t testing.TB, seed uint64) *archipelago {
	return &archipelago{t: t, net: memory.New(seed, lan), by: map[key.ID]*islander{}, chain: map[place][32]byte{}, digests: map[place]uint64{},
		records: map[[2]uint64][32]byte{}, reasons: map[epoch.Reason]int{}, last: map[uint64]time.Time{}, newest: map[uint64]uint64{}, gaps: map[uint64]time.Duration{}}
}

func (a *archipelago) add(name string) *islander {
	n := &islander{a: a, pair: key.FromSeed([32]byte{byte(len(a.nodes) + 1)}), name: name, links: map[key.ID]link.Link{},
		disk: &isleDisk{lines: map[uint64]*testFile{}, ended: map[uint64]bool{}}}
	a.nodes = append(a.nodes, n)
	a.by[n.id()] = n
	return n
}

func (n *islander) id() key.ID { return n.pair.ID() }

func (n *islander) start() {
	n.starts++
	n.saw = map[uint64]uint64{}
	o := kernel.Options{Key: n.pair, Name: n.name, Rules: 1, Incarnation: n.starts<<8 | uint64(n.id()[0])}
	o.On.Desync = func(d kernel.Desync) { // nobody's state is ever wrong here
		n.a.t.Errorf("%s reports that its state was wrong after turn %d", n.name, d.Turn)
	}
	o.Charter = n.a.charter
	if n.a.options != nil {
		n.a.options(n, &o)
	}
	o.Open = func(g store.Genesis) (kernel.Machine, kernel.Log, error) {
		n.disk.genesis = g
		n.disk.line(message.Home)
		return coins.New(), slate{}, nil
	}
	o.Island = func(g store.Genesis, island uint64) (kernel.Machine, kernel.Log, error) {
		return &coins.Machine{}, slate{}, nil
	}
	o.On.Expired = func(uint64) { n.seq = ^uint64(0) } // the author is told
	o.On.Turn = func(e kernel.Executed) {
		if now := n.a.net.Now(); e.Turn > n.a.newest[e.Island] {
			if last := n.a.last[e.Island]; !last.IsZero() {
				n.a.gaps[e.Island] = max(n.a.gaps[e.Island], now.Sub(last))
			}
			n.a.last[e.Island], n.a.newest[e.Island] = now, e.Turn
		}
	}
	if testing.Verbose() && os.Getenv("HOST_LOG") != "" {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.String("t", fmt.Sprintf("%.3f %s", n.a.net.Now().Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).Seconds(), n.name))
			}
			return a
		}}))
	}
	n.world = NewWorld(o)
	n.down = false
	n.links = map[key.ID]link.Link{}
	n.node = n.a.net.Join(n.id(), link.Info{Name: n.name, World: n.a.world, Rules: 1}, n)
}

func (a *archipelago) found(name string) *islander {
	n := a.add(name)
	g := store.Genesis{Founder: n.id(), Seed: 1, Rules: 1, Name: "test", Licence: store.DefaultLicence}
	a.world = g.ID()
	n.disk.genesis = g
	n.start()
	must(a.t, n.world.Found(a.net.Now(), g, coins.New(), slate{}))
	n.act()
	return n
}

func (a *archipelago) join(name string) *islander {
	n := a.add(name)
	n.start()
	must(a.t, n.world.Join(a.net.Now(), a.world))
	n.act()
	n.dialAll()
	return n
}

func (n *islander) dialAll() {
	for _, m := range n.a.nodes {
		if m != n && !m.down {
			n.node.Dial(m.id(), nil)
		}
	}
}

// crash ends the process without a word; its file keeps all that was written.
func (n *islander) crash() {
	n.down, n.fuse = true, 0
	n.a.net.Crash(n.id())
	n.disk.todo, n.disk.at = nil, nil
}

// restart begins a new process with the file of the old one.
func (n *islander) restart() {
	n.start()
	d := n.disk
	var l store.Loaded
	for _, island := range slices.Sorted(maps.Keys(d.lines)) {
		f := d.lines[island]
		l.Archives = append(l.Archives, f.archiveList()...)
		line := store.LoadedLog{Island: island, Checkpoint: f.checkpoint, Epochs: slices.Clone(f.epochs)}
		for _, e := range f.entries {
			if e.Turn > f.checkpoint.Turn {
				line.Tail = append(line.Tail, e)
			}
		}
		switch {
		case d.ended[island]:
			l.Ended = append(l.Ended, island)
		case island == message.Home:
			l.Checkpoint, l.Epochs, l.Tail = line.Checkpoint, line.Epochs, line.Tail
		case line.Checkpoint.Snapshot != nil:
			l.Logs = append(l.Logs, line)
		}
	}
	if len(l.Epochs) == 0 && d.genesis.Founder != n.id() {
		must(n.a.t, n.world.Join(n.a.net.Now(), n.a.world))
	} else {
		l.Genesis = d.genesis
		must(n.a.t, n.world.Resume(n.a.net.Now(), l, coins.New(), slate{}))
	}
	n.act()
	n.dialAll()
}

// checkRecord: an epoch of an island has at most one successor that is firm. Provisional ones may stand
// beside it.
func (n *islander) checkRecord(island uint64, row store.EpochRow) {
	if row.Number == kernel.AcceptorRow || n.forges {
		return
	}
	r, err := epoch.DecodeRecord(row.Record)
	must(n.a.t, err)
	if c := n.world.islands.get(island); !r.Firm || c != nil && c.Ancestry.Forked || r.Reason == epoch.Decreed {
		return
	}
	k := [2]uint64{island, row.Number}
	if had, ok := n.a.records[k]; ok && had != r.Hash() {
		n.a.t.Fatalf("%s: two firm records begin epoch %d of island %s: %v", n.name, row.Number, message.IslandName(island), r.Reason)
	}
	if n.a.records[k] != r.Hash() {
		n.a.records[k] = r.Hash()
		n.a.reasons[r.Reason]++
	}
}

// check: one chain and one digest of every committed turn of every island. The turns of forks may be
// abandoned.
func (n *islander) check() {
	if n.forges {
		return
	}
	n.world.islands.each(func(c *kernel.Core) {
		s := &c.History
		if c.Machine == nil || s.Stale || s.Executed > s.Committed || n.saw[c.ID] == s.Executed || s.Executed == 0 ||
			c.Ancestry.Forked || c.Epochs.Founding != nil || protocolOf(c).forks.Abandon.Running != nil {
			return
		}
		n.saw[c.ID] = s.Executed
		at := place{c.ID, s.Executed, s.Epoch}
		if had, ok := n.a.chain[at]; ok && had != s.Hash {
			n.a.t.Fatalf("%s: another chain at turn %d of %s", n.name, s.Executed, message.IslandName(c.ID))
		}
		d := c.Machine.Digest()
		if had, ok := n.a.digests[at]; ok && had != d {
			n.a.t.Fatalf("%s: another digest after turn %d, epoch %d of %s", n.name, s.Executed, s.Epoch, message.IslandName(c.ID))
		}
		n.a.chain[at], n.a.digests[at] = s.Hash, d
	})
}

// run lets virtual time pass.
func (a *archipelago) run(d time.Duration) {
	for end := a.net.Now().Add(d); a.net.Now().Before(end); {
		next := end
		if at, ok := a.net.Next(); ok && at.Before(next) {
			next = at
		}
		for _, n := range a.nodes {
			if n.down || n.world.Stopped() {
				continue
			}
			if n.due.Before(next) {
				next = n.due
			}
			if len(n.disk.at) > 0 && n.disk.at[0].Before(next) {
				next = n.disk.at[0]
			}
		}
		if !next.After(a.net.Now()) {
			next = a.net.Now().Add(100 * time.Microsecond)
		}
		a.net.Advance(next)
		for _, n := range a.nodes {
			if n.dying {
				n.dying = false
				n.crash()
			}
		}
		for _, n := range a.nodes {
			if !n.down && (!n.due.After(a.net.Now()) || len(n.disk.at) > 0 && !n.disk.at[0].After(a.net.Now())) {
				n.tick()
			}
		}
	}
}

func (a *archipelago) until(what string, d time.Duration, f func() bool) time.Duration {
	a.t.Helper()
	began := a.net.Now()
	for !f() {
		if a.net.Now().Sub(began) > d {
			a.dump()
			a.t.Fatalf("not within %v: %s (%s)", d, what, a.whole(0))
		}
		a.run(10 * time.Millisecond)
	}
	return a.net.Now().Sub(began)
}

func (a *archipelago) dump() {
	for _, n := range a.nodes {
		if n.down {
			a.t.Logf("%s is down", n.name)
			continue
		}
		n.world.islands.each(func(c *kernel.Core) {
			s := c.Status(a.net.Now())
			leader := "nobody"
			if m := a.by[s.Island.Leader]; m != nil {
				leader = m.name
			}
			a.t.Logf("%s %s: epoch %d (%s) leader %s voters %d turn %d/%d written %d frozen %v fetch %v recovery %v retired %v over %v waiting %q", n.name, message.IslandName(c.ID),
				s.Island.Epoch, s.Island.Reason, leader, len(s.Island.Voters), s.Island.Ordered, s.Island.Committed, s.Island.Written, c.History.Stale, protocolOf(c).joining.Fetch != nil, c.Epochs.Restart != nil,
				!c.Retirement.Retired.IsZero(), c.Ancestry.Over(), s.Waiting)
			if m, ok := c.Machine.(*coins.Machine); ok {
				for _, x := range m.Accounts {
					a.t.Logf("    account of %x: seq %d coins %d part %d", x.Author[:2], x.Seq, x.Coins, x.Part)
				}
				a.t.Logf("    pot %d towards %v near %v", m.Pot, m.Towards(nil), m.Near(nil))
			}
		})
	}
}

// say submits a command.
func (n *islander) say(body []byte) {
	n.seq++
	if os.Getenv("HOST_LOG") != "" {
		n.a.t.Logf("%.3f %s says %d %q on %s", n.a.net.Now().Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).Seconds(), n.name, n.seq, body, message.IslandName(n.world.player.island))
	}
	if err := n.world.Submit(n.a.net.Now(), n.seq, body); err != nil {
		n.a.t.Fatalf("%s: submit: %v", n.name, err)
	}
	n.act()
}

// islands are those that go on at a peer.
func (n *islander) islands() (ids []uint64) {
	n.world.islands.each(func(c *kernel.Core) {
		if c.Machine != nil && c.Epoch != nil && !c.Ancestry.Over() && !c.History.Stale {
			ids = append(ids, c.ID)
		}
	})
	return ids
}

func (n *islander) coins(island uint64) *coins.Machine {
	m, _ := n.world.Machine(island).(*coins.Machine)
	return m
}
