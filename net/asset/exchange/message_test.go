package exchange

import (
	"bytes"
	"errors"
	"testing"

	"manyhold/net/asset"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/wire"
)

// samples are messages of all steps at their limits.
func samples() []message {
	full := make([]holding, MaxNames)
	for i := range full {
		full[i] = holding{Name: asset.Name{byte(i)}, State: holdsPart, Have: make([]bool, asset.MaxBlocks)}
		full[i].Have[3], full[i].Have[asset.MaxBlocks-1] = true, true
		for k := range MaxOthers {
			full[i].Others = append(full[i].Others, other{key.ID{byte(k)}, maxAge})
		}
	}
	need := make([]int, MaxNeed)
	for i := range need {
		need[i] = asset.MaxBlocks - MaxNeed + i
	}
	return []message{
		{step: stepAsk, names: make([]asset.Name, MaxNames)},
		{step: stepHold, holds: full},
		{step: stepHold, holds: []holding{{State: holdsWhole}, {State: holdsNone}, {State: holdsPart, Have: []bool{true, false, true}}}},
		{step: stepDescribe, name: asset.Name{1}},
		{step: stepDescribed, name: asset.Name{1}, payload: make([]byte, maxDescribed)},
		{step: stepNeed, name: asset.Name{1}, blocks: need},
		{step: stepPiece, name: asset.Name{1}, blocks: []int{asset.MaxBlocks - 1}, offset: asset.BlockSize - MaxPiece, payload: make([]byte, MaxPiece)},
		{step: stepLack, name: asset.Name{1}},
		{step: stepStale, name: asset.Name{1}, id: key.ID{2}},
	}
}

// TestMessages: each message is read as it was written, and fits a link.
func TestMessages(t *testing.T) {
	for _, m := range samples() {
		b := m.encode()
		if got, err := decode(b); err != nil || !bytes.Equal(got.encode(), b) || len(b) > link.MaxMessage {
			t.Errorf("step %d of %d bytes: %v", m.step, len(b), err)
		}
	}
}

// TestMalformed is a table of messages that no honest peer sends.
func TestMalformed(t *testing.T) {
	name := make([]byte, 32)
	for what, b := range map[string][]byte{
		"nothing":            {},
		"another kind":       {byte(wire.Block), 3},
		"no step":            {byte(wire.Asset)},
		"an unknown step":    append([]byte{byte(wire.Asset), 9}, name...),
		"no names":           {byte(wire.Asset), 1, 0},
		"too many names":     append([]byte{byte(wire.Asset), 1, MaxNames + 1}, make([]byte, 32*(MaxNames+1))...),
		"more than said":     append(encodeName(stepDescribe, asset.Name{}), 0),
		"half a name":        {byte(wire.Asset), 3, 1, 2},
		"an unknown state":   append(append([]byte{byte(wire.Asset), 2, 1}, name...), 3, 0),
		"false bits":         append(append([]byte{byte(wire.Asset), 2, 1}, name...), 1, 3, 0x08, 0),
		"no blocks":          encodeNeed(asset.Name{}, nil),
		"a block twice":      encodeNeed(asset.Name{}, []int{5, 5}),
		"blocks in disorder": encodeNeed(asset.Name{}, []int{5, 4}),
		"a forged block":     encodeNeed(asset.Name{}, []int{asset.MaxBlocks}),
		"too many blocks":    encodeNeed(asset.Name{}, make([]int, MaxNeed+1)),
		"an empty piece":     encodePiece(asset.Name{}, 0, 0, nil),
		"a large piece":      encodePiece(asset.Name{}, 0, 0, make([]byte, MaxPiece+1)),
		"beyond the block":   encodePiece(asset.Name{}, 0, asset.BlockSize-1, make([]byte, 2)),
		"a long descriptor":  encodeDescribed(asset.Name{}, make([]byte, maxDescribed+1)),
		"no descriptor":      encodeDescribed(asset.Name{}, nil),
		"an old record":      append(append([]byte{byte(wire.Asset), 2, 1}, name...), append(append([]byte{2, 1}, name...), 0xff, 0xff, 0xff, 0x7f)...),
	} {
		if m, err := decode(b); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %+v, %v", what, m, err)
		}
	}
}

// FuzzMessage: whatever is decoded is encoded to the same bytes.
func FuzzMessage(f *testing.F) {
	for _, m := range samples() {
		f.Add(m.encode())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decode(b)
		if err == nil && !bytes.Equal(m.encode(), b) {
			t.Fatalf("%+v", m)
		}
	})
}
