package encoding

import (
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/grid"
)

// AppendTile appends u32 X, u32 Y of a tile.
func AppendTile(dst []byte, t grid.Tile) []byte {
	return codec.U32(codec.U32(dst, uint32(t.X)), uint32(t.Y))
}

// ReadTile reads the bytes of AppendTile. The tile is anywhere.
func ReadTile(c *codec.Cursor) grid.Tile { return grid.Tile{X: int32(c.U32()), Y: int32(c.U32())} }

// AppendLook appends the six bytes of a look.
func AppendLook(dst []byte, l entity.Look) []byte {
	return append(dst, l.Skin, l.Hair, l.HairColour, l.Shirt, l.Trousers, l.Hat)
}

// ReadLook reads the bytes of AppendLook.
func ReadLook(c *codec.Cursor) entity.Look {
	return entity.Look{Skin: c.U8(), Hair: c.U8(), HairColour: c.U8(), Shirt: c.U8(), Trousers: c.U8(), Hat: c.U8()}
}

// ReadName reads the name of a player, which was appended as text.
func ReadName(c *codec.Cursor) entity.Name {
	name := string(c.Blob(entity.MaxName))
	n := entity.NameOf(name)
	c.Must(n.String() == name, "its name is not one of a player")
	return n
}

// AppendPins appends the number of pins, and each with its tile and sign. The first without a sign ends them.
func AppendPins(dst []byte, pins *[entity.MostPins]entity.Pin) []byte {
	n := 0
	for n < len(pins) && pins[n].Sign != 0 {
		n++
	}
	dst = codec.U8(dst, uint8(n))
	for _, pin := range pins[:n] {
		dst = codec.U8(AppendTile(dst, pin.Tile), pin.Sign)
	}
	return dst
}
