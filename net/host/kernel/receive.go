package kernel

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// ReceiveFrame takes a frame apart.
func (follower *Follower) ReceiveFrame(p *Peer, b []byte) error {
	follower.c.Counters[counter.FramesIn]++
	follower.c.Counters[counter.FrameBytesIn] += uint64(len(b))
	f := &follower.Frame
	if err := f.Decode(b); err != nil {
		return err
	}
	if !follower.c.Fork.InOther(p) && follower.c.Now.Sub(p.SaidAt) < staleFor && len(follower.c.Ancestry.Records) > 0 && !follower.c.Ancestry.InFork(f.Epoch, f.Forked, f.Tag) {
		return nil // it may have left that fork
	}
	if !follower.c.Fork.NoteFork(p, f.Epoch, f.Forked, f.Tag) || follower.c.Epoch == nil {
		return nil
	}
	mine := follower.c.Epoch.Record().Number
	switch {
	case f.Epoch > mine:
		follower.WantFrom(p)
		return nil
	case f.Epoch < mine:
		if f.HasRun {
			p.Follower.Ran, p.Follower.RanAt = f.Epoch, follower.c.Now
		}
		follower.remind(p, f.Epoch)
		return nil
	}
	p.Epoch = mine
	if f.HasRun && p.Key == follower.c.Epoch.Leader() {
		follower.c.Relay.HeardLeader()
	}
	return follower.ApplyFrame(p, f)
}

// ApplyFrame takes the content of a frame of the present epoch.
func (follower *Follower) ApplyFrame(p *Peer, f *message.Frame) error {
	for _, m := range f.Messages {
		if err := follower.c.Epoch.Step(p.Key, m); err != nil {
			return err
		}
	}
	for _, d := range f.Digests { // by which the run is judged
		follower.c.Comparison.Note(p, d)
	}
	if f.HasRun {
		follower.c.Relay.HeardRun(len(f.Digests))
		if err := follower.acceptRun(p, f); err != nil {
			return err
		}
	}
	if f.Synced != 0 && p.Key == follower.c.Epoch.Leader() {
		follower.c.Journal.LeaderSynced = max(follower.c.Journal.LeaderSynced, f.Synced)
	}
	if f.HasHead {
		if err := follower.proof(p, f.Head); err != nil {
			return err
		}
	}
	if len(f.Commands) > 0 && follower.c.Epoch.Leading() {
		follower.c.Leader.EnqueueOf(p, p.Key, f.Commands) // the sender signed them, whatever they say
	}
	if len(f.Digests) > 0 {
		p.Acked = max(p.Acked, f.Digests[0].Turn)
		follower.c.Comparison.Received(p, f)
	}
	return nil
}

// acceptRun takes the newest entries from the leader.
func (follower *Follower) acceptRun(p *Peer, f *message.Frame) error {
	if !follower.c.Fairness.Heeds(p) {
		return nil
	}
	last := follower.c.Epoch.Last().Index
	if err := follower.c.Commands.accept(p, &f.Run, false); err != nil {
		follower.c.Fairness.Refused(p, err)
		if follower.c.Epoch.Deceived() && !follower.c.Epoch.Renounced(p.Key) && !errors.Is(err, epoch.ErrStranger) {
			follower.c.Evidence.ResyncAfterLie(p.Key, toldOtherTurns)
		}
		return err
	}
	if follower.c.Epoch.Last().Index != last || follower.c.Now.Sub(follower.sent) >= 2*follower.c.Leader.TurnTime() {
		follower.Fresh = true // also when nothing is new: the last acknowledgement may be lost
	}
	lacks := follower.c.Commands.lacks
	follower.c.Epochs.Settle()
	if follower.c.Epoch.Want() != 0 || lacks {
		follower.WantFrom(p)
	}
	return nil
}

// toldOtherTurns is why a state is replaced that follows the turns of a liar.
const toldOtherTurns = "a leader that is gone told it other turns than most"

// proof takes a leader's signed head and compares it with the own chain.
func (f *Follower) proof(p *Peer, h epoch.Head) error {
	if !f.c.Epoch.Record().Votes(p.Key) || f.c.Epoch.Renounced(p.Key) {
		return ErrUnexpected
	}
	if !p.Flow.heads.Take(f.c.Now, 1, headRate, 3*headRate) {
		f.c.Counters[counter.Flooded]++
		return nil
	}
	if !f.c.Options.SignatureCache.HeadSigned(p.Key, f.c.Epochs.Where(), h) {
		return fmt.Errorf("%w: a head with a wrong signature", ErrUnexpected)
	}
	if f.c.Evidence.ObserveHead(p.Key, h) {
		f.c.Evidence.GossipHead(p.Key, h)
	}
	at, ok := f.c.Epoch.At(h.Turn)
	if ok && at.Hash != h.Hash && f.c.Epoch.Deceived() {
		if p.Key == f.c.Epoch.Leader() {
			f.c.Evidence.ResyncAfterLie(p.Key, toldOtherTurns)
		}
		return nil
	}
	if h.Turn > f.c.History.Committed && h.Turn > p.Follower.head.Turn {
		p.Follower.head = h // it comes with the turn itself
	}
	if ok && at.Hash != h.Hash && h.Turn <= f.c.History.Committed {
		f.conflict(p, h)
		return epoch.ErrConflict
	}
	p.Follower.proven = max(p.Follower.proven, h.Turn)
	return nil
}

// compareHead compares the leader's signed head with this peer's own chain, once the turn is committed here.
// An observer with another chain was given a false position when it joined, and takes the leader's state.
func (f *Follower) compareHead() {
	if f.c.Epoch == nil {
		return
	}
	p := f.c.Peers.LeaderHere()
	if p == nil || p.Follower.head.Turn == 0 || p.Follower.head.Turn > f.c.History.Committed {
		return
	}
	h := p.Follower.head
	p.Follower.head = epoch.Head{}
	at, ok := f.c.Epoch.At(h.Turn)
	if !ok || at.Hash == h.Hash || h.Term != f.c.Epoch.Term() || f.c.Epoch.Deceived() {
		return
	}
	f.conflict(p, h)
	if !f.c.Epoch.Member() {
		f.c.Evidence.ResyncAfterLie(p.Key, "whoever let it in told it another chain than the leader has")
	}
}

// conflict counts and logs a signed head that contradicts the committed chain. Heads that prove a lie are
// kept as evidence, see package evidence.
func (f *Follower) conflict(p *Peer, h epoch.Head) {
	f.c.Counters[counter.Contradictions]++
	f.c.Peers.Tell(p, "the leader signed another chain", "turn", h.Turn)
}
