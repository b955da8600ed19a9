package room

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/wire"
)

// Master is what the engine executes for a generation: the inputs of all seats in their order.
type Master struct {
	Generation uint32
	Ticks      uint8  // how many the engine executes
	Vacant     uint16 // a bit for each seat that nobody has, or whose player is away
	Inputs     []Input
}

// Input is the input of a seat. A seat without one has sent an empty packet, or none.
type Input struct {
	Seat uint8
	Body []byte
}

// log is the list of all masters: the recording of a match.
type log struct {
	entries [][]byte // encoded masters, the first one of generation 1
	size    int      // their bytes
	chain   [32]byte // the hash of each master with the chain before it
	// chains are those before each chainEvery masters, from the first one on: to look at a signature never
	// takes longer than to hash so many.
	chains [][32]byte
}

// chainEvery is the number of masters between two chains that are kept.
const chainEvery = 64

// add appends a master.
func (l *log) add(m *Master) {
	b := m.Append(nil)
	if len(l.entries)%chainEvery == 0 {
		l.chains = append(l.chains, l.chain)
	}
	l.entries = append(l.entries, b)
	l.size += len(b)
	l.chain = chained(l.chain, b)
}

// chained returns the chain after a master.
func chained(before [32]byte, b []byte) [32]byte {
	return sha256.Sum256(append(before[:], b...))
}

// Append appends the bytes of a master without its number, as a log has them.
func (m *Master) Append(dst []byte) []byte {
	dst = wire.AppendU8(dst, m.Ticks)
	dst = wire.AppendU16(dst, m.Vacant)
	for _, i := range m.Inputs {
		dst = wire.AppendU8(dst, i.Seat)
		dst = wire.AppendBlob(dst, i.Body)
	}
	return dst
}

// ParseMaster reads the master of a generation.
func ParseMaster(generation uint32, b []byte) (m Master, err error) {
	c := wire.NewCursor(b)
	m = Master{Generation: generation, Ticks: c.U8(), Vacant: c.U16()}
	for next := uint8(0); c.Len() > 0; {
		i := Input{c.U8(), c.Blob(MaxBody)}
		if i.Seat < next || i.Seat >= MaxSeats || len(i.Body) == 0 {
			c.Fail(wire.ErrForm)
		}
		next = i.Seat + 1
		m.Inputs = append(m.Inputs, i)
	}
	if err := c.Done(); err != nil {
		return Master{}, err
	}
	if m.Ticks == 0 || m.Ticks > most {
		return Master{}, wire.ErrLimit
	}
	return m, nil
}

// chainAfter returns the hash of the masters up to a generation.
func (l *log) chainAfter(generation uint32) (chain [32]byte) {
	if int(generation) >= len(l.entries) {
		return l.chain
	}
	k := int(generation) / chainEvery
	chain = l.chains[k]
	for _, b := range l.entries[k*chainEvery : generation] {
		chain = chained(chain, b)
	}
	return chain
}

// Master returns the master of a generation that is closed.
func (r *Room) Master(generation uint32) (m Master, err error) {
	if generation == 0 || generation > uint32(len(r.match.log.entries)) {
		return m, fmt.Errorf("room: generation %d is not closed", generation)
	}
	return ParseMaster(generation, r.match.log.entries[generation-1])
}

// Chain returns the hash of all masters that are closed.
func (r *Room) Chain() [32]byte { return r.match.log.chain }
