package host

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/recovery"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/link/memory"
	"manyhold/net/store"
	"manyhold/net/store/nolog"
	"manyhold/net/wire"
)

// cluster is several cores in one goroutine on a network in virtual time. Everything that happens in it is
// a function of the seed.
type cluster struct {
	t     testing.TB
	net   *memory.Network
	world store.WorldID
	nodes []*testNode
	// options change those of all nodes.
	options func(*kernel.Options)
	by      map[key.ID]*testNode

	// These must always hold (README, "what must always hold"): one chain of committed turns, one successor
	// of each epoch, one digest of each committed turn, commands once and in order.
	chain     map[uint64][32]byte
	digests   map[uint64]uint64
	records   map[uint64][32]byte
	lastTurn  time.Time
	longest   time.Duration // longest time without a new committed turn anywhere
	watchGaps bool
	lines     *history // nil: not remembered
	// a peer with something due is called no more often than that; zero: always in time
	grain   time.Duration
	maxTurn uint64
	forging bool // somebody puts words into others' mouths

	sybils map[key.ID]bool // keys that nobody knows
	taken  int             // most seats that they held
}

// testNode is one process: a core, its end of the network and its file.
type testNode struct {
	c        *cluster
	pair     key.Pair
	name     string
	core     *kernel.Core
	node     *memory.Node
	file     *testFile
	machine  *ledger
	links    map[key.ID]link.Link
	seq      uint64
	down     bool
	starts   uint64
	options  func(*kernel.Options)
	executed []time.Time
	desyncs  []kernel.Desync
	bytesIn  uint64
	packets  uint64

	fuse  int                   // consequences of a recovery until the process crashes; zero: it does not
	dying bool                  // it crashes before it does anything else
	forge func(b []byte) []byte // changes its messages of recoveries
	skew  time.Duration         // its clock is so much ahead
	lag   time.Duration         // its calls come so much late

	// as by SIGSTOP: messages wait, as many as a Host's inbox holds
	stopped  bool
	inbox    []func()                         // that
	twist    func(to key.ID, b []byte) []byte // changes each message that it sends; nothing: it is not sent
	deceived bool                             // its committed turns may differ from those of others
}

// testFile is a world's file: it survives its process.
type testFile struct {
	nolog.Log
	genesis     store.Genesis
	delay       time.Duration // until a turn is written, and a record synced
	entries     []store.Entry
	epochs      []store.EpochRow
	lost        uint64 // the number of a record after those that rotted
	checkpoint  store.Checkpoint
	charter     []store.CharterRow
	older       []store.Checkpoint // before that, of the same stretch
	archives    []store.Branch
	trials      map[[32]byte]store.Checkpoint
	edit        func(b *store.Branch) // of a branch that is read: its owner edits it
	full        bool                  // no archive fits
	cut         *store.Cut            // the loss that it reports at the next start after a power cut
	decided     *store.Cut            // the fate of those turns
	todo        []func(now time.Time)
	at          []time.Time
	writtenTurn uint64
}

func (f *testFile) Abilities() store.Abilities { return store.Abilities{Archive: true} }

func newCluster(t testing.TB, seed uint64, conditions memory.Conditions) *cluster {
	return &cluster{t: t, net: memory.New(seed, conditions), by: map[key.ID]*testNode{},
		chain: map[uint64][32]byte{}, digests: map[uint64]uint64{}, records: map[uint64][32]byte{}}
}

// few returns a number of seeds or the like: all with MANYHOLD_FIGURES, few in a short run, else a third of
// the rest too where there are many.
func few(all, short int) uint64 {
	switch {
	case testing.Short():
		return uint64(short)
	case all >= 8 && os.Getenv("MANYHOLD_FIGURES") == "":
		return uint64(all+2*short) / 3
	}
	return uint64(all)
}

func (c *cluster) add(name string) *testNode {
	n := &testNode{c: c, pair: key.FromSeed([32]byte{byte(len(c.nodes) + 1)}), name: name, down: true, machine: newLedger(), links: map[key.ID]link.Link{}}
	c.nodes = append(c.nodes, n)
	c.by[n.pair.ID()] = n
	return n
}

func (n *testNode) id() key.ID { return n.pair.ID() }

func (n *testNode) start() {
	n.starts++
	o := kernel.Options{Key: n.pair, Name: n.name, Rules: 1, Incarnation: n.starts<<8 | uint64(n.id()[0])}
	o.Open = func(g store.Genesis) (kernel.Machine, kernel.Log, error) {
		n.machine = newLedger()
		n.file = &testFile{genesis: g}
		return n.machine, n.file, nil
	}
	o.On.Turn = func(e kernel.Executed) {
		n.executed = append(n.executed, n.now())
	}
	o.On.Desync = func(d kernel.Desync) { n.desyncs = append(n.desyncs, d) }
	if testing.Verbose() && os.Getenv("HOST_LOG") != "" {
		o.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.String("t", fmt.Sprintf("%.3f %s", n.now().Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).Seconds(), n.name))
			}
			return a
		}}))
	}
	if n.c.options != nil {
		n.c.options(&o)
	}
	if n.options != nil {
		n.options(&o)
	}
	n.core = NewCore(o)
	n.down = false
	n.links = map[key.ID]link.Link{}
	n.node = n.c.net.Join(n.id(), link.Info{Name: n.name, World: n.c.world, Rules: 1}, n)
}

func (c *cluster) found(name string) *testNode {
	n := c.add(name)
	c.begin(n)
	return n
}

// begin founds the world.
func (c *cluster) begin(n *testNode) {
	g := store.Genesis{Founder: n.id(), Seed: 1, Rules: 1, Name: "test", Licence: store.DefaultLicence}
	c.world = g.ID()
	n.file = &testFile{genesis: g}
	n.start()
	must(c.t, protocolOf(n.core).joining.Found(c.net.Now(), g, n.machine, n.file))
	n.act()
}

// join adds a node that joins, linked to all that run.
func (c *cluster) join(name string) *testNode {
	n := c.add(name)
	n.joins()
	return n
}

// joins starts a node that joins, linked to all that run.
func (n *testNode) joins() {
	n.start()
	must(n.c.t, protocolOf(n.core).joining.Join(n.now(), n.c.world))
	n.act()
	n.dialAll()
}

func (n *testNode) dialAll() {
	for _, m := range n.c.nodes {
		if m != n && !m.down && m.core != nil {
			n.node.Dial(m.id(), nil)
		}
	}
}

// crash ends the process without a word; its file keeps all that was written.
func (n *testNode) crash() {
	n.down = true
	n.c.net.Crash(n.id())
	if n.file != nil {
		n.file.todo, n.file.at = nil, nil
	}
}

// restart begins a new process with the file of the old one.
func (n *testNode) restart() {
	f := n.file
	n.machine = newLedger()
	n.start()
	l := store.Loaded{Genesis: f.genesis, LoadedLog: store.LoadedLog{Checkpoint: f.checkpoint, Epochs: slices.Clone(f.epochs), LostEpoch: f.lost, Cut: f.cut}, Charter: f.charter, Archives: f.archiveList()}
	f.cut = nil
	for _, e := range f.entries {
		if e.Turn > f.checkpoint.Turn {
			l.Tail = append(l.Tail, e)
		}
	}
	must(n.c.t, protocolOf(n.core).joining.Resume(n.now(), l, n.machine, f))
	n.seq = n.machine.Sequence(n.id())
	n.act()
	n.dialAll()
}

// LinkUp, Receive and LinkDown make a testNode a link.Handler.
func (n *testNode) LinkUp(l link.Link) {
	if n.stopped {
		n.inbox = append(n.inbox, func() { n.LinkUp(l) })
		return
	}
	n.links[l.Peer()] = l
	n.core.LinkUp(n.now(), l.Peer(), l.Info())
	n.act()
}

func (n *testNode) Receive(l link.Link, ch link.Channel, b []byte) {
	if n.dying || n.stopped {
		if n.stopped && len(n.inbox) < maxDatagrams {
			n.inbox = append(n.inbox, func() { n.Receive(l, ch, b) })
		}
		return
	}
	n.bytesIn += uint64(len(b)) + 95
	n.packets++
	n.core.Receive(n.now(), l.Peer(), ch, b)
	n.act()
}

func (n *testNode) LinkDown(l link.Link, reason string) {
	if n.stopped {
		n.inbox = append(n.inbox, func() { n.LinkDown(l, reason) })
		return
	}
	delete(n.links, l.Peer())
	n.core.LinkDown(n.now(), l.Peer(), reason)
	n.act()
}

func (n *testNode) tick() {
	if n.down || n.dying || n.stopped || n.core.Stopped() {
		return
	}
	now := n.now()
	for id, l := range n.links {
		n.core.Measured(id, l.Stats().RTT)
		protocolOf(n.core).seats.Lossy(id, l.Stats().Loss)
	}
	if f := n.file; f != nil {
		for len(f.todo) > 0 && !f.at[0].After(n.c.net.Now()) {
			do := f.todo[0]
			f.todo, f.at = f.todo[1:], f.at[1:]
			do(now)
		}
	}
	n.core.Tick(now)
	n.act()
}

// act carries out the core's output, and checks the invariants.
func (n *testNode) act() {
	for range 20 {
		if n.dying {
			return
		}
		out := n.core.Ready()
		now := n.c.net.Now() // disks have no clock
		if out.Log != nil {
			n.file = out.Log.(*testFile)
		}
		f := n.file
		for _, e := range out.Appends {
			if protocolOf(n.core).recoveries.Recovery.Running != nil && n.burns() {
				return
			}
			e := e
			e.Body = slices.Clone(e.Body)
			f.later(now, func(now time.Time) {
				if n.c.lines != nil {
					n.c.lines.write(f, e)
				}
				f.write(n.c.t, e)
				n.core.Journal.Persisted(now, f.writtenTurn, nil)
			})
		}
		for _, r := range out.Records {
			if n.burns() {
				return
			}
			f.later(now, func(now time.Time) {
				f.put(r)
				n.c.checkRecord(n, r)
				if n.burns() {
					return
				}
				n.core.Journal.Recorded(now, r.Number, nil)
			})
		}
		for _, r := range out.Charter {
			f.charter = append(slices.DeleteFunc(f.charter, func(o store.CharterRow) bool { return o.ID == r.ID }), r)
		}
		for _, s := range out.Saves {
			f.later(now, func(time.Time) {
				f.older = append(f.older, f.checkpoint)
				f.checkpoint = s
				if k := len(f.entries); k == 0 || f.entries[k-1].Turn < s.Turn {
					f.entries, f.older = nil, nil
					f.writtenTurn = s.Turn
				}
			})
		}
		if out.Cut != nil {
			f.decided = out.Cut
		}
		for _, b := range out.Archives {
			if n.burns() {
				return
			}
			if b.Root == ([32]byte{}) && b.Tip.Turn > b.Turn {
				n.c.t.Errorf("%s archives a branch and does not say where it begins", n.name)
			}
			f.later(now, func(now time.Time) {
				if f.full {
					protocolOf(n.core).forks.Abandon.Archived(now, b.ID, store.ErrNoSpace)
					return
				}
				f.archive(n.c.t, b)
				if n.burns() {
					return
				}
				protocolOf(n.core).forks.Abandon.Archived(now, b.ID, nil)
			})
		}
		for _, id := range out.Opens {
			if n.burns() {
				return
			}
			f.later(now, func(now time.Time) { protocolOf(n.core).forks.Abandon.Opened(now, id, f.open(id), nil) })
		}
		if f != nil {
			f.keep(out.Trials)
		}
		for _, what := range out.Reads {
			if n.burns() {
				return
			}
			f.later(now, func(time.Time) {
				s, err := f.read(what)
				n.core.Judge.Read(what, s, err)
			})
		}
		for _, s := range out.Sends {
			if k := wire.Kind(s.Bytes[0]); k == wire.Recovery || k == wire.Fork {
				if n.burns() {
					return
				}
				if n.forge != nil {
					s.Bytes = n.forge(s.Bytes)
				}
			}
			if n.twist != nil {
				s.Bytes = n.twist(s.To, s.Bytes)
			}
			if l := n.links[s.To]; l != nil && len(s.Bytes) > 0 {
				_ = l.Send(s.Channel, s.Bytes)
			}
		}
		moved := false
		if f != nil && f.delay == 0 {
			for len(f.todo) > 0 {
				do := f.todo[0]
				f.todo, f.at = f.todo[1:], f.at[1:]
				do(n.now())
				moved = true
			}
		}
		if !moved {
			break
		}
	}
	n.c.check(n)
}

// put writes an epoch's row in place of an earlier one of the same number.
func (f *testFile) put(r store.EpochRow) {
	f.epochs = slices.DeleteFunc(f.epochs, func(o store.EpochRow) bool { return o.Number == r.Number })
	f.epochs = append(f.epochs, r)
	if r.Number >= f.lost {
		f.lost = 0
	}
	slices.SortFunc(f.epochs, func(a, b store.EpochRow) int { return cmp.Compare(a.Number, b.Number) })
}

// burns counts one consequence, and reports whether the process ends before it.
func (n *testNode) burns() bool {
	if n.fuse > 0 {
		n.fuse--
		n.dying = n.fuse == 0
	}
	return n.dying
}

func (f *testFile) later(now time.Time, do func(now time.Time)) {
	f.todo, f.at = append(f.todo, do), append(f.at, now.Add(f.delay))
}

func (f *testFile) write(t testing.TB, e store.Entry) {
	for len(f.entries) > 0 && f.entries[len(f.entries)-1].Turn >= e.Turn {
		f.entries = f.entries[:len(f.entries)-1]
	}
	if k := len(f.entries); k > 0 && f.entries[k-1].Turn+1 != e.Turn {
		t.Fatalf("file: turn %d after %d", e.Turn, f.entries[k-1].Turn)
	}
	f.entries = append(f.entries, e)
	f.writtenTurn = e.Turn
}

// checkRecord: at most one successor of an epoch is firm.
func (c *cluster) checkRecord(n *testNode, r store.EpochRow) {
	if r.Number == kernel.AcceptorRow {
		_, err := recovery.DecodeAcceptor(r.Record)
		must(c.t, err)
		return
	}
	record, err := epoch.DecodeRecord(r.Record)
	must(c.t, err)
	h := record.Hash()
	if c.lines != nil {
		c.lines.record(c.t, record)
	}
	if len(c.sybils) > 0 {
		c.unseated(n, record)
	}
	if !record.Firm || n.core.Ancestry.Forked || record.Reason == epoch.Decreed {
		return
	}
	if had, ok := c.records[r.Number]; ok && had != h {
		c.t.Fatalf("%s: two records found epoch %d", n.name, r.Number)
	}
	c.records[r.Number] = h
}

// check: one chain and one digest for every committed turn, on all nodes.
func (c *cluster) check(n *testNode) {
	core := n.core
	s := &core.History
	if c.lines != nil {
		c.lines.note(core)
	}
	if core.Counters[counter.TurnsForged] > 0 && !c.forging {
		c.t.Fatalf("%s refuses what somebody asked for", n.name)
	}
	if core.Machine == nil || s.Stale || n.machine.wrong != 0 || n.deceived || core.Ancestry.Forked || core.Epochs.Founding != nil || protocolOf(core).forks.Abandon.Running != nil ||
		len(core.Ancestry.Records) == 0 || s.Executed+1 == core.Ancestry.Last().FirstTurn {
		return // the turns of forked lines may be given up; at an epoch's beginning the state may change
	}
	if s.Executed <= s.Committed && s.Executed > 0 {
		if had, ok := c.chain[s.Executed]; ok && had != s.Hash {
			c.t.Fatalf("%s: another chain at committed turn %d", n.name, s.Executed)
		}
		c.chain[s.Executed] = s.Hash
		d := core.Machine.Digest()
		if had, ok := c.digests[s.Executed]; ok && had != d {
			c.t.Fatalf("%s: another digest at turn %d", n.name, s.Executed)
		}
		c.digests[s.Executed] = d
	}
	if s.Executed > c.maxTurn {
		c.maxTurn = s.Executed
		if c.watchGaps && !c.lastTurn.IsZero() {
			c.longest = max(c.longest, c.net.Now().Sub(c.lastTurn))
		}
		c.lastTurn = c.net.Now()
	}
}

// run lets virtual time pass.
func (c *cluster) run(d time.Duration) {
	end := c.net.Now().Add(d)
	for c.net.Now().Before(end) {
		next := end
		if at, ok := c.net.Next(); ok && at.Before(next) {
			next = at
		}
		for _, n := range c.nodes {
			if n.down || n.stopped || n.core.Stopped() {
				continue
			}
			if at := n.core.Next().Add(n.lag - n.skew); at.Before(next) {
				next = at
			}
			if n.file != nil && len(n.file.at) > 0 && n.file.at[0].Before(next) {
				next = n.file.at[0]
			}
		}
		if least := c.net.Now().Add(max(c.grain, 100*time.Microsecond)); !next.After(c.net.Now()) || c.grain > 0 && next.Before(least) {
			next = least
		}
		c.net.Advance(next)
		for _, n := range c.nodes {
			if n.dying {
				n.dying = false
				n.crash()
			}
		}
		for _, n := range c.nodes {
			if !n.down && !n.stopped && !n.core.Stopped() && (!n.core.Next().Add(n.lag-n.skew).After(c.net.Now()) || n.file != nil && len(n.file.at) > 0 && !n.file.at[0].After(c.net.Now())) {
				n.tick()
			}
		}
	}
}

// until runs until f holds, for at most d, and returns how long it took.
func (c *cluster) until(what string, d time.Duration, f func() bool) time.Duration {
	c.t.Helper()
	began := c.net.Now()
	for !f() {
		if c.net.Now().Sub(began) > d {
			c.dump()
			c.t.Fatalf("not within %v: %s", d, what)
		}
		c.run(5 * time.Millisecond)
	}
	return c.net.Now().Sub(began)
}

func (c *cluster) dump() {
	for _, n := range c.nodes {
		s := n.core.Status(c.net.Now())
		c.t.Logf("%s down=%v stopped=%v joining=%v epoch %d (%s) leader %s leading %v voters %d turn %d/%d written %d peers %d waiting %q counters %+v",
			n.name, n.down, n.core.Stopped(), s.Joining, s.Island.Epoch, s.Island.Reason, c.nameOf(s.Island.Leader), s.Island.Leading, len(s.Island.Voters),
			s.Island.Ordered, s.Island.Committed, s.Island.Written, len(s.Peers), s.Waiting, s.Counters)
	}
}

func (c *cluster) nameOf(id key.ID) string {
	if n := c.by[id]; n != nil {
		return n.name
	}
	return "nobody"
}

// say submits a command.
func (n *testNode) say(text string) {
	n.seq++
	if err := n.core.Submit(n.now(), n.seq, []byte(text)); err != nil {
		n.c.t.Fatalf("%s: submit: %v", n.name, err)
	}
	n.act()
}

// forget drops turns that no file and no living process holds any more: the power cut took them.
func (c *cluster) forget() {
	held := uint64(0)
	for _, n := range c.nodes {
		if n.down {
			if n.file == nil {
				continue
			}
			held = max(held, n.file.firmTurn(c.t))
		} else {
			held = max(held, n.firmTurn())
		}
	}
	for turn := range c.chain {
		if turn > held {
			delete(c.chain, turn)
			delete(c.digests, turn)
		}
	}
}

func (c *cluster) alive() (out []*testNode) {
	for _, n := range c.nodes {
		if !n.down && !n.core.Stopped() {
			out = append(out, n)
		}
	}
	return out
}

// agree waits until all running nodes have executed the same turn in the same state.
func (c *cluster) agree(d time.Duration) {
	c.t.Helper()
	c.until("everybody agrees and has taken all commands", d, func() bool {
		nodes := c.alive()
		for _, n := range nodes {
			for _, m := range nodes {
				if m.core.Machine == nil || m.machine.Sequence(n.id()) < n.seq {
					return false
				}
			}
		}
		turn := ^uint64(0)
		for _, n := range nodes {
			turn = min(turn, n.core.History.Executed)
		}
		first := nodes[0].core.History.Ring[turn%kernel.DigestRing]
		for _, n := range nodes {
			if n.core.History.Ring[turn%kernel.DigestRing] != first || n.core.History.Executed > turn+20 || n.core.History.Stale {
				return false
			}
		}
		return true
	})
}

func (c *cluster) leader() *testNode {
	for _, n := range c.alive() {
		if n.core.Epoch != nil && n.core.Epoch.Leading() && n.core.Epoch.Closes(n.core.Now) {
			return n
		}
	}
	return nil
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// now is the time of the node's clock.
func (n *testNode) now() time.Time { return n.c.net.Now().Add(n.skew) }
