package persona_test

import (
	"crypto/sha256"
	"encoding/binary"
	"regexp"
	"strings"
	"testing"

	"manyhold/app/persona"
	"manyhold/assets"
	"manyhold/game/entity"
	"manyhold/net/key"
	"manyhold/render/atlas"
)

// keyOf is the key of the n-th of many players.
func keyOf(n int) key.ID {
	return key.ID(sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(n))))
}

// TestOutlinesSpread: of a thousand players each outline has its share, and two players are hardly ever the
// same.
func TestOutlinesSpread(t *testing.T) {
	const players = 1000
	outlines, looks, names := map[persona.Outline]int{}, map[entity.Look]int{}, map[string]int{}
	for n := range players {
		name, l := persona.Of(keyOf(n))
		outlines[persona.Outline{Hair: l.Hair, Hat: l.Hat, Coat: l.Shirt >= atlas.Dyes}]++
		looks[l]++
		names[name]++
	}
	if len(outlines) != len(persona.Outlines) || len(outlines) < 8 {
		t.Errorf("%d outlines of %d", len(outlines), len(persona.Outlines))
	}
	share := players / len(persona.Outlines)
	for o, n := range outlines {
		if n < share/2 || n > share*2 {
			t.Errorf("%+v has %d players, not about %d", o, n, share)
		}
	}
	same := func(counts []int) (pairs int) {
		for _, n := range counts {
			pairs += n * (n - 1) / 2
		}
		return pairs
	}
	var counts [2][]int
	for _, n := range looks {
		counts[0] = append(counts[0], n)
	}
	for _, n := range names {
		counts[1] = append(counts[1], n)
	}
	all := players * (players - 1) / 2
	for k, most := range []int{all / 2000, all / 500} {
		if n := same(counts[k]); n > most {
			t.Errorf("%s: %d of %d pairs are the same, more than %d", []string{"looks", "names"}[k], n, all, most)
		}
	}
}

// TestChoicesAreDrawn: each choice of a persona is one that is drawn.
func TestChoicesAreDrawn(t *testing.T) {
	if persona.Dyes != atlas.Dyes {
		t.Errorf("%d dyes, %d are drawn", persona.Dyes, atlas.Dyes)
	}
	var most entity.Look
	for n := range 2000 {
		l := persona.Look(keyOf(n))
		if l != atlas.Fold(l) {
			t.Fatalf("%+v is drawn as %+v", l, atlas.Fold(l))
		}
		most.Skin, most.HairColour, most.Trousers = max(most.Skin, l.Skin), max(most.HairColour, l.HairColour), max(most.Trousers, l.Trousers)
	}
	if want := (entity.Look{Skin: uint8(atlas.SkinCount) - 1, HairColour: uint8(atlas.HairColours) - 1, Trousers: uint8(atlas.TrousersCount) - 1}); most != want {
		t.Errorf("the greatest choices are %+v, not %+v", most, want)
	}
}

// TestOutlinesDiffer: the drawn shapes of any two outlines differ in a good part of a figure, from the front
// and from the side.
func TestOutlinesDiffer(t *testing.T) {
	a, err := atlas.Build(assets.Sprites)
	if err != nil {
		t.Fatal(err)
	}
	shape := func(o persona.Outline, d atlas.Direction) (out [atlas.FigureW * atlas.FigureH]bool, size int) {
		_, pixels := a.Sheets.Find(atlas.Dress{Look: persona.Dress(entity.Look{}, o)}, atlas.Idle, d)
		for k := range out {
			if out[k] = pixels[4*k+3] > 0; out[k] {
				size++
			}
		}
		return out, size
	}
	const share = 18
	for _, d := range []atlas.Direction{atlas.South, atlas.East} {
		var shapes [len(persona.Outlines)][atlas.FigureW * atlas.FigureH]bool
		smallest := atlas.FigureW * atlas.FigureH
		for k, o := range persona.Outlines {
			size := 0
			shapes[k], size = shape(o, d)
			smallest = min(smallest, size)
		}
		for k := range shapes {
			for j := range k {
				differ := 0
				for x := range shapes[k] {
					if shapes[k][x] != shapes[j][x] {
						differ++
					}
				}
				if differ < smallest/share {
					t.Errorf("direction %d: %+v and %+v differ in %d pixels of %d", d, persona.Outlines[k], persona.Outlines[j], differ, smallest)
				}
			}
		}
	}
}

// TestNamesAreSaid: each name is a short word of letters with vowels that do not stand alone, and fits.
func TestNamesAreSaid(t *testing.T) {
	word := regexp.MustCompile(`^[A-Z][a-z]{2,8}$`)
	hard := regexp.MustCompile(`[^aeiouy]{4}|[aeiouy]{4}`)
	for n := range 1000 {
		name := persona.Name(keyOf(n))
		if !word.MatchString(name) || hard.MatchString(strings.ToLower(name)) || len(name) > entity.MaxName {
			t.Errorf("%q", name)
		}
	}
}
