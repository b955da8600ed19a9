package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// disbelief is how long a peer's claims are ignored after one of them proved false.
	disbelief = 10 * time.Second
	// pullPatience is how long a holder may take to send the next turns of what it claims.
	pullPatience = 2 * time.Second
	// maxPull is how many turns are taken one by one: ten minutes. Who is further behind takes a snapshot.
	maxPull = 12000
)

// pull is a claimed log on its way here: nothing of it is executed before all of it has come and fits.
type pull struct {
	message.Claim
	start uint64 // last turn of the own log that it is put on
	hash  [32]byte
	got   []past
	moved time.Time
	asked time.Time
	whole bool // as a snapshot
	blank bool // nothing of the own state was known when it began
}

func (p *pull) at() uint64 { return p.start + uint64(len(p.got)) }

// hashAt returns the chain hash after a turn of the own log, if that reaches back so far.
func (c *Core) hashAt(turn uint64) (hash [32]byte, ok bool) { return c.state.hashAt(turn) }

func (r *replica) hashAt(turn uint64) (hash [32]byte, ok bool) {
	switch {
	case r.forgotten:
		return hash, false // not even of the beginning: the machine is elsewhere
	case turn == r.executed:
		return r.hash, true
	case turn > r.executed:
		return hash, false
	case turn == r.base.turn:
		return r.base.hash, true
	}
	if len(r.history) > 0 { // they are consecutive
		if turn < r.history[0].Number {
			return hash, false
		}
		if i := turn - r.history[0].Number; i < uint64(len(r.history)) && r.history[i].Number == turn {
			return r.history[i].Hash, true
		}
	}
	for _, t := range r.history {
		if t.Number == turn {
			return t.Hash, true
		}
	}
	return hash, false
}

// leaveGroup ends this process' part in its raft group for good: it neither acts in it nor grows its log. What
// was ordered and is not committed stays in the state.
func (c *Core) leaveGroup() {
	if c.e == nil {
		return
	}
	c.thaw()
	c.end, c.left = c.e.Last(), c.e
	c.spend([]*epoch.Record{c.e.Record()})
	c.e, c.dispute = nil, nil
	c.fetch = &fetch{why: "returning"}
	c.event("left the epoch to recover", "epoch", c.last().Number, "turn", c.state.executed)
}

// reach takes this peer's state to the end of a claimed log and reports whether it is there. It is called
// until it is; what is committed here is never given up.
func (c *Core) reach(to message.Claim) bool {
	u := c.reunion
	if c.fetch != nil && c.fetch.receive != nil {
		return false // the state is being replaced
	}
	h, ok := c.hashAt(to.Turn)
	switch {
	case ok && h == to.Hash && to.Turn >= c.state.committed && to.Turn >= c.state.base.turn:
		if u.pull = nil; c.state.executed > to.Turn {
			c.leaveGroup()
			c.back(to.Turn)
		}
		if c.e == nil {
			c.end = epoch.Position{Turn: to.Turn, Hash: to.Hash, Term: to.Term, Index: to.Index}
		}
		return true
	case to.Turn <= c.state.committed, to.From == c.me:
		c.disbelieve(to.From, "contradicts what is committed")
		return false
	case u.pull != nil && u.pull.Claim == to:
		return false
	case c.peers[to.From] == nil:
		return false
	}
	u.pull = &pull{Claim: to, start: c.state.executed, hash: c.state.hash, moved: c.now, blank: c.state.forgotten}
	switch {
	case c.state.forgotten:
		c.pullWhole() // the turns from the beginning on would be executed in another line's state
	case to.Turn <= c.state.executed:
		c.restartPull()
	}
	c.pulling()
	return false
}

// restartPull begins again from what is committed, because what the own log has beyond is not in the claimed one.
func (c *Core) restartPull() {
	p := c.reunion.pull
	p.got, p.moved, p.asked = nil, c.now, time.Time{}
	p.start = c.state.committed
	h, ok := c.hashAt(p.start)
	if !ok {
		panic(fmt.Sprintf("host: nothing is known of turn %d, which is committed", p.start))
	}
	p.hash = h
}

// pulling asks for what is missing.
func (c *Core) pulling() {
	p := c.reunion.pull
	switch {
	case p == nil:
	case c.peers[p.From] == nil:
		c.reunion.pull = nil
	case p.whole:
		if c.fetch != nil && c.fetch.from == p.From {
			return // under way
		}
		h, ok := c.hashAt(p.Turn)
		switch {
		case ok && h == p.Claim.Hash, !ok && c.state.executed > p.Turn: // it may have come further meanwhile
		case !ok && c.nearer(p):
			c.reunion.short[p.From] = true
		default:
			c.disbelieve(p.From, "gave another state than it claims")
		}
		c.reunion.pull = nil
	case p.Turn-p.start > maxPull:
		c.pullWhole()
	case c.now.Sub(p.moved) > pullPatience:
		c.disbelieve(p.From, "does not show the turns it claims")
	case c.now.Sub(p.asked) >= reportEvery:
		p.asked = c.now
		c.send(p.From, message.StreamChannel, message.EncodeWanted(p.at()+1))
	}
}

// nearer reports whether a snapshot that ends before what its holder claims has brought this peer closer to that. Snapshots are
// of what is known to be committed, and the claim is of what was ordered: the turns between them are still to come. Of
// each holder one snapshot may be short, so that nobody is kept waiting by one after the other.
func (c *Core) nearer(p *pull) bool {
	return !c.state.forgotten && !c.reunion.short[p.From] && (p.blank || c.state.executed > p.start)
}

// pullWhole takes a snapshot from a holder that does not reach back so far, as a joiner does.
func (c *Core) pullWhole() {
	p := c.reunion.pull
	p.whole = true
	if c.fetch == nil {
		c.leaveGroup()
	}
	if c.fetch == nil { // it was in none
		c.fetch = &fetch{why: "returning"}
	}
	c.event("takes a snapshot to recover", "peer", p.From.Short(), "turn", p.Turn)
	c.askFor(p.From)
	c.send(p.From, message.StreamChannel, message.EncodeWanted(0))
}

// disbelieve ignores a peer's claims for a while.
func (c *Core) disbelieve(k key.ID, why string) {
	c.reunion.pull = nil
	if k != c.me {
		c.reunion.liars[k] = c.now
		c.counters[counter.Unexpected]++
		c.event("does not believe a peer's log", "peer", k.Short(), "why", why)
	}
}

// wanted sends turns from one on, or none when the log here does not reach back so far. Zero asks for a snapshot.
func (c *Core) wanted(p *peer, first uint64) {
	if c.machine == nil {
		return
	}
	if first == 0 {
		p.wants, p.whole, c.offers.some = true, true, true
		return
	}
	b := wire.AppendUvarint(message.BeginRecovery(message.StepTurns), first)
	next, room := first, message.RunMessage
	add := func(number uint64, t epoch.Turn) bool {
		if t.Number != next || t.Number > c.state.executed || room < len(t.Body)+12 {
			return t.Number < next
		}
		b = wire.AppendBlob(wire.AppendUvarint(b, number), t.Body)
		next, room = next+1, room-len(t.Body)-12
		return true
	}
	for _, e := range []*epoch.Epoch{c.before, c.left, c.e} {
		if e != nil && (c.e == nil || e == c.e || e == c.before) {
			e.Turns(next, func(t epoch.Turn) bool {
				if h, ok := c.hashAt(t.Number); ok && h != t.Hash {
					return false // given up since
				}
				return add(e.Record().Number, t)
			})
		}
	}
	for _, t := range c.state.history {
		if !add(t.epoch, t.Turn) {
			break
		}
	}
	c.send(p.key, message.StreamChannel, b)
}

// shown takes turns of a claimed log.
func (c *Core) shown(from key.ID, first uint64, turns []message.ShownTurn) error {
	if c.reunion == nil {
		return nil
	}
	p := c.reunion.pull
	if p == nil || p.whole || from != p.From || first != p.at()+1 {
		return nil
	}
	if len(turns) == 0 {
		if p.start > c.state.committed {
			c.restartPull()
		} else {
			c.pullWhole()
		}
		return nil
	}
	for _, t := range turns {
		n := p.at() + 1
		if n > p.Turn {
			break
		}
		if t.Epoch == 0 || t.Epoch > uint64(len(c.records)) || len(t.Body) > message.MaxTurn {
			c.disbelieve(from, "shows what is no turn")
			return fmt.Errorf("host: a turn of epoch %d", t.Epoch)
		}
		p.hash = epoch.ChainHash(p.hash, c.world, t.Epoch, n, c.records[t.Epoch-1].Rules, t.Body)
		p.got = append(p.got, past{epoch.Turn{Number: n, Hash: p.hash, Body: append([]byte(nil), t.Body...)}, t.Epoch})
	}
	p.moved, p.asked = c.now, time.Time{}
	if p.at() < p.Turn {
		c.pulling()
		return nil
	}
	c.pulled(p)
	return nil
}

// pulled executes a log that has come, when it is what was claimed.
func (c *Core) pulled(p *pull) {
	if p.hash != p.Claim.Hash {
		if p.start > c.state.committed {
			c.restartPull()
			return
		}
		c.disbelieve(p.From, "shows other turns than it claims")
		return
	}
	if p.start < c.state.committed || p.start > c.state.executed {
		c.reunion.pull = nil // the own log moved meanwhile
		return
	}
	c.leaveGroup()
	c.disk.given = min(c.disk.given, c.shares(p))
	if c.state.executed > p.start {
		c.back(p.start)
	}
	for _, t := range p.got {
		c.state.history = append(c.state.history, t)
		c.execute(t)
	}
	c.end = epoch.Position{Turn: p.Turn, Hash: p.Claim.Hash, Term: p.Term, Index: p.Index}
	if p.Term == 0 { // committed, says its holder, whose file may be lost before the recovery is done
		c.commit(p.Turn)
	}
	c.reunion.pull, c.reunion.told = nil, c.began
	c.event("took over a longer log", "peer", p.From.Short(), "turn", p.Turn)
}

// shares returns up to where the own log is the one that has come. What the file has beyond is written anew.
func (c *Core) shares(p *pull) (turn uint64) {
	turn = p.start
	for _, t := range p.got {
		if h, ok := c.hashAt(t.Number); !ok || h != t.Hash {
			break
		}
		turn = t.Number
	}
	return turn
}

// adopt takes a later epoch's record, which is proven. Where this peer stands at its beginning, it is synced and
// begun; else the way there is found like by anybody who is behind.
func (c *Core) adopt(r *epoch.Record) {
	c.leaveGroup()
	to := r.FirstTurn - 1
	if h, ok := c.hashAt(to); ok && h == r.Chain && to >= c.state.base.turn {
		if c.state.executed > to {
			c.back(to)
		}
		c.disk.given = min(c.disk.given, to)
		c.state.committed = min(c.state.committed, to)
		c.adopted = r
		c.record(r)
		return
	}
	c.addRecord(r)
	c.out.Records = append(c.out.Records, c.row(r))
	c.reunion, c.end = nil, epoch.Position{} // that was of another group's log, which is over
	if c.fetch == nil {
		c.fetch = &fetch{why: "returning"}
	}
}

// told takes records of epochs that this peer has not heard of.
func (c *Core) told(records []*epoch.Record) error {
	for _, r := range records {
		if !c.stalled() || r.Reason == epoch.Provisional {
			return nil // lines are joined otherwise
		}
		if r.Number != c.last().Number+1 {
			continue
		}
		if err := r.Continues(c.past()); err != nil {
			return err
		}
		if r.FirstTurn <= c.state.committed && (r.Reason != epoch.Agreed || c.last().Votes(c.me)) {
			return fmt.Errorf("%w: epoch %d begins before what is committed", errUnexpected, r.Number)
		}
		c.adopt(r)
	}
	return nil
}
