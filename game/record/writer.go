package record

import (
	"encoding/binary"
	"fmt"

	"github.com/zeebo/xxh3"

	"manyhold/game/island"
)

// Sink is where a recording goes; *os.File is one.
type Sink interface {
	Write(b []byte) (n int, err error)
}

// Writer writes a recording. It is not safe for concurrent use. After an error it writes no more and
// returns that error for ever.
type Writer struct {
	sink  Sink
	buf   []byte
	next  uint64 // the turn to come
	since uint64 // turns since the last snapshot
	err   error
}

// NewWriter begins a recording with the state that w has after the turn before first.
func NewWriter(sink Sink, h Header, snapshot []byte) (*Writer, error) {
	w := &Writer{sink: sink, next: h.First}
	w.buf = append(append(w.buf, magic...), version)
	if _, err := sink.Write(w.buf); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	w.begin(blockHeader)
	w.u64(h.Seed)
	w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(h.Rules))
	w.buf = append(w.buf, h.World[:]...)
	w.u64(h.First)
	w.flush()
	w.snapshot(h.First-1, snapshot)
	return w, w.err
}

// Turn adds a turn that the island has executed. Numbers follow each other without gaps.
func (w *Writer) Turn(turn, digest uint64, body []byte) error {
	if turn != w.next && w.err == nil {
		w.err = fmt.Errorf("record: turn %d after turn %d: the recording has a gap", turn, w.next-1)
	}
	w.begin(blockTurn)
	w.u64(turn)
	w.u64(digest)
	w.buf = append(w.buf, body...)
	w.flush()
	w.next++
	w.since++
	return w.err
}

// Snapshot adds the state after the last turn.
func (w *Writer) Snapshot(snapshot []byte) error {
	w.snapshot(w.next-1, snapshot)
	return w.err
}

// End completes the recording with the state after its last turn. The sink is not closed.
func (w *Writer) End(snapshot []byte) error {
	if w.since > 0 && snapshot != nil {
		w.snapshot(w.next-1, snapshot)
	}
	w.begin(blockEnd)
	w.u64(w.next - 1)
	w.flush()
	return w.err
}

func (w *Writer) snapshot(turn uint64, snapshot []byte) {
	w.begin(blockSnapshot)
	w.u64(turn)
	w.buf = append(w.buf, snapshot...)
	w.flush()
	w.since = 0
}

// begin starts a block, leaving room for its length.
func (w *Writer) begin(kind byte) { w.buf = append(w.buf[:0], kind, 0, 0, 0, 0) }

func (w *Writer) u64(v uint64) { w.buf = binary.LittleEndian.AppendUint64(w.buf, v) }

// flush ends the block and writes it in one piece.
func (w *Writer) flush() {
	if w.err != nil {
		return
	}
	binary.LittleEndian.PutUint32(w.buf[1:], uint32(len(w.buf)-blockHead))
	w.u64(xxh3.Hash(w.buf))
	if _, err := w.sink.Write(w.buf); err != nil {
		w.err = fmt.Errorf("record: %w", err)
	}
}

// blockHead is the number of bytes before the body of a block, blockTail of those after it.
const (
	blockHead = 5
	blockTail = 8
)

// HeaderOf returns the header of a recording of an island that begins with turn first.
func HeaderOf(w *island.Island, world [32]byte, first uint64) Header {
	g := w.Gen
	return Header{Seed: g.Seed, Rules: g.Rules, World: world, First: first}
}
