package host

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/host/request"
	"manyhold/net/key"
	"manyhold/net/wire"
)

const (
	// disbelief is how long a peer's claims are ignored after one of them proved false.
	disbelief = 10 * time.Second
	// pullPatience is how long a holder may take to send the next turns of what it claims.
	pullPatience = 2 * time.Second
	// maxPull is how many turns are taken one by one: ten minutes. A peer that is further behind takes a
	// snapshot.
	maxPull = 12000
)

// pull is a claimed log on its way here: nothing of it is executed before all of it has come and fits.
type pull struct {
	message.Claim
	start uint64 // last turn of the own log that it is put on
	hash  [32]byte
	got   []past
	request.Request
	whole bool // as a snapshot
	blank bool // nothing of the own state was known when it began
}

func (p *pull) at() uint64 { return p.start + uint64(len(p.got)) }

// reach takes this peer's state to the end of a claimed log and reports whether it is there. It is called
// until it is. Turns that are committed here are never dropped.
func (v *Recovery) reach(to message.Claim) bool {
	u := v.running
	if v.c.joining.receives() {
		return false // the state is being replaced
	}
	h, ok := v.c.history.hashAt(to.Turn)
	switch {
	case ok && h == to.Hash && to.Turn >= v.c.history.committed && to.Turn >= v.c.history.base.turn:
		if u.pull = nil; v.c.history.executed > to.Turn {
			v.c.epochs.leaveGroup()
			v.c.history.back(to.Turn)
		}
		if v.c.e == nil {
			v.c.epochs.end = epoch.Position{Turn: to.Turn, Hash: to.Hash, Term: to.Term, Index: to.Index}
		}
		return true
	case to.Turn <= v.c.history.committed, to.From == v.c.me:
		v.disbelieve(to.From, "contradicts what is committed")
		return false
	case u.pull != nil && u.pull.Claim == to:
		return false
	case v.c.peers.Get(to.From) == nil:
		return false
	}
	u.pull = &pull{Claim: to, start: v.c.history.executed, hash: v.c.history.hash, blank: v.c.history.forgotten}
	u.pull.Begin(v.c.now, to.From)
	switch {
	case v.c.history.forgotten:
		v.pullWhole() // the turns from the beginning on would be executed in another fork's state
	case to.Turn <= v.c.history.executed:
		v.restartPull()
	}
	v.pulling()
	return false
}

// restartPull begins again from the last committed turn, because this peer's later turns are not in the
// claimed log.
func (v *Recovery) restartPull() {
	p := v.running.pull
	p.got = nil
	p.Begin(v.c.now, p.From)
	p.start = v.c.history.committed
	h, ok := v.c.history.hashAt(p.start)
	if !ok {
		panic(fmt.Sprintf("host: nothing is known of turn %d, which is committed", p.start))
	}
	p.hash = h
}

// pulling asks for the missing turns.
func (v *Recovery) pulling() {
	p := v.running.pull
	switch {
	case p == nil:
	case v.c.peers.Get(p.From) == nil:
		v.running.pull = nil
	case p.whole:
		if v.c.joining.source() == p.From {
			return // under way
		}
		h, ok := v.c.history.hashAt(p.Turn)
		switch {
		case ok && h == p.Claim.Hash, !ok && v.c.history.executed > p.Turn:
			// it may have come further meanwhile
		case !ok && v.nearer(p):
			v.running.short[p.From] = true
		default:
			v.disbelieve(p.From, "gave another state than it claims")
		}
		v.running.pull = nil
	case p.Turn-p.start > maxPull:
		v.pullWhole()
	case p.Expired(v.c.now, pullPatience, 0):
		v.disbelieve(p.From, "does not show the turns it claims")
	case p.Due(v.c.now, reportEvery):
		p.Ask(v.c.now, p.From)
		v.c.send(p.From, message.StreamChannel, message.EncodeWanted(p.at()+1))
	}
}

// nearer reports whether a snapshot that ends before its holder's claim has brought this peer closer to the
// claim. A snapshot has the committed turns, and the claim is about ordered ones: the turns between them are
// still to come. Each holder may give one such short snapshot, so that nobody can delay this peer with one
// after the other.
func (v *Recovery) nearer(p *pull) bool {
	return !v.c.history.forgotten && !v.running.short[p.From] && (p.blank || v.c.history.executed > p.start)
}

// pullWhole takes a snapshot from a holder that does not reach back so far, as a joiner does.
func (v *Recovery) pullWhole() {
	p := v.running.pull
	p.whole = true
	if !v.c.joining.fetching() {
		v.c.epochs.leaveGroup()
	}
	if !v.c.joining.fetching() { // it was in none
		v.c.joining.comeBack(false)
	}
	v.c.event("takes a snapshot to recover", "peer", p.From.Short(), "turn", p.Turn)
	v.c.joining.askFor(p.From)
	v.c.send(p.From, message.StreamChannel, message.EncodeWanted(0))
}

// disbelieve ignores a peer's claims for a while.
func (v *Recovery) disbelieve(k key.ID, why string) {
	v.running.pull = nil
	if k != v.c.me {
		v.running.liars[k] = v.c.now
		v.c.counters[counter.Unexpected]++
		v.c.event("does not believe a peer's log", "peer", k.Short(), "why", why)
	}
}

// wanted sends turns from one on, or none when the log here does not reach back so far. Zero asks for a
// snapshot.
func (v *Recovery) wanted(p *peer, first uint64) {
	if v.c.machine == nil {
		return
	}
	if first == 0 {
		v.c.giving.serveWhole(p)
		return
	}
	b := wire.AppendUvarint(message.BeginRecovery(message.StepTurns), first)
	next, room := first, message.RunMessage
	add := func(number uint64, t epoch.Turn) bool {
		if t.Number != next || t.Number > v.c.history.executed || room < len(t.Body)+12 {
			return t.Number < next
		}
		b = wire.AppendBlob(wire.AppendUvarint(b, number), t.Body)
		next, room = next+1, room-len(t.Body)-12
		return true
	}
	for _, e := range []*epoch.Epoch{v.c.epochs.before, v.c.epochs.left, v.c.e} {
		if e != nil && (v.c.e == nil || e == v.c.e || e == v.c.epochs.before) {
			e.Turns(next, func(t epoch.Turn) bool {
				if h, ok := v.c.history.hashAt(t.Number); ok && h != t.Hash {
					return false // given up since
				}
				return add(e.Record().Number, t)
			})
		}
	}
	for _, t := range v.c.history.turns {
		if !add(t.epoch, t.Turn) {
			break
		}
	}
	v.c.send(p.key, message.StreamChannel, b)
}

// shown takes turns of a claimed log.
func (v *Recovery) shown(from key.ID, first uint64, turns []message.ShownTurn) error {
	if v.running == nil {
		return nil
	}
	p := v.running.pull
	if p == nil || p.whole || from != p.From || first != p.at()+1 {
		return nil
	}
	if len(turns) == 0 {
		if p.start > v.c.history.committed {
			v.restartPull()
		} else {
			v.pullWhole()
		}
		return nil
	}
	for _, t := range turns {
		n := p.at() + 1
		if n > p.Turn {
			break
		}
		if t.Epoch == 0 || t.Epoch > uint64(len(v.c.ancestry.records)) || len(t.Body) > message.MaxTurn {
			v.disbelieve(from, "shows what is no turn")
			return fmt.Errorf("host: a turn of epoch %d", t.Epoch)
		}
		p.hash = epoch.ChainHash(p.hash, v.c.world, t.Epoch, n, v.c.ancestry.records[t.Epoch-1].Rules, t.Body)
		p.got = append(p.got, past{epoch.Turn{Number: n, Hash: p.hash, Body: append([]byte(nil), t.Body...)}, t.Epoch})
	}
	p.Moved(v.c.now)
	p.Again()
	if p.at() < p.Turn {
		v.pulling()
		return nil
	}
	v.pulled(p)
	return nil
}

// pulled executes a received log, if it is the claimed one.
func (v *Recovery) pulled(p *pull) {
	if p.hash != p.Claim.Hash {
		if p.start > v.c.history.committed {
			v.restartPull()
			return
		}
		v.disbelieve(p.From, "shows other turns than it claims")
		return
	}
	if p.start < v.c.history.committed || p.start > v.c.history.executed {
		v.running.pull = nil // the own log moved meanwhile
		return
	}
	v.c.epochs.leaveGroup()
	v.c.journal.given = min(v.c.journal.given, v.shares(p))
	if v.c.history.executed > p.start {
		v.c.history.back(p.start)
	}
	for _, t := range p.got {
		v.c.history.turns = append(v.c.history.turns, t)
		v.c.history.execute(t)
	}
	v.c.epochs.end = epoch.Position{Turn: p.Turn, Hash: p.Claim.Hash, Term: p.Term, Index: p.Index}
	if p.Term == 0 { // committed, says its holder, whose file may be lost before the recovery is done
		v.c.history.commit(p.Turn)
	}
	v.running.pull, v.running.told = nil, v.c.began
	v.c.event("took over a longer log", "peer", p.From.Short(), "turn", p.Turn)
}

// shares returns the last turn up to which this peer's own log equals the received one. The file's turns
// beyond it are replaced.
func (v *Recovery) shares(p *pull) (turn uint64) {
	turn = p.start
	for _, t := range p.got {
		if h, ok := v.c.history.hashAt(t.Number); !ok || h != t.Hash {
			break
		}
		turn = t.Number
	}
	return turn
}

// adopt takes a later epoch's record, which is proven. If this peer is at the epoch's beginning, the record
// is synced and the epoch begins; otherwise this peer catches up like any peer that is behind.
func (v *Recovery) adopt(r *epoch.Record) {
	v.c.epochs.leaveGroup()
	to := r.FirstTurn - 1
	if h, ok := v.c.history.hashAt(to); ok && h == r.Chain && to >= v.c.history.base.turn {
		if v.c.history.executed > to {
			v.c.history.back(to)
		}
		v.c.journal.given = min(v.c.journal.given, to)
		v.c.history.committed = min(v.c.history.committed, to)
		v.c.epochs.adopting = r
		v.c.journal.record(r)
		return
	}
	v.c.ancestry.addRecord(r)
	v.c.out.Records = append(v.c.out.Records, v.c.history.row(r))
	v.running, v.c.epochs.end = nil, epoch.Position{} // that was of another group's log, which is over
	if !v.c.joining.fetching() {
		v.c.joining.comeBack(false)
	}
}

// told takes records of epochs that this peer has not heard of.
func (v *Recovery) told(records []*epoch.Record) error {
	for _, r := range records {
		if !v.c.epochs.stalled() || r.Reason == epoch.Provisional {
			return nil // forks are joined otherwise
		}
		if r.Number != v.c.ancestry.last().Number+1 {
			continue
		}
		if err := r.Continues(v.c.epochs.past()); err != nil {
			return err
		}
		if r.FirstTurn <= v.c.history.committed && (r.Reason != epoch.Agreed || v.c.ancestry.last().Votes(v.c.me)) {
			return fmt.Errorf("%w: epoch %d begins before what is committed", errUnexpected, r.Number)
		}
		v.adopt(r)
	}
	return nil
}
