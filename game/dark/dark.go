// Package dark is what lives in the gloom (package gloom), as functions on a world.State: shades, magpies and
// great moths. Their behaviour follows rules that players can learn, and each number of them is a constant
// here, with its reason.
//
// All of them are bodies that touch nothing (entity.Kind.Airy). They move by themselves and not by physics,
// so they rest for it. They stay in the active regions of their island: none crosses a line, and none is told
// to other islands, so they add no byte to what peers send. A copy for prediction moves those that it has,
// but none is born or fades in it.
//
// While the law of Peace holds, shades fade at once, magpies and great moths stay at home, and torches in
// hands do not burn down. While the law of Mercy holds, they hurt nobody.
package dark

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/gloom"
	"manyhold/game/grid"
	"manyhold/game/living"
	"manyhold/game/physics"
	"manyhold/game/wear"
	"manyhold/game/world"
)

// mindEvery is how often a creature of the dark makes up its mind, in ticks, each at its own moment.
const mindEvery = 10

// Step lets the dark act for a tick, before bodies move.
func Step(i *world.State) {
	g := &i.Gloom
	g.Begin()
	g.Beams, g.People = g.Beams[:0], g.People[:0]
	if i.Code.Laws.Has(world.Peaceful) {
		if i.Space.Count(entity.Shade) > 0 {
			fadeAll(i)
		}
	} else {
		g.Beams = beams(i, g.Beams)
		g.People = people(i, g.People)
		if !i.Partial {
			rise(i)
		}
		haunt(i)
	}
	prowl(i)
	guard(i)
	burn(i)
}

// Level returns the gloom at a place: 0 in light, and where no region is active.
func Level(i *world.State, p fixed.Vec) uint8 {
	return gloom.Under(i.Gloom.Beams, p, gloomAt(i, grid.TileAt(p)))
}

// beams appends the lights that move: torches in hands, lanterns on belts, and embers.
func beams(i *world.State, list []gloom.Beam) []gloom.Beam {
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if !HoldsTorch(p) && !wear.Shines(p) {
			continue
		}
		if b := i.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep == 0 {
			list = append(list, gloom.Beam{At: b.Pos, Reach: gloom.TorchReach})
		}
	}
	if n := i.Space.Count(entity.Ember); n > 0 {
		for k := range i.Space.Bodies() {
			if b := &i.Space.Bodies()[k]; b.Kind == entity.Ember {
				list = append(list, gloom.Beam{At: b.Pos, Reach: gloom.EmberReach})
			}
		}
	}
	return list
}

// people appends the players that are awake, in ascending seat.
func people(i *world.State, list []gloom.Person) []gloom.Person {
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		if b := i.Space.Body(p.Body); b != nil && b.Flags&entity.Asleep == 0 && p.Health > 0 {
			list = append(list, gloom.Person{Seat: uint16(p.Seat), At: b.Pos, Level: Level(i, b.Pos)})
		}
	}
	return list
}

// nearest returns the person nearest to a place, within a distance, that fits; of two equally near ones that
// of the lower seat. far is the distance.
func nearest(list []gloom.Person, p fixed.Vec, within fixed.Q, fits func(*gloom.Person) bool) (who *gloom.Person, far fixed.Q) {
	for k := range list {
		o := &list[k]
		d := o.At.Sub(p)
		if !d.Near(within) || !fits(o) {
			continue
		}
		if l := d.Len(); who == nil || l < far {
			who, far = o, l
		}
	}
	return who, far
}

func inGloom(p *gloom.Person) bool { return p.Level > 0 }

func anybody(*gloom.Person) bool { return true }

// drift moves the k-th body by a tick at its velocity, along what is in its way. It stays in active land.
func drift(i *world.State, k int, free func(fixed.Vec) bool) {
	b := &i.Space.Bodies()[k]
	b.Flags |= entity.Resting // physics leaves it alone
	if b.Vel == (fixed.SVec{}) {
		return
	}
	from := b.Pos
	d := fixed.Vec{X: fixed.Q(b.Vel.X) / game.TicksPerSecond, Y: fixed.Q(b.Vel.Y) / game.TicksPerSecond}
	for _, way := range [...]fixed.Vec{d, {X: d.X}, {Y: d.Y}} {
		if way != (fixed.Vec{}) && free(from.Add(way)) {
			b.Pos = from.Add(way)
			i.Space.Moved(k, from)
			return
		}
	}
	b.Vel = fixed.SVec{}
}

// open reports whether a shade fits at a place.
func open(i *world.State, p fixed.Vec) bool {
	return i.Land.Active(grid.TileAt(p).Region()) != nil && physics.Free(&i.Land, entity.Shade, p)
}

// minds reports whether a body makes up its mind in this tick.
func minds(i *world.State, b *entity.Body) bool {
	return (uint64(i.Clock)+uint64(b.ID))%mindEvery == 0
}

// heading lets a body go a way.
func heading(b *entity.Body, way fixed.SVec) {
	b.Vel = way
	if way != (fixed.SVec{}) {
		b.Face = entity.FacingOf(way)
	}
}

// Banish lets the laws of Peace and Keep hold in a world that is there to be looked at, or to be played for
// minutes: a showroom, a title, a match. None of its creatures is there any more.
func Banish(i *world.State) {
	i.Code.Put(world.Ordinance{Topic: world.OfLaws, Value: uint64(i.Code.Laws) | 1<<world.Peaceful | 1<<world.Keep, Word: max(i.Code.Word(world.OfLaws), 1)})
	living.Survey(i)
	world.Clear(i, func(b *entity.Body) bool { return b.Kind.Airy() })
}
