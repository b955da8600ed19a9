package format

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"manyhold/net/store"
	"manyhold/net/wire"
)

// A segment holds turns that follow each other, packed with zstd. Their chain hashes are not kept: they
// follow from the bodies and would be most of the file. Unpacked, it is
//
//	version 1 in one byte, uvarint first turn, uvarint number of runs, and for each run:
//	uvarint number of turns (at least 1), uvarint epoch, uvarint length of the body, body
//
// The turns of a run have the same epoch and body, so idle hours are one run.
const (
	segmentVersion = 1
	// maxSegment is the largest number of turns in one segment.
	MaxSegment = 4096
	// maxSegmentBytes is the largest segment before packing.
	MaxSegmentBytes = MaxSegment*16 + 4<<20
	// maxValue is the largest value of a column in bytes, so that a damaged length cannot ask for more
	// memory.
	MaxValue = 64 << 20
)

// errSegment says that bytes are not a segment.
var errSegment = errors.New("store: not a segment")

// run is a number of consecutive turns with the same epoch and body.
type run struct {
	count uint64
	epoch uint64
	body  []byte
}

// EncodeSegment returns the unpacked bytes of consecutive entries.
func EncodeSegment(entries []store.Entry) []byte {
	var runs []run
	for _, e := range entries {
		if n := len(runs); n > 0 && runs[n-1].epoch == e.Epoch && bytes.Equal(runs[n-1].body, e.Body) {
			runs[n-1].count++
		} else {
			runs = append(runs, run{1, e.Epoch, e.Body})
		}
	}
	b := wire.AppendU8(nil, segmentVersion)
	b = wire.AppendUvarint(b, entries[0].Turn)
	b = wire.AppendUvarint(b, uint64(len(runs)))
	for _, r := range runs {
		b = wire.AppendUvarint(b, r.count)
		b = wire.AppendUvarint(b, r.epoch)
		b = wire.AppendBlob(b, r.body)
	}
	return b
}

// DecodeSegment reads the output of encodeSegment. The entries have no hashes, and their bodies are pieces of
// b.
func DecodeSegment(b []byte) ([]store.Entry, error) {
	c := wire.NewCursor(b)
	if v := c.U8(); v != segmentVersion {
		return nil, fmt.Errorf("%w: version %d", errSegment, v)
	}
	turn := c.Uvarint()
	runs := c.Count(MaxSegment)
	var entries []store.Entry
	for range runs {
		count, epoch, body := c.Count(MaxSegment-len(entries)), c.Uvarint(), c.Blob(store.MaxBody)
		if c.Err() == nil && (count == 0 || epoch > store.MaxTurn || turn > store.MaxTurn-uint64(count)) {
			c.Fail(fmt.Errorf("%d turns from %d in epoch %d", count, turn, epoch))
		}
		if c.Err() != nil {
			break
		}
		for range count {
			entries = append(entries, store.Entry{Epoch: epoch, Turn: turn, Body: body})
			turn++
		}
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", errSegment, err)
	}
	return entries, nil
}

// Packing packs and unpacks the data of a world file. It makes its tables when they are first needed and has
// no goroutine.
type Packing struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

// packWindow is how far back zstd looks, in bytes; a region is smaller. It decides the memory of packing (a
// few times as much).
const packWindow = 128 << 10

func (a *Packing) Pack(b []byte) []byte {
	if a.enc == nil {
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(packWindow), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		a.enc = enc
	}
	return a.enc.EncodeAll(b, nil)
}

// Unpack returns at most limit bytes. More is an error.
func (a *Packing) Unpack(b []byte, limit int) ([]byte, error) {
	if a.dec == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(MaxValue))
		if err != nil {
			panic(err) // the options are constants
		}
		a.dec = dec
	}
	out, err := a.dec.DecodeAll(b, nil)
	if err == nil && len(out) > limit {
		err = fmt.Errorf("%d bytes instead of at most %d", len(out), limit)
	}
	return out, err
}
