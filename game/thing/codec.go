package thing

import (
	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// The bytes of a thing:
//
//	u64 ID, u64 parent, if it has one: u8 X, u8 Y of its place from there
//	u64 blueprint, u64 mark of the version, 32 bytes owner
//	u8 form; of a block and an area: varint x, y of its tile; of an area: u8 width, height; of a body:
//	        u32 mass, u32 bounce; of both: u8 what it does not meet (entity.Make)
//	u8 flags: 1 solid, 2 open, 4 stopped, 8 locked
//	uvarint settings; of each, by ascending key: text key, varint number, text value
//	uvarint version of the state, blob state; text label, u8 light, u8 frame
//	uvarint timers; of each, ascending: uvarint tick, text name
//	uvarint events; of each: u8 kind, uvarint tick, u8 (1: a player did it, 2: a thing did), 32 bytes key,
//	        u64 ID, text name, blob value
//	uvarint lost events
//	u8 faults; if there are any: uvarint tick of the first, u8 kind, u16 line and column, tick of the last

const (
	isSolid = 1 << iota
	isOpen
	isStopped
	isLocked
	flagsEnd
)

// leastBytes is less than the bytes of the shortest thing.
const leastBytes = 60

// Append appends the bytes of a thing.
func Append(dst []byte, t *Thing) []byte {
	dst = codec.U64(codec.U64(dst, uint64(t.ID)), uint64(t.Parent))
	if t.Parent != 0 {
		dst = append(dst, uint8(t.Off.X), uint8(t.Off.Y))
	}
	dst = codec.U64(codec.U64(dst, uint64(t.Of)), t.Made)
	dst = codec.U8(append(dst, t.Owner[:]...), uint8(t.Shape.Form))
	switch {
	case t.Static():
		dst = codec.Varint(codec.Varint(dst, int64(t.At.X)), int64(t.At.Y))
		if t.Shape.Form == blueprint.Area {
			dst = append(dst, t.Shape.Width, t.Shape.Height, uint8(t.Shape.Make))
		}
	default:
		dst = codec.U8(codec.U32(codec.U32(dst, uint32(t.Shape.Mass)), uint32(t.Shape.Bounce)), uint8(t.Shape.Make))
	}
	flags := uint8(0)
	for k, is := range [...]bool{t.Shape.Solid, t.Open, t.Health.Stopped, t.Locked} {
		if is {
			flags |= 1 << k
		}
	}
	dst = codec.Uvarint(codec.U8(dst, flags), uint64(len(t.Settings)))
	for k := range t.Settings {
		s := &t.Settings[k]
		dst = codec.Text(codec.Varint(codec.Text(dst, s.Key), int64(s.Value.Number)), s.Value.Text)
	}
	dst = codec.Blob(codec.Uvarint(dst, uint64(t.Version)), t.State)
	dst = append(codec.Text(dst, t.Label), t.Light, t.Frame)
	dst = codec.Uvarint(dst, uint64(len(t.Timers)))
	for _, x := range t.Timers {
		dst = codec.Text(codec.Uvarint(dst, uint64(x.At)), x.Name)
	}
	dst = codec.Uvarint(dst, uint64(len(t.Inbox)))
	for k := range t.Inbox {
		dst = t.Inbox[k].append(dst)
	}
	dst = codec.U8(codec.Uvarint(dst, uint64(t.Lost)), t.Health.Count)
	if t.Health.Count > 0 {
		f := &t.Health.Last
		dst = codec.U16(codec.U16(codec.U8(codec.Uvarint(dst, uint64(t.Health.Since)), f.Kind), f.Line), f.Column)
		dst = codec.Uvarint(dst, uint64(f.Tick))
	}
	return dst
}

func (e *Event) append(dst []byte) []byte {
	by := uint8(0)
	if e.Who != (game.PlayerID{}) {
		by |= 1
	}
	if e.By != 0 {
		by |= 2
	}
	dst = codec.U8(codec.Uvarint(codec.U8(dst, uint8(e.Kind)), uint64(e.Tick)), by)
	if by&1 != 0 {
		dst = append(dst, e.Who[:]...)
	}
	if by&2 != 0 {
		dst = codec.U64(dst, uint64(e.By))
	}
	return codec.Blob(codec.Text(dst, e.Name), e.Value)
}

// Read reads the bytes of Append. After an error the thing is not to be used.
func Read(c *codec.Cursor) *Thing {
	t := &Thing{ID: game.EntityID(c.U64()), Parent: game.EntityID(c.U64())}
	if t.Parent != 0 {
		t.Off = Offset{X: int8(c.U8()), Y: int8(c.U8())}
	}
	t.Of, t.Made = blueprint.ID(c.U64()), c.U64()
	copy(t.Owner[:], c.Bytes(len(t.Owner)))
	c.Must(t.ID != 0 && t.Parent != t.ID && t.Of != 0 && t.Owner != game.PlayerID{}, "a thing must have a number, a blueprint and an owner")
	t.readShape(c)
	c.Must(t.Off == Offset{} || !t.Static(), "what stands on a tile has no place from its parent")
	for range c.Count(blueprint.MaxProps, 3) {
		s := blueprint.Setting{Key: text(c, blueprint.MaxTitle, false)}
		s.Value = blueprint.Value{Number: fixed.Q(c.Varint()), Text: text(c, blueprint.MaxText, true)}
		c.Must(s.Key != "" && (len(t.Settings) == 0 || t.Settings[len(t.Settings)-1].Key < s.Key), "settings must ascend")
		t.Settings = append(t.Settings, s)
	}
	t.Version = number(c)
	t.State = append([]byte(nil), c.Blob(MaxState)...)
	t.Label, t.Light, t.Frame = text(c, blueprint.MaxLabel, false), c.U8(), c.U8()
	c.Must(t.Light <= 15, "no thing gives as much light")
	for range c.Count(MaxTimers, 2) {
		x := Timer{At: tick(c), Name: text(c, MaxName, false)}
		c.Must(len(t.Timers) == 0 || compareTimers(t.Timers[len(t.Timers)-1], x) < 0, "timers must ascend")
		t.Timers = append(t.Timers, x)
	}
	bytes := 0
	for range c.Count(MaxInbox, 5) {
		e := readEvent(c)
		bytes += e.bytes()
		t.Inbox = append(t.Inbox, e)
		if c.Err() != nil {
			return t
		}
	}
	c.Must(bytes <= MaxWaiting, "as much does not wait")
	t.Lost = number(c)
	if t.Health.Count = c.U8(); t.Health.Count > 0 {
		t.Health.Since = tick(c)
		t.Health.Last = Fault{Kind: c.U8(), Line: c.U16(), Column: c.U16(), Tick: tick(c)}
	}
	return t
}

func (t *Thing) readShape(c *codec.Cursor) {
	t.Shape.Form = blueprint.Form(c.U8())
	switch t.Shape.Form {
	case blueprint.Block, blueprint.Area:
		x, y := c.Varint(), c.Varint()
		c.Must(x == int64(int32(x)) && y == int64(int32(y)), "there is no such tile")
		t.At = grid.Tile{X: int32(x), Y: int32(y)}
		if t.Shape.Form == blueprint.Area {
			t.Shape.Width, t.Shape.Height, t.Shape.Make = c.U8(), c.U8(), entity.Make(c.U8())
			c.Must(t.Shape.Make < entity.Flat && t.Shape.Width-1 < blueprint.MaxSide && t.Shape.Height-1 < blueprint.MaxSide, "no area is as large")
		}
	case blueprint.Ball, blueprint.Box:
		t.Body = t.ID
		t.Shape.Mass, t.Shape.Bounce, t.Shape.Make = fixed.S(c.U32()), fixed.S(c.U32()), entity.Make(c.U8())
		heavy := t.Shape.Mass == 0 || t.Shape.Mass >= fixed.One/4 && t.Shape.Mass <= 8*fixed.One
		c.Must(heavy && t.Shape.Make < entity.MakeEnd && t.Shape.Bounce >= 0 && t.Shape.Bounce <= fixed.One, "no body is as heavy, or bounces as much")
	default:
		c.Must(false, "a thing must be of a known form")
	}
	flags := c.U8()
	c.Must(flags < flagsEnd && (flags&isSolid == 0 || t.Shape.Form == blueprint.Block), "no flag is known by that bit, or what is no block is solid")
	t.Shape.Solid, t.Open, t.Health.Stopped, t.Locked = flags&isSolid != 0, flags&isOpen != 0, flags&isStopped != 0, flags&isLocked != 0
}

func readEvent(c *codec.Cursor) (e Event) {
	e.Kind, e.Tick = Kind(c.U8()), tick(c)
	by := c.U8()
	c.Must(e.Kind > NoKind && e.Kind < KindCount && by < 4, "an event must be of a known kind")
	if by&1 != 0 {
		copy(e.Who[:], c.Bytes(len(e.Who)))
		c.Must(e.Who != game.PlayerID{}, "a player has a key")
	}
	if by&2 != 0 {
		e.By = game.EntityID(c.U64())
		c.Must(e.By != 0, "a thing has a number")
	}
	e.Name = text(c, MaxName, false)
	e.Value = append([]byte(nil), c.Blob(MaxValue)...)
	return e
}

func text(c *codec.Cursor, most int, lines bool) string {
	s := string(c.Blob(most))
	c.Must(blueprint.IsText(s, most, lines), "a text must be UTF-8 without control characters")
	return s
}

func tick(c *codec.Cursor) game.Tick {
	t := game.Tick(c.Uvarint())
	c.Must(t < game.MaxTick, "no world is as old")
	return t
}

func number(c *codec.Cursor) uint32 {
	n := c.Uvarint()
	c.Must(n < 1<<32, "a number of 32 bits is wanted")
	return uint32(n)
}

// AppendList appends things: uvarint number; of each its bytes.
func AppendList(dst []byte, list []*Thing) []byte {
	dst = codec.Uvarint(dst, uint64(len(list)))
	for _, t := range list {
		dst = Append(dst, t)
	}
	return dst
}

// ReadList reads the bytes of AppendList: at most so many things, in ascending ID.
func ReadList(c *codec.Cursor, most int) (list []*Thing) {
	last := game.EntityID(0)
	for range c.Count(most, leastBytes) {
		t := Read(c)
		c.Must(t.ID > last, "things must be in ascending order")
		if c.Err() != nil {
			return nil
		}
		last = t.ID
		list = append(list, t)
	}
	return list
}

// hash returns the share of a thing in the sum of its table.
func (t *Thing) hash() uint64 {
	var room [512]byte
	return xxh3.Hash(Append(room[:0], t))
}
