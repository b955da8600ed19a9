package island

import (
	"errors"
	"os"
	"testing"

	_ "embed"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/fixed"
)

// A snapshot in format 4 of a world in which things turn: as fixtureV1.
//
//go:embed testdata/snapshot-v4.bin
var fixtureV4 []byte

// turningDigest is the digest of the state in fixtureV4 under rules 4.
const turningDigest = 0xeb75e72931138405

// turner returns a world with a crate that turns, one that lies askew, and one of which nothing is known.
func turner(t testing.TB, rules game.Rules) *stage {
	s := bareStage(t, rules).enter(1).clear(6)
	for n, b := range []entity.Body{{Kind: entity.Crate, Angle: 1 << 30, Spin: -3 * fixed.One, Vel: fixed.SVec{X: fixed.One}},
		{Kind: entity.Crate, Angle: 12345, Calm: 30, Flags: entity.Resting}, {Kind: entity.Ball}} {
		b.ID, b.Pos = game.EntityID(n+1), s.at(int32(n)-2, 2).Centre()
		s.space.Insert(b)
	}
	return s
}

// TestSnapshotOfTurningThingsStaysReadable is TestOldSnapshotStaysReadable for what came with format 4.
func TestSnapshotOfTurningThingsStaysReadable(t *testing.T) {
	if len(fixtureV4) == 0 && *update {
		s := turner(t, game.Rotation)
		if err := os.WriteFile("testdata/snapshot-v4.bin", s.Snapshot(nil), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Fatalf("written; its digest is %#x", s.Digest())
	}
	i := new(Island)
	if err := i.Restore(fixtureV4); err != nil {
		t.Fatal(err)
	}
	if d := i.Digest(); d != turningDigest {
		t.Errorf("digest %#x, want %#x", d, uint64(turningDigest))
	}
	if b := i.Body(1); b == nil || b.Angle != 1<<30 || b.Spin != -3*fixed.One {
		t.Errorf("the crate is %+v", b)
	}
	if b := i.Body(2); b == nil || b.Angle != 12345 || b.Calm != 30 {
		t.Errorf("the other is %+v", b)
	}
	livable(t, i)
}

// TestNothingTurnsUnderOlderRules: a state in which something does is none of a world of older rules.
func TestNothingTurnsUnderOlderRules(t *testing.T) {
	for _, rules := range []game.Rules{game.Living, game.Rotation} {
		err := new(Island).Restore(turner(t, rules).Snapshot(nil))
		if turns := rules >= game.Rotation; turns != (err == nil) || !turns && !errors.Is(err, ErrSnapshot) {
			t.Errorf("rules %d: %v", rules, err)
		}
	}
}

// TestBodiesComeBack: whatever a body is, its bytes say it, and only one way.
func TestBodiesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := entity.Body{ID: 7, Kind: entity.Crate, Angle: rapid.Uint32().Draw(t, "angle"), Spin: fixed.S(rapid.Int32Range(int32(-maxMotion), int32(maxMotion)).Draw(t, "spin")),
			Calm: rapid.Uint8().Draw(t, "calm"), Flags: entity.Flags(rapid.SampledFrom([]entity.Flags{0, entity.Resting}).Draw(t, "flags"))}
		data := appendBody(nil, &b)
		c := codec.Read(data)
		if got := readBody(&c); c.Done() != nil || got != b {
			t.Fatalf("%+v came back as %+v: %v", b, got, c.Err())
		}
		if n := len(data); n != bodyBytes && !turning(&b) || turning(&b) && n != bodyBytes+turningBytes {
			t.Fatalf("%d bytes", n)
		}
	})
}
