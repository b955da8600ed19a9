// Package encoding is the canonical bytes of bodies and players, as snapshots, digests and parcels have them.
package encoding

import (
	"encoding/binary"
	"slices"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/physics"
)

// The canonical bytes of stored values: fields in the order below, of fixed width. Digests hash the same
// bytes as snapshots hold. A change here raises snapshotVersion; a test compares the layout of the structs
// with the recorded layout of the version.

// BodyBytes is the length of an encoded body, TurningBytes the extra length of one that has an angle, spins
// or is calm, and MadeBytes that of a maker's.
const (
	BodyBytes    = 63
	TurningBytes = 9
	MadeBytes    = 3
)

// turned marks, in the byte of the flags, a body followed by turningBytes; it is no flag in memory.
const turned entity.Flags = 1 << 7

// Turning reports whether a body has an angle, spins or is calm.
func Turning(b *entity.Body) bool { return b.Angle != 0 || b.Spin != 0 || b.Calm != 0 }

// AppendBody appends the bytes of a body.
func AppendBody(dst []byte, b *entity.Body) []byte {
	flags := b.Flags
	if Turning(b) {
		flags |= turned
	}
	// in place, and in one go: all bodies are written in every turn, for its digest
	n := len(dst)
	dst = slices.Grow(dst, BodyBytes)[:n+BodyBytes]
	f := (*[BodyBytes]byte)(dst[n:])
	le := binary.LittleEndian
	le.PutUint64(f[0:], uint64(b.ID))
	le.PutUint64(f[8:], uint64(b.Other))
	le.PutUint64(f[16:], uint64(b.Pos.X))
	le.PutUint64(f[24:], uint64(b.Pos.Y))
	le.PutUint32(f[32:], uint32(b.Vel.X))
	le.PutUint32(f[36:], uint32(b.Vel.Y))
	le.PutUint32(f[40:], uint32(b.Z))
	le.PutUint32(f[44:], uint32(b.VZ))
	le.PutUint64(f[48:], uint64(b.Born))
	le.PutUint16(f[56:], uint16(b.Seat))
	f[58], f[59], f[60], f[61], f[62] = uint8(b.Face), uint8(b.Kind), uint8(flags), uint8(b.Stack.Kind), b.Stack.Count
	if flags&turned != 0 {
		dst = append(codec.U32(codec.U32(dst, b.Angle), uint32(b.Spin)), b.Calm)
	}
	if b.Kind.Made() {
		dst = codec.U8(codec.U16(dst, uint16(b.Stuff)), uint8(b.Make))
	}
	return dst
}

// MaxMotion bounds velocities and heights in bytes that are read, in tiles (per second).
const MaxMotion = 64 * fixed.One

// ReadBody reads a body; what no body can be fails the cursor.
func ReadBody(c *codec.Cursor) (b entity.Body) {
	b.ID = game.EntityID(c.U64())
	c.Within("body %x", uint64(b.ID))
	b.Other = game.EntityID(c.U64())
	b.Pos = ReadVec(c)
	b.Vel = fixed.SVec{X: fixed.S(c.U32()), Y: fixed.S(c.U32())}
	b.Z, b.VZ = fixed.S(c.U32()), fixed.S(c.U32())
	b.Born = game.Tick(c.U64())
	b.Seat = entity.Seat(c.U16())
	b.Face, b.Kind, b.Flags = entity.Facing(c.U8()), entity.Kind(c.U8()), entity.Flags(c.U8())
	b.Stack = ReadStack(c)
	if b.Flags&turned != 0 {
		b.Flags &^= turned
		b.Angle, b.Spin, b.Calm = c.U32(), fixed.S(c.U32()), c.U8()
		c.Must(Turning(&b), "what says that it turns must turn")
		c.Must(b.Spin.Abs() <= MaxMotion && b.Spin != -1<<31, "no body spins that fast")
	}
	if b.Kind.Made() {
		b.Stuff, b.Make = entity.Stuff(c.U16()), entity.Make(c.U8())
		c.Must(b.Stuff.Valid() && b.Make < entity.MakeEnd, "no body is of that stuff or make")
	}
	for _, v := range [...]fixed.S{b.Vel.X, b.Vel.Y, b.Z, b.VZ} {
		c.Must(v >= -MaxMotion && v <= MaxMotion, "no body is that fast or that high")
	}
	c.Must(b.Z >= 0, "no body is below the ground")
	c.Must(b.ID != 0 && b.Kind > entity.NoKind && b.Kind < entity.KindCount, "a body must be of some kind, and have a number")
	c.Must(b.Flags <= entity.Carried|entity.Carrying|entity.Resting|entity.Asleep|entity.Riding|entity.Mounted|entity.Slim, "no flag is known by that bit")
	c.Must(b.Flags&entity.Riding == 0 || b.Flags&entity.Carrying != 0, "who rides must have something to ride on")
	c.Must(b.Kind.Holds() || b.Stack.Count == 0, "a body of its kind holds no items")
	c.Must(b.Kind != entity.Drop && b.Kind != entity.Remains || b.Stack.Count > 0, "a drop must hold items")
	c.Must((b.Other != 0) == (b.Flags&(entity.Carried|entity.Carrying) != 0), "who carries or is carried must name the other")
	c.Must(b.Kind == entity.Player || b.Flags&(entity.Carrying|entity.Asleep|entity.Slim) == 0, "only people carry, sleep and squeeze through")
	c.Must(!b.Kind.Pinned() || b.Spin.Abs() <= physics.ArmSpin && b.Seat == 0, "no arm spins that fast, or is somebody's")
	c.Must(b.Flags&entity.Mounted == 0 || b.Kind.Made() && b.Flags&entity.Carried == 0, "only a maker's body is a part of another one, and then nobody carries it")
	c.Must(b.Kind.Liftable() || b.Flags&entity.Carried == 0, "nobody can lift its kind")
	return b
}

// ReadVec reads a place.
func ReadVec(c *codec.Cursor) fixed.Vec {
	v := fixed.Vec{X: fixed.Q(c.U64()), Y: fixed.Q(c.U64())}
	const most = fixed.Q(grid.MaxRegion) * grid.RegionSide * fixed.One
	c.Must(v.X >= -most && v.X < most && v.Y >= -most && v.Y < most, "there is no such place")
	return v
}

// ReadStack reads a stack of items; what no stack can be fails the cursor.
func ReadStack(c *codec.Cursor) item.Stack {
	s := item.Stack{Kind: item.Kind(c.U8()), Count: c.U8()}
	c.Must(s.Valid(), "there is no such stack of items")
	return s
}

// AppendStacks appends the bytes of stacks of items.
func AppendStacks(dst []byte, list []item.Stack) []byte {
	for _, s := range list {
		dst = append(dst, uint8(s.Kind), s.Count)
	}
	return dst
}

// PlayerBytes is the length of an encoded player, AvatarBytes the extra length of one that wears a picture,
// PlaceBytes that of one that has used a hearth, or whose remains lie somewhere, GoalBytes that of one that
// has reached goals, OutfitBytes that of one that has put something on, or got a prize, and PinBytes that of
// each pin that a player shares, after a byte with their number.
const (
	PlayerBytes = 238
	AvatarBytes = 32
	PlaceBytes  = 24
	GoalBytes   = 4
	OutfitBytes = 4 + 4
	PinBytes    = 9
)

// marked marks, in the byte of the slot, a player followed by its pins.
const marked = 1 << 7

// dressed marks, in the byte of the emote, a player followed by AvatarBytes, settled one followed by
// PlaceBytes, learned one followed by GoalBytes, adorned one followed by OutfitBytes.
const dressed, settled, learned, adorned = 1 << 7, 1 << 6, 1 << 5, 1 << 4

// hasPlaces reports whether a player is followed by PlaceBytes.
func hasPlaces(p *entity.PlayerState) bool {
	return p.Hearth != grid.Tile{} || p.Fell != grid.Tile{} || p.FellAt != 0
}

// AppendPlayer appends the bytes of a player.
func AppendPlayer(dst []byte, p *entity.PlayerState) []byte {
	dst = append(dst, p.Key[:]...)
	dst = codec.U64(dst, uint64(p.Body))
	dst = codec.U64(dst, uint64(p.FirstSeen))
	dst = codec.U64(dst, uint64(p.LastSeen))
	dst = codec.U64(dst, p.LastSeq)
	dst = codec.U16(dst, uint16(p.Seat))
	dst = codec.U32(dst, uint32(p.Move.X))
	dst = codec.U32(dst, uint32(p.Move.Y))
	slot := p.Slot
	if p.Pins[0].Sign != 0 {
		slot |= marked
	}
	dst = append(dst, slot, p.Health, uint8(p.Action))
	dst = codec.U64(dst, uint64(p.ActionAt))
	dst = AppendTile(dst, p.DigTile)
	dst = codec.U16(dst, p.DigTicks)
	emote, wears, places := p.Emote, p.Avatar != entity.Avatar{}, hasPlaces(p)
	if wears {
		emote |= dressed
	}
	if places {
		emote |= settled
	}
	if p.Goals != 0 {
		emote |= learned
	}
	if p.Outfit != (entity.Outfit{}) {
		emote |= adorned
	}
	dst = codec.U8(dst, emote)
	dst = codec.U64(dst, uint64(p.EmoteAt))
	dst = append(dst, p.Name[:]...)
	dst = AppendLook(dst, p.Look)
	dst = AppendStacks(dst, p.Inventory[:])
	dst = codec.U64(dst, p.DigSeq)
	dst = codec.U64(dst, uint64(p.SleptAt))
	dst = codec.U64(dst, uint64(p.Last.X))
	dst = codec.U64(dst, uint64(p.Last.Y))
	if wears {
		dst = append(dst, p.Avatar[:]...)
	}
	if places {
		dst = codec.U64(AppendTile(AppendTile(dst, p.Hearth), p.Fell), uint64(p.FellAt))
	}
	if p.Goals != 0 {
		dst = codec.U32(dst, p.Goals)
	}
	if p.Outfit != (entity.Outfit{}) {
		for _, k := range p.Worn {
			dst = append(dst, uint8(k))
		}
		dst = codec.U32(dst, p.Prizes)
	}
	if slot&marked != 0 {
		dst = AppendPins(dst, &p.Pins)
	}
	return dst
}

// readPins reads the bytes of AppendPins, of a player that has any.
func readPins(c *codec.Cursor) (pins [entity.MostPins]entity.Pin) {
	n := c.U8()
	c.Must(n > 0 && n <= entity.MostPins, "nobody shares so many pins")
	for k := range min(n, entity.MostPins) {
		pin := entity.Pin{Tile: ReadTile(c), Sign: c.U8()}
		c.Must(pin.Sign > 0 && pin.Sign <= entity.PinSigns && isPlace(pin.Tile), "there is no such pin")
		for _, o := range pins[:k] {
			c.Must(o.Tile != pin.Tile, "a tile has one pin of a player")
		}
		pins[k] = pin
	}
	return pins
}

// ReadPlayer reads a player; what no player can be fails the cursor.
func ReadPlayer(c *codec.Cursor) (p entity.PlayerState) {
	copy(p.Key[:], c.Bytes(len(p.Key)))
	p.Body = game.EntityID(c.U64())
	p.FirstSeen, p.LastSeen = game.Tick(c.U64()), game.Tick(c.U64())
	p.LastSeq = c.U64()
	p.Seat = entity.Seat(c.U16())
	c.Within("the player of seat %d", uint64(p.Seat))
	p.Move = fixed.SVec{X: fixed.S(c.U32()), Y: fixed.S(c.U32())}
	slot := c.U8()
	p.Slot, p.Health, p.Action = slot&^marked, c.U8(), entity.Action(c.U8())
	p.ActionAt = game.Tick(c.U64())
	p.DigTile = ReadTile(c)
	p.DigTicks = c.U16()
	emote := c.U8()
	p.Emote = emote &^ (dressed | settled | learned | adorned)
	p.EmoteAt = game.Tick(c.U64())
	copy(p.Name[:], c.Bytes(len(p.Name)))
	p.Look = ReadLook(c)
	for k := range p.Inventory {
		p.Inventory[k] = ReadStack(c)
	}
	p.DigSeq = c.U64()
	p.SleptAt = game.Tick(c.U64())
	p.Last = ReadVec(c)
	if emote&dressed != 0 {
		copy(p.Avatar[:], c.Bytes(AvatarBytes))
		c.Must(p.Avatar != entity.Avatar{}, "a player that wears a picture must wear one")
	}
	if emote&settled != 0 {
		p.Hearth = ReadTile(c)
		p.Fell = ReadTile(c)
		p.FellAt = game.Tick(c.U64())
		c.Must(hasPlaces(&p), "a player that has a hearth or remains must have them")
		c.Must(isPlace(p.Hearth) && isPlace(p.Fell), "no hearth or remains are where no tile is")
	}
	if emote&learned != 0 {
		p.Goals = c.U32()
		c.Must(p.Goals != 0, "a player that has reached goals must have reached one")
	}
	if emote&adorned != 0 {
		readOutfit(c, &p.Outfit)
	}
	if slot&marked != 0 {
		p.Pins = readPins(c)
	}
	c.Must(p.Key != game.PlayerID{} && p.Seat != 0, "a player must have a key and a seat")
	c.Must(p.Slot < item.HotbarSlots && p.Health <= entity.MaxHealth, "no hand holds that slot, or nobody is that well")
	c.Must(p.Action < entity.ActionCount && p.Emote <= entity.Emotes, "nobody does that")
	c.Must(p.Move.Clamp(fixed.One) == p.Move && p.Move.X.Abs() <= fixed.One && p.Move.Y.Abs() <= fixed.One, "nobody walks that fast")
	c.Must(isPlace(p.DigTile), "nobody digs where no tile is")
	return p
}

// isPlace reports whether there can be a tile.
func isPlace(t grid.Tile) bool {
	const most = grid.MaxRegion * grid.RegionSide
	return t.X >= -most && t.X <= most && t.Y >= -most && t.Y <= most
}

// readOutfit reads what a player wears: each on its part.
func readOutfit(c *codec.Cursor, o *entity.Outfit) {
	for n := range o.Worn {
		k := item.Kind(c.U8())
		c.Must(k == item.None || k < item.KindCount && k.Info().Part == item.Part(n+1), "nobody wears that there")
		o.Worn[n] = k
	}
	o.Prizes = c.U32()
	c.Must(*o != (entity.Outfit{}), "a player that has an outfit must wear something, or have a prize")
}
