package main

import (
	"math/rand/v2"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/store"
)

// simGame is the real island as the simulator needs it: people enter, walk about, dig, build, throw and talk.
type simGame struct{}

// Machine is sim.Game's.
func (simGame) Machine(g store.Genesis) host.Machine { return newIsland(g) }

// Command is sim.Game's.
func (simGame) Command(m host.Machine, me key.ID, rng *rand.Rand) []byte {
	i := m.(*island.Island)
	p := i.PlayerByKey(game.PlayerID(me))
	if p == nil || i.Body(p.Body) == nil || i.Body(p.Body).Flags&entity.Asleep != 0 {
		return command.Append(nil, command.Command{Kind: command.Enter, Text: me.Short()})
	}
	here := grid.TileAt(i.Body(p.Body).Pos)
	near := grid.Tile{X: here.X + rng.Int32N(5) - 2, Y: here.Y + rng.Int32N(5) - 2}
	c := command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(rng.Uint32()))}
	switch rng.IntN(12) {
	case 0:
		c = command.Command{Kind: command.Move}
	case 1, 2:
		c = command.Command{Kind: command.Dig, Tile: near}
	case 3, 4:
		c = command.Command{Kind: command.Place, Tile: near, Slot: uint8(rng.IntN(8))}
	case 5:
		c = command.Command{Kind: command.Throw, Dir: fixed.Direction(fixed.Angle(rng.Uint32())), Slot: uint8(rng.IntN(8))}
	case 6:
		c = command.Command{Kind: command.Say, Text: "here"}
	}
	c.Tick = game.Tick(i.Tick())
	return command.Append(nil, c)
}

// Commands is sim.Game's: whose command it is only the state tells.
func (simGame) Commands([]byte, func(author [32]byte, seq uint64, body []byte)) bool { return false }

// Wrong is sim.Game's. What the island's own tests look at is not looked at again in every step.
func (simGame) Wrong(host.Machine) (check, words string) { return "", "" }

// Flip is sim.Game's: only builds with the tag microscope can.
func (simGame) Flip(host.Machine) bool { return false }
