package act

import (
	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// An effect keeps a player from something for a while. Each is a row of a table; a player is under one at a
// time. How long it still lasts counts down, so that clocks of islands do not matter, and is a component of
// the body: it goes with it over lines and into snapshots.

// Effect is a condition of a player. The numbers are stored: effects are only appended.
type Effect uint8

// The effects.
const (
	NoEffect Effect = iota
	Frozen          // stands, and its hands do nothing but eat, which ends it; so does a fire beside it
	Numb            // walks slowly, and cannot be frozen: so nobody is kept frozen
	EffectCount
)

// effectTable holds for each effect the remaining walking speed, its duration, and its consequences.
var effectTable = [EffectCount]struct {
	pace  fixed.S
	ticks uint16
	next  Effect
}{
	NoEffect: {pace: fixed.One},
	Frozen:   {ticks: 2 * game.TicksPerSecond, next: Numb},
	Numb:     {pace: fixed.One / 2, ticks: 3 * game.TicksPerSecond},
}

// effectColumn is the component of a player under an effect: the effect (u8) and its remaining ticks (u16).
const (
	effectColumn = "manyhold:effect"
	effectBytes  = 3
)

// EffectOn returns the effect on the player of a body, and its remaining ticks.
func EffectOn(i *world.State, body game.EntityID) (e Effect, left uint16) {
	row := i.Components.Get(effectColumn, body)
	if row == nil || row[0] >= uint8(EffectCount) {
		return NoEffect, 0
	}
	return Effect(row[0]), uint16(row[1]) | uint16(row[2])<<8
}

// Freeze freezes a player, unless it was frozen a moment ago.
func Freeze(i *world.State, p *entity.PlayerState) event.Reason {
	if e, _ := EffectOn(i, p.Body); e != NoEffect {
		return event.TooSoon
	}
	affect(i, p, Frozen)
	return event.NoReason
}

// affect puts a player under an effect, or frees it of any.
func affect(i *world.State, p *entity.PlayerState, e Effect) {
	b := i.Space.Body(p.Body)
	if b == nil || i.Components.Declare(effectColumn, effectBytes) != nil {
		return // others have declared all the columns that there can be
	}
	setEffect(i, b.ID, e, effectTable[e].ticks)
	if e == Frozen {
		living.Act(i, p, entity.Idle)
	}
	i.TellBody(event.Affected, p, b, int32(e), int32(effectTable[e].ticks))
}

// setEffect keeps an effect for so many ticks. The column is there.
func setEffect(i *world.State, body game.EntityID, e Effect, left uint16) {
	var row []byte
	if e != NoEffect {
		row = codec.U16([]byte{uint8(e)}, left)
	}
	if err := i.SetComponent(effectColumn, body, row); err != nil {
		panic(err) // it was declared, and the body is there
	}
}

// WearOff lets the effects on players pass by a tick, in ascending seat.
func WearOff(i *world.State) {
	if _, any := i.Components.Find(effectColumn); !any {
		return
	}
	for k := range i.Roster.Here {
		p := &i.Roster.Here[k]
		e, left := EffectOn(i, p.Body)
		switch b := i.Space.Body(p.Body); {
		case e == NoEffect || b == nil:
		case e == Frozen && (!i.Code.Laws.Has(world.Strife) || warm(i, tileOf(b.Pos))):
			affect(i, p, NoEffect)
		case left > 1:
			setEffect(i, b.ID, e, left-1)
		default:
			affect(i, p, effectTable[e].next)
		}
	}
}

// warm reports whether something burns on a tile or beside it.
func warm(i *world.State, t grid.Tile) bool {
	for n := range int32(9) {
		_, block, state, _ := i.Land.TileAt(t.Add(n%3-1, n/3-1))
		if block == tile.Fire || (block == tile.Hearth || block == tile.Torch) && tile.Emits(block, state) > 0 {
			return true
		}
	}
	return false
}

// Able returns the reason why rank, land, law or an effect forbids a player its command. A frozen player can
// still walk, talk and eat.
func Able(i *world.State, p *entity.PlayerState, b *entity.Body, c *command.Command) event.Reason {
	if why := permits(i, p, b, c); why != event.NoReason {
		return why
	}
	if e, _ := EffectOn(i, p.Body); e != Frozen {
		return event.NoReason
	}
	switch c.Kind {
	case command.Dig, command.Use, command.Kick, command.PickUp, command.Throw, command.Drop, command.ChestPut, command.ChestTake, command.Fill, command.Craft,
		command.Put, command.PutAway, command.Shift, command.Relink, command.Adjust:
		return event.Frozen
	case command.Place:
		if int(c.Slot) >= len(p.Inventory) || p.Inventory[c.Slot].Kind.Info().Use != item.Eat {
			return event.Frozen
		}
	}
	return event.NoReason
}
