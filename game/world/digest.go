package world

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// A digest is a hash of the whole state, from the hashes of its sections. Tiles are not hashed again:
// every region keeps the sum of the hashes of its tiles, and a change of a tile adds the difference.

// Section numbers a part of the state with a hash of its own.
type Section uint8

// The sections. Recordings hold their numbers: they are only appended.
const (
	Clock Section = iota // genesis, tick, seats given, items created and destroyed
	Players
	Away
	Bodies
	Tiles
	Chests
	ChatSection
	Components
	Dormant
	OutlineSection
	TopologySection // who the island is among the others, its land and its mail
	Works           // what is to be done by itself in the regions
	Code            // the laws
	SectionCount
)

var sectionNames = [SectionCount]string{"clock", "players", "players away", "bodies", "tiles", "chests", "chat", "components", "dormant regions", "outlines", "topology", "works", "laws"}

// String returns the section's name in lower case.
func (s Section) String() string {
	if s >= SectionCount {
		return "unknown"
	}
	return sectionNames[s]
}

// sums are the hashes of the sections.
type sums [SectionCount]uint64

// Digest returns a hash of the whole state. Where there is only home, there is no topology: such a world has
// the digest that it had before there were others.
func (i *State) Digest() uint64 {
	i.sums = i.Sections()
	var b [9 * SectionCount]byte
	n := 0
	for k, s := range i.sums {
		if Section(k) > Dormant { // a section that came later counts only where it holds something
			if s == 0 {
				continue
			}
			b[n] = uint8(k)
			n++
		}
		binary.LittleEndian.PutUint64(b[n:], s)
		n += 8
	}
	return xxh3.Hash(b[:n])
}

// Sections returns the hash of each section: where digests differ, they say in which part of the state.
func (i *State) Sections() (s [SectionCount]uint64) {
	s[Clock] = i.hashed(i.appendClock)
	s[Players] = i.hashed(func(b []byte) []byte { return appendPlayers(b, i.Roster) })
	s[Away] = i.awaySum
	s[Bodies] = i.hashed(i.appendBodies)
	s[Tiles] = i.hashed(i.appendTileSums)
	s[Chests] = i.hashed(i.appendChests)
	s[ChatSection] = i.chatSum
	s[Components] = i.hashed(i.AppendComponents)
	for k := range i.Dormant {
		s[Dormant] += i.Dormant[k].Sum
	}
	if len(i.Traces) > 0 {
		s[OutlineSection] = i.hashed(i.appendOutlines)
	}
	if i.Code != (LawCode{}) {
		s[Code] = i.hashed(func(dst []byte) []byte { return appendCode(i, dst) })
	}
	if len(i.Works) > 0 {
		s[Works] = i.hashed(func(dst []byte) []byte { return appendWorks(i, dst) })
	}
	if !i.Alone() {
		s[TopologySection] = i.hashed(i.appendTopology)
	}
	return s
}

// hashed returns the hash of the bytes that write appends.
func (i *State) hashed(write func([]byte) []byte) uint64 {
	i.bytes = write(i.bytes[:0])
	return xxh3.Hash(i.bytes)
}

// SumAway brings awaySum up to date; every change of i.Away must call it.
func (i *State) SumAway() {
	i.awaySum = i.hashed(func(b []byte) []byte { return appendPlayers(b, i.Away) })
}

// SumChat brings chatSum up to date; every change of the chat or its sequence number must call it. The sum is
// kept because lines are many words scattered in memory, and few turns add one.
func (i *State) SumChat() { i.chatSum = i.hashed(i.appendChat) }

func appendPlayers(dst []byte, list []entity.PlayerState) []byte {
	for k := range list {
		dst = AppendPlayer(dst, &list[k])
	}
	return dst
}

func (i *State) appendBodies(dst []byte) []byte {
	list := i.Space.Bodies()
	for k := range list {
		dst = AppendBody(dst, &list[k])
	}
	return dst
}

func (i *State) appendTileSums(dst []byte) []byte {
	for _, r := range i.Active {
		dst = codec.U64(codec.U64(dst, RegionKey(r.At)), r.Sum)
	}
	return dst
}

func (i *State) appendChests(dst []byte) []byte {
	for k := range i.Chests {
		c := &i.Chests[k]
		dst = codec.U32(codec.U32(dst, uint32(c.At.X)), uint32(c.At.Y))
		dst = AppendStacks(dst, c.Slots[:])
	}
	return dst
}

// DormantSum hashes a dormant region with its place.
func DormantSum(at grid.Region, data []byte) uint64 { return xxh3.HashSeed(data, RegionKey(at)) }
