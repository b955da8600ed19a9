package command

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// ErrMalformed reports that bytes are not a command. Wrapping errors add the reason.
var ErrMalformed = errors.New("command: malformed")

// The fields of an encoded command, in their order.
const (
	hasDir    = 1 << iota // two varints, each within ±One
	hasFace               // one byte
	hasTile               // two varints, x and y
	hasEntity             // eight bytes
	hasSlot               // one byte
	hasSlot2              // one byte
	hasCount              // one byte
	hasLook               // six bytes
	hasText               // uvarint length, UTF-8
)

// fields has the fields of each kind.
var fields = [KindCount]uint16{
	Enter:        hasLook | hasText,
	Move:         hasDir | hasFace,
	Dig:          hasTile,
	Place:        hasTile | hasSlot,
	Use:          hasTile,
	Select:       hasSlot,
	Kick:         hasDir,
	PickUp:       hasEntity,
	Throw:        hasDir | hasSlot,
	Drop:         hasSlot | hasCount,
	ChestPut:     hasTile | hasSlot | hasCount,
	ChestTake:    hasTile | hasSlot | hasCount,
	ChestTakeAll: hasTile, ChestStack: hasTile, ChestSort: hasTile, BagSort: 0,
	ChestMove:   hasTile | hasSlot | hasSlot2 | hasCount,
	Swap:        hasSlot | hasSlot2,
	Say:         hasText,
	Emote:       hasCount,
	SetName:     hasText,
	SetLook:     hasLook,
	Fill:        hasTile,
	Erase:       hasTile | hasCount,
	Craft:       hasSlot | hasCount,
	Visit:       hasEntity,
	Welcome:     hasEntity,
	RemoteVisit: hasTile | hasEntity,
	Claim:       hasTile | hasSlot | hasSlot2,
	Unclaim:     hasTile,
	Share:       hasTile | hasEntity | hasCount,
	Revert:      hasTile | hasEntity | hasSlot | hasCount,
	Put:         hasTile | hasEntity,
	PutAway:     hasEntity,
	Adjust:      hasEntity | hasText,
	Relink:      hasEntity | hasText,
	Ask:         hasEntity | hasText,
	Shift:       hasTile | hasEntity,
	Wear:        hasText,
	Play:        hasCount,
	Carry:       hasEntity,
	Pin:         hasTile | hasCount,
}

// Append appends the canonical bytes of c: its kind, its tick as a uvarint, and the fields of its kind, in
// the order of Command. Other fields of c are ignored. It does not check limits; Decode does.
func Append(dst []byte, c Command) []byte {
	dst = codec.U8(dst, uint8(c.Kind))
	dst = codec.Uvarint(dst, uint64(c.Tick))
	if c.Kind >= KindCount {
		return dst
	}
	f := fields[c.Kind]
	if f&hasDir != 0 {
		dst = codec.Varint(codec.Varint(dst, int64(c.Dir.X)), int64(c.Dir.Y))
	}
	if f&hasFace != 0 {
		dst = codec.U8(dst, uint8(c.Face))
	}
	if f&hasTile != 0 {
		dst = codec.Varint(codec.Varint(dst, int64(c.Tile.X)), int64(c.Tile.Y))
	}
	if f&hasEntity != 0 {
		dst = codec.U64(dst, uint64(c.Entity))
	}
	if f&hasSlot != 0 {
		dst = codec.U8(dst, c.Slot)
	}
	if f&hasSlot2 != 0 {
		dst = codec.U8(dst, c.Slot2)
	}
	if f&hasCount != 0 {
		dst = codec.U8(dst, c.Count)
	}
	if f&hasLook != 0 {
		l := c.Look
		dst = append(dst, l.Skin, l.Hair, l.HairColour, l.Shirt, l.Trousers, l.Hat)
	}
	if f&hasText != 0 {
		dst = codec.Text(dst, c.Text)
	}
	return dst
}

// Decode reads a command from outside. It accepts exactly the output of Append for valid commands. The
// result does not refer to b.
func Decode(b []byte) (Command, error) {
	if len(b) > MaxBytes {
		return Command{}, fmt.Errorf("%w: %d bytes, the limit is %d", ErrMalformed, len(b), MaxBytes)
	}
	cur := codec.Read(b)
	c := Command{Kind: Kind(cur.U8()), Tick: game.Tick(cur.Uvarint())}
	if c.Kind == NoKind || c.Kind >= KindCount {
		cur.Fail(fmt.Errorf("unknown kind %d", c.Kind))
		return Command{}, fmt.Errorf("%w: %w", ErrMalformed, cur.Err())
	}
	f := fields[c.Kind]
	if f&hasDir != 0 {
		c.Dir = fixed.SVec{X: direction(&cur), Y: direction(&cur)}
	}
	if f&hasFace != 0 {
		c.Face = entity.Facing(cur.U8())
	}
	if f&hasTile != 0 {
		c.Tile = grid.Tile{X: coordinate(&cur), Y: coordinate(&cur)}
	}
	if f&hasEntity != 0 {
		c.Entity = game.EntityID(cur.U64())
	}
	if f&hasSlot != 0 {
		c.Slot = cur.U8()
	}
	if f&hasSlot2 != 0 {
		c.Slot2 = cur.U8()
	}
	if f&hasCount != 0 {
		c.Count = cur.U8()
	}
	if f&hasLook != 0 {
		c.Look = entity.Look{Skin: cur.U8(), Hair: cur.U8(), HairColour: cur.U8(), Shirt: cur.U8(), Trousers: cur.U8(), Hat: cur.U8()}
	}
	if f&hasText != 0 {
		text := cur.Blob(MaxText)
		cur.Require(utf8.Valid(text))
		c.Text = string(text)
	}
	if err := cur.Done(); err != nil {
		return Command{}, fmt.Errorf("%w: %s: %w", ErrMalformed, c.Kind, err)
	}
	return c, nil
}

// direction reads one part of a direction, within ±One.
func direction(cur *codec.Cursor) fixed.S {
	v := cur.Varint()
	cur.Require(v >= -fixed.One && v <= fixed.One)
	return fixed.S(v)
}

// coordinate reads one coordinate of a tile, which must be in the world (see MaxCoordinate).
func coordinate(cur *codec.Cursor) int32 {
	v := cur.Varint()
	cur.Require(v >= -MaxCoordinate && v <= MaxCoordinate)
	return int32(v)
}

// MaxCoordinate bounds the tiles that a command can name, in tiles from the origin: 2^30, so that the
// sum of two never overflows.
const MaxCoordinate = 1 << 30

var names = [KindCount]string{
	"no command", "enter", "leave", "move", "dig", "stop digging", "place", "use", "select", "kick", "pick up", "throw", "drop",
	"put into chest", "take from chest", "swap", "say", "emote", "set name", "set look", "sleep", "fill an outline", "erase outlines",
	"craft", "visit", "welcome", "call", "home", "claim", "give a claim up", "share a claim", "revert",
	"put a thing", "put a thing away", "adjust a thing", "unlink a thing", "ask a thing", "move a thing", "wear a picture",
	"take all from chest", "stack into chest", "move in chest", "sort chest", "sort bag",
	"play", "carry",
	"share a pin",
}

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k >= KindCount {
		return "unknown"
	}
	return names[k]
}
