// Package together is what the window knows of what players do with each other: whom the player could
// carry, and what the notice board says.
package together

import (
	"manyhold/game"
	"manyhold/game/abroad"
	"manyhold/game/board"
	"manyhold/game/carry/bond"
	"manyhold/game/challenge"
	"manyhold/game/entity"
	"manyhold/game/fall"
	"manyhold/game/grid"
	"manyhold/game/lights"
	"manyhold/game/terrain"
	"manyhold/game/world"
	"manyhold/render/ui/model"
)

// Offer returns what the key that picks up would do with another player: how the two carry each other, or
// could, and the other's body.
func Offer(i *world.State, me *entity.PlayerState, b *entity.Body) (model.Hoist, game.EntityID) {
	of := func(k model.CarryKind, id game.EntityID) (model.Hoist, game.EntityID) {
		o := i.Space.Body(id)
		if o == nil {
			return model.Hoist{}, 0
		}
		who := i.Roster.BySeat(o.Seat)
		if who == nil {
			return model.Hoist{}, 0
		}
		return model.Hoist{Kind: k, Name: who.Name.String()}, id
	}
	if id := bond.Load(i, b.ID); id != 0 {
		return of(model.CarryDown, id)
	}
	if id := bond.Carrier(i, b.ID); id != 0 {
		return of(model.CarryOff, id)
	}
	if id := bond.Asked(i, b.ID); id != 0 {
		if o := i.Space.Body(id); o != nil && o.Pos.Sub(b.Pos).Near(world.LiftReach) {
			return of(model.CarryTake, id)
		}
	}
	if b.Flags&(entity.Carrying|entity.Riding) != 0 {
		return model.Hoist{}, 0
	}
	kind, best, least := model.NoCarry, game.EntityID(0), world.LiftReach
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		o := i.Space.Body(p.Body)
		if o == nil || p.Seat == me.Seat || bond.Carrier(i, o.ID) != 0 {
			continue
		}
		d, out := o.Pos.Sub(b.Pos).Len(), fall.Out(i, p)
		if d > least || !out && o.Flags&entity.Asleep != 0 {
			continue
		}
		kind, best, least = model.CarryAsk, o.ID, d
		if out {
			kind = model.CarryOut
		}
	}
	if best == 0 {
		return model.Hoist{}, 0
	}
	return of(kind, best)
}

// Board fills what the notice board says to a player at a tile. name is the name of the place with a tile.
func Board(m *model.Board, i *world.State, me *entity.PlayerState, here grid.Tile, name func(grid.Tile) string) {
	*m = model.Board{Lights: i.Lights.Count(), People: m.People[:0], Care: m.Care[:0], Needs: m.Needs[:0], PlaceName: name}
	if me == nil {
		return
	}
	if n, dark := i.Lights.Next(); dark {
		at := terrain.Lights(i.Gen.Seed)[n]
		m.Next = model.WayTo(here, at)
		m.Next.Name = name(at)
	}
	_, m.Whole = i.Lights.Whole()
	for n := range lights.Count {
		if e, ok := i.Lights.Entry(n); ok && i.Lights.Flickers(n, i.Clock) {
			m.Care = append(m.Care, model.Light{Name: name(e.At), Dim: i.Lights.Dim(n, i.Clock)})
		}
	}
	for _, x := range board.Needs(i) {
		n := model.Need{Way: model.WayTo(here, x.At), Out: x.Out}
		n.Name = x.Name.String()
		m.Needs = append(m.Needs, n)
	}
	week := challenge.WeekOf(i.Clock)
	for slot, r := range challenge.Of(i.Gen.Seed, week) {
		row := &challenge.Rows[r]
		m.Challenges[slot] = model.Challenge{Name: row.Name, Done: int(i.Challenges.Of(week, slot)), Goal: int(row.Goal), Prize: row.Prize, Got: board.Got(i, me, slot), Late: board.Late(i, me, slot)}
	}
	left := game.Tick(week)*challenge.WeekTicks - i.Clock
	m.DaysLeft = int((left + game.TicksPerDay - 1) / game.TicksPerDay)
	for _, p := range i.Roster.Everybody() {
		m.People = append(m.People, p.Name.String())
	}
	i.Abroad.All(func(n *abroad.Note) {
		if i.Roster.BySeat(n.Seat) == nil {
			m.People = append(m.People, n.Name.String())
		}
	})
}
