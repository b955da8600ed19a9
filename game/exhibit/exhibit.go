// Package exhibit builds the worlds of the showroom and the initial worlds of tests and simulations. An
// exhibit is ordinary state: it is stepped like any island.
package exhibit

import (
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/terrain"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// Exhibit is a world that is set up to show something. Tests and visitors see the same world: both build it
// by Open.
type Exhibit struct {
	Name   string // lower case letters: the tables of words tell of it by this
	aside  grid.Tile
	reach  int32 // how far it is cleared from its middle, in tiles
	wild   bool  // nothing but what build sets up grows there
	build  func(d Decor)
	Player func(i *island.Island) player // who plays in it; nil: nobody
	Crowd  bool                          // it is not at the spawn of a land, but the crowd of regions
}

// player makes the turns of an exhibit's own players.
type player interface {
	Next() *turn.Builder
	Stir(i *island.Island) bool // does to the world, before the turn, what no turn tells of; false: nothing
}

// Exhibits are all, in the order in which they are shown. Add a row, its two lines in each table of words,
// and the function that builds it to the file of its subject.
var Exhibits = [...]Exhibit{
	{Name: "machine", aside: grid.Tile{Y: -4}, reach: 14, build: ShowMachine},
	{Name: "fire", aside: grid.Tile{Y: -8}, reach: 14, build: showFire, wild: true},
	{Name: "water", aside: grid.Tile{Y: -8}, reach: 14, build: showWater},
	{Name: "farm", aside: grid.Tile{Y: -5}, reach: 12, build: showFarm},
	{Name: "carts", aside: grid.Tile{Y: -7}, reach: 14, build: showCarts},
	{Name: "herd", aside: grid.Tile{Y: -8}, reach: 16, build: showHerd},
	{Name: "line", Player: func(i *island.Island) player { return newNeighbours(i) }},
	{Name: "living", Player: func(i *island.Island) player { return NewLiving(i) }},
	{Name: "people", Player: func(i *island.Island) player { return NewCast(i) }},
	{Name: "crowd", Crowd: true},
}

// exhibitSeed is the seed of all of them.
const exhibitSeed = 7

// CrowdWide is how many regions the crowd is wide and high, crowdEach how many bodies there are in each.
const CrowdWide, CrowdEach = 8, 200

// Show is an exhibit that goes on.
type Show struct {
	World   *island.Island
	Turn    *turn.Turn // the one executed last
	Stirred bool       // something was done before Turn that no turn contains
	Player  player
	crowd   bool
	turns   int
}

// Open builds an exhibit under the current rules.
func (e *Exhibit) Open() *Show {
	if e.Crowd {
		i := Crowded(CrowdWide, CrowdEach)
		i.SpawnTile = grid.Tile{X: CrowdWide * grid.RegionSide / 2, Y: CrowdWide * grid.RegionSide / 2}
		return &Show{World: i, crowd: true}
	}
	s := &Show{World: island.New(world.Genesis{Seed: exhibitSeed, Rules: game.CurrentRules, Start: item.Builders})}
	if e.build != nil {
		d := Decor{s.World, terrain.Spawn(exhibitSeed).Add(e.aside.X, e.aside.Y)}
		d.Clear(e.reach)
		e.build(d)
		if !e.wild {
			d.dress(e.reach)
		}
	}
	dark.Banish(&s.World.State)
	if e.Player != nil {
		s.Player = e.Player(s.World)
	}
	return s
}

// Next runs a turn: the commands of the exhibit's own players, and then the visitor's, which are numbered
// from seq on. It returns the number of the visitor's commands that it took; the caller offers the others
// again. An error concerns the first of those left, which can never be taken.
func (s *Show) Next(visitor game.PlayerID, seq uint64, commands []command.Command) (taken int, err error) {
	var next *turn.Builder
	if s.Player != nil {
		next = s.Player.Next()
		s.Stirred = s.Player.Stir(s.World)
	} else {
		next = s.World.Begin(game.TicksPerTurn)
	}
	for _, c := range commands {
		var ok bool
		if ok, err = next.Append(visitor, seq+uint64(taken), command.Append(nil, c)); err != nil || !ok {
			break
		}
		taken++
	}
	if s.crowd {
		// Only home admits newcomers: it is not the copy of a world until the visitor is there.
		s.World.Partial = s.World.Roster.ByKey(visitor) != nil
		if s.Stirred = s.turns%stirTurns == 0; s.Stirred {
			Stir(s.World, s.turns)
		}
	}
	s.turns++
	s.Turn = next.Turn()
	s.World.Step(s.Turn)
	return taken, err
}
