package island

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
// in ascending byte order of name. Equal states have equal snapshots, and a part that did not change
// has equal bytes, so that whoever keeps or sends snapshots need keep or send it once.
//
// The first part, named "\x00", is the head:
//
//	[8]u8 magic, u16 version, u32 rules, u64 seed
//	u64 tick, u16 greatest seat
//	uvarint kinds of item, then of each: u64 created, u64 destroyed
//	u64 number of the last line of chat; uvarint lines; of each: u64 number, u64 tick, u16 seat, text name, text text
//	uvarint columns; of each: text name, u16 size
//	uvarint players in the world, then away; of each its encoding (encode.go)
//	its place among the islands (realmbytes.go), with the signals that come over lines
//	the islands that went into it (within.go)
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
	snapshotMagic  = "MHISLAND"
	snapshotFormat = 1
	// earlyMagic is that of the versions before the numbers of rules and formats began at 1.
	earlyMagic = "MANYHOLD"

	headName   = "\x00"
	lawName    = "l"
	regionName = 'r'
)

// Snapshot appends the state as canonical bytes to dst.
func (i *State) Snapshot(dst []byte) []byte {
	dst = appendPart(dst, []byte(headName), i.appendHead(nil))
	if i.code != (code{}) {
		dst = appendPart(dst, []byte(lawName), appendCode(i, nil))
	}
	var data []byte
	var bare, told []grid.Region
	for _, at := range i.stored() {
		name := regionPartName(at)
		if k, ok := i.findDormant(at); ok {
			dst, told = appendPart(dst, name[:], i.dormant[k].data), append(told, at)
			continue
		}
		data = i.encodeRegion(data[:0], i.region(at), 0)
		if isNothing(data) {
			bare = append(bare, at)
			continue
		}
		dst, told = appendPart(dst, name[:], data), append(told, at)
	}
	dst = i.appendAwake(dst, bare, told)
	return dst
}

func appendPart(dst, name, data []byte) []byte { return codec.Blob(codec.Blob(dst, name), data) }

// stored returns the places of all regions that are not unborn, in the order of their parts' names.
func (i *State) stored() []grid.Region {
	list := i.Regions()
	for _, d := range i.dormant {
		list = append(list, d.at)
	}
	slices.SortFunc(list, compareParts)
	return list
}

// compareParts compares regions by the names of their parts.
func compareParts(a, b grid.Region) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) }

func regionPartName(at grid.Region) (name [9]byte) {
	name[0] = regionName
	binary.BigEndian.PutUint32(name[1:], uint32(at.X)^1<<31)
	binary.BigEndian.PutUint32(name[5:], uint32(at.Y)^1<<31)
	return name
}

func (i *State) appendHead(dst []byte) []byte {
	dst = append(dst, snapshotMagic...)
	dst = codec.U16(dst, i.book().Format)
	dst = i.appendClock(dst)
	dst = i.appendChat(dst)
	dst = codec.Uvarint(dst, uint64(len(i.columns)))
	for k := range i.columns {
		dst = codec.U16(codec.Text(dst, i.columns[k].name), i.columns[k].size)
	}
	dst = appendPlayers(codec.Uvarint(dst, uint64(len(i.players))), i.players)
	dst = appendPlayers(codec.Uvarint(dst, uint64(len(i.away))), i.away)
	return i.appendRealm(dst)
}

func (i *State) appendClock(dst []byte) []byte {
	dst = codec.U32(dst, uint32(i.genesis.Rules))
	dst = codec.U64(dst, i.genesis.Seed)
	dst = codec.U64(dst, uint64(i.tick))
	dst = codec.U16(dst, uint16(i.lastSeat))
	kinds := i.book().Kinds
	dst = codec.Uvarint(dst, uint64(kinds))
	for k := range kinds {
		dst = codec.U64(codec.U64(dst, i.created[k]), i.destroyed[k])
	}
	return dst
}

func (i *State) appendChat(dst []byte) []byte {
	dst = codec.U64(dst, i.chatSeq)
	dst = codec.Uvarint(dst, uint64(len(i.chat)))
	for k := range i.chat {
		l := &i.chat[k]
		dst = codec.U64(codec.U64(dst, l.Seq), uint64(l.Tick))
		dst = codec.Text(codec.Text(codec.U16(dst, uint16(l.Seat)), l.Name), l.Text)
	}
	return dst
}

// encodeRegion appends the part of an active region, as of now or as dormant since (1 + a tick).
func (i *State) encodeRegion(dst []byte, r *region, since game.Tick) []byte {
	dst = codec.Uvarint(dst, uint64(since))
	dst = appendTiles(dst, r.edits(nil))
	inside := func(b *entity.Body) bool { return grid.TileAt(b.Pos).Region() == r.at }
	dst = i.appendBodiesIn(dst, inside)
	first, last := i.chestsOf(r.at)
	dst = codec.Uvarint(dst, uint64(last-first))
	for _, c := range i.chests[first:last] {
		dst = appendStacks(codec.U16(dst, uint16(c.at.Index())), c.slots[:])
	}
	dst = i.appendRows(dst, inside)
	n, busy := findWork(i, r.at)
	busy = busy && since == 0
	if first, last := i.outlinesOf(r.at); first < last || busy {
		dst = codec.Uvarint(dst, uint64(last-first))
		for k := first; k < last; k++ {
			dst = appendOutline(dst, &i.outlines[k])
		}
	}
	if busy {
		dst = appendWork(dst, &i.works[n])
	}
	return dst
}

// encodeNothing appends the part of a region that is as it was made and empty.
func (i *State) encodeNothing(dst []byte, since game.Tick) []byte {
	return append(codec.Uvarint(dst, uint64(since)), 0, 0, 0, 0)
}

func (i *State) appendBodiesIn(dst []byte, inside func(*entity.Body) bool) []byte {
	list, n := i.space.Bodies(), 0
	for k := range list {
		if inside(&list[k]) {
			n++
		}
	}
	dst = codec.Uvarint(dst, uint64(n))
	for k := range list {
		if inside(&list[k]) {
			dst = appendBody(dst, &list[k])
		}
	}
	return dst
}

// chestsOf returns the span of the chests of a region in the table.
func (i *State) chestsOf(at grid.Region) (first, last int) {
	first, _ = i.findChest(at.Tile(0))
	last = first
	for last < len(i.chests) && i.chests[last].at.Region() == at {
		last++
	}
	return first, last
}
