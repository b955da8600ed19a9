package host

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
)

// receiveFrame takes a frame apart.
func (follower *Follower) receiveFrame(p *peer, b []byte) error {
	follower.c.counters[counter.FramesIn]++
	follower.c.counters[counter.FrameBytesIn] += uint64(len(b))
	f := &follower.frame
	if err := f.Decode(b); err != nil {
		return err
	}
	if !follower.c.fork.inOther(p) && follower.c.now.Sub(p.saidAt) < staleFor && len(follower.c.ancestry.records) > 0 && !follower.c.ancestry.inFork(f.Epoch, f.Forked, f.Tag) {
		return nil // it may have left that fork
	}
	if !follower.c.fork.noteFork(p, f.Epoch, f.Forked, f.Tag) || follower.c.e == nil {
		return nil
	}
	mine := follower.c.e.Record().Number
	switch {
	case f.Epoch > mine:
		follower.wantFrom(p)
		return nil
	case f.Epoch < mine:
		if f.HasRun {
			p.follower.ran, p.follower.ranAt = f.Epoch, follower.c.now
		}
		follower.remind(p, f.Epoch)
		return nil
	}
	p.epoch = mine
	if f.HasRun && p.key == follower.c.e.Leader() {
		follower.c.relay.heardLeader()
	}
	return follower.applyFrame(p, f)
}

// applyFrame takes the content of a frame of the present epoch.
func (follower *Follower) applyFrame(p *peer, f *message.Frame) error {
	for _, m := range f.Messages {
		if err := follower.c.e.Step(p.key, m); err != nil {
			return err
		}
	}
	for _, d := range f.Digests { // by which the run is judged
		follower.c.comparison.note(p, d)
	}
	if f.HasRun {
		follower.c.relay.heardRun(len(f.Digests))
		if err := follower.acceptRun(p, f); err != nil {
			return err
		}
	}
	if f.Safe != 0 && p.key == follower.c.e.Leader() {
		follower.c.journal.leaderStable = max(follower.c.journal.leaderStable, f.Safe)
	}
	if f.HasHead {
		if err := follower.proof(p, f.Head); err != nil {
			return err
		}
	}
	if len(f.Commands) > 0 && follower.c.e.Leading() {
		follower.c.leader.enqueue(p, f.Commands)
	}
	if len(f.Digests) > 0 {
		p.acked = max(p.acked, f.Digests[0].Turn)
		follower.c.comparison.received(p, f)
	}
	return nil
}

// acceptRun takes the newest entries from the leader.
func (follower *Follower) acceptRun(p *peer, f *message.Frame) error {
	last := follower.c.e.Last().Index
	if err := follower.c.commands.accept(p, &f.Run, false); err != nil {
		if follower.c.e.Deceived() && !follower.c.e.Renounced(p.key) && !errors.Is(err, epoch.ErrStranger) {
			follower.c.evidence.resyncAfterLie(p.key, toldOtherTurns)
		}
		return err
	}
	if follower.c.e.Last().Index != last || follower.c.now.Sub(follower.sent) >= 2*follower.c.leader.turnTime() {
		follower.fresh = true // also when nothing is new: the last acknowledgement may be lost
	}
	lacks := follower.c.commands.lacks
	follower.c.epochs.settle()
	if follower.c.e.Want() != 0 || lacks {
		follower.wantFrom(p)
	}
	return nil
}

// toldOtherTurns is why a state is replaced that follows the turns of a liar.
const toldOtherTurns = "a leader that is gone told it other turns than most"

// proof takes a leader's signed head and compares it with the own chain.
func (f *Follower) proof(p *peer, h epoch.Head) error {
	if !f.c.e.Record().Votes(p.key) || f.c.e.Renounced(p.key) {
		return errUnexpected
	}
	if !p.flow.heads.Take(f.c.now, 1, headRate, 3*headRate) {
		f.c.counters[counter.Flooded]++
		return nil
	}
	if !f.c.options.SignatureCache.HeadSigned(p.key, f.c.epochs.where(), h) {
		return fmt.Errorf("%w: a head with a wrong signature", errUnexpected)
	}
	if f.c.evidence.observeHead(p.key, h) {
		f.c.evidence.gossipHead(p.key, h)
	}
	at, ok := f.c.e.At(h.Turn)
	if ok && at.Hash != h.Hash && f.c.e.Deceived() {
		if p.key == f.c.e.Leader() {
			f.c.evidence.resyncAfterLie(p.key, toldOtherTurns)
		}
		return nil
	}
	if h.Turn > f.c.history.committed && h.Turn > p.follower.head.Turn {
		p.follower.head = h // it comes with the turn itself
	}
	if ok && at.Hash != h.Hash && h.Turn <= f.c.history.committed {
		f.conflict(p, h)
		return epoch.ErrConflict
	}
	p.follower.proven = max(p.follower.proven, h.Turn)
	return nil
}

// compareHead compares the leader's signed head with this peer's own chain, once the turn is committed here.
// An observer with another chain was given a false position when it joined, and takes the leader's state.
func (f *Follower) compareHead() {
	if f.c.e == nil {
		return
	}
	p := f.c.peers.leaderHere()
	if p == nil || p.follower.head.Turn == 0 || p.follower.head.Turn > f.c.history.committed {
		return
	}
	h := p.follower.head
	p.follower.head = epoch.Head{}
	at, ok := f.c.e.At(h.Turn)
	if !ok || at.Hash == h.Hash || h.Term != f.c.e.Term() || f.c.e.Deceived() {
		return
	}
	f.conflict(p, h)
	if !f.c.e.Member() {
		f.c.evidence.resyncAfterLie(p.key, "whoever let it in told it another chain than the leader has")
	}
}

// conflict counts and logs a signed head that contradicts the committed chain. Heads that prove a lie are
// kept as evidence, see headgossip.go.
func (f *Follower) conflict(p *peer, h epoch.Head) {
	f.c.counters[counter.Contradictions]++
	f.c.peers.tell(p, "the leader signed another chain", "turn", h.Turn)
}
