package fork

import (
	"fmt"

	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/wire"
)

// ReceiveFork takes a message about other forks.
func (fork *Fork) ReceiveFork(p *kernel.Peer, b []byte) error {
	k := message.Body(b)
	step := k.U8()
	if fork.c.Machine == nil || len(fork.c.Ancestry.Records) == 0 {
		return nil
	}
	switch step {
	case message.StepOffer:
		o, part, err := message.DecodeOffer(k)
		if err != nil {
			return err
		}
		return fork.Shared.Merger.offered(p, o, &part)
	case message.StepTake:
		t, err := message.DecodeTake(k)
		if err != nil {
			return err
		}
		return fork.Shared.Merger.taken(p, t)
	case message.StepPacked:
		d, err := message.DecodePacked(k)
		if err != nil {
			return err
		}
		return fork.Shared.Merger.packed(p, d)
	case message.StepVerdict:
		v, err := message.DecodeBranchVerdict(k)
		if err != nil {
			return err
		}
		return fork.Shared.Merger.judged(p, v)
	case message.StepFault:
		f, err := message.DecodeBlobFault(k)
		if err != nil {
			return err
		}
		fork.Shared.Merger.fault(p, f)
		return nil
	case message.StepAccept:
		a, err := message.DecodeBranchAccept(k)
		if err != nil {
			return err
		}
		return fork.Shared.Acceptance.accepted(p, a)
	case message.StepDecree:
		if err := k.Done(); err != nil {
			return err
		}
		return fork.c.Policy.AskedToDecree(p)
	}
	return fork.receiveBlobStep(p, step, k)
}

// receiveBlobStep takes a message about one blob.
func (fork *Fork) receiveBlobStep(p *kernel.Peer, step byte, k *wire.Cursor) error {
	if step < message.StepHold || step > message.StepPiece && step != message.StepTrying {
		return fmt.Errorf("host: step %d of a fork message", step)
	}
	blob := k.Hash()
	if step == message.StepPiece {
		message := k.Rest()
		if k.Err() != nil || len(message) == 0 {
			return fmt.Errorf("host: a piece without a message")
		}
		return fork.Shared.Merger.piece(p, blob, message)
	}
	if err := k.Done(); err != nil {
		return err
	}
	switch step {
	case message.StepHold:
		return fork.Shared.Merger.hold(p, blob)
	case message.StepHeld:
		fork.Shared.Merger.held(p, blob)
		return nil
	case message.StepTrying:
		fork.Shared.Merger.trying(p, blob)
		return nil
	}
	return fork.Shared.Merger.wantBlob(p, blob)
}
