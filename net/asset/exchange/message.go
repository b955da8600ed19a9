package exchange

import (
	"errors"
	"fmt"

	"manyhold/net/asset"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// Limits of messages.
const (
	// MaxNames is the number of names in one Ask or Hold: the longest Hold fits a message.
	MaxNames = 48
	// MaxNeed is the number of blocks in one Need.
	MaxNeed = 16
	// MaxOthers is the number of other peers that an answer names for an asset.
	MaxOthers = 4
	// MaxPiece is the largest piece of a block in bytes.
	MaxPiece = 12 << 10
	// maxDescribed is the longest descriptor that is looked at in bytes. It is longer than an allowed one, so
	// that an asset that is too large is known as such.
	maxDescribed = 15 << 10
	// maxAge is the greatest age of a record in seconds.
	maxAge = 1 << 20
)

// ErrMalformed says that bytes are not a message.
var ErrMalformed = errors.New("exchange: malformed")

type step uint8

// The steps. The numbers are sent.
const (
	stepAsk       step = 1
	stepHold      step = 2
	stepDescribe  step = 3
	stepDescribed step = 4
	stepNeed      step = 5
	stepPiece     step = 6
	stepLack      step = 7
	stepStale     step = 8
	stepLast           = stepStale
)

// state says how much of an asset a peer has.
type state uint8

const (
	holdsNone  state = 0
	holdsPart  state = 1
	holdsWhole state = 2
)

// holding is an entry of a Hold.
type holding struct {
	Name   asset.Name
	State  state
	Have   []bool // holdsPart: by block
	Others []other
}

// other is a peer that has an asset, as a third one says.
type other struct {
	ID  key.ID
	Age int // seconds since the teller heard it
}

func begin(s step) []byte { return []byte{byte(wire.Asset), byte(s)} }

// encodeNames returns an Ask.
func encodeNames(s step, names []asset.Name) []byte {
	b := wire.AppendUvarint(begin(s), uint64(len(names)))
	for _, n := range names {
		b = append(b, n[:]...)
	}
	return b
}

// encodeName returns a Describe or a Lack.
func encodeName(s step, n asset.Name) []byte { return append(begin(s), n[:]...) }

func encodeDescribed(n asset.Name, d []byte) []byte {
	return append(encodeName(stepDescribed, n), d...)
}

func encodeHold(list []holding) []byte {
	b := wire.AppendUvarint(begin(stepHold), uint64(len(list)))
	for _, h := range list {
		b = append(append(b, h.Name[:]...), byte(h.State))
		if h.State == holdsPart {
			b = wire.AppendUvarint(b, uint64(len(h.Have)))
			bits := make([]byte, (len(h.Have)+7)/8)
			for i, v := range h.Have {
				if v {
					bits[i/8] |= 1 << (i % 8)
				}
			}
			b = append(b, bits...)
		}
		b = wire.AppendUvarint(b, uint64(len(h.Others)))
		for _, o := range h.Others {
			b = wire.AppendUvarint(append(b, o.ID[:]...), uint64(o.Age))
		}
	}
	return b
}

func encodeNeed(n asset.Name, blocks []int) []byte {
	b := wire.AppendUvarint(append(begin(stepNeed), n[:]...), uint64(len(blocks)))
	for _, i := range blocks {
		b = wire.AppendUvarint(b, uint64(i))
	}
	return b
}

func encodePiece(n asset.Name, block, offset int, data []byte) []byte {
	b := append(make([]byte, 0, 44+len(data)), begin(stepPiece)...)
	b = wire.AppendUvarint(append(b, n[:]...), uint64(block))
	return append(wire.AppendUvarint(b, uint64(offset)), data...)
}

func encodeStale(n asset.Name, id key.ID) []byte {
	return append(append(begin(stepStale), n[:]...), id[:]...)
}

// message is any of the messages, decoded. Only the fields of its step are set.
type message struct {
	step    step
	name    asset.Name   // all but Ask and Hold
	names   []asset.Name // Ask
	holds   []holding
	blocks  []int  // Need; Piece: the one
	offset  int    // Piece
	payload []byte // Piece; Described: the descriptor
	id      key.ID // Stale
}

// decode reads a message with its kind. The payload is a piece of b. Its error is ErrMalformed.
func decode(b []byte) (m message, err error) {
	c := wire.NewCursor(b)
	if k := wire.Kind(c.U8()); c.Err() == nil && k != wire.Asset {
		c.Fail(fmt.Errorf("kind %d", k))
	}
	m.step = step(c.U8())
	switch m.step {
	case stepAsk:
		for range count(c, MaxNames) {
			m.names = append(m.names, c.Hash())
		}
	case stepHold:
		for range count(c, MaxNames) {
			m.holds = append(m.holds, decodeHolding(c))
			if c.Err() != nil {
				break
			}
		}
	case stepDescribe, stepLack:
		m.name = c.Hash()
	case stepDescribed:
		m.name = c.Hash()
		if n := c.Len(); n == 0 || n > maxDescribed {
			c.Fail(fmt.Errorf("a descriptor of %d bytes", n))
		}
		m.payload = c.Rest()
	case stepNeed:
		m.name = c.Hash()
		for range count(c, MaxNeed) {
			i := c.Count(asset.MaxBlocks - 1)
			if n := len(m.blocks); c.Err() == nil && n > 0 && i <= m.blocks[n-1] {
				c.Fail(errors.New("blocks that do not ascend"))
			}
			m.blocks = append(m.blocks, i)
		}
	case stepPiece:
		m.name, m.blocks = c.Hash(), []int{c.Count(asset.MaxBlocks - 1)}
		m.offset = c.Count(asset.BlockSize - 1)
		if n := c.Len(); c.Err() == nil && (n == 0 || n > MaxPiece || m.offset+n > asset.BlockSize) {
			c.Fail(fmt.Errorf("a piece of %d bytes at %d", n, m.offset))
		}
		m.payload = c.Rest()
	case stepStale:
		m.name, m.id = c.Hash(), c.Hash()
	default:
		c.Fail(fmt.Errorf("step %d", m.step))
	}
	if err := c.Done(); err != nil {
		return message{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return m, nil
}

// count reads the length of a list that is not empty.
func count(c *wire.Cursor, most int) int {
	n := c.Count(most)
	if c.Err() == nil && n == 0 {
		c.Fail(errors.New("an empty list"))
	}
	return n
}

func decodeHolding(c *wire.Cursor) (h holding) {
	h.Name, h.State = c.Hash(), state(c.U8())
	switch h.State {
	case holdsNone, holdsWhole:
	case holdsPart:
		n := count(c, asset.MaxBlocks)
		bits := c.Bytes((n + 7) / 8)
		if c.Err() != nil {
			return h
		}
		if n%8 != 0 && bits[len(bits)-1]>>(n%8) != 0 {
			c.Fail(errors.New("bits of blocks that do not exist"))
		}
		h.Have = make([]bool, n)
		for i := range h.Have {
			h.Have[i] = bits[i/8]>>(i%8)&1 != 0
		}
	default:
		c.Fail(fmt.Errorf("state %d", h.State))
	}
	for range c.Count(MaxOthers) {
		h.Others = append(h.Others, other{c.Hash(), c.Count(maxAge)})
	}
	return h
}

// encode is the inverse of decode.
func (m message) encode() []byte {
	switch m.step {
	case stepAsk:
		return encodeNames(m.step, m.names)
	case stepHold:
		return encodeHold(m.holds)
	case stepDescribed:
		return encodeDescribed(m.name, m.payload)
	case stepNeed:
		return encodeNeed(m.name, m.blocks)
	case stepPiece:
		return encodePiece(m.name, m.blocks[0], m.offset, m.payload)
	case stepStale:
		return encodeStale(m.name, m.id)
	}
	return encodeName(m.step, m.name)
}
