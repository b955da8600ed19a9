// Package claim is the land register of an island: rectangles of land that players have for themselves and
// their friends. An island knows the claims on its own land, and remembers those on land that is another
// island's now: the holder of the land decides (see Table.Unite). Claims do not overlap.
//
// The package says which claims there are and what is known of them. Package act says who may claim what, and
// package rights what others may do there.
package claim

import (
	"bytes"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

const (
	// MaxSide is the longest side of a claim, in tiles. A claim lies in four regions at most.
	MaxSide = 32
	// MaxFriends is the most friends of a claim; one more is refused (NoRoom).
	MaxFriends = 8
	// Max is the most claims of an island, MaxIn the most in one region; one more is refused
	// (NoRoom).
	Max, MaxIn = 4096, 64
	// Day is a day of ClaimDays: a day of play, not one of the world's short days.
	Day game.Tick = 24 * 3600 * game.TicksPerSecond
	// VisitEvery is how exactly visits are noted.
	VisitEvery game.Tick = 3600 * game.TicksPerSecond
)

// Grant is what command.Share does to a claim. The numbers are in commands: they are only appended.
type Grant uint8

// The grants.
const (
	NoGrant      Grant = iota
	Befriend           // a player is a friend
	Unfriend           // it is none any more; without a player: nobody is
	OpenToAll          // everybody may use what stands there
	CloseToAll         // only the owner and its friends may
	FriendsBuild       // friends dig, build and take: as it is from the start
	FriendsUse         // friends only use what stands there
	UseLand            // the land is as a blueprint says, which the command names; 0: as elsewhere
	GrantCount
)

// Flags are the yes-or-no facts of a claim.
type Flags uint8

// The flags of Claim.
const (
	Open     Flags = 1 << iota // everybody may use what stands there
	UseOnly                    // friends only use it, too
	landed                     // a blueprint says what the land is like; only in bytes: see Claim.Land
	flagsEnd                   //
)

// Plot is a rectangle of tiles: At is its north-west corner.
type Plot struct {
	At   grid.Tile
	W, H uint8
}

// Valid reports whether a claim can have this form and place.
func (p Plot) Valid() bool {
	return p.W > 0 && p.H > 0 && p.W <= MaxSide && p.H <= MaxSide && isPlace(p.At) && isPlace(p.last())
}

// isPlace reports whether a command can name a tile.
func isPlace(t grid.Tile) bool {
	const most = command.MaxCoordinate
	return t.X >= -most && t.X < most && t.Y >= -most && t.Y < most
}

// last is the south-east tile.
func (p Plot) last() grid.Tile { return p.At.Add(int32(p.W)-1, int32(p.H)-1) }

// Tiles returns how many tiles there are.
func (p Plot) Tiles() int { return int(p.W) * int(p.H) }

// Has reports whether a tile belongs to it.
func (p Plot) Has(t grid.Tile) bool {
	x, y := int64(t.X)-int64(p.At.X), int64(t.Y)-int64(p.At.Y)
	return x >= 0 && y >= 0 && x < int64(p.W) && y < int64(p.H)
}

// Meets reports whether both have a tile in common.
func (p Plot) Meets(o Plot) bool {
	a, b := p.last(), o.last()
	return p.At.X <= b.X && o.At.X <= a.X && p.At.Y <= b.Y && o.At.Y <= a.Y
}

// Regions returns the regions in which it lies, in order.
func (p Plot) Regions() (list []grid.Region) {
	a, b := p.At.Region(), p.last().Region()
	for y := a.Y; y <= b.Y; y++ {
		for x := a.X; x <= b.X; x++ {
			list = append(list, grid.Region{X: x, Y: y})
		}
	}
	return list
}

// touches reports whether f holds for one of its regions.
func (p Plot) touches(f func(grid.Region) bool) bool { return slices.ContainsFunc(p.Regions(), f) }

// Claim is one claim.
type Claim struct {
	Plot
	ID      uint64
	Owner   game.PlayerID
	Name    entity.Name // of the owner, when it was last there
	Flags   Flags
	Edition uint32    // how often what it grants was changed
	Since   game.Tick // when it was claimed
	// Visited is when the owner or a friend was last there, but for VisitEvery.
	Visited game.Tick
	Friends []game.PlayerID // ascending; never changed in place: copies share it
	// Land is the ID of the blueprint that says what the land is like; 0: none does. See package estate.
	Land uint64
}

// Befriended reports whether a player is a friend.
func (c *Claim) Befriended(p game.PlayerID) bool {
	_, ok := slices.BinarySearchFunc(c.Friends, p, comparePlayers)
	return ok
}

func comparePlayers(a, b game.PlayerID) int { return bytes.Compare(a[:], b[:]) }

// WithFriend returns the friends with one more.
func (c *Claim) WithFriend(p game.PlayerID) []game.PlayerID {
	k, ok := slices.BinarySearchFunc(c.Friends, p, comparePlayers)
	if ok {
		return c.Friends
	}
	return slices.Insert(slices.Clone(c.Friends), k, p)
}

// WithoutFriend returns the friends without one of them.
func (c *Claim) WithoutFriend(p game.PlayerID) []game.PlayerID {
	return slices.DeleteFunc(slices.Clone(c.Friends), func(o game.PlayerID) bool { return o == p })
}

// Ends returns the tick at which a claim ends if nobody comes, by a charter's days.
func (c *Claim) Ends(days uint16) game.Tick { return c.Visited + game.Tick(days)*Day }

// Append appends the bytes of a claim: u32 X, u32 Y, u8 width, u8 height, u64 id, 32 bytes owner,
// 24 bytes name, u8 flags, uvarint edition, uvarint since, uvarint ticks from then to the last visit, uvarint
// friends; of each, ascending: 32 bytes. If flag 4 is set, the u64 ID of the land's blueprint follows.
func Append(dst []byte, c *Claim) []byte {
	dst = codec.U32(codec.U32(dst, uint32(c.At.X)), uint32(c.At.Y))
	dst = codec.U64(append(dst, c.W, c.H), c.ID)
	dst = append(append(append(dst, c.Owner[:]...), c.Name[:]...), uint8(c.written()))
	dst = codec.Uvarint(codec.Uvarint(dst, uint64(c.Edition)), uint64(c.Since))
	dst = codec.Uvarint(codec.Uvarint(dst, uint64(c.Visited-c.Since)), uint64(len(c.Friends)))
	for k := range c.Friends {
		dst = append(dst, c.Friends[k][:]...)
	}
	if c.Land != 0 {
		dst = codec.U64(dst, c.Land)
	}
	return dst
}

// written returns the flags as they are in bytes.
func (c *Claim) written() Flags {
	if c.Land != 0 {
		return c.Flags | landed
	}
	return c.Flags
}

// leastBytes is the least length of a claim.
const leastBytes = 8 + 2 + 8 + 32 + entity.MaxName + 1 + 4

// Read reads the bytes of Append.
func Read(cur *codec.Cursor) (c Claim) {
	c.At = grid.Tile{X: int32(cur.U32()), Y: int32(cur.U32())}
	c.W, c.H, c.ID = cur.U8(), cur.U8(), cur.U64()
	copy(c.Owner[:], cur.Bytes(len(c.Owner)))
	copy(c.Name[:], cur.Bytes(len(c.Name)))
	c.Flags = Flags(cur.U8())
	edition, since, visited := cur.Uvarint(), cur.Uvarint(), cur.Uvarint()
	c.Edition, c.Since, c.Visited = uint32(edition), game.Tick(since), game.Tick(since+visited)
	cur.Require(edition < 1<<32 && game.Tick(since) < game.MaxTick && game.Tick(visited) < game.MaxTick)
	cur.Require(c.Valid() && c.ID != 0 && c.Owner != game.PlayerID{} && c.Flags < flagsEnd)
	for range cur.Count(MaxFriends, len(c.Owner)) {
		var p game.PlayerID
		copy(p[:], cur.Bytes(len(p)))
		cur.Require(p != c.Owner && (len(c.Friends) == 0 || comparePlayers(c.Friends[len(c.Friends)-1], p) < 0))
		c.Friends = append(c.Friends, p)
	}
	if c.Flags&landed != 0 {
		c.Flags &^= landed
		c.Land = cur.U64()
		cur.Require(c.Land != 0)
	}
	return c
}

// AppendList appends uvarint claims, and each in the order of corners.
func AppendList(dst []byte, list []Claim) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for k := range list {
		dst = Append(dst, &list[k])
	}
	return dst
}

// ReadList reads the bytes of AppendList. Claims that overlap are refused.
func ReadList(cur *codec.Cursor) []Claim {
	var s Table
	ids := map[uint64]bool{}
	for range cur.Count(2*Max, leastBytes) {
		c := Read(cur)
		cur.Require(!ids[c.ID] && (len(s.list) == 0 || compare(s.list[len(s.list)-1], c) < 0))
		if cur.Err() != nil {
			return nil
		}
		cur.Require(s.Meeting(c.Plot) == nil)
		ids[c.ID] = true
		s.list = append(s.list, c)
	}
	return s.list
}
