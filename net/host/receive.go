package host

import (
	"errors"
	"fmt"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// receiveFrame takes a frame apart.
func (c *Core) receiveFrame(p *peer, b []byte) error {
	c.counters[counter.FramesIn]++
	c.counters[counter.FrameBytesIn] += uint64(len(b))
	f := &c.frame
	if err := f.Decode(b); err != nil {
		return err
	}
	if p.other == nil && c.now.Sub(p.saidAt) < staleFor && len(c.records) > 0 && !c.inLine(f.Epoch, f.Forked, f.Tag) {
		return nil // it may have left that line
	}
	if !c.sees(p, f.Epoch, f.Forked, f.Tag) || c.e == nil {
		return nil
	}
	mine := c.e.Record().Number
	switch {
	case f.Epoch > mine:
		c.wantFrom(p)
		return nil
	case f.Epoch < mine:
		if f.HasRun {
			p.ran, p.ranAt = f.Epoch, c.now
		}
		c.remind(p, f.Epoch)
		return nil
	}
	p.epoch = mine
	if f.HasRun && p.key == c.e.Leader() {
		c.relaying.by = key.ID{}
	}
	return c.heedFrame(p, f)
}

// heedFrame takes what a peer says in a frame of the present epoch.
func (c *Core) heedFrame(p *peer, f *message.Frame) error {
	for _, m := range f.Messages {
		if err := c.e.Step(p.key, m); err != nil {
			return err
		}
	}
	for _, d := range f.Digests { // by which the run is judged
		p.note(d)
	}
	if f.HasRun {
		c.turn.crowd = len(f.Digests) == 1 || !c.relaying.by.IsZero()
		if err := c.acceptRun(p, f); err != nil {
			return err
		}
	}
	if f.Safe != 0 && p.key == c.e.Leader() {
		c.assured = max(c.assured, f.Safe)
	}
	if f.HasHead {
		if err := c.proof(p, f.Head); err != nil {
			return err
		}
	}
	if len(f.Commands) > 0 && c.e.Leading() {
		c.enqueue(p, f.Commands)
	}
	if len(f.Digests) > 0 {
		p.acked = max(p.acked, f.Digests[0].Turn)
		c.compare(p, f.Digests)
		c.answerDoubt(p, f)
		c.resolve()
	}
	return nil
}

// acceptRun takes the newest entries from the leader.
func (c *Core) acceptRun(p *peer, f *message.Frame) error {
	last := c.e.Last().Index
	if err := c.accept(p, &f.Run, false); err != nil {
		if c.e.Deceived() && !c.e.Renounced(p.key) && !errors.Is(err, epoch.ErrStranger) {
			c.undeceive(p.key)
		}
		return err
	}
	if c.e.Last().Index != last || c.now.Sub(c.turn.sent) >= 2*c.turnTime() {
		c.turn.fresh = true // also when nothing is new: the last acknowledgement may be lost
	}
	lacks := c.turn.lacks
	c.settle()
	if c.e.Want() != 0 || lacks {
		c.wantFrom(p)
	}
	return nil
}

// proof takes a leader's signed head and compares it with the own chain.
func (c *Core) proof(p *peer, h epoch.Head) error {
	if !c.e.Record().Votes(p.key) || c.e.Renounced(p.key) {
		return errUnexpected
	}
	if !p.flow.heads.Take(c.now, 1, headRate, 3*headRate) {
		c.counters[counter.Flooded]++
		return nil
	}
	if !c.options.GoodHeads.HeadSigned(p.key, c.where(), h) {
		return fmt.Errorf("%w: a head with a wrong signature", errUnexpected)
	}
	if c.testify(p.key, h) {
		c.passOn(p.key, h)
	}
	at, ok := c.e.At(h.Turn)
	if ok && at.Hash != h.Hash && c.e.Deceived() {
		if p.key == c.e.Leader() {
			c.undeceive(p.key)
		}
		return nil
	}
	if h.Turn > c.state.committed && h.Turn > p.head.Turn {
		p.head = h // it comes with the turn itself
	}
	if ok && at.Hash != h.Hash && h.Turn <= c.state.committed {
		c.conflict(p, h)
		return epoch.ErrConflict
	}
	p.proven = max(p.proven, h.Turn)
	return nil
}

// compareHead compares what the leader signed with the own chain, once the turn is committed here. Who only observes
// and has another chain was told a false place when it joined, and takes the leader's state.
func (c *Core) compareHead() {
	if c.e == nil {
		return
	}
	p := c.leaderHere()
	if p == nil || p.head.Turn == 0 || p.head.Turn > c.state.committed {
		return
	}
	h := p.head
	p.head = epoch.Head{}
	at, ok := c.e.At(h.Turn)
	if !ok || at.Hash == h.Hash || h.Term != c.e.Term() || c.e.Deceived() {
		return
	}
	c.conflict(p, h)
	if !c.e.Member() && c.now.Sub(c.witness.healed) >= undeceiveGap {
		c.witness.healed = c.now
		c.resync(p.key, "whoever let it in told it another chain than the leader has")
	}
}

// conflict counts a signed head that contradicts what is committed, and logs it. Heads that prove a lie are kept as
// evidence elsewhere, see witness.go.
func (c *Core) conflict(p *peer, h epoch.Head) {
	c.counters[counter.Contradictions]++
	c.tell(p, "the leader signed another chain", "turn", h.Turn)
}

// refuse counts what a peer should not have sent.
func (c *Core) refuse(p *peer, kind byte, err error) {
	if fromStranger(err) {
		c.counters[counter.Unexpected]++
	} else {
		c.counters[counter.Garbage]++
	}
	c.tell(p, "refused a message", "kind", kind, "why", err.Error())
}
