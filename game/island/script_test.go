package island

import (
	"encoding/binary"
	"testing"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/random"
	"manyhold/game/terrain"
	"manyhold/game/tile"
)

// script is a world in which six players do everything there is to do, by chance that is the same
// everywhere: it makes the turns of the golden test and of those that compare runs.
type script struct {
	*stage
	n      uint64 // counts the numbers of chance
	seqs   [scriptPlayers + 1]uint64
	done   [command.KindCount]int // commands that were not refused
	events [event.KindCount]int
	why    [event.ReasonCount]int
	portal fixed.Vec               // where the last player is to come back in this turn
	kinds  map[uint64]command.Kind // of the commands of the last turn, by seat and number
	only   uint32                  // bit n: player n plays here; 0: all do
}

const scriptPlayers = 6

func newScript(t testing.TB) *script { return scriptOf(t, game.CurrentRules) }

func scriptOf(t testing.TB, rules game.Rules) *script {
	s := &script{stage: stageOf(t, rules), kinds: map[uint64]command.Kind{}}
	for n, b := range [...]tile.Block{tile.StandingStone, tile.Chest, tile.BerryBush, tile.Door, tile.StandingStone, tile.Boulder, tile.StandingStone} {
		s.setTile(s.at(int32(n)*2-6, -2), tile.Grass, b, 0)
	}
	if rules >= game.Living {
		for n := range int32(4) {
			s.setTile(s.at(n*3-5, 0), tile.Grass, tile.Door, 0)
		}
	}
	if rules >= game.Lighthouses {
		for n, b := range [...]tile.Block{tile.Beacon, tile.Hearth, tile.Hearth, tile.Beacon} {
			s.setTile(s.at(int32(n)*2-3, 2), tile.Grass, b, 0)
		}
	}
	if rules >= game.Vaults {
		for n, b := range [...]tile.Block{tile.Handle, tile.Gate, tile.Handle} {
			s.setTile(s.at(int32(n)*terrain.GateAside-terrain.GateAside, 5-int32(n)%2*terrain.GateOff), tile.Grass, b, 0)
		}
	}
	return s
}

// below returns the script's next number, from 0 to n-1.
func (s *script) below(n uint32) int32 {
	s.n++
	return int32(random.Below(random.Hash(99, s.n, 0, 0), n))
}

// next makes the next turn: each player asks for something now and then.
func (s *script) next() []byte {
	turn := s.Begin(nil, uint8(1+s.below(game.MaxTicksPerTurn)))
	clear(s.kinds)
	s.portal = fixed.Vec{}
	for n := 1; n <= scriptPlayers; n++ {
		if s.only != 0 && s.only>>n&1 == 0 || s.below(3) != 0 {
			continue
		}
		p := s.player(n)
		c := command.Command{Kind: command.Enter, Text: "Player " + string(rune('0'+n)), Look: entity.Look{Shirt: uint8(n)}}
		if p != nil && s.awake(p) {
			c = s.wish(n, p)
		} else if p != nil && n == scriptPlayers { // it comes back elsewhere, as a portal might let it
			s.portal = s.at(int32(s.Now()/2500*180), 40).Centre()
		} else if p != nil && s.below(12) != 0 {
			if s.below(4) != 0 {
				continue
			}
			c = command.Command{Kind: command.Say, Text: "from afar"}
		}
		if c.Kind == command.Sleep {
			turn, _ = s.Depart(turn, key(n))
			continue
		}
		c.Tick = s.Now() + game.Tick(s.below(8))
		s.seqs[n] = s.Sequence(key(n)) + 1
		var err error
		if turn, _, err = s.Append(turn, key(n), s.seqs[n], command.Append(nil, c)); err != nil {
			s.t.Fatal(err)
		}
		if p != nil {
			s.kinds[uint64(p.Seat)<<32|s.seqs[n]] = c.Kind
		}
	}
	return turn
}

// play executes the turn that next made, on the script's own island or on one that is to do the same.
func (s *script) play(i *Island, turn []byte) {
	s.t.Helper()
	if p := i.PlayerByKey(key(scriptPlayers)); s.portal != (fixed.Vec{}) {
		p.Last = s.portal
		i.sumAway()
	}
	if err := i.Step(turn); err != nil {
		s.t.Fatal(err)
	}
}

// wish chooses what a player who is awake asks for.
func (s *script) wish(n int, p *entity.PlayerState) command.Command {
	b := s.Body(p.Body)
	here := grid.TileAt(b.Pos)
	near := here.Add(s.below(5)-2, s.below(5)-2)
	slot, count := uint8(s.below(item.InventorySlots)), uint8(s.below(6))
	dir := fixed.Direction(fixed.Angle(s.below(1 << 16)))
	if s.genesis.Rules >= game.Vaults && s.below(40) == 0 {
		return s.call(p)
	}
	if n == scriptPlayers && s.below(60) == 0 {
		return command.Command{Kind: command.Leave}
	}
	if n == scriptPlayers && s.below(3) != 0 { // this one walks far
		dir = fixed.Direction(fixed.Angle(uint64(s.Now())/2500*20000) + fixed.Angle(s.below(1<<14)))
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
	}
	switch s.below(40) {
	case 0, 1, 2, 3, 4:
		if home := s.spawn.Centre().Sub(b.Pos); !home.Near(5 * fixed.One) {
			dir = home.S().Unit()
		}
		return command.Command{Kind: command.Move, Dir: dir, Face: entity.FacingOf(dir)}
	case 5, 37:
		return command.Command{Kind: command.Move}
	case 6, 7, 8, 9, 10, 11, 12:
		return command.Command{Kind: command.Dig, Tile: near}
	case 13:
		return command.Command{Kind: command.StopDig}
	case 14, 15, 16, 17, 18, 19:
		return command.Command{Kind: command.Place, Tile: near, Slot: slot}
	case 21:
		return command.Command{Kind: command.Use, Tile: s.special(here, near)}
	case 22:
		return command.Command{Kind: command.Select, Slot: slot}
	case 23, 24:
		return command.Command{Kind: command.Kick, Dir: dir}
	case 25, 26:
		return command.Command{Kind: command.PickUp, Entity: s.loose(b)}
	case 27, 28:
		return command.Command{Kind: command.Throw, Dir: dir.Scale(fixed.S(s.below(fixed.One))), Slot: slot}
	case 29:
		return command.Command{Kind: command.Drop, Slot: slot, Count: count}
	case 31, 32, 33:
		return command.Command{Kind: command.ChestPut, Tile: s.special(here, near), Slot: slot, Count: count}
	case 20, 30:
		return command.Command{Kind: command.ChestTake, Tile: s.special(here, near), Slot: slot % 3, Count: 1}
	case 34:
		return command.Command{Kind: command.Swap, Slot: slot, Slot2: uint8(s.below(item.InventorySlots))}
	case 35:
		return command.Command{Kind: command.Say, Text: []string{"hello", "a longer line of chat, with ünïcödé", " ", "catch!"}[s.below(4)]}
	case 36:
		return command.Command{Kind: command.Emote, Count: count + 4}
	case 38:
		return command.Command{Kind: command.SetName, Text: []string{"Ada", "Bo", "Cleo with a name that is too long"}[s.below(3)]}
	case 39:
		if s.below(8) == 0 {
			break
		}
		return command.Command{Kind: command.SetLook, Look: entity.Look{Hat: count}}
	}
	if s.below(2) == 0 {
		return command.Command{Kind: command.Sleep}
	}
	return command.Command{Kind: command.Leave}
}

// call asks another to be let in, or lets somebody in who asked.
func (s *script) call(p *entity.PlayerState) command.Command {
	if k, ok := s.findColumn(knockColumn); ok {
		for row, id := range s.columns[k].ids {
			if game.EntityID(binary.LittleEndian.Uint64(s.columns[k].row(row))) == p.Body {
				return command.Command{Kind: command.Welcome, Entity: id}
			}
		}
	}
	o := &s.players[s.below(uint32(len(s.players)))]
	return command.Command{Kind: []command.Kind{command.Visit, command.Visit, command.Welcome}[s.below(3)], Entity: o.Body}
}

// special returns the nearest tile around that can be used, or else.
func (s *script) special(here, or grid.Tile) grid.Tile {
	for dy := int32(-2); dy <= 2; dy++ {
		for dx := int32(-2); dx <= 2; dx++ {
			_, b, _, _ := s.TileAt(here.Add(dx, dy))
			if s.usable(b) && s.below(2) != 0 {
				return here.Add(dx, dy)
			}
		}
	}
	return or
}

// loose returns a body that lies near, 0 for none.
func (s *script) loose(b *entity.Body) game.EntityID {
	for _, k := range s.space.Around(b.Pos, LiftReach) {
		if o := &s.space.Bodies()[k]; o.Kind != entity.Player && s.below(2) == 0 {
			return o.ID
		}
	}
	return 0
}

// watch counts what came of a turn.
func (s *script) watch() {
	for _, e := range s.Events() {
		s.events[e.Kind]++
		if e.Kind == event.Refused {
			s.why[e.A]++
			delete(s.kinds, uint64(e.Seat)<<32|e.Seq)
		}
		if e.Kind == event.Entered {
			s.done[command.Enter]++
		}
	}
	for n := 1; n <= scriptPlayers; n++ {
		if p := s.player(n); p != nil {
			if k, ok := s.kinds[uint64(p.Seat)<<32|p.LastSeq]; ok && p.LastSeq == s.seqs[n] {
				s.done[k]++
			}
		}
	}
}

// usable reports whether Use does something with a block.
func (s *script) usable(b tile.Block) bool {
	switch b {
	case tile.Door, tile.Lamp, tile.Torch, tile.Hearth, tile.Chest, tile.BerryBush, tile.Beacon, tile.Gate, tile.Handle:
		return true
	}
	return false
}
