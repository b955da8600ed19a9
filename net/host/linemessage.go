package host

import (
	"fmt"

	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// receiveLine takes a message about lines apart.
func (c *Core) receiveLine(p *peer, b []byte) error {
	k := message.Body(b)
	step := k.U8()
	if c.machine == nil || len(c.records) == 0 {
		return nil
	}
	switch step {
	case message.StepAskLine:
		a, err := message.DecodeLineAsk(k)
		if err == nil {
			c.tellLine(p, a)
		}
		return err
	case message.StepTail:
		t, err := message.DecodeTail(k)
		if err != nil {
			return err
		}
		return c.toldLine(p, t)
	case message.StepOffer:
		o, err := message.DecodeOffer(k)
		if err != nil {
			return err
		}
		return c.offered(p, &o)
	case message.StepTake:
		t, err := message.DecodeTake(k)
		if err != nil {
			return err
		}
		return c.taken(p, t)
	case message.StepPacked:
		d, err := message.DecodePacked(k)
		if err != nil {
			return err
		}
		return c.packed(p, d)
	case message.StepVerdict:
		v, err := message.DecodeLineVerdict(k)
		if err != nil {
			return err
		}
		return c.judged(p, v)
	case message.StepDecree:
		if err := k.Done(); err != nil {
			return err
		}
		return c.askedToDecree(p)
	}
	return c.receiveBlobStep(p, step, k)
}

// receiveBlobStep takes what is about one blob.
func (c *Core) receiveBlobStep(p *peer, step byte, k *wire.Cursor) error {
	if step < message.StepHold || step > message.StepPiece {
		return fmt.Errorf("host: step %d of a line", step)
	}
	blob := k.Hash()
	if step == message.StepPiece {
		message := k.Rest()
		if k.Err() != nil || len(message) == 0 {
			return fmt.Errorf("host: a piece without a message")
		}
		return c.piece(p, blob, message)
	}
	if err := k.Done(); err != nil {
		return err
	}
	switch step {
	case message.StepHold:
		return c.hold(p, blob)
	case message.StepHeld:
		c.held(p, blob)
		return nil
	}
	return c.wantBlob(p, blob)
}
