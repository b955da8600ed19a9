package world

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"
)

// A digest is a hash of the whole state, from the hashes of its sections. Tiles are not hashed again:
// every region keeps the sum of the hashes of its tiles, and a change of a tile adds the difference.

// Section numbers a part of the state with a hash of its own.
type Section uint8

// The sections. Recordings hold their numbers: they are only appended.
const (
	ClockSection Section = iota // genesis, tick, seats given, items created and destroyed
	PlayerSection
	AwaySection
	BodySection
	TileSection
	ChestSection
	ChatSection
	ComponentSection
	DormantSection
	OutlineSection
	TopologySection // who the island is among the others, its land and its mail
	WorkSection     // what is to be done by itself in the regions
	LawSection      // the ordinances
	GateSection     // who came, and who changed something
	ClaimSection    // who has which land
	DiarySection    // what players changed
	BlueprintSection
	ThingSection // what was placed of blueprints
	StoreSection // what scripts keep
	FlockSection // the sheep of a match
	LightSection // the lighthouses that burn
	ChallengeSection
	AbroadSection // the people of other islands
	AnnalsSection
	SectionCount
)

var sectionNames = [SectionCount]string{"clock", "players", "players away", "bodies", "tiles", "chests", "chat", "components", "dormant regions", "outlines", "topology", "works", "ordinances", "gate", "claims", "diary", "blueprints", "things", "stores", "flock", "lights", "challenges", "people abroad", "annals"}

// String returns the section's name in lower case.
func (s Section) String() string {
	if s >= SectionCount {
		return "unknown"
	}
	return sectionNames[s]
}

// Digest returns a hash of the whole state. Where there is only home, there is no topology: such a world has
// the digest that it had before there were others.
func (i *State) Digest() uint64 {
	var b [9 * SectionCount]byte
	n := 0
	for k, s := range i.Sections() {
		if Section(k) > DormantSection { // a section that came later counts only where it holds something
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
	s[ClockSection] = hash(&i.bytes, i.appendClock)
	s[PlayerSection] = hash(&i.bytes, func(b []byte) []byte { return appendPlayers(b, i.Roster.Here) })
	s[AwaySection] = i.Roster.awaySum
	s[BodySection] = hash(&i.bytes, i.Space.append)
	s[TileSection] = hash(&i.bytes, i.Land.appendSums)
	s[ChestSection] = hash(&i.bytes, i.Chests.append)
	s[ChatSection] = i.Chat.sum
	s[ComponentSection] = hash(&i.bytes, i.Components.Append)
	s[DormantSection] = i.Dormant.sum()
	if len(i.Outlines.List) > 0 {
		s[OutlineSection] = hash(&i.bytes, i.Outlines.append)
	}
	s[LawSection] = i.Code.sum
	s[ClaimSection] = i.Claims.Sum()
	s[BlueprintSection] = i.Blueprints.Sum()
	s[ThingSection] = i.Things.Sum()
	s[StoreSection] = i.Stores.Sum()
	for _, x := range [...]struct { // tables that are hashed as they are written, unless they are empty
		is Section
		of interface {
			Empty() bool
			Append(dst []byte) []byte
		}
	}{{LightSection, &i.Lights}, {ChallengeSection, &i.Challenges}, {AbroadSection, &i.Abroad}, {AnnalsSection, &i.Annals}, {FlockSection, &i.Flock}, {GateSection, &i.Gate}} {
		if !x.of.Empty() {
			s[x.is] = hash(&i.bytes, x.of.Append)
		}
	}
	if len(i.Works.List) > 0 {
		s[WorkSection] = hash(&i.bytes, i.Works.append)
	}
	if len(i.Diary.List) > 0 {
		s[DiarySection] = hash(&i.bytes, i.Diary.AppendSums)
	}
	if !i.Topology.alone(i.Gen.Cap) {
		s[TopologySection] = hash(&i.bytes, func(b []byte) []byte { return i.Topology.append(b, i.Gen.Cap) })
	}
	return s
}

// hash returns the hash of the bytes that write appends, for which it uses the scratch.
func hash(scratch *[]byte, write func([]byte) []byte) uint64 {
	*scratch = write((*scratch)[:0])
	return xxh3.Hash(*scratch)
}
