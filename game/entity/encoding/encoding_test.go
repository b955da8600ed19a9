package encoding

import (
	"bytes"
	"testing"

	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// FuzzRead: bytes of bodies and players are refused, or are those of what was read.
func FuzzRead(f *testing.F) {
	f.Add(AppendBody(nil, &entity.Body{ID: 1, Kind: entity.Gizmo, Stuff: entity.StuffOf(fixed.One, 0), Make: entity.Flat, Flags: entity.Mounted, Angle: 7}), true)
	f.Add(AppendPlayer(nil, &entity.PlayerState{Key: [32]byte{1}, Seat: 1, Avatar: entity.Avatar{3}}), false)
	f.Add(AppendPlayer(nil, &entity.PlayerState{Key: [32]byte{1}, Seat: 1, Rest: entity.Rest{Pins: [entity.MostPins]entity.Pin{{Tile: grid.Tile{X: -9, Y: 4}, Sign: 2}, {Sign: 1}}}}), false)
	f.Fuzz(func(t *testing.T, data []byte, body bool) {
		c := codec.Read(data)
		var again []byte
		if body {
			b := ReadBody(&c)
			if c.Done() != nil {
				return
			}
			again = AppendBody(nil, &b)
			if len(again) > BodyBytes+TurningBytes+MadeBytes || !b.Kind.Made() && (b.Make != 0 || b.Stuff != 0) || !b.Stuff.Valid() {
				t.Errorf("%+v", b)
			}
		} else {
			p := ReadPlayer(&c)
			if c.Done() != nil {
				return
			}
			again = AppendPlayer(nil, &p)
		}
		if !bytes.Equal(again, data) {
			t.Errorf("%x are read, and written as %x", data, again)
		}
	})
}
