package coins

import (
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/net/charter"
	"manyhold/net/wire"
)

// ordinances are the decisions of the charter that hold on the island, ascending by topic and subject. They
// change nothing: the toy only keeps them.
type ordinances []charter.Ordinance

// ordinanceSize is the size of an ordinance, in bytes.
const ordinanceSize = 1 + 32 + 2*8

// Ordinances is machine.Machine's.
func (l ordinances) Ordinances(dst []charter.Ordinance) []charter.Ordinance { return append(dst, l...) }

// OrdinanceSum is machine.Machine's.
func (l ordinances) OrdinanceSum() uint64 {
	if len(l) == 0 {
		return 0
	}
	return xxh3.Hash(l.append(nil))
}

// differs reports whether enact would change anything.
func (l ordinances) differs(o charter.Ordinance) bool {
	at, found := slices.BinarySearchFunc(l, o, charter.Ordinance.Compare)
	return found && l[at] != o || !found && o.Word != 0
}

// enact takes an ordinance; a Word of 0 takes away the one about the same.
func (l *ordinances) enact(o charter.Ordinance) {
	at, found := slices.BinarySearchFunc(*l, o, charter.Ordinance.Compare)
	switch {
	case found && o.Word == 0:
		*l = slices.Delete(*l, at, at+1)
	case found:
		(*l)[at] = o
	case o.Word != 0:
		*l = slices.Insert(*l, at, o)
	}
}

// append appends u8 topic, subject, u64 value and u64 word of each.
func (l ordinances) append(dst []byte) []byte {
	for _, o := range l {
		dst = append(append(dst, byte(o.Topic)), o.Subject[:]...)
		dst = wire.AppendU64(wire.AppendU64(dst, o.Value), o.Word)
	}
	return dst
}

// ordinanceOf reads one of those that append appended.
func ordinanceOf(b []byte) (o charter.Ordinance) {
	o.Topic = charter.Topic(b[0])
	copy(o.Subject[:], b[1:])
	o.Value, o.Word = binary.LittleEndian.Uint64(b[33:]), binary.LittleEndian.Uint64(b[41:])
	return o
}

// Proclaim is machine.Builder's.
func (b *Builder) Proclaim(o charter.Ordinance) bool {
	if !b.m.differs(o) || len(b.t.bytes)+ordinanceSize+2 > MaxTurn {
		return false
	}
	b.add(entry{kind: entryOrdinance}, Author{}, ordinances{o}.append(nil))
	return true
}
