// Package estate says what the land is like at a place: its gravity, its weather, what its ground looks like,
// and the laws that hold there. A blueprint of the form Land says so (blueprint.Terms): that which the owner
// of a claim chose for it, and elsewhere the founder's blueprint.LandTitle.
//
// A land ends exactly at the border of its claim: what is on a tile, by the middle of a body, is under the
// terms of that tile. A claim whose blueprint is not known, or is no land any more, is as the world around.
//
// Estates are derived from the claims, the blueprints and the ordinances at the beginning of each tick. They
// are no state: peers that have the same state derive the same.
package estate

import (
	"cmp"
	"slices"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/tile"
	"manyhold/game/weather"
)

// Estates has the terms of all places. The zero value says nothing of any. Its lists are never changed in
// place: a copy keeps what it has.
type Estates struct {
	of      [3]uint64 // the sums of what it was derived from
	rest    *blueprint.Terms
	claims  claim.Table // those with terms of their own
	terms   []known
	heavy   bool // some gravity differs from the plain one
	painted bool // some ground looks like another one
}

type known struct {
	id    uint64
	terms *blueprint.Terms
}

var plain blueprint.Terms

// IsOf reports whether the table was derived from what has these sums: claims, blueprints and ordinances.
func (t *Estates) IsOf(claims, register, ordinances uint64) bool {
	return t.of == [3]uint64{claims, register, ordinances}
}

// Derive returns the table of some claims and blueprints. The founder is as ordinances of that sum say.
func Derive(claims *claim.Table, register *blueprint.Register, founder game.PlayerID, ordinances uint64) (t Estates) {
	t.of = [3]uint64{claims.Sum(), register.Sum(), ordinances}
	if e := register.Find(blueprint.IDOf(founder, blueprint.LandTitle)); e != nil && e.Shape.Form == blueprint.Land {
		t.rest = &e.Terms
		t.note(&e.Terms)
	}
	var list []claim.Claim
	for _, c := range claims.List() {
		if c.Land == 0 {
			continue
		}
		if e := register.Find(blueprint.ID(c.Land)); e != nil && e.Shape.Form == blueprint.Land {
			list = append(list, c)
			t.note(&e.Terms)
			if k, ok := t.at(c.Land); !ok {
				t.terms = slices.Insert(t.terms, k, known{c.Land, &e.Terms})
			}
		}
	}
	t.claims.Take(list)
	return t
}

func (t *Estates) note(x *blueprint.Terms) {
	t.heavy = t.heavy || x.Gravity != 0 && x.Gravity != fixed.One
	t.painted = t.painted || x.Ground != tile.NoGround
}

func (t *Estates) at(id uint64) (int, bool) {
	return slices.BinarySearchFunc(t.terms, id, func(k known, id uint64) int { return cmp.Compare(k.id, id) })
}

// Rest returns the terms of the land without terms of its own. They are read-only.
func (t *Estates) Rest() *blueprint.Terms {
	if t.rest == nil {
		return &plain
	}
	return t.rest
}

// Own returns the terms that the owner of the claim on a tile chose, nil if there are none.
func (t *Estates) Own(at grid.Tile) *blueprint.Terms {
	if len(t.terms) == 0 {
		return nil
	}
	if c := t.claims.At(at); c != nil {
		if k, ok := t.at(c.Land); ok {
			return t.terms[k].terms
		}
	}
	return nil
}

// At returns the terms that hold on a tile. They are read-only.
func (t *Estates) At(at grid.Tile) *blueprint.Terms {
	if own := t.Own(at); own != nil {
		return own
	}
	return t.Rest()
}

// Has reports whether a law of the land holds on a tile.
func (t *Estates) Has(at grid.Tile, law blueprint.LandLaws) bool { return t.At(at).Laws.Has(law) }

// Pull returns the gravity at a tile in multiples of the plain one: see physics.Land.
func (t *Estates) Pull(x, y int32) fixed.S {
	if !t.heavy {
		return fixed.One
	}
	if g := t.At(grid.Tile{X: x, Y: y}).Gravity; g != 0 {
		return g
	}
	return fixed.One
}

// Shown returns what the ground of a tile looks like.
func (t *Estates) Shown(at grid.Tile, g tile.Ground) tile.Ground {
	if !t.painted {
		return g
	}
	return t.At(at).Shown(g)
}

// Painted reports whether some ground looks like another one.
func (t *Estates) Painted() bool { return t.painted }

// skies are the weathers that stay.
var skies = [blueprint.WeatherCount]weather.Sky{
	blueprint.Clear:  {Wind: 40},
	blueprint.Rainy:  {Rain: 200, Wind: 70},
	blueprint.Stormy: {Rain: weather.Full, Storm: weather.Full, Wind: 220},
	blueprint.Foggy:  {Fog: 220, Wind: 36},
}

// Sky returns the weather of a tile. stays says that the land there keeps it: then there is no lightning.
func (t *Estates) Sky(seed uint64, now game.Tick, at grid.Tile) (s weather.Sky, stays bool) {
	if w := t.At(at).Weather; w != blueprint.AnyWeather {
		return skies[w], true
	}
	return weather.At(seed, now, at), false
}
