package world_test

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/entity/encoding"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/rig"
)

// turner returns a world with a crate that turns, one that lies askew, and one of which nothing is known.
func turner(t testing.TB) *rig.Stage {
	s := rig.BareStage(t).Enter(1).Clear(6)
	for n, b := range []entity.Body{{Kind: entity.Crate, Angle: 1 << 30, Spin: -3 * fixed.One, Vel: fixed.SVec{X: fixed.One}},
		{Kind: entity.Crate, Angle: 12345, Calm: 30, Flags: entity.Resting}, {Kind: entity.Ball}} {
		b.ID, b.Pos = game.EntityID(n+1), s.At(int32(n)-2, 2).Centre()
		s.Space.Insert(b)
	}
	return s
}

// TestSnapshotOfTurningThings: turning things, and things that lie askew, are the same when they were read
// back.
func TestSnapshotOfTurningThings(t *testing.T) {
	i := new(island.Island)
	if err := i.Restore(turner(t).Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if b := i.Space.Body(1); b == nil || b.Angle != 1<<30 || b.Spin != -3*fixed.One {
		t.Errorf("the crate is %+v", b)
	}
	if b := i.Space.Body(2); b == nil || b.Angle != 12345 || b.Calm != 30 {
		t.Errorf("the other is %+v", b)
	}
	rig.Livable(t, i)
}

// TestBodiesComeBack: whatever a body is, its bytes say it, and only one way.
func TestBodiesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := entity.Body{ID: 7, Kind: entity.Crate, Angle: rapid.Uint32().Draw(t, "angle"), Spin: fixed.S(rapid.Int32Range(int32(-encoding.MaxMotion), int32(encoding.MaxMotion)).Draw(t, "spin")),
			Calm: rapid.Uint8().Draw(t, "calm"), Flags: entity.Flags(rapid.SampledFrom([]entity.Flags{0, entity.Resting}).Draw(t, "flags"))}
		data := encoding.AppendBody(nil, &b)
		c := codec.Read(data)
		if got := encoding.ReadBody(&c); c.Done() != nil || got != b {
			t.Fatalf("%+v came back as %+v: %v", b, got, c.Err())
		}
		if n := len(data); n != encoding.BodyBytes && !encoding.Turning(&b) || encoding.Turning(&b) && n != encoding.BodyBytes+encoding.TurningBytes {
			t.Fatalf("%d bytes", n)
		}
	})
}
