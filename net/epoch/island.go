package epoch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"manyhold/net/wire"
)

const islandDomain = "manyhold island"

// IslandOf returns the id of a part's island: the first eight bytes, little endian, of the SHA-256 of
// "manyhold island", the Division of the record and the part's index (u8); 2 more when that is 0 or 1.
func IslandOf(division [32]byte, part uint8) uint64 {
	b := append(append([]byte(islandDomain), division[:]...), part)
	sum := sha256.Sum256(b)
	if id := binary.LittleEndian.Uint64(sum[:]); id > Home {
		return id
	} else {
		return id + 2
	}
}

// Division names the place at which a Split or Room record divides its island: the SHA-256 of world (32
// bytes), island and number (u64 each, little endian), previous (32), first turn (u64) and chain (32). It
// is known before the states of the parts are, which contain ids derived from it. The log ensures that at
// most one record continues from there.
func (r *Record) Division() [32]byte {
	b := append(make([]byte, 0, 120), r.World[:]...)
	b = wire.AppendU64(b, r.Island)
	b = wire.AppendU64(b, r.Number)
	b = append(b, r.Previous[:]...)
	b = wire.AppendU64(b, r.FirstTurn)
	b = append(b, r.Chain[:]...)
	return sha256.Sum256(b)
}

// Begin returns the unsigned first record of the island that a part of r is.
func (r *Record) Begin(part int) *Record {
	p := r.Parts[part]
	return &Record{Reason: Begun, World: r.World, Island: p.Island, Number: 1, Previous: r.Hash(), FirstTurn: r.FirstTurn, Chain: r.Chain,
		Rules: r.Rules, Ticks: r.Ticks, Firm: r.Firm, Voters: slices.Clone(p.Voters), Heirs: slices.Clone(p.Heirs), Parent: r.Island}
}

// Begins checks that r is the first record of an island that the Split or Room record parent divided from
// its own. All of it but the signer follows from parent, which a committee has agreed on. So every peer
// that executed parent's island may sign it, observers included. Errors wrap ErrSuccession.
func (r *Record) Begins(parent *Record) error {
	if r.Reason != Begun || !parent.Reason.divides() {
		return fmt.Errorf("%w: only a record that divides an island begins another", ErrSuccession)
	}
	for i, p := range parent.Parts {
		if p.Island != r.Island {
			continue
		}
		if parent.Begin(i).Hash() != r.Hash() {
			return fmt.Errorf("%w: differs from its parent's record of the island", ErrSuccession)
		}
		return nil
	}
	return fmt.Errorf("%w: its parent's record has no such part", ErrSuccession)
}
