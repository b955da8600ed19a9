package host

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"slices"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/capacity"
	"manyhold/net/host/certificate"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// Core is the host without goroutine, clock, links and disk: it is called with events and the time, and
// returns the resulting actions in Ready. It is not safe for concurrent use.
type Core struct {
	options Options
	island  uint64 // which one; Home is the first
	me      key.ID
	self    epoch.Voter
	began   time.Time
	clock   *clock    // of the world
	now     time.Time // of the present call, by that
	ticked  time.Time // when Tick was called last

	world   store.WorldID
	genesis store.Genesis
	machine Machine
	e       *epoch.Epoch // nil while there is no place in a log: joining

	kernel

	standing  *Standing // shared by the islands of a world
	resources *capacity.Capacity

	islands Islands // the other islands; nil: this one is alone
	mechanisms
	wiring

	counters counter.Values
	out      Output
	stopped  bool
	idle     bool // see idlehome.go
}

// kernel are the objects that hold what several mechanisms share.
type kernel struct {
	history      History
	ancestry     Ancestry
	epochs       Epochs
	peers        Peers
	own          ownCommands
	leader       Leader
	follower     Follower
	commands     CommandSignatures
	journal      Journal
	measures     Measures
	retirement   Retirement
	certificates certificate.Certificates
}

// wiring says in which order the mechanisms get their time, messages and notifications.
type wiring struct {
	observers []observer // of the kernel objects, see observers.go
	steps     []step     // of a tick
	idleSteps []step     // of one while the core is idle
	handlers  handlers
	lists     [recordlist.Told + 1]handler // of lists of records, by what they are
}

// Send is a message to a linked peer.
type Send struct {
	To      key.ID
	Channel link.Channel
	Bytes   []byte // the receiver's
	wrapped bool   // it says already which island it is about
}

// Output is a list of actions, to be done in the order of the fields. Its slices are reused by the next
// Ready.
type Output struct {
	Island uint64 // the island of the file
	// not nil: the file of the world that was joined; from now on the one meant below
	Log          Log
	Appends      []store.Entry    // to be written; then Persisted is called
	Records      []store.EpochRow // to be synced, with all turns before; then Recorded is called
	Saves        []store.Checkpoint
	Sync         bool               // sync the written turns soon, if the file can
	Charter      []store.CharterRow // to be written
	Cut          *store.Cut         // fate of the turns that a power cut may have taken; to be written
	Certificates []CertificateRow   // to be written
	End          bool               // the island has gone into another: its log in the file ends
	// the island is not executed here any more: its log in the file stays as it is
	Leave bool
	Wake  bool // the file's log of the island is to be read; then Woken is called
	// Archives are branches to be moved out of the file's log, synced; then Archived is called.
	Archives []store.Branch
	Opens    [][32]byte // archives to be read from the file; then Opened is called
	Sends    []Send
}

// nothing reports whether there is nothing to be done.
func (o *Output) nothing() bool {
	return o.Log == nil && len(o.Appends)+len(o.Records)+len(o.Saves)+len(o.Archives)+len(o.Opens)+len(o.Charter)+len(o.Certificates)+len(o.Sends) == 0 && o.Cut == nil && !o.Sync
}

// newCore returns a core without mechanisms.
func newCore(o Options) *Core {
	if o.Turn == 0 {
		o.Turn = message.DefaultTurn
	}
	if o.Ticks == 0 {
		o.Ticks = message.DefaultTicks
	}
	if o.Offer.Capacity == 0 {
		o.Offer.Capacity = 1
	}
	o.Whole, o.Links, o.Linger, o.Checkpoint = cmp.Or(o.Whole, message.DefaultWhole), cmp.Or(o.Links, message.DefaultLinks), cmp.Or(o.Linger, defaultLinger), cmp.Or(o.Checkpoint, checkpointEvery)
	for o.Incarnation == 0 {
		var b [8]byte
		rand.Read(b[:])
		o.Incarnation = binary.LittleEndian.Uint64(b[:])
	}
	o.Hooks = o.Hooks.filled()
	if o.Offer.Resources == nil {
		o.Offer.Limits.Unwilling = o.Offer.Limits.Unwilling || o.Offer.Unwilling
		o.Offer.Resources = capacity.New(o.Offer.Limits)
	}
	c := &Core{options: o, clock: &clock{}, island: message.Home, resources: o.Offer.Resources, me: o.Key.ID(), self: epoch.Voter{Key: o.Key.ID(), Incarnation: o.Incarnation},
		standing: newStanding()}
	c.peers.lost, c.peers.names = map[key.ID]time.Time{}, map[key.ID]string{}
	for _, o := range []**Core{&c.leader.c, &c.follower.c, &c.commands.c, &c.journal.c, &c.measures.c, &c.retirement.c, &c.history.c, &c.ancestry.c, &c.epochs.c, &c.peers.c} {
		*o = c
	}
	c.own.resends = o.Hooks.Resends
	c.leader.queues = map[key.ID]*authorQueue{}
	c.resources.Hold(c)
	return c
}

func (c *Core) at(now time.Time) {
	now = c.clock.at(now)
	if c.began.IsZero() {
		c.began = now
	}
	slept := now.Sub(c.now) > awake // or the clock was stepped
	c.now = now
	if slept {
		for _, o := range c.observers {
			o.awoke()
		}
	}
	if c.e != nil {
		c.evidence.applyProofs()
		c.e.SetUnfit(c.leader.unfit())
		c.e.Tick(now)
	}
}

// step is one step of a tick.
type step struct {
	name string
	run  func()
	why  string // it is done at this place
}

// handler takes a message of a linked peer. Its error says that the message is malformed, or that the peer
// may not send it.
type handler func(p *peer, b []byte) error

// handlers names the handler of each kind of message.
type handlers [wire.Cosign + 1]handler

// Receive takes a message of a linked peer; b is not kept. A malformed message, or one that its sender may
// not send, is dropped and counted.
func (c *Core) Receive(now time.Time, from key.ID, channel link.Channel, b []byte) {
	c.at(now)
	p := c.peers.peer(from)
	if p == nil || len(b) == 0 || c.stopped {
		return
	}
	p.heard = c.now
	if c.peers.floods(p, b) {
		return
	}
	if int(b[0]) >= len(c.handlers) || c.handlers[b[0]] == nil {
		c.counters[counter.Unexpected]++
	} else if err := c.handlers[b[0]](p, b); err != nil {
		c.peers.refuse(p, b[0], err)
	}
	c.epochs.settle()
	c.letters.answerWaiting()
	c.follower.flush()
}

// Tick does the due work, in the order of its steps.
func (c *Core) Tick(now time.Time) {
	c.at(now)
	c.ticked = c.now
	if c.stopped {
		return
	}
	steps := c.steps
	if c.idle {
		steps = c.idleSteps
	}
	for _, s := range steps {
		s.run()
	}
}

// Next returns when Tick has something to do next, if nothing else happens before: a second after the last
// one at most, however much is received meanwhile.
func (c *Core) Next() time.Time {
	next := c.now.Add(time.Second)
	if !c.ticked.IsZero() {
		next = c.ticked.Add(time.Second)
	}
	soonest := func(t time.Time) {
		if !t.IsZero() && t.Before(next) {
			next = t
		}
	}
	if c.e != nil {
		soonest(c.e.Deadline())
		if c.e.Leading() {
			soonest(c.leader.next)
		} else if c.follower.due() && c.peers.leaderHere() != nil {
			soonest(c.follower.sent.Add(c.follower.frameGap()))
		}
		if at := c.relay.lossReportAt(); c.relay.mayReportLoss() && at.After(c.now) {
			soonest(at)
		}
		if at := c.history.orderedAt.Add(c.separate.stillFor()); !c.e.Leading() && at.After(c.now) {
			soonest(at)
		}
	}
	if c.epochs.stalled() || slices.ContainsFunc(c.observers, observer.busy) {
		soonest(c.now.Add(20 * time.Millisecond))
	}
	return c.clock.outside(next)
}

// Ready returns the actions that have become due since the last call.
func (c *Core) Ready() Output {
	out := c.out
	c.out = Output{Island: c.island}
	out.Island = c.island
	c.journal.repairing = false
	return out
}

// Stopped reports whether Stop has done all it could; nothing happens any more.
func (c *Core) Stopped() bool { return c.stopped }

// Submit queues an own command. Errors are ErrTooLong and ErrFull.
func (c *Core) Submit(now time.Time, seq uint64, body []byte) error {
	c.at(now)
	switch {
	case len(body) > message.MaxBody:
		return ErrTooLong
	case len(c.own.waiting) >= message.MaxPending:
		return ErrFull
	}
	if n := len(c.own.waiting); n > 0 && c.own.waiting[n-1].Seq >= seq {
		return nil // a repeat
	}
	c.own.waiting = append(c.own.waiting, ownCommand{Command: message.Command{Seq: seq, Body: bytes.Clone(body)}, born: c.now})
	c.follower.fresh = true
	c.follower.follow()
	return nil
}

// Measured tells the round-trip time of a peer's link.
func (c *Core) Measured(peer key.ID, rtt time.Duration) {
	if p := c.peers.peer(peer); p != nil {
		p.rtt = rtt
		for _, o := range c.observers {
			o.measured(p)
		}
	}
}

// parse reads the body of a turn that came from others, or refuses it.
func (c *Core) parse(body []byte) (epoch.Parsed, error) {
	if len(body) > message.MaxTurn {
		c.counters[counter.TurnsRefused]++
		return nil, ErrTooLong
	}
	turn, err := c.machine.Parse(body)
	if err != nil {
		c.counters[counter.TurnsRefused]++
		return nil, err
	}
	return turn, nil
}

func (c *Core) send(to key.ID, channel link.Channel, b []byte) {
	c.out.Sends = append(c.out.Sends, Send{To: to, Channel: channel, Bytes: b})
}

func (c *Core) event(text string, args ...any) {
	if c.options.Log != nil {
		if c.island != message.Home {
			args = append(args, "island", message.IslandName(c.island))
		}
		c.options.Log.Info(text, args...)
	}
}

// Seated reports whether the core votes or leads, in a group or alone.
func (c *Core) Seated() bool {
	return !c.stopped && c.e != nil && c.e.Member()
}

// LinkUp tells that a peer is linked.
func (c *Core) LinkUp(now time.Time, id key.ID, info link.Info) {
	c.at(now)
	if c.stopped || id == c.me || c.peers.Len() >= c.options.Links && c.peers.Get(id) == nil {
		return
	}
	c.peers.Set(id, &peer{key: id, info: info, since: c.now, heard: c.now})
	delete(c.peers.lost, id)
	if len(c.peers.names) < maxLost {
		c.peers.names[id] = info.Name
	}
	c.event("linked", "peer", c.peers.Get(id).name())
	c.peers.greet(id, false)
	for _, o := range c.observers {
		o.linkUp(id)
	}
	c.epochs.settle()
}

// LinkDown tells that a peer's link is gone.
func (c *Core) LinkDown(now time.Time, id key.ID, reason string) {
	c.at(now)
	p := c.peers.Get(id)
	if p == nil {
		return
	}
	c.peers.Delete(id)
	if len(c.peers.lost) < maxLost {
		c.peers.lost[id] = c.now
	}
	for _, o := range c.observers {
		o.linkDown(id)
	}
	c.event("unlinked", "peer", p.name(), "why", reason)
	c.epochs.settle()
}

// wrap makes the messages to be sent ones about their island.
func (o *Output) wrap() {
	for i := range o.Sends {
		if s := &o.Sends[i]; o.Island != message.Home && !s.wrapped {
			s.Bytes, s.wrapped = message.WrapIsland(o.Island, s.Bytes), true
		}
	}
}
