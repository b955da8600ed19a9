package federation_test

import (
	"testing"

	"manyhold/game"
	"manyhold/game/annals"
	"manyhold/game/blueprint"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/rig"
	"manyhold/game/thing"
	"manyhold/game/world"
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

// madeUp returns a letter by which a player that nobody knows comes to a place.
func madeUp(s *rig.Stage, key game.PlayerID, seat entity.Seat, at grid.Tile) []byte {
	b := entity.Body{ID: game.EntityID(7000 + uint64(seat)), Kind: entity.Player, Seat: seat, Pos: at.Centre()}
	p := entity.PlayerState{Key: key, Seat: seat, Body: b.ID, Name: entity.NameOf("Nobody"), Health: world.MaxHealth, Last: b.Pos}
	m := encoding.AppendBody(codec.U8(codec.U64([]byte{uint8(federation.CrossLetter)}, uint64(s.Clock)), 1), &b)
	m = encoding.AppendPlayer(codec.U8(codec.Uvarint(m, 0), 1), &p)
	return codec.Uvarint(m, 0)
}

// TestHomePassesNobodyUnknown: an island that makes people up brings them into another one neither by home's
// land nor through home's hands, alone or as a pair. Those whom home knows to be away are sent on.
func TestHomePassesNobodyUnknown(t *testing.T) {
	s := rig.NewStage(t).Enter(2)
	far := grid.Region{X: 60, Y: 60}
	s.Register.LastLoan = 1
	s.Register.SetLease(world.Lease{At: far, To: 78, Number: 1})
	s.Register.AwayPlayers = []world.AwayPlayer{{Key: rig.Key(8), Seat: 8}, {Key: rig.Key(9), Seat: 9}}
	there := far.Tile(100)
	pair := func(first, second []byte) []byte {
		return codec.Blob(codec.Blob([]byte{uint8(federation.PairLetter)}, first[1:]), second[1:])
	}
	cross := func(n int, seat entity.Seat) []byte {
		return madeUp(s, rig.Key(n), seat, there)
	}
	for _, x := range []struct {
		name   string
		letter []byte
		passed federation.Letter // 0: none
		people int
	}{
		{"a player whom home knows to be away", cross(9, 9), federation.CrossLetter, 1},
		{"one that nobody knows", cross(7, 7), 0, 0},
		{"one under the seat of another", cross(7, 9), 0, 0},
		{"one who is at home", cross(1, s.Player(1).Seat), 0, 0},
		{"two that are away", pair(cross(9, 9), cross(8, 8)), federation.PairLetter, 2},
		{"one that carries somebody unknown", pair(cross(9, 9), cross(7, 7)), federation.CrossLetter, 1},
		{"one that somebody unknown carries", pair(cross(7, 7), cross(9, 9)), federation.CrossLetter, 1},
		{"two that nobody knows", pair(cross(7, 7), cross(6, 6)), 0, 0},
	} {
		before := len(s.Parcels(78, 0, nil))
		federation.Receive(&s.State, 77, x.letter)
		list := s.Parcels(78, 0, nil)[before:]
		switch {
		case x.passed == 0 && len(list) > 0:
			t.Errorf("%s is sent on", x.name)
		case x.passed != 0 && (len(list) == 0 || federation.Letter(list[0][1]) != x.passed):
			t.Errorf("%s: %d parcels are sent on", x.name, len(list))
		}
		if s.Roster.BySeat(7) != nil || s.Roster.BySeat(9) != nil {
			t.Errorf("%s is at home", x.name)
		}
	}
	s.Register.AwayPlayers, s.Register.Leases, s.Register.LastLoan, s.Mail.Outboxes = nil, nil, 0, nil
}

// TestNobodySpeaksForHome: an island that passes on a letter of home's takes no effect: home never ends, so
// it sends its letters itself, and these are heard.
func TestNobodySpeaksForHome(t *testing.T) {
	s := rig.NewStage(t).Enter(1)
	s.Register.SelfID = 77
	defer func() { s.Register.SelfID = world.Home }()
	var table annals.Table
	table.Note(3, annals.Entry{Since: 1, Name: entity.NameOf("Nobody")})
	letter := table.Append(codec.U64([]byte{uint8(federation.AnnalsLetter)}, uint64(s.Clock)))
	forward := func(as uint64) []byte {
		m := codec.U64(codec.U64([]byte{uint8(federation.ForwardLetter)}, world.Home), as)
		return codec.Blob(codec.Uvarint(m, 1), append([]byte{1}, letter...))
	}
	if federation.Receive(&s.State, 78, forward(99)); !s.Annals.Empty() {
		t.Error("another island speaks for home")
	}
	if federation.Receive(&s.State, world.Home, forward(98)); s.Annals.Empty() {
		t.Error("home is not heard")
	}
	s.Annals, s.Mail.Inboxes = annals.Table{}, nil
}
