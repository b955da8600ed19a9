// Package segment is the encoding of turns that follow each other: in world files, and in the blobs of
// branches.
//
// Their chain hashes are not kept: they follow from the bodies and would be most of the bytes. A segment is
//
//	version 2 in one byte, uvarint first turn, uvarint number of runs, and for each run:
//	uvarint number of turns (at least 1), uvarint epoch, uvarint length of the body, body,
//	uvarint length of the command signatures, signatures
//
// The turns of a run have the same epoch and body and no signatures, so idle hours are one run.
package segment

import (
	"bytes"
	"errors"
	"fmt"

	"manyhold/net/store"
	"manyhold/net/wire"
)

const (
	version = 2
	// MaxTurns is the largest number of turns in one segment.
	MaxTurns = 4096
	// MaxBytes is the largest segment before packing.
	MaxBytes = MaxTurns*16 + 4<<20
)

// ErrSegment says that bytes are not a segment.
var ErrSegment = errors.New("store: not a segment")

// run is a number of consecutive turns with the same epoch and body.
type run struct {
	count            uint64
	epoch            uint64
	body, signatures []byte
}

// Encode returns the bytes of consecutive entries.
func Encode(entries []store.Entry) []byte {
	var runs []run
	for _, e := range entries {
		if n := len(runs); n > 0 && runs[n-1].epoch == e.Epoch && bytes.Equal(runs[n-1].body, e.Body) && len(runs[n-1].signatures)+len(e.Signatures) == 0 {
			runs[n-1].count++
		} else {
			runs = append(runs, run{1, e.Epoch, e.Body, e.Signatures})
		}
	}
	b := wire.AppendU8(nil, version)
	b = wire.AppendUvarint(b, entries[0].Turn)
	b = wire.AppendUvarint(b, uint64(len(runs)))
	for _, r := range runs {
		b = wire.AppendUvarint(b, r.count)
		b = wire.AppendUvarint(b, r.epoch)
		b = wire.AppendBlob(b, r.body)
		b = wire.AppendBlob(b, r.signatures)
	}
	return b
}

// List returns entries that follow each other as segments.
func List(entries []store.Entry) (list [][]byte) {
	for len(entries) > 0 {
		n, size := 0, 0
		for n < len(entries) && n < MaxTurns && size < MaxBytes/2 {
			size += len(entries[n].Body) + len(entries[n].Signatures)
			n++
		}
		list, entries = append(list, Encode(entries[:n])), entries[n:]
	}
	return list
}

// Between picks the turns after one up to another from entries, as segments; nil: some are missing, or they
// exceed store.MaxStretch.
func Between(entries []store.Entry, after, to uint64) [][]byte {
	var picked []store.Entry
	for _, e := range entries {
		if e.Turn == after+1+uint64(len(picked)) && e.Turn <= to {
			picked = append(picked, e)
		}
	}
	list, size := append([][]byte{}, List(picked)...), 0
	for _, b := range list {
		size += len(b)
	}
	if after+uint64(len(picked)) != to || size > store.MaxStretch {
		return nil
	}
	return list
}

// Decode reads the output of Encode. The entries have no hashes, and their bodies and signatures are pieces
// of b.
func Decode(b []byte) ([]store.Entry, error) {
	c := wire.NewCursor(b)
	if v := c.U8(); v != version {
		return nil, fmt.Errorf("%w: version %d", ErrSegment, v)
	}
	turn := c.Uvarint()
	runs := c.Count(MaxTurns)
	var entries []store.Entry
	for range runs {
		count, epoch, body := c.Count(MaxTurns-len(entries)), c.Uvarint(), c.Blob(store.MaxBody)
		signatures := c.Blob(store.MaxSignatures)
		if c.Err() == nil && (count == 0 || count > 1 && len(signatures) > 0 || epoch > store.MaxTurn || turn > store.MaxTurn-uint64(count)) {
			c.Fail(fmt.Errorf("%d turns from %d in epoch %d", count, turn, epoch))
		}
		if c.Err() != nil {
			break
		}
		for range count {
			entries = append(entries, store.Entry{Epoch: epoch, Turn: turn, Body: body, Signatures: signatures})
			turn++
		}
	}
	if err := c.Done(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSegment, err)
	}
	return entries, nil
}
