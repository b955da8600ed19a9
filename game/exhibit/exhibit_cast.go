package exhibit

import (
	"encoding/binary"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/federation"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
	"manyhold/game/tune"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Cast is six players that do everything possible by hand, by chance that is the same everywhere.
type Cast struct {
	Decor
	N     uint64                  // counts the numbers of chance
	Only  uint32                  // bit k: player k plays; 0: all do
	Seqs  [CastSize + 1]uint64    // the number of each player's last command
	Asked map[uint64]command.Kind // the commands of the last turn, by seat and number
	// where the last player, who is away, comes back in this turn, if anywhere else
	from fixed.Vec
}

// CastSize is the number of players in a cast; the last one walks far.
const CastSize = 6

// castLuck is where their chance begins under the current rules: such that they do one of everything in
// 20,000 ticks, which the golden test asks for. Whatever changes the world may want another one.
const castLuck = 65

// NewCast sets up the things that a cast needs. There are outlines, too, as if the world had been merged, and
// they use portals.
func NewCast(i *island.Island) *Cast {
	c := CastOn(i)
	for n, b := range [...]tile.Block{tile.StandingStone, tile.Chest, tile.BerryBush, tile.Door, tile.StandingStone, tile.Boulder, tile.StandingStone} {
		living.SetTile(&c.State, c.At(int32(n)*2-6, -2), tile.Grass, b, 0)
	}
	c.Chest(-4, -2, item.Stack{Kind: item.Harp, Count: 1}, item.Stack{Kind: item.Flute, Count: 1}, item.Stack{Kind: item.Bells, Count: 1})
	for n := range int32(4) {
		living.SetTile(&c.State, c.At(n*3-5, 0), tile.Grass, tile.Door, 0)
	}
	for n, b := range [...]tile.Block{tile.Beacon, tile.Hearth, tile.Hearth, tile.Beacon} {
		living.SetTile(&c.State, c.At(int32(n)*2-3, 2), tile.Grass, b, 0)
	}
	for n, b := range [...]tile.Block{tile.Handle, tile.Gate, tile.Handle} {
		living.SetTile(&c.State, c.At(int32(n)*terrain.GateAside-terrain.GateAside, 5-int32(n)%2*terrain.GateOff), tile.Grass, b, 0)
	}
	c.N = castLuck
	looks := [...]world.Outline{{Ground: tile.Grass, Block: tile.Lamp}, {Ground: tile.WoodFloor, Block: tile.Table}, {Ground: tile.StoneFloor}, {Ground: tile.Grass, Block: tile.Fence}}
	for n := range int32(48) {
		o := looks[n%int32(len(looks))]
		o.At, o.Seat = c.At(n%12-6, 6+n/12*2), entity.Seat(1+n%CastSize)
		c.Outlines.Add(o)
	}
	return c
}

// CastOn lets them go on in a world that was set up before.
func CastOn(i *island.Island) *Cast { return &Cast{Decor: Round(i), Asked: map[uint64]command.Kind{}} }

// below returns the next number of chance, from 0 to n-1.
func (c *Cast) below(n uint32) int32 {
	c.N++
	return int32(random.Below(random.Hash(103, c.N, 0, 0), n))
}

// Next makes the next turn: each player asks for something now and then.
func (c *Cast) Next() *turn.Builder {
	next := c.Begin(uint8(1 + c.below(game.MaxTicksPerTurn)))
	clear(c.Asked)
	c.from = fixed.Vec{}
	for n := 1; n <= CastSize; n++ {
		if c.Only != 0 && c.Only>>n&1 == 0 || c.below(3) != 0 {
			continue
		}
		p := c.Roster.ByKey(CastKey(n))
		cmd := command.Command{Kind: command.Enter, Text: "Player " + string(rune('0'+n)), Look: entity.Look{Shirt: uint8(n)}}
		if p != nil && c.IsAwake(p) {
			cmd = c.Wish(n, p)
		} else if p != nil && n == CastSize { // it comes back elsewhere
			c.from = c.At(int32(c.Clock/2500*180), 40).Centre()
		} else if p != nil && c.below(12) != 0 {
			if c.below(4) != 0 {
				continue
			}
			cmd = command.Command{Kind: command.Say, Text: "from afar"}
		}
		if cmd.Kind == command.Sleep {
			next.Depart(CastKey(n))
			continue
		}
		cmd.Tick = c.Clock + game.Tick(c.below(8))
		c.Seqs[n] = c.Sequence(CastKey(n)) + 1
		if _, err := next.Append(CastKey(n), c.Seqs[n], command.Append(nil, cmd)); err != nil {
			panic("island: a command of an exhibit: " + err.Error())
		}
		if p != nil {
			c.Asked[uint64(p.Seat)<<32|c.Seqs[n]] = cmd.Kind
		}
	}
	return next
}

// Stir lets the last player come back elsewhere, on an island that is to execute the turn that next made. It
// reports whether it does.
func (c *Cast) Stir(i *island.Island) bool {
	if c.from == (fixed.Vec{}) {
		return false
	}
	i.Roster.ByKey(CastKey(CastSize)).Last = c.from
	i.Roster.SumAway()
	return true
}

// Wish chooses the next command of a player that is awake.
func (c *Cast) Wish(n int, p *entity.PlayerState) command.Command {
	b := c.Space.Body(p.Body)
	here := grid.TileAt(b.Pos)
	near := here.Add(c.below(5)-2, c.below(5)-2)
	slot, count := uint8(c.below(item.InventorySlots)), uint8(c.below(6))
	dir := fixed.Direction(fixed.Angle(c.below(1 << 16)))
	if c.below(40) == 0 {
		return c.call(p)
	}
	if cmd, ok := c.venture(b, here); ok {
		return cmd
	}
	if c.below(24) == 0 {
		return c.together(p, near)
	}
	if n == CastSize && c.below(60) == 0 {
		return command.Command{Kind: command.Leave}
	}
	if n == CastSize && c.below(3) != 0 { // this one walks far
		dir = fixed.Direction(fixed.Angle(uint64(c.Clock)/2500*20000) + fixed.Angle(c.below(1<<14)))
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
	}
	switch c.below(40) {
	case 0, 1, 2, 3, 4:
		if home := c.SpawnTile.Centre().Sub(b.Pos); !home.Near(5 * fixed.One) {
			dir = home.S().Unit()
		}
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
	case 5, 37:
		return command.Command{Kind: command.Move}
	case 12:
		kinds := [...]command.Kind{command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort, command.BagSort}
		return command.Command{Kind: kinds[c.below(uint32(len(kinds)))], Tile: c.special(here, near), Slot: slot, Slot2: item.InventorySlots + count, Count: 1}
	case 6, 7, 8, 9, 10, 11:
		return command.Command{Kind: command.Dig, Tile: near}
	case 13:
		return command.Command{Kind: command.StopDig}
	case 14, 15, 16, 17, 18, 19:
		return command.Command{Kind: command.Place, Tile: near, Slot: slot}
	case 21:
		return command.Command{Kind: command.Use, Tile: c.special(here, near)}
	case 22:
		return command.Command{Kind: command.Select, Slot: slot}
	case 23, 24:
		return command.Command{Kind: command.Kick, Dir: dir}
	case 25, 26:
		return command.Command{Kind: command.PickUp, Entity: c.loose(b)}
	case 27, 28:
		return command.Command{Kind: command.Throw, Dir: dir.Scale(fixed.S(c.below(fixed.One))), Slot: slot}
	case 29:
		return command.Command{Kind: command.Drop, Slot: slot, Count: count}
	case 31, 32, 33:
		return command.Command{Kind: command.ChestPut, Tile: c.special(here, near), Slot: slot, Count: count}
	case 20, 30:
		return command.Command{Kind: command.ChestTake, Tile: c.special(here, near), Slot: slot % 3, Count: 1}
	case 34:
		return command.Command{Kind: command.Swap, Slot: slot, Slot2: uint8(c.below(item.InventorySlots))}
	case 35:
		return command.Command{Kind: command.Say, Text: []string{"hello", "a longer line of chat, with ünïcödé", " ", "catch!"}[c.below(4)]}
	case 36:
		return command.Command{Kind: command.Emote, Count: count + 4}
	case 38:
		return command.Command{Kind: command.SetName, Text: []string{"Ada", "Bo", "Cleo with a name that is too long"}[c.below(3)]}
	case 39:
		if c.below(8) == 0 {
			break
		}
		return command.Command{Kind: command.SetLook, Look: entity.Look{Hat: count}}
	}
	if c.below(2) == 0 {
		return command.Command{Kind: command.Sleep}
	}
	return command.Command{Kind: command.Leave}
}

// together chooses what players do for others: a note on an instrument, which is taken in hand first, a pin
// on everybody's map, or a ride on somebody's back.
func (c *Cast) together(p *entity.PlayerState, near grid.Tile) command.Command {
	switch c.below(3) {
	case 0:
		return command.Command{Kind: command.Pin, Tile: near, Count: uint8(c.below(entity.PinSigns + 1))}
	case 1:
		o := &c.Roster.Here[c.below(uint32(len(c.Roster.Here)))]
		return command.Command{Kind: command.Carry, Entity: o.Body}
	}
	for k, s := range p.Inventory {
		switch {
		case s.Count == 0 || s.Kind.Info().Use != item.Strum || int(p.Slot) == k:
		case k < item.HotbarSlots:
			return command.Command{Kind: command.Select, Slot: uint8(k)}
		default:
			return command.Command{Kind: command.Swap, Slot: uint8(k), Slot2: p.Slot}
		}
	}
	return command.Command{Kind: command.Play, Count: uint8(1 + c.below(tune.Notes))}
}

// venture chooses commands about portals and outlines. A player that sees an open portal may walk into it. A
// player in another land walks to the way back more often than not. An outline nearby is filled or erased.
func (c *Cast) venture(b *entity.Body, here grid.Tile) (cmd command.Command, ok bool) {
	to, leads := c.nearest(here, 5, func(t grid.Tile) bool { _, b, _, _ := c.TileAt(t); return b == tile.Portal })
	if scene := here.Region().Scene(); scene != 0 {
		to, leads = world.WayBack(c.Gen.Seed, scene), true
	}
	switch c.below(24) {
	case 0, 1:
		dir := to.Centre().Sub(b.Pos).S().Unit()
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}, leads
	case 2:
		t, found := c.nearest(here, 2, func(t grid.Tile) bool { return c.Outlines.At(t) != nil })
		return command.Command{Kind: living.Either(c.below(2) == 0, command.Erase, command.Fill), Tile: t}, found
	}
	return cmd, false
}

// nearest returns a tile nearest to here, at most reach tiles off to each side, that is as is says.
func (c *Cast) nearest(here grid.Tile, reach int32, is func(t grid.Tile) bool) (best grid.Tile, ok bool) {
	least := int32(1 << 30)
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if far := dx*dx + dy*dy; far < least && is(here.Add(dx, dy)) {
				best, least, ok = here.Add(dx, dy), far, true
			}
		}
	}
	return best, ok
}

// call asks another player for a visit, or lets a guest in.
func (c *Cast) call(p *entity.PlayerState) command.Command {
	if k, ok := c.Components.Find(federation.VisitColumn); ok {
		for row, id := range c.Components.Columns[k].Ids {
			if game.EntityID(binary.LittleEndian.Uint64(c.Components.Columns[k].Row(row))) == p.Body {
				return command.Command{Kind: command.Welcome, Entity: id}
			}
		}
	}
	o := &c.Roster.Here[c.below(uint32(len(c.Roster.Here)))]
	return command.Command{Kind: []command.Kind{command.Visit, command.Visit, command.Welcome}[c.below(3)], Entity: o.Body}
}

// special returns the nearest tile around that can be used, or else.
func (c *Cast) special(here, or grid.Tile) grid.Tile {
	for dy := int32(-2); dy <= 2; dy++ {
		for dx := int32(-2); dx <= 2; dx++ {
			_, b, _, _ := c.TileAt(here.Add(dx, dy))
			if c.usable(b) && c.below(2) != 0 {
				return here.Add(dx, dy)
			}
		}
	}
	return or
}

// loose returns a body that lies near, 0 for none.
func (c *Cast) loose(b *entity.Body) game.EntityID {
	for _, k := range c.Space.Around(b.Pos, world.LiftReach) {
		if o := &c.Space.Bodies()[k]; o.Kind != entity.Player && c.below(2) == 0 {
			return o.ID
		}
	}
	return 0
}

// usable reports whether Use does something with a block.
func (c *Cast) usable(b tile.Block) bool {
	switch b {
	case tile.Door, tile.Lamp, tile.Torch, tile.Hearth, tile.Chest, tile.BerryBush, tile.Beacon, tile.Gate, tile.Handle,
		tile.StandingStone, tile.Portal, tile.MatchBoard:
		return true
	}
	return false
}
