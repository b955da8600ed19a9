package record

import (
	"encoding/binary"
	"fmt"

	"github.com/zeebo/xxh3"

	"manyhold/game"
)

// Block is one entry of a recording.
type Block struct {
	Turn     uint64
	Digest   uint64 // of a turn
	Body     []byte // of a turn; nil for a snapshot
	Snapshot []byte // nil for a turn
}

// Reader goes through a recording.
type Reader struct {
	Header Header
	// Damage describes the fault of the file after the last whole block, "" without one. Next ends there.
	Damage string
	// Cut says that only the end is missing, as after a kill.
	Cut bool

	rest  []byte
	at    int // offset of rest
	ended bool
}

// NewReader reads the head of a recording. It keeps b. Errors are ErrFormat, ErrNewer and ErrOlder.
func NewReader(b []byte) (*Reader, error) {
	if len(b) <= len(magic) || string(b[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrFormat, magic)
	}
	if v := b[len(magic)]; v > version {
		return nil, fmt.Errorf("%w (format %d); this version reads format %d", ErrNewer, v, version)
	} else if v < version {
		return nil, fmt.Errorf("%w (format %d); this version reads format %d", ErrOlder, v, version)
	}
	r := &Reader{rest: b[len(magic)+1:], at: len(magic) + 1}
	kind, body, ok := r.block()
	if !ok || kind != blockHeader || len(body) != 8+4+32+8 {
		return nil, fmt.Errorf("%w: no header: %s", ErrFormat, r.Damage)
	}
	r.Header.Seed = binary.LittleEndian.Uint64(body)
	r.Header.Rules = game.Rules(binary.LittleEndian.Uint32(body[8:]))
	copy(r.Header.World[:], body[12:])
	r.Header.First = binary.LittleEndian.Uint64(body[44:])
	switch rules := r.Header.Rules; {
	case rules > game.CurrentRules:
		return nil, fmt.Errorf("%w (rules %d); this version has rules %d", ErrNewer, rules, game.CurrentRules)
	case rules < game.OldestRules:
		return nil, fmt.Errorf("%w (rules %d); this version has rules %d", ErrOlder, rules, game.CurrentRules)
	}
	return r, nil
}

// Next returns the next turn or snapshot; ok is false at the end and where the file is damaged.
func (r *Reader) Next() (b Block, ok bool) {
	for !r.ended {
		kind, body, ok := r.block()
		if !ok {
			return Block{}, false
		}
		switch {
		case kind == blockTurn && len(body) >= 16:
			return Block{Turn: binary.LittleEndian.Uint64(body), Digest: binary.LittleEndian.Uint64(body[8:]), Body: body[16:]}, true
		case kind == blockSnapshot && len(body) >= 8:
			return Block{Turn: binary.LittleEndian.Uint64(body), Snapshot: body[8:]}, true
		case kind == blockEnd:
			r.ended = true
			if len(r.rest) > 0 {
				r.Damage = fmt.Sprintf("%d bytes follow its end", len(r.rest))
			}
		case kind <= blockEnd:
			r.Damage = fmt.Sprintf("the block before offset %d is too short", r.at)
			r.ended = true
		}
	}
	return Block{}, false
}

// block returns the next block, checked.
func (r *Reader) block() (kind byte, body []byte, ok bool) {
	fail := func(why string) (byte, []byte, bool) {
		r.Damage, r.ended = fmt.Sprintf("at offset %d: %s", r.at, why), true
		return 0, nil, false
	}
	if len(r.rest) < blockHead+blockTail {
		r.Cut = true
		if len(r.rest) == 0 {
			return fail("it was not ended; the process was killed")
		}
		return fail("it breaks off within a block")
	}
	n := uint64(binary.LittleEndian.Uint32(r.rest[1:]))
	if n > maxBlock {
		return fail("a block is larger than it may be")
	}
	if n+blockHead+blockTail > uint64(len(r.rest)) {
		r.Cut = true
		return fail("it breaks off within a block")
	}
	whole := r.rest[:blockHead+n]
	if binary.LittleEndian.Uint64(r.rest[len(whole):]) != xxh3.Hash(whole) {
		return fail("a block's checksum is wrong")
	}
	r.rest = r.rest[len(whole)+blockTail:]
	r.at += len(whole) + blockTail
	return whole[0], whole[blockHead:], true
}
