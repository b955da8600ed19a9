package command

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// example returns a command of a kind with all its fields set.
func example(k Kind) Command {
	c := Command{Kind: k, Tick: 123456}
	f := fields[k]
	if f&hasDir != 0 {
		c.Dir = fixed.SVec{X: -fixed.One, Y: 40000}
	}
	if f&hasFace != 0 {
		c.Face = 200
	}
	if f&hasTile != 0 {
		c.Tile = grid.Tile{X: -70000, Y: 5}
	}
	if f&hasEntity != 0 {
		c.Entity = game.EntityID(1 << 63)
	}
	if f&hasSlot != 0 {
		c.Slot = 11
	}
	if f&hasSlot2 != 0 {
		c.Slot2 = 12
	}
	if f&hasCount != 0 {
		c.Count = 250
	}
	if f&hasLook != 0 {
		c.Look = entity.Look{Skin: 1, Hair: 2, HairColour: 3, Shirt: 4, Trousers: 5, Hat: 6}
	}
	if f&hasText != 0 {
		c.Text = "Ünï"
	}
	return c
}

func TestEveryKindGoesThrough(t *testing.T) {
	for k := NoKind + 1; k < KindCount; k++ {
		c := example(k)
		b := Append(nil, c)
		got, err := Decode(b)
		if err != nil || got != c {
			t.Errorf("%s: %+v, %v", k, got, err)
		}
		for n := range b {
			if _, err := Decode(b[:n]); !errors.Is(err, ErrMalformed) {
				t.Errorf("%s: %d of %d bytes: %v", k, n, len(b), err)
			}
		}
		if _, err := Decode(append(b, 0)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s with a byte too many: %v", k, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for name, c := range map[string]Command{
		"long text":      {Kind: Say, Text: strings.Repeat("x", MaxText+1)},
		"not UTF-8":      {Kind: Say, Text: "\xff"},
		"too far a tile": {Kind: Dig, Tile: grid.Tile{X: MaxCoordinate + 1}},
		"too strong":     {Kind: Move, Dir: fixed.SVec{X: fixed.One + 1}},
		"no kind":        {},
		"unknown kind":   {Kind: KindCount},
	} {
		if _, err := Decode(Append(nil, c)); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := len(Append(nil, Command{Kind: Say, Tick: 1 << 62, Text: strings.Repeat("x", MaxText)})); n > MaxBytes {
		t.Errorf("the longest command has %d bytes, the limit is %d", n, MaxBytes)
	}
	if _, err := Decode(make([]byte, MaxBytes+1)); !errors.Is(err, ErrMalformed) {
		t.Errorf("too many bytes: %v", err)
	}
}

func TestOnlyOneEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes")
		if c, err := Decode(b); err == nil && !bytes.Equal(Append(nil, c), b) {
			t.Fatalf("%x decodes to %+v, which is encoded as %x", b, c, Append(nil, c))
		}
	})
}

func FuzzDecode(f *testing.F) {
	for k := NoKind + 1; k < KindCount; k++ {
		f.Add(Append(nil, example(k)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := Decode(b); err == nil && !bytes.Equal(Append(nil, c), b) {
			t.Fatalf("%x is not how %+v is encoded", b, c)
		}
	})
}
