package message

import (
	"fmt"

	"manyhold/net/wire"
)

// StepAskEnd is a step of merging, in the first byte of the body of Merge: let your island end into mine.
const StepAskEnd = 1

// MergeRequest asks an island's leader to end it into another: the body of Merge is u8 step, u64 the taker,
// u64 the one that ends, uvarint people of the taker.
type MergeRequest struct {
	Step       uint8
	Into, From uint64
	People     uint64 // of the taker
}

// Encode returns the message.
func (m MergeRequest) Encode() []byte {
	b := wire.AppendU64([]byte{byte(wire.Merge), m.Step}, m.Into)
	return wire.AppendUvarint(wire.AppendU64(b, m.From), m.People)
}

// DecodeMergeRequest decodes and checks it.
func DecodeMergeRequest(b []byte) (m MergeRequest, err error) {
	c := Body(b)
	m = MergeRequest{c.U8(), c.U64(), c.U64(), c.Uvarint()}
	if c.Err() == nil && (m.Step != StepAskEnd || m.Into < Home || m.From <= m.Into || m.People > 1<<16) {
		c.Fail(fmt.Errorf("host: step %d of merging island %d with %d", m.Step, m.Into, m.From))
	}
	return m, c.Done()
}
