package world

import (
	"cmp"
	"slices"

	"manyhold/game/codec"
	"manyhold/game/grid"
)

// A snapshot is a list of parts, each
//
//	uvarint len(name), name, uvarint len(data), data
//
// in ascending byte order of name. Equal states have equal snapshots, and an unchanged part has equal bytes,
// so that it need be kept or sent only once.
//
// The first part, named "\x00", is the head:
//
//	[8]u8 magic, u16 version, u32 rules, u64 seed, u8 start (item.Start)
//	u64 tick, u16 greatest seat
//	uvarint kinds of item, then of each: u64 created, u64 destroyed
//	u64 number of the last line of chat; uvarint lines; of each: u64 number, u64 tick, u16 seat,
//	        text name, text text
//	uvarint columns; of each: text name, u16 size
//	uvarint players in the world, then away; of each its encoding (encode.go)
//	its place among the islands (topology.go), with the signals that come over lines
//	the islands that went into it (register.go)
//
// If there are ordinances, the second part, named "o", holds them (code.go):
//
//	uvarint ordinances; of each, ascending by topic and subject: u8 topic, 32 bytes subject if the topic is
//	about a player, uvarint value, uvarint word
//
// If strangers have come or players have changed something, the part before, named "g", holds it (package
// gate):
//
//	u64 tick, uvarint seats; of each, ascending: u16
//
// If there are claims, the part before, named "c", holds them (package claim):
//
//	uvarint claims; of each, in the order of their north-west corners, its encoding
//
// If lighthouses burn, the part between them, named "n", holds them (package lights).
//
// If something was done for a challenge, the part before, named "k", holds it (package challenge).
//
// If there is a flock, the part between them, named "f", holds it (package flock).
//
// Every other part is a region that is not unborn, named "r" and its X and Y as big-endian uint32 with the
// sign bit flipped:
//
//	uvarint 0 if it is active, else 1 + the tick at which it fell asleep
//	its edited tiles (edits.go)
//	uvarint bodies; of each, in ascending ID, its encoding (encode.go)
//	uvarint chests; of each, in ascending index: u16 index, 24 × (u8 kind, u8 count)
//	uvarint columns with rows here; of each, in ascending name: text name, u16 size,
//	        uvarint rows, of each in ascending ID: u64 ID, size bytes
//	only if there are any, or what follows: uvarint outlines, plus 4096 if there is a diary, plus 8192 if
//	        there are things; of each, in ascending index: u16 index, u8 ground, u8 block, u8 state,
//	        u16 seat
//	its diary (package diary)
//	its things, 1 at least, in ascending ID (package thing)
//	only if it is active and there is any: its work (work.go)
//
// A region that is active, as it was made and empty has no part: see terse.go, which also says what the last
// part, named "w", holds.

const (
	SnapshotMagic  = "MHISLAND"
	SnapshotFormat = 2
	// EarlyMagic is that of the versions before the numbers of rules and formats began at 1.
	EarlyMagic = "MANYHOLD"

	headName = "\x00"
	codeName = "o"
	// blueprintName is the name of the part that holds the blueprints.
	blueprintName = "b"
	// storeName is the name of the part that holds what scripts keep.
	storeName = "bs"
	// claimName is the name of the part that holds the claims.
	claimName = "c"
	// flockName is the name of the part that holds the flock.
	flockName = "f"
	// lawName is the name of the part that held the laws before there were other ordinances: u8 laws, u64
	// word.
	lawName = "l"
	// GateName is the name of the part that holds the gate.
	GateName = "g"
	// challengeName is the name of the part that holds the challenges of the week.
	challengeName = "k"
	// abroadName is the name of the part that holds the people of other islands.
	abroadName = "p"
	// annalsName is the name of the part that holds what was done first.
	annalsName = "q"
	// lightName is the name of the part that holds the nine lights.
	lightName  = "n"
	regionName = 'r'
)

// Snapshot appends the state as canonical bytes to dst.
func (i *State) Snapshot(dst []byte) []byte {
	dst = AppendPart(dst, []byte(headName), i.appendHead(nil))
	if i.Blueprints.Sum() != 0 {
		dst = AppendPart(dst, []byte(blueprintName), i.Blueprints.Append(nil))
	}
	if i.Stores.Sum() != 0 {
		dst = AppendPart(dst, []byte(storeName), i.Stores.Append(nil))
	}
	if i.Claims.Sum() != 0 {
		dst = AppendPart(dst, []byte(claimName), i.Claims.Append(nil))
	}
	if !i.Flock.Empty() {
		dst = AppendPart(dst, []byte(flockName), i.Flock.Append(nil))
	}
	if !i.Gate.Empty() {
		dst = AppendPart(dst, []byte(GateName), i.Gate.Append(nil))
	}
	if !i.Challenges.Empty() {
		dst = AppendPart(dst, []byte(challengeName), i.Challenges.Append(nil))
	}
	if !i.Lights.Empty() {
		dst = AppendPart(dst, []byte(lightName), i.Lights.Append(nil))
	}
	if i.Code.sum != 0 {
		dst = AppendPart(dst, []byte(codeName), i.Code.append(nil))
	}
	if !i.Abroad.Empty() {
		dst = AppendPart(dst, []byte(abroadName), i.Abroad.Append(nil))
	}
	if !i.Annals.Empty() {
		dst = AppendPart(dst, []byte(annalsName), i.Annals.Append(nil))
	}
	var data []byte
	var bare, told []grid.Region
	for _, at := range i.Stored() {
		name := RegionPartName(at)
		if k, ok := i.Dormant.Find(at); ok {
			dst, told = AppendPart(dst, name[:], i.Dormant.List[k].Data), append(told, at)
			continue
		}
		data = i.EncodeRegion(data[:0], i.Land.Active(at), 0)
		if IsNothing(data) {
			bare = append(bare, at)
			continue
		}
		dst, told = AppendPart(dst, name[:], data), append(told, at)
	}
	return appendAwake(dst, bare, i.expected(), told)
}

func AppendPart(dst, name, data []byte) []byte { return codec.Blob(codec.Blob(dst, name), data) }

// Stored returns the places of all regions that are not unborn, in the order of their parts' names.
func (i *State) Stored() []grid.Region {
	list := i.Land.Places()
	for _, d := range i.Dormant.List {
		list = append(list, d.At)
	}
	slices.SortFunc(list, compareParts)
	return list
}

// compareParts compares regions by the names of their parts.
func compareParts(a, b grid.Region) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

func (i *State) appendHead(dst []byte) []byte {
	dst = append(dst, SnapshotMagic...)
	dst = codec.U16(dst, i.Book().Format)
	dst = i.appendClock(dst)
	dst = i.Chat.append(dst)
	dst = i.Components.AppendNames(dst)
	dst = i.Roster.append(dst)
	return i.Topology.append(dst, i.Gen.Cap)
}

func (i *State) appendClock(dst []byte) []byte {
	dst = codec.U32(dst, uint32(i.Gen.Rules))
	dst = codec.U64(dst, i.Gen.Seed)
	dst = codec.U8(dst, uint8(i.Gen.Start))
	dst = codec.U64(dst, uint64(i.Clock))
	dst = codec.U16(dst, uint16(i.Roster.LastSeat))
	return i.Ledger.append(dst, i.Book().Kinds)
}
