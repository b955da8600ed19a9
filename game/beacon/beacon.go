// Package beacon says what happens at the nine lighthouses of a world, as functions on a world.State: a
// lantern is lit for the first time, the news reaches an island, puzzles that take time go on, the festival,
// and the lights that flicker after it. Package lights has the table, package terrain the places and the
// puzzles.
//
// Embers are carried by package act, which asks this one how fast they go out.
package beacon

import (
	"strings"

	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/world"
)

const (
	// lookEvery is how often the lights are looked at, in ticks.
	lookEvery = 30
	// flickerEvery is how often a light that is to be tended is seen to flicker, in ticks: every three
	// seconds.
	flickerEvery = 180
	// lanternEvery is how often a sky lantern rises near each player during the festival, in ticks, and
	// lanternWide and lanternHigh how far from the player, in tiles.
	lanternEvery             = 40
	lanternWide, lanternHigh = 11, 6
	// mostNames is the most names that the beginning of the festival tells; the lanterns have all.
	mostNames = 64
	// streamLantern sets the chance of sky lanterns apart.
	streamLantern = 0x6c616e74
)

// Lanterns returns where the nine lanterns of the world stand. They are not to be changed.
func Lanterns(i *world.State) *[lights.Count]grid.Tile {
	if l := &i.Lanterns; !l.Known || l.Of != i.Gen.Seed {
		*l = world.Lanterns{Of: i.Gen.Seed, Known: true, At: terrain.Lights(i.Gen.Seed)}
	}
	return &i.Lanterns.At
}

// Number returns which of the nine lanterns stands on a tile; ok is false where none does.
func Number(i *world.State, t grid.Tile) (n int, ok bool) {
	for n, at := range Lanterns(i) {
		if at == t {
			return n, true
		}
	}
	return 0, false
}

// Known reports whether all lanterns of a table stand where this world has them.
func Known(i *world.State, o *lights.Table) bool {
	for n, at := range Lanterns(i) {
		if e, ok := o.Entry(n); ok && e.At != at {
			return false
		}
	}
	return true
}

// Kindle notes that a player has lit the lantern on a tile, if it is one of the nine.
func Kindle(i *world.State, p *entity.PlayerState, t grid.Tile) {
	n, ok := Number(i, t)
	if !ok {
		return
	}
	_, whole := i.Lights.Whole()
	if i.Lights.Light(n, lights.Entry{At: t, Since: i.Clock, Seat: p.Seat, Name: p.Name}) {
		announce(i, 1<<n, whole)
	}
}

// Learn takes over what another island knows, in this island's ticks.
func Learn(i *world.State, o *lights.Table) {
	_, whole := i.Lights.Whole()
	announce(i, i.Lights.Join(o, i.Clock), whole)
}

// announce tells of lights that burn since now, as bits, and of the festival if it begins.
func announce(i *world.State, fresh uint16, whole bool) {
	for n := range lights.Count {
		if e, ok := i.Lights.Entry(n); ok && fresh>>n&1 != 0 {
			i.Happened = append(i.Happened, event.Event{Kind: event.LightWon, Tick: i.Clock, Seat: e.Seat, Pos: e.At.Centre(), Tile: e.At, A: int32(n), B: int32(i.Lights.Count()), Text: e.Name.String()})
		}
	}
	if since, now := i.Lights.Whole(); now && !whole && since != i.Clock {
		invite(i) // it began elsewhere; else Tend does so in this tick
	}
}

// invite tells of the beginning of the festival.
func invite(i *world.State) {
	var names []string
	for k := range min(people(i), mostNames) {
		names = append(names, person(i, k))
	}
	i.Tell(event.Feasted, nil, Lanterns(i)[0], int32(people(i)), 0)
	i.Happened[len(i.Happened)-1].Text = strings.Join(names, ", ")
}

// people returns how many people are known here who have lived in the world.
func people(i *world.State) int { return len(i.Roster.Here) + len(i.Roster.Away) }

// person returns the name of the k-th of them: first those who are here, by their seats.
func person(i *world.State, k int) string {
	if n := len(i.Roster.Here); k >= n {
		return i.Roster.Away[k-n].Name.String()
	}
	return i.Roster.Here[k].Name.String()
}

// Care reports whether the lantern on a tile flickers, and is to be tended with embers.
func Care(i *world.State, t grid.Tile) bool {
	n, ok := Number(i, t)
	return ok && i.Lights.Flickers(n, i.Clock)
}

// Nurse notes that a player has tended the lantern on a tile.
func Nurse(i *world.State, p *entity.PlayerState, t grid.Tile) {
	if n, ok := Number(i, t); ok {
		i.Lights.Tend(n, i.Clock)
		i.Tell(event.Tended, p, t, int32(n), 0)
	}
}

// Tend does a tick's work at the lights.
func Tend(i *world.State) {
	if i.Partial {
		return
	}
	if i.Lights.Festive(i.Clock) {
		if since, _ := i.Lights.Whole(); since == i.Clock {
			invite(i)
		}
		if i.Clock%lanternEvery == 0 {
			letRise(i)
		}
	}
	if i.Clock%lookEvery != 0 {
		return
	}
	at := Lanterns(i)
	notice(i, at)
	if t := at[terrain.OfLake]; i.Land.Active(t.Region()) != nil {
		drain(i, t)
	}
	if t := at[terrain.OfNight]; i.Clock%watchEvery == 0 && i.Land.Active(t.Region()) != nil {
		watch(i, t)
	}
	for n := range lights.Count {
		if i.Lights.Flickers(n, i.Clock) && i.Clock >= lookEvery && !i.Lights.Flickers(n, i.Clock-lookEvery) {
			i.Tell(event.Flickered, nil, at[n], int32(n), 1)
		}
	}
	if i.Clock%flickerEvery == 0 {
		for n, t := range at {
			if i.Lights.Flickers(n, i.Clock) && i.Land.Active(t.Region()) != nil {
				i.Tell(event.Flickered, nil, t, int32(n), 0)
			}
		}
	}
}

// notice takes burning lanterns into the table that are missing there: a merge has brought their tiles alone.
func notice(i *world.State, at *[terrain.LightCount]grid.Tile) {
	for n, t := range at {
		if _, b, state, ok := i.Land.TileAt(t); i.Lights.Lit(n) || !ok || b != tile.Beacon || state&tile.StateBit0 == 0 {
			continue
		}
		var first entity.Body
		for _, k := range i.Space.Around(t.Centre(), fixed.One) {
			if f := &i.Space.Bodies()[k]; f.Kind == entity.Flame && grid.TileAt(f.Pos) == t && (first.ID == 0 || f.Born < first.Born) {
				first = *f
			}
		}
		if p := i.Roster.BySeat(first.Seat); p != nil {
			Kindle(i, p, t)
		} else {
			Kindle(i, &entity.PlayerState{Seat: first.Seat}, t)
		}
	}
}

// letRise lets a sky lantern rise near every player who is awake, each with the name of somebody who has
// lived in the world.
func letRise(i *world.State) {
	since, _ := i.Lights.Whole()
	turn := int((i.Clock - since) / lanternEvery)
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		b := i.Space.Body(p.Body)
		if b == nil || !i.IsAwake(p) {
			continue
		}
		h := random.Hash(i.Gen.Seed^streamLantern, uint64(i.Clock), uint64(p.Seat), 0)
		off := fixed.Vec{X: fixed.Q(h%(2*lanternWide+1)) - lanternWide, Y: fixed.Q(h>>16%(2*lanternHigh+1)) - lanternHigh}
		pos := b.Pos.Add(fixed.Vec{X: off.X * fixed.One, Y: off.Y * fixed.One})
		i.TellText(event.LanternRose, p, pos, person(i, (turn+k)%people(i)))
	}
}

// Fading returns how embers burn where a body is: whether they go out at once, and how many times as fast as
// usual they do so otherwise. Water puts them out, also in the hands of one who wades. In rain under the open
// sky they last a quarter of their time.
func Fading(i *world.State, b *entity.Body) (out bool, times game.Tick) {
	t := grid.TileAt(b.Pos)
	ground, _, _, ok := i.Land.TileAt(t)
	if !ok || ground.Info().Roofed {
		return false, 1
	}
	if ground.Info().Liquid {
		c := i.Space.Body(b.Other)
		wades := b.Flags&entity.Carried != 0 && c != nil && c.Z == 0
		return wades || b.Flags&entity.Carried == 0 && b.Z == 0, 1
	}
	if sky, _ := i.Land.Estates.Sky(i.Gen.Seed, i.Clock, t); sky.Rain >= living.RainDouses {
		return false, 4
	}
	return false, 1
}

// open opens the gate on a tile for good.
func open(i *world.State, t grid.Tile) {
	ground, _, state, _ := i.Land.TileAt(t)
	living.SetTile(i, t, ground, tile.Gate, tile.GateOpener(state)|tile.StateBit0)
	i.Tell(event.Opened, nil, t, int32(tile.Gate), 0)
}
