package federation_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/rig"
	"manyhold/game/thing"
)

// TestHandoffsThatContradictThemselves are not taken in: of a child that comes twice in place of another one,
// of one that hangs on a crate, of one that carries. Others can read all that is taken in.
func TestHandoffsThatContradictThemselves(t *testing.T) {
	gizmo := func(id game.EntityID, flags entity.Flags) entity.Body {
		return entity.Body{ID: id, Kind: entity.Gizmo, Flags: flags, Stuff: entity.StuffOf(fixed.One, 0)}
	}
	made := func(id, parent game.EntityID) *thing.Thing {
		return &thing.Thing{ID: id, Body: id, Parent: parent, Of: 5, Owner: rig.Key(1), Shape: blueprint.Shape{Form: blueprint.Ball, Mass: fixed.One}}
	}
	const whole, left, right = 5000, 5001, 5002
	fine := []entity.Body{gizmo(left, entity.Mounted), gizmo(right, entity.Mounted)}
	things := []*thing.Thing{made(whole, 0), made(left, whole), made(right, whole)}
	carries := []entity.Body{gizmo(left, entity.Mounted|entity.Carrying), gizmo(right, entity.Mounted)}
	bound := []entity.Body{fine[0], fine[1]}
	bound[1].Other = left
	for name, c := range map[string]struct {
		carrier entity.Body
		kids    []entity.Body
		things  []*thing.Thing
		taken   bool
	}{
		"a whole with two parts": {gizmo(whole, 0), fine, things, true},
		"a part twice":           {gizmo(whole, 0), []entity.Body{fine[0], fine[0]}, things, false},
		"the whole as a part":    {gizmo(whole, 0), []entity.Body{fine[0], gizmo(whole, entity.Mounted)}, things, false},
		"parts of a crate":       {entity.Body{ID: whole, Kind: entity.Crate}, fine, things[1:], false},
		"a part that carries":    {gizmo(whole, 0), carries, things, false},
		"a part that is bound":   {gizmo(whole, 0), bound, things, false},
	} {
		s := rig.NewStage(t).Enter(1).Clear(8)
		c.carrier.Pos = s.At(2, 2).Centre()
		m := encoding.AppendBody(codec.U8(codec.U64(nil, uint64(s.Clock)), 1), &c.carrier)
		m = codec.Uvarint(m, uint64(len(c.kids)))
		for k := range c.kids {
			m = encoding.AppendBody(m, &c.kids[k])
		}
		m = thing.AppendList(codec.Uvarint(codec.U8(m, 0), 0), c.things)
		in := codec.Read(m)
		federation.OnCross(&s.State, 77, &in)
		if taken := s.Space.Has(whole); taken != c.taken {
			t.Errorf("%s is taken: %v", name, taken)
		}
		s.Run(1)
		rig.Sound(t, s.Island)
	}
}
