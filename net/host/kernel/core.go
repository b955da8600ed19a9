package kernel

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/authorqueue"
	"manyhold/net/host/capacity"
	"manyhold/net/host/certificate"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/recordlist"
	"manyhold/net/host/standing"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// Core is the host without goroutine, clock, links and disk: it is called with events and the time, and
// returns the resulting actions in Ready. It is not safe for concurrent use.
type Core struct {
	Options Options
	ID      uint64 // which one; Home is the first
	Me      key.ID
	Self    epoch.Voter
	Began   time.Time
	Clock   *Clock    // of the world
	Now     time.Time // of the present call, by that
	ticked  time.Time // when Tick was called last

	World   store.WorldID
	Genesis store.Genesis
	Machine Machine
	Epoch   *epoch.Epoch // nil while there is no place in a log: joining

	objects

	Standing  *standing.Standing // shared by the islands of a world
	Resources *capacity.Capacity

	Islands Islands // the other islands; nil: this one is alone
	Mechanisms
	Wiring

	Counters counter.Values
	Out      Output
	Halted   bool
	AtRest   bool // home, left to others
}

// objects hold what several mechanisms share.
type objects struct {
	History      History
	Ancestry     Ancestry
	Epochs       Epochs
	Peers        Peers
	Own          OwnCommands
	Leader       Leader
	Follower     Follower
	Commands     CommandSignatures
	Journal      Journal
	Measures     Measures
	Retirement   Retirement
	Certificates certificate.Certificates
}

// Wiring says in which order the mechanisms get their time, messages and notifications.
type Wiring struct {
	Observers []Observer  // of the kernel objects, see observers.go
	Busy      func() bool // whether a mechanism has work that a tick advances, see Next
	Steps     func()      // runs the steps of a tick
	IdleSteps func()      // runs those of a tick while the core is idle
	Handlers  Handlers
	Lists     [recordlist.Told + 1]Handler // of lists of records, by what they are
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
	Opens    [][32]byte      // archives to be read from the file; then Opened is called
	Reads    []store.Reading // to be read from the file; then Read is called
	Trials   []store.Trial   // places of executions, to be kept; without a snapshot: it is over
	Sends    []Send
}

// Nothing reports whether there is nothing to be done.
func (o *Output) Nothing() bool {
	return o.Log == nil && len(o.Appends)+len(o.Records)+len(o.Saves)+len(o.Archives)+len(o.Opens)+len(o.Reads)+len(o.Trials)+len(o.Charter)+len(o.Certificates)+len(o.Sends) == 0 && o.Cut == nil && !o.Sync
}

// New returns a core without mechanisms.
func New(o Options) *Core {
	if o.Turn == 0 {
		o.Turn = message.DefaultTurn
	}
	if o.Ticks == 0 {
		o.Ticks = message.DefaultTicks
	}
	if o.Offer.Capacity == 0 {
		o.Offer.Capacity = 1
	}
	if o.Offer.PlayOnly {
		o.Linger = cmp.Or(o.Linger, playLinger)
	}
	o.Whole, o.Links, o.Linger, o.Checkpoint = cmp.Or(o.Whole, message.DefaultWhole), cmp.Or(o.Links, message.DefaultLinks), cmp.Or(o.Linger, defaultLinger), cmp.Or(o.Checkpoint, checkpointEvery)
	for o.Incarnation == 0 {
		var b [8]byte
		rand.Read(b[:])
		o.Incarnation = binary.LittleEndian.Uint64(b[:])
	}
	if o.Offer.PlayOnly {
		o.Whole = -1 // even in a small world, it executes only what its player needs
	}
	o.Hooks = o.Hooks.Filled()
	if o.Offer.Resources == nil {
		o.Offer.Limits.Unwilling = o.Offer.Limits.Unwilling || o.Offer.Unwilling
		o.Offer.Resources = capacity.New(o.Offer.Limits)
	}
	c := &Core{Options: o, Clock: &Clock{}, ID: message.Home, Resources: o.Offer.Resources, Me: o.Key.ID(), Self: epoch.Voter{Key: o.Key.ID(), Incarnation: o.Incarnation},
		Standing: standing.New()}
	c.Peers.Lost, c.Peers.Names = map[key.ID]time.Time{}, map[key.ID]string{}
	for _, o := range []**Core{&c.Leader.c, &c.Follower.c, &c.Commands.c, &c.Journal.c, &c.Measures.c, &c.Retirement.c, &c.History.c, &c.Ancestry.c, &c.Epochs.c, &c.Peers.c} {
		*o = c
	}
	c.Own.resends = o.Hooks.Resends
	c.Leader.queues = map[key.ID]*authorqueue.Queue{}
	c.Resources.Hold(c)
	return c
}

// SetTime takes the time of a call from outside; it begins every such call.
func (c *Core) SetTime(now time.Time) {
	now = c.Clock.At(now)
	if c.Began.IsZero() {
		c.Began = now
	}
	slept := now.Sub(c.Now) > awake // or the clock was stepped
	c.Now = now
	if slept {
		for _, o := range c.Observers {
			o.Awoke()
		}
	}
	if c.Epoch != nil {
		if len(c.Standing.Proofs)+len(c.Standing.Offenders) > 0 {
			c.Evidence.ApplyProofs()
		}
		c.Policy.Shun()
		c.Epoch.SetUnfit(c.Leader.unfit())
		c.Epoch.Tick(now)
	}
}

// Handler takes a message of a linked peer. Its error says that the message is malformed, or that the peer
// may not send it.
type Handler func(p *Peer, b []byte) error

// Handlers names the handler of each kind of message.
type Handlers [wire.Door + 1]Handler

// Receive takes a message of a linked peer; b is not kept. A malformed message, or one that its sender may
// not send, is dropped and counted.
func (c *Core) Receive(now time.Time, from key.ID, channel link.Channel, b []byte) {
	c.SetTime(now)
	p := c.Peers.peer(from)
	if p == nil || len(b) == 0 || c.Halted {
		return
	}
	p.Heard = c.Now
	if c.Peers.floods(p, b) {
		return
	}
	if int(b[0]) >= len(c.Handlers) || c.Handlers[b[0]] == nil {
		c.Counters[counter.Unexpected]++
	} else if err := c.Handlers[b[0]](p, b); err != nil {
		c.Peers.refuse(p, b[0], err)
	}
	c.Epochs.Settle()
	c.Letters.AnswerWaiting()
	c.Follower.flush()
}

// Tick does the due work, in the order of its steps.
func (c *Core) Tick(now time.Time) {
	c.SetTime(now)
	c.ticked = c.Now
	if c.Halted {
		return
	}
	if c.AtRest {
		c.IdleSteps()
	} else {
		c.Steps()
	}
}

// Next returns when Tick has something to do next, if nothing else happens before: a second after the last
// one at most, however much is received meanwhile.
func (c *Core) Next() time.Time {
	next := cmp.Or(c.ticked, c.Now).Add(time.Second)
	soonest := func(t time.Time) {
		if !t.IsZero() && t.Before(next) {
			next = t
		}
	}
	if c.Epoch != nil {
		soonest(c.Epoch.Deadline())
		later := func(t time.Time) {
			if t.After(c.Now) {
				soonest(t)
			}
		}
		if c.Epoch.Leading() {
			soonest(c.Leader.Next)
		} else {
			if c.Follower.due() && c.Peers.LeaderHere() != nil {
				soonest(c.Follower.sent.Add(c.Follower.frameGap()))
			}
			later(c.History.OrderedAt.Add(c.Provisional.StillFor()))
			soonest(c.Fairness.Due())
		}
		if c.Relay.MayReportLoss() {
			later(c.Relay.LossReportAt())
		}
	}
	// the mechanisms are asked last, and only if they could make it sooner: this runs after every message
	if at := c.Now.Add(20 * time.Millisecond); at.Before(next) && (c.Epochs.Stalled() || c.Busy()) {
		next = at
	}
	return c.Clock.Outside(next)
}

// Ready returns the actions that have become due since the last call.
func (c *Core) Ready() Output {
	out := c.Out
	c.Out = Output{Island: c.ID}
	out.Island = c.ID
	c.Journal.Repairing = false
	return out
}

// Stopped reports whether Stop has done all it could; nothing happens any more.
func (c *Core) Stopped() bool { return c.Halted }

// Submit queues an own command. Errors are ErrTooLong and ErrFull.
func (c *Core) Submit(now time.Time, seq uint64, body []byte) error {
	c.SetTime(now)
	switch {
	case len(body) > message.MaxBody:
		return ErrTooLong
	case len(c.Own.Waiting) >= message.MaxPending:
		return ErrFull
	}
	if n := len(c.Own.Waiting); n > 0 && c.Own.Waiting[n-1].Seq >= seq {
		return nil // a repeat
	}
	c.Own.Waiting = append(c.Own.Waiting, OwnCommand{Command: message.Command{Seq: seq, Body: bytes.Clone(body)}, born: c.Now})
	c.Follower.Fresh = true
	c.Follower.Follow()
	return nil
}

// Measured tells the round-trip time of a peer's link.
func (c *Core) Measured(peer key.ID, rtt time.Duration) {
	if p := c.Peers.peer(peer); p != nil {
		p.RTT = rtt
		c.Provisional.Measured(p)
	}
}

// parse reads the body of a turn that came from others, or refuses it. Its ticks are those that the record of
// its epoch says.
func (c *Core) parse(body []byte, ticks uint8) (epoch.Parsed, error) {
	if len(body) > message.MaxTurn {
		c.Counters[counter.TurnsRefused]++
		return nil, ErrTooLong
	}
	turn, err := c.Machine.Parse(body)
	if err != nil {
		c.Counters[counter.TurnsRefused]++
		return nil, err
	}
	if n := c.Machine.Ticks(turn); n != ticks {
		c.Counters[counter.TurnsMistimed]++
		err = ErrFewTicks
		if n > ticks {
			err = ErrManyTicks
		}
		return nil, fmt.Errorf("%w: %d in place of %d", err, n, ticks)
	}
	return turn, nil
}

// Send puts a message to a peer into the output.
func (c *Core) Send(to key.ID, channel link.Channel, b []byte) {
	c.Out.Sends = append(c.Out.Sends, Send{To: to, Channel: channel, Bytes: b})
}

// Event logs an event on this island.
func (c *Core) Event(text string, args ...any) {
	if c.Options.Log != nil {
		if c.ID != message.Home {
			args = append(args, "island", message.IslandName(c.ID))
		}
		c.Options.Log.Info(text, args...)
	}
}

// Seated reports whether the core votes or leads, in a group or alone.
func (c *Core) Seated() bool {
	return !c.Halted && c.Epoch != nil && c.Epoch.Member()
}

// LinkUp tells that a peer is linked.
func (c *Core) LinkUp(now time.Time, id key.ID, info link.Info) {
	c.SetTime(now)
	if c.Halted || id == c.Me || c.Peers.Len() >= c.Options.Links && c.Peers.Get(id) == nil {
		return
	}
	c.Peers.Set(id, &Peer{Key: id, info: info, Since: c.Now, Heard: c.Now})
	delete(c.Peers.Lost, id)
	if len(c.Peers.Names) < MaxLost {
		c.Peers.Names[id] = info.Name
	}
	if unsaid, say := c.Peers.lines.Up(id, c.Now); say && unsaid == 0 {
		c.Event("linked", "peer", c.Peers.Get(id).Name())
	} else if say {
		c.Event("linked", "peer", c.Peers.Get(id).Name(), "links left out", unsaid)
	}
	c.Peers.Greet(id, false)
	for _, o := range c.Observers {
		o.LinkUp(id)
	}
	c.Epochs.Settle()
}

// LinkDown tells that a peer's link is gone.
func (c *Core) LinkDown(now time.Time, id key.ID, reason string) {
	c.SetTime(now)
	p := c.Peers.Get(id)
	if p == nil {
		return
	}
	c.Peers.Delete(id)
	if len(c.Peers.Lost) < MaxLost {
		c.Peers.Lost[id] = c.Now
	}
	for _, o := range c.Observers {
		o.LinkDown(id)
	}
	if c.Peers.lines.Down(id) {
		c.Event("unlinked", "peer", p.Name(), "why", reason)
	}
	c.Epochs.Settle()
}

// Wrap makes the messages to be sent ones about their island.
func (o *Output) Wrap() {
	for i := range o.Sends {
		if s := &o.Sends[i]; o.Island != message.Home && !s.wrapped {
			s.Bytes, s.wrapped = message.WrapIsland(o.Island, s.Bytes), true
		}
	}
}

// Today is the time of the present call as people have it, in seconds since 1970.
func (c *Core) Today() int64 { return c.Clock.Outside(c.Now).Unix() }
