package act

import (
	"manyhold/game"
	"manyhold/game/carry/bond"
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
	Held            // by a script: stands, and its hands do nothing but eat
	Snared          // by a script: walks at a part of its speed
	Free            // no script holds or snares it, for as long as it was held and snared before
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
	Free:     {pace: fixed.One},
}

// effectColumn is the component of a player under an effect: the effect (u8), its remaining ticks (u16), for
// how many ticks it was held and snared without a rest (u16), and the walking speed of one that is snared in
// 64ths (u8).
const (
	effectColumn = "manyhold:effect"
	effectBytes  = 6
)

// EffectOn returns the effect on the player of a body, and its remaining ticks. They are bounded here, too: a
// player may come from an island whose peers lie.
func EffectOn(i *world.State, body game.EntityID) (e Effect, left uint16) {
	row := i.Components.Get(effectColumn, body)
	if row == nil || row[0] >= uint8(EffectCount) {
		return NoEffect, 0
	}
	e = Effect(row[0])
	most := effectTable[e].ticks
	if e >= Held {
		most = HeldMost
	}
	return e, min(uint16(row[1])|uint16(row[2])<<8, most)
}

// heldFor is for how many ticks a player that scripts hold or snare was so without a rest.
func heldFor(i *world.State, body game.EntityID) int {
	row := i.Components.Get(effectColumn, body)
	return min(int(row[3])|int(row[4])<<8, HeldMost)
}

// HeldMost is the longest time for which scripts hold and snare a player without a rest, in ticks.
const HeldMost = 5 * game.TicksPerSecond

// Restrain lets a script hold a player (Held), or snare it at a part of its speed (Snared). It ends what
// another script did to it. All of that together takes at most HeldMost, and the player is Free afterwards
// for as long as it took: so nobody is kept held.
func Restrain(i *world.State, p *entity.PlayerState, e Effect, ticks int, pace fixed.S) event.Reason {
	b := i.Space.Body(p.Body)
	now, _ := EffectOn(i, p.Body)
	spent := 0
	switch {
	case b == nil:
		return event.NothingThere
	case now == Held || now == Snared:
		spent = heldFor(i, b.ID)
	case now != NoEffect:
		return event.TooSoon
	}
	if ticks = min(ticks, HeldMost-spent); ticks <= 0 {
		return event.TooSoon
	}
	if why := i.Note(effectColumn, b.ID, effectRow(e, uint16(ticks), uint16(spent), uint8(pace*64/fixed.One))); why != event.NoReason {
		return why
	}
	if e == Held {
		living.Act(i, p, entity.Idle)
	}
	i.TellBody(event.Affected, p, b, int32(e), int32(ticks))
	return event.NoReason
}

// Thaw frees a player that scripts hold or snare.
func Thaw(i *world.State, p *entity.PlayerState) event.Reason {
	if e, _ := EffectOn(i, p.Body); e != Held && e != Snared {
		return event.NothingThere
	}
	free(i, p)
	return event.NoReason
}

// free frees a player, for as long as it was held and snared.
func free(i *world.State, p *entity.PlayerState) {
	b := i.Space.Body(p.Body)
	spent := uint16(heldFor(i, b.ID))
	if spent == 0 {
		affect(i, p, NoEffect)
		return
	}
	setEffect(i, b.ID, Free, spent)
	i.TellBody(event.Affected, p, b, int32(Free), int32(spent))
}

// effectRow is the row of effectColumn.
func effectRow(e Effect, left, spent uint16, pace uint8) []byte {
	return codec.U8(codec.U16(codec.U16([]byte{uint8(e)}, left), spent), pace)
}

// paceOf is the part of its speed at which a player walks.
func paceOf(i *world.State, body game.EntityID) fixed.S {
	e, _ := EffectOn(i, body)
	if e == Snared {
		return min(fixed.S(i.Components.Get(effectColumn, body)[5])*fixed.One/64, fixed.One)
	}
	return effectTable[e].pace
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
		row = effectRow(e, left, 0, 0)
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
		case e == Frozen && (!strife(i, b) || warm(i, tileOf(b.Pos))):
			affect(i, p, NoEffect)
		case e == Held || e == Snared:
			drain(i, p, b.ID)
		case left > 1:
			setEffect(i, b.ID, e, left-1)
		default:
			affect(i, p, effectTable[e].next)
		}
	}
}

// drain lets a tick pass by for a player that scripts hold or snare.
func drain(i *world.State, p *entity.PlayerState, body game.EntityID) {
	e, left := EffectOn(i, body)
	spent, pace := heldFor(i, body), i.Components.Get(effectColumn, body)[5]
	left = min(left, uint16(HeldMost-spent))
	if err := i.SetComponent(effectColumn, body, effectRow(e, max(left, 1)-1, uint16(spent+1), pace)); err != nil {
		panic(err) // it is there
	}
	if left <= 1 {
		free(i, p)
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

// Able returns the reason why rank, land, law or an effect forbids a player its command. A player that is
// frozen or held can still turn, talk and eat.
func Able(i *world.State, p *entity.PlayerState, b *entity.Body, c *command.Command) event.Reason {
	if why := permits(i, p, b, c); why != event.NoReason {
		return why
	}
	if handsFull(c) && bond.Load(i, b.ID) != 0 {
		return event.HandsFull
	}
	if e, _ := EffectOn(i, p.Body); e != Frozen && e != Held {
		return event.NoReason
	}
	switch c.Kind {
	case command.Dig, command.Use, command.Kick, command.PickUp, command.Throw, command.Drop, command.ChestPut, command.ChestTake, command.Fill, command.Craft,
		command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort,
		command.Put, command.PutAway, command.Shift, command.Relink, command.Adjust, command.Play, command.Carry:
		return event.Frozen
	case command.Place:
		if int(c.Slot) >= len(p.Inventory) || p.Inventory[c.Slot].Kind.Info().Use != item.Eat {
			return event.Frozen
		}
	}
	return event.NoReason
}

// handsFull reports whether a command needs hands that carry nobody.
func handsFull(c *command.Command) bool {
	switch c.Kind {
	case command.Dig, command.Place, command.Fill, command.Kick, command.PickUp, command.Throw, command.Craft, command.Put, command.Shift, command.Play:
		return true
	}
	return false
}
