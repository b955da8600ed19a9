package recovery

import (
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
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

// Pull is a claimed log on its way here: nothing of it is executed before all of it has come and fits.
type Pull struct {
	message.Claim
	start uint64 // last turn of the own log that it is put on
	hash  [32]byte
	got   []kernel.PastTurn
	request.Request
	Whole bool // as a snapshot
	Blank bool // nothing of the own state was known when it began
}

func (p *Pull) at() uint64 { return p.start + uint64(len(p.got)) }

// reach takes this peer's state to the end of a claimed log and reports whether it is there. It is called
// until it is. Turns that are committed here are never dropped.
func (v *Recovery) reach(to message.Claim) bool {
	u := v.Running
	if v.c.Joining.Receives() {
		return false // the state is being replaced
	}
	h, ok := v.c.History.HashAt(to.Turn)
	switch {
	case ok && h == to.Hash && to.Turn >= v.c.History.Committed && to.Turn >= v.c.History.Base.Turn:
		if u.Pull = nil; v.c.History.Executed > to.Turn {
			v.c.Epochs.LeaveGroup()
			v.c.History.Back(to.Turn)
		}
		if v.c.Epoch == nil {
			v.c.Epochs.End = epoch.Position{Turn: to.Turn, Hash: to.Hash, Term: to.Term, Index: to.Index}
		}
		return true
	case to.Turn <= v.c.History.Committed, to.From == v.c.Me:
		v.disbelieve(to.From, "contradicts committed turns")
		return false
	case u.Pull != nil && u.Pull.Claim == to:
		return false
	case v.c.Peers.Get(to.From) == nil:
		return false
	}
	u.Pull = &Pull{Claim: to, start: v.c.History.Executed, hash: v.c.History.Hash, Blank: v.c.History.Forgotten}
	u.Pull.Begin(v.c.Now, to.From)
	switch {
	case v.c.History.Forgotten:
		v.pullWhole() // the turns from the beginning on would be executed in another fork's state
	case to.Turn <= v.c.History.Executed:
		v.restartPull()
	}
	v.Pulling()
	return false
}

// restartPull begins again from the last committed turn, because this peer's later turns are not in the
// claimed log.
func (v *Recovery) restartPull() {
	p := v.Running.Pull
	p.got = nil
	p.Begin(v.c.Now, p.From)
	p.start = v.c.History.Committed
	h, ok := v.c.History.HashAt(p.start)
	if !ok {
		panic(fmt.Sprintf("host: nothing is known of turn %d, which is committed", p.start))
	}
	p.hash = h
}

// Pulling asks for the missing turns.
func (v *Recovery) Pulling() {
	p := v.Running.Pull
	switch {
	case p == nil:
	case v.c.Peers.Get(p.From) == nil:
		v.Running.Pull = nil
	case p.Whole:
		if v.c.Joining.Source() == p.From {
			return // under way
		}
		h, ok := v.c.History.HashAt(p.Turn)
		switch {
		case ok && h == p.Claim.Hash, !ok && v.c.History.Executed > p.Turn:
			// it may have come further meanwhile
		case !ok && v.nearer(p):
			v.Running.short[p.From] = true
		default:
			v.disbelieve(p.From, "sent another state than it claimed")
		}
		v.Running.Pull = nil
	case p.Turn-p.start > maxPull:
		v.pullWhole()
	case p.Expired(v.c.Now, pullPatience, 0):
		v.disbelieve(p.From, "does not send the turns it claimed")
	case p.Due(v.c.Now, reportEvery):
		p.Ask(v.c.Now, p.From)
		v.c.Send(p.From, message.StreamChannel, message.EncodeWanted(p.at()+1))
	}
}

// nearer reports whether a snapshot that ends before its holder's claim has brought this peer closer to the
// claim. A snapshot has the committed turns, and the claim is about ordered ones: the turns between them are
// still to come. Each holder may give one such short snapshot, so that nobody can delay this peer with one
// after the other.
func (v *Recovery) nearer(p *Pull) bool {
	return !v.c.History.Forgotten && !v.Running.short[p.From] && (p.Blank || v.c.History.Executed > p.start)
}

// pullWhole takes a snapshot from a holder that does not reach back so far, as a joiner does.
func (v *Recovery) pullWhole() {
	p := v.Running.Pull
	p.Whole = true
	if !v.c.Joining.Fetching() {
		v.c.Epochs.LeaveGroup()
	}
	if !v.c.Joining.Fetching() { // it was in none
		v.c.Joining.ComeBack(false)
	}
	v.c.Event("fetching a snapshot to recover", "peer", p.From.Short(), "turn", p.Turn)
	v.c.Joining.AskFor(p.From)
	v.c.Send(p.From, message.StreamChannel, message.EncodeWanted(0))
}

// disbelieve ignores a peer's claims for a while.
func (v *Recovery) disbelieve(k key.ID, why string) {
	v.Running.Pull = nil
	if k != v.c.Me {
		v.Running.Liars[k] = v.c.Now
		v.c.Counters[counter.Unexpected]++
		v.c.Event("rejected a peer's log", "peer", k.Short(), "why", why)
	}
}

// wanted sends turns from one on, or none when the log here does not reach back so far. Zero asks for a
// snapshot.
func (v *Recovery) wanted(p *kernel.Peer, first uint64) {
	if v.c.Machine == nil {
		return
	}
	if first == 0 {
		v.c.Giving.ServeWhole(p)
		return
	}
	b := wire.AppendUvarint(message.BeginRecovery(message.StepTurns), first)
	next, room := first, message.RunMessage
	add := func(number uint64, t epoch.Turn) bool {
		if t.Number != next || t.Number > v.c.History.Executed || room < len(t.Body)+12 {
			return t.Number < next
		}
		b = wire.AppendBlob(wire.AppendUvarint(b, number), t.Body)
		next, room = next+1, room-len(t.Body)-12
		return true
	}
	for _, e := range []*epoch.Epoch{v.c.Epochs.Previous, v.c.Epochs.Left, v.c.Epoch} {
		if e != nil && (v.c.Epoch == nil || e == v.c.Epoch || e == v.c.Epochs.Previous) {
			e.Turns(next, func(t epoch.Turn) bool {
				if h, ok := v.c.History.HashAt(t.Number); ok && h != t.Hash {
					return false // given up since
				}
				return add(e.Record().Number, t)
			})
		}
	}
	for _, t := range v.c.History.Turns {
		if !add(t.Epoch, t.Turn) {
			break
		}
	}
	v.c.Send(p.Key, message.StreamChannel, b)
}

// shown takes turns of a claimed log.
func (v *Recovery) shown(from key.ID, first uint64, turns []message.ShownTurn) error {
	if v.Running == nil {
		return nil
	}
	p := v.Running.Pull
	if p == nil || p.Whole || from != p.From || first != p.at()+1 {
		return nil
	}
	if len(turns) == 0 {
		if p.start > v.c.History.Committed {
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
		if t.Epoch == 0 || t.Epoch > uint64(len(v.c.Ancestry.Records)) || len(t.Body) > message.MaxTurn {
			v.disbelieve(from, "sent a malformed turn")
			return fmt.Errorf("host: a turn of epoch %d", t.Epoch)
		}
		p.hash = epoch.ChainHash(p.hash, v.c.World, t.Epoch, n, v.c.Ancestry.Records[t.Epoch-1].Rules, t.Body)
		p.got = append(p.got, kernel.PastTurn{Turn: epoch.Turn{Number: n, Hash: p.hash, Body: append([]byte(nil), t.Body...)}, Epoch: t.Epoch})
	}
	p.Moved(v.c.Now)
	p.Again()
	if p.at() < p.Turn {
		v.Pulling()
		return nil
	}
	v.pulled(p)
	return nil
}

// pulled executes a received log, if it is the claimed one.
func (v *Recovery) pulled(p *Pull) {
	if p.hash != p.Claim.Hash {
		if p.start > v.c.History.Committed {
			v.restartPull()
			return
		}
		v.disbelieve(p.From, "sent other turns than it claimed")
		return
	}
	if p.start < v.c.History.Committed || p.start > v.c.History.Executed {
		v.Running.Pull = nil // the own log moved meanwhile
		return
	}
	v.c.Epochs.LeaveGroup()
	v.c.Journal.Given = min(v.c.Journal.Given, v.shares(p))
	if v.c.History.Executed > p.start {
		v.c.History.Back(p.start)
	}
	for _, t := range p.got {
		v.c.History.Turns = append(v.c.History.Turns, t)
		v.c.History.Execute(t)
	}
	v.c.Epochs.End = epoch.Position{Turn: p.Turn, Hash: p.Claim.Hash, Term: p.Term, Index: p.Index}
	if p.Term == 0 { // committed, says its holder, whose file may be lost before the recovery is done
		v.c.History.Commit(p.Turn)
	}
	v.Running.Pull, v.Running.told = nil, v.c.Began
	v.c.Event("fetched a longer log", "peer", p.From.Short(), "turn", p.Turn)
}

// shares returns the last turn up to which this peer's own log equals the received one. The file's turns
// beyond it are replaced.
func (v *Recovery) shares(p *Pull) (turn uint64) {
	turn = p.start
	for _, t := range p.got {
		if h, ok := v.c.History.HashAt(t.Number); !ok || h != t.Hash {
			break
		}
		turn = t.Number
	}
	return turn
}

// Adopt takes a later epoch's record, which is proven. If this peer is at the epoch's beginning, the record
// is synced and the epoch begins; otherwise this peer catches up like any peer that is behind.
func (v *Recovery) Adopt(r *epoch.Record) {
	v.c.Epochs.LeaveGroup()
	to := r.FirstTurn - 1
	if h, ok := v.c.History.HashAt(to); ok && h == r.Chain && to >= v.c.History.Base.Turn {
		if v.c.History.Executed > to {
			v.c.History.Back(to)
		}
		v.c.Journal.Given = min(v.c.Journal.Given, to)
		v.c.History.Committed = min(v.c.History.Committed, to)
		v.c.Epochs.Adopting = r
		v.c.Journal.Record(r)
		return
	}
	v.c.Ancestry.AddRecord(r)
	v.c.Out.Records = append(v.c.Out.Records, v.c.History.Row(r))
	v.Running, v.c.Epochs.End = nil, epoch.Position{} // that was of another group's log, which is over
	if !v.c.Joining.Fetching() {
		v.c.Joining.ComeBack(false)
	}
}

// told takes records of epochs that this peer has not heard of.
func (v *Recovery) told(records []*epoch.Record) error {
	for _, r := range records {
		if !v.c.Epochs.Stalled() || r.Reason == epoch.Provisional {
			return nil // forks are joined otherwise
		}
		if r.Number != v.c.Ancestry.Last().Number+1 {
			continue
		}
		if err := r.Continues(v.c.Epochs.Past()); err != nil {
			return err
		}
		if r.FirstTurn <= v.c.History.Committed && (r.Reason != epoch.Agreed || v.c.Ancestry.Last().Votes(v.c.Me)) {
			return fmt.Errorf("%w: epoch %d begins before what is committed", kernel.ErrUnexpected, r.Number)
		}
		v.Adopt(r)
	}
	return nil
}
