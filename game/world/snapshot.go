package world

import (
	"cmp"
	"encoding/binary"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
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
//	[8]u8 magic, u16 version, u32 rules, u64 seed
//	u64 tick, u16 greatest seat
//	uvarint kinds of item, then of each: u64 created, u64 destroyed
//	u64 number of the last line of chat; uvarint lines; of each: u64 number, u64 tick, u16 seat,
//	        text name, text text
//	uvarint columns; of each: text name, u16 size
//	uvarint players in the world, then away; of each its encoding (encode.go)
//	its place among the islands (topologybytes.go), with the signals that come over lines
//	the islands that went into it (absorbed.go)
//
// If laws were ever given, the second part, named "l", holds them (laws.go):
//
//	u8 laws, u64 number of the word that made them
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
//	only if there are any, or what follows: uvarint outlines; of each, in ascending index:
//	        u16 index, u8 ground, u8 block, u8 state, u16 seat
//	only if it is active and there is any: its work (work.go)
//
// A region that is active, as it was made and empty has no part: see terse.go, which also says what the
// last part, named "w", holds.

const (
	SnapshotMagic  = "MHISLAND"
	SnapshotFormat = 1
	// EarlyMagic is that of the versions before the numbers of rules and formats began at 1.
	EarlyMagic = "MANYHOLD"

	headName   = "\x00"
	lawName    = "l"
	regionName = 'r'
)

// Snapshot appends the state as canonical bytes to dst.
func (i *State) Snapshot(dst []byte) []byte {
	dst = AppendPart(dst, []byte(headName), i.appendHead(nil))
	if i.Code != (LawCode{}) {
		dst = AppendPart(dst, []byte(lawName), appendCode(i, nil))
	}
	var data []byte
	var bare, told []grid.Region
	for _, at := range i.Stored() {
		name := RegionPartName(at)
		if k, ok := i.FindDormant(at); ok {
			dst, told = AppendPart(dst, name[:], i.Dormant[k].Data), append(told, at)
			continue
		}
		data = i.EncodeRegion(data[:0], i.ActiveRegion(at), 0)
		if IsNothing(data) {
			bare = append(bare, at)
			continue
		}
		dst, told = AppendPart(dst, name[:], data), append(told, at)
	}
	dst = i.appendAwake(dst, bare, told)
	return dst
}

func AppendPart(dst, name, data []byte) []byte { return codec.Blob(codec.Blob(dst, name), data) }

// Stored returns the places of all regions that are not unborn, in the order of their parts' names.
func (i *State) Stored() []grid.Region {
	list := i.Regions()
	for _, d := range i.Dormant {
		list = append(list, d.At)
	}
	slices.SortFunc(list, compareParts)
	return list
}

// compareParts compares regions by the names of their parts.
func compareParts(a, b grid.Region) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

func RegionPartName(at grid.Region) (name [9]byte) {
	name[0] = regionName
	binary.BigEndian.PutUint32(name[1:], uint32(at.X)^1<<31)
	binary.BigEndian.PutUint32(name[5:], uint32(at.Y)^1<<31)
	return name
}

func (i *State) appendHead(dst []byte) []byte {
	dst = append(dst, SnapshotMagic...)
	dst = codec.U16(dst, i.Book().Format)
	dst = i.appendClock(dst)
	dst = i.appendChat(dst)
	dst = codec.Uvarint(dst, uint64(len(i.Columns)))
	for k := range i.Columns {
		dst = codec.U16(codec.Text(dst, i.Columns[k].Name), i.Columns[k].Size)
	}
	dst = appendPlayers(codec.Uvarint(dst, uint64(len(i.Roster))), i.Roster)
	dst = appendPlayers(codec.Uvarint(dst, uint64(len(i.Away))), i.Away)
	return i.appendTopology(dst)
}

func (i *State) appendClock(dst []byte) []byte {
	dst = codec.U32(dst, uint32(i.Gen.Rules))
	dst = codec.U64(dst, i.Gen.Seed)
	dst = codec.U64(dst, uint64(i.Clock))
	dst = codec.U16(dst, uint16(i.LastSeat))
	kinds := i.Book().Kinds
	dst = codec.Uvarint(dst, uint64(kinds))
	for k := range kinds {
		dst = codec.U64(codec.U64(dst, i.Created[k]), i.Destroyed[k])
	}
	return dst
}

func (i *State) appendChat(dst []byte) []byte {
	dst = codec.U64(dst, i.ChatSeq)
	dst = codec.Uvarint(dst, uint64(len(i.ChatLog)))
	for k := range i.ChatLog {
		l := &i.ChatLog[k]
		dst = codec.U64(codec.U64(dst, l.Seq), uint64(l.Tick))
		dst = codec.Text(codec.Text(codec.U16(dst, uint16(l.Seat)), l.Name), l.Text)
	}
	return dst
}

// EncodeRegion appends the part of an active region, as of now or as dormant since (1 + a tick).
func (i *State) EncodeRegion(dst []byte, r *Region, since game.Tick) []byte {
	dst = codec.Uvarint(dst, uint64(since))
	dst = AppendTiles(dst, r.Edits(nil))
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == r.At }
	dst = i.appendBodiesIn(dst, inside)
	first, last := i.chestsOf(r.At)
	dst = codec.Uvarint(dst, uint64(last-first))
	for _, c := range i.Chests[first:last] {
		dst = AppendStacks(codec.U16(dst, uint16(c.At.Index())), c.Slots[:])
	}
	dst = i.AppendRows(dst, inside)
	n, busy := FindWork(i, r.At)
	busy = busy && since == 0
	if first, last := i.outlinesOf(r.At); first < last || busy {
		dst = codec.Uvarint(dst, uint64(last-first))
		for k := first; k < last; k++ {
			dst = appendOutline(dst, &i.Traces[k])
		}
	}
	if busy {
		dst = appendWork(dst, &i.Works[n])
	}
	return dst
}

// EncodeNothing appends the part of a region that is as it was made and empty.
func (i *State) EncodeNothing(dst []byte, since game.Tick) []byte {
	return append(codec.Uvarint(dst, uint64(since)), 0, 0, 0, 0)
}

func (i *State) appendBodiesIn(dst []byte, inside func(*entity.Body) bool) []byte {
	list, n := i.Space.Bodies(), 0
	for k := range list {
		if inside(&list[k]) {
			n++
		}
	}
	dst = codec.Uvarint(dst, uint64(n))
	for k := range list {
		if inside(&list[k]) {
			dst = AppendBody(dst, &list[k])
		}
	}
	return dst
}

// chestsOf returns the span of the chests of a region in the table.
func (i *State) chestsOf(at grid.Region) (first, last int) {
	first, _ = i.FindChest(at.Tile(0))
	last = first
	for last < len(i.Chests) && i.Chests[last].At.Region() == at {
		last++
	}
	return first, last
}
