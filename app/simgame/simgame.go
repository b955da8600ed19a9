// Package simgame is the real island as package net/sim simulates it: people who walk, dig, build, throw and
// talk. The tests of this package pin the traces of simulated networks, and measure them.
package simgame

import (
	"fmt"
	"math/rand/v2"

	"manyhold/app/node"
	"manyhold/app/replica"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/world"
	"manyhold/net/host/kernel"
	"manyhold/net/sim"
	"manyhold/net/store"
)

// Game is the real island as the simulator needs it: people enter, walk about or far away, dig, build, throw
// and talk.
type Game struct {
	Animals int // that live round the spawn from the beginning on
}

// Home is sim.Game's.
func (s Game) Home(g store.Genesis) kernel.Machine {
	g.Rules = uint32(game.CurrentRules) // a simulated world is as one founded now
	g.Start = uint8(item.Builders)
	i := node.NewIsland(g)
	exhibit.Populate(i.Island, s.Animals)
	return i
}

// Island is sim.Game's.
func (Game) Island(store.Genesis) kernel.Machine { return replica.New() }

// Command is sim.Game's.
func (Game) Command(s sim.Scene) []byte {
	i := replica.Of(s.Machine)
	p := i.Roster.ByKey(game.PlayerID(s.Me))
	if p == nil || i.Space.Body(p.Body) == nil || i.Space.Body(p.Body).Flags&entity.Asleep != 0 {
		if i.Self() != world.Home || i.IsAway(game.PlayerID(s.Me)) {
			return nil // on its way from one island to another
		}
		return command.Append(nil, command.Command{Kind: command.Enter, Text: s.Me.Short()})
	}
	here := i.Space.Body(p.Body).Pos
	c := randomStep(s, i, here)
	c.Tick = game.Tick(i.Tick())
	return command.Append(nil, c)
}

// randomStep is the next step of a player: walkers go straight on, each in its own direction, and a crowd to
// the spawn.
func randomStep(s sim.Scene, i *island.Island, here fixed.Vec) command.Command {
	rng := s.Chance
	toward := fixed.Angle(uint16(s.Me[0])<<8 | uint16(s.Me[1]))
	switch way := i.SpawnTile.Centre().Sub(here); {
	case s.Habit == sim.Gathering:
		toward = fixed.Atan2(way.Y, way.X)
	case s.Habit == sim.Building || rng.IntN(4) == 0:
		return randomWork(rng, here)
	}
	return command.Command{Kind: command.Move, Dir: fixed.Direction(toward + fixed.Angle(rng.IntN(4000)-2000))}
}

// randomWork changes something in reach.
func randomWork(rng *rand.Rand, at fixed.Vec) command.Command {
	here := grid.TileAt(at)
	near := grid.Tile{X: here.X + rng.Int32N(5) - 2, Y: here.Y + rng.Int32N(5) - 2}
	switch rng.IntN(12) {
	case 0:
		return command.Command{Kind: command.Move}
	case 1, 2:
		return command.Command{Kind: command.Dig, Tile: near}
	case 3, 4:
		return command.Command{Kind: command.Place, Tile: near, Slot: uint8(rng.IntN(8))}
	case 5:
		return command.Command{Kind: command.Throw, Dir: fixed.Direction(fixed.Angle(rng.Uint32())), Slot: uint8(rng.IntN(8))}
	case 6:
		return command.Command{Kind: command.Say, Text: "here"}
	}
	return command.Command{Kind: command.Move, Dir: fixed.Direction(fixed.Angle(rng.Uint32()))}
}

// Commands implements sim.Game: only the state tells the author of a command.
func (Game) Commands([]byte, func(author [32]byte, seq uint64, body []byte)) bool { return false }

// Wrong implements sim.Game. It does not repeat in every step the checks of the island's own tests.
func (Game) Wrong(kernel.Machine) (check, words string) { return "", "" }

// Whole implements sim.Game. It checks that every player that entered is on one island, and that for every
// kind of item an island has the items made and received, less those used and given away.
func (Game) Whole(e sim.Everything) (check, words string) {
	home := replica.Of(e.Machine(world.Home))
	if home == nil {
		return "heal", "no peer has the home island"
	}
	for _, k := range e.People {
		who, here := game.PlayerID(k), 0
		for _, i := range e.Isles {
			if i.Machine.Holds(who) {
				here++
			}
		}
		if here != 1 {
			return "entities", fmt.Sprintf("player %s is on %d islands", k.Short(), here)
		}
	}
	for _, i := range e.Isles {
		created, destroyed, present := world.Audit(&replica.Of(i.Machine).State)
		for kind := range present {
			if created[kind]-destroyed[kind] != present[kind] {
				return "entities", fmt.Sprintf("island %016x has %d items of kind %d, of %d made and %d used", i.Island, present[kind], kind, created[kind], destroyed[kind])
			}
		}
	}
	return "", ""
}

// Edit is sim.Game's: the first player carries crystals that nobody made, in books that balance.
func (Game) Edit(snapshot []byte) []byte {
	i := new(island.Island)
	if i.Restore(snapshot) != nil || len(i.Roster.Everybody()) == 0 {
		return snapshot
	}
	p := i.Roster.Everybody()[0]
	i.Ledger.Destroyed[p.Inventory[0].Kind] += uint64(p.Inventory[0].Count)
	p.Inventory[0] = item.Stack{Kind: item.Crystal, Count: 200}
	i.Ledger.Created[item.Crystal] += 200
	return i.Snapshot(nil)
}

// Flip is sim.Game's: only builds with the tag microscope can.
func (Game) Flip(kernel.Machine) bool { return false }
