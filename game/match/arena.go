package match

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/command"
	"manyhold/game/dark"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// New returns a match at its beginning. It is a function of its arguments: all peers have the same one. seats
// has the players in the order of the roster. An error matches ErrSetup.
func New(p *Package, config []byte, seed uint64, seats []Player) (*Match, error) {
	values, err := p.Settle(config)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	case len(seats) != len(p.Roster):
		return nil, fmt.Errorf("%w: %d players for %d seats", ErrSetup, len(seats), len(p.Roster))
	}
	for k := range seats {
		if seats[k].Key != (game.PlayerID{}) && slices.ContainsFunc(seats[:k], func(o Player) bool { return o.Key == seats[k].Key }) {
			return nil, fmt.Errorf("%w: a player on two seats", ErrSetup)
		}
	}
	m := &Match{p: p, config: slices.Clone(config), players: slices.Clone(seats)}
	a := &p.Arena
	noon := game.Tick(24+int(a.Hour)-8) % 24 // the world begins at eight
	m.w = island.NewScene(world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Builders}, noon*game.TicksPerDay/24, a.middle())
	m.layLand()
	m.proclaim(Author, world.OfRank, uint64(rights.Founder))
	dark.Banish(&m.w.State)
	act.Hold(&m.w.State, act.EntryOf(&m.w.State, p.land()))
	for _, b := range p.Things {
		act.Hold(&m.w.State, act.EntryOf(&m.w.State, b))
	}
	act.Hold(&m.w.State, act.EntryOf(&m.w.State, p.referee()))
	m.seat(values)
	m.appoint(values)
	if err := script.Begin(&m.w.State, p.dict(values), value.Int(int64(seed>>18))); err != nil {
		m.fail("referee.star:" + err.Error())
	}
	m.advance()
	m.w.Happened = m.w.Happened[:0]
	return m, nil
}

// middle is the tile in the middle of the field, where players enter. The regions round it are always active.
func (a *Arena) middle() grid.Tile {
	return grid.Tile{X: min(int32(a.Width)/2, grid.RegionSide-1), Y: min(int32(a.Height)/2, grid.RegionSide-1)}
}

func (m *Match) proclaim(subject game.PlayerID, topic world.Topic, v uint64) {
	act.Enact(&m.w.State, world.Ordinance{Topic: topic, Subject: subject, Value: v, Word: 1})
}

// layLand makes the field, the wall round it, and what is outside.
func (m *Match) layLand() {
	s, a := &m.w.State, &m.p.Arena
	world.Clear(s, func(*entity.Body) bool { return true })
	w, h := int32(a.Width), int32(a.Height)
	for k := range s.Land.Regions {
		at := s.Land.Regions[k].At
		for n := range grid.RegionTiles {
			t := at.Tile(grid.Index(n))
			ground, block := a.Outside, tile.NoBlock
			switch {
			case t.X >= 0 && t.Y >= 0 && t.X < w && t.Y < h:
				ground = a.Ground
			case t.X >= -1 && t.Y >= -1 && t.X <= w && t.Y <= h && a.Wall != tile.NoBlock:
				ground, block = a.Ground, a.Wall
			}
			living.SetTile(s, t, ground, block, 0)
		}
	}
}

// botKey is the key of the player of a seat that nobody has.
func botKey(k int) game.PlayerID {
	return game.PlayerID(sha256.Sum256(append([]byte("manyhold bot "), byte(k))))
}

// seat brings the players into the arena, in the order of the roster.
func (m *Match) seat(values []blueprint.Value) {
	m.bots = m.p.bots(values)
	if m.bots {
		m.bot, _ = script.LoadBot(m.p.Bot)
	}
	s := &m.w.State
	for k, name := range m.p.Roster {
		who := &m.players[k]
		x := seat{key: who.Key}
		called := who.Name
		if x.vacant = who.Key == (game.PlayerID{}); x.vacant {
			if called = name; m.bots {
				x.key = botKey(k)
			}
		}
		if x.key != (game.PlayerID{}) {
			look := who.Look
			if k < len(m.p.Shirts) {
				look.Shirt = m.p.Shirts[k]
			}
			m.proclaim(x.key, world.OfRank, uint64(rights.Builder))
			act.Enter(s, &world.SeatCommand{Key: x.key, Command: command.Command{Kind: command.Enter, Text: called, Look: look}})
			if p := s.Roster.ByKey(x.key); p != nil && !m.p.Arena.Kit {
				for j := range p.Inventory {
					s.Ledger.Destroyed[p.Inventory[j].Kind] += uint64(p.Inventory[j].Count)
					p.Inventory[j] = item.Stack{}
				}
			}
		}
		m.seats = append(m.seats, x)
	}
}

// appoint puts the referee into the arena, in the middle.
func (m *Match) appoint(values []blueprint.Value) {
	s := &m.w.State
	e := s.Blueprints.Find(blueprint.IDOf(Author, RefereeTitle))
	x := living.Fresh(&thing.Thing{ID: thing.Referee, At: s.SpawnTile, Owner: Author}, e)
	for k := range m.p.Settings {
		x.Set(&m.p.Settings[k].Prop, values[k])
	}
	living.SetThing(s, x)
	m.preside(x.ID)
}

// preside hands the match over to the scripts.
func (m *Match) preside(referee game.EntityID) {
	m.court = script.Court{Referee: referee, Author: Author, Enter: m.enter, Finish: m.finish, Width: int32(m.p.Arena.Width), Height: int32(m.p.Arena.Height)}
	for _, s := range m.p.States {
		m.court.States = append(m.court.States, s.Name)
	}
	for k, name := range m.p.Roster {
		m.court.Seats = append(m.court.Seats, script.Seat{Name: name, Key: m.seats[k].key, Vacant: m.seats[k].vacant})
	}
	script.Preside(&m.w.State, &m.court)
}
