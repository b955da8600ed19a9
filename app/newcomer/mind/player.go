// Package mind is a newcomer who plays: it decides by what package senses shows on the screen, and acts by
// real commands. It knows the tables that the screen shows, too: recipes and what digging yields. It imports
// neither the world nor its terrain.
//
// At each moment it does one thing: an act. When that is over it thinks for a moment, and decides what to do
// next from what it sees, as if it had just sat down: first its safety, then the next goal.
package mind

import (
	"fmt"

	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/goal"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/tile"
)

// mostShut is how often in a row a player looks for a way in vain before it goes home by the menu.
const mostShut = 25

// Player is a newcomer. Make one with New.
type Player struct {
	*hands
	does    act
	read    goal.Goal // the goal that it has read
	words   string    // what it does, for looking at a life
	rest    game.Tick // until when it thinks
	shut    int       // how often in a row there was no way
	puzzled game.Tick // until when it wonders what is in its way

	roamed   map[grid.Tile]int // where it has looked around, in squares
	errand   item.Stack        // what it has left a tower for
	heading  int               // in sixteenths of a turn
	looked   int               // how often for ore
	began    grid.Tile         // where it came into the world
	wentHome bool              // when it was lost last
	lost     int               // for how many legs it looks for another way
	learned  lessons
	tried    trials
	lead     lead
	pace
}

// hands are the screen and the keys of a player, and what it knows of the ways.
type hands struct {
	*senses.Screen
	ask   func(command.Command) (seq uint64)
	last  event.Reason // why something was refused last
	dir   fixed.SVec   // the keys that are held
	route *route
	vain  map[grid.Tile]int // what could not be done, and how often
}

// tower is a player at a lighthouse.
type tower struct{ *Player }

// New returns a newcomer who sees a screen and acts by ask. Players of different numbers explore in different
// directions.
func New(s *senses.Screen, number int, ask func(command.Command) uint64) *Player {
	return &Player{hands: &hands{Screen: s, ask: ask, route: &route{}, vain: map[grid.Tile]int{}}, read: goal.Count, heading: number * 3, roamed: map[grid.Tile]int{},
		pace: pace{recipes: map[int]bool{}}}
}

// Turn plays a turn, after the screen has been looked at.
func (p *Player) Turn() {
	p.learn()
	if p.Asleep {
		p.does, p.rest, p.dir = nil, 0, fixed.SVec{}
		return
	}
	if p.began == (grid.Tile{}) {
		p.began, p.rest = p.Here, p.Now+arrives
	}
	if p.startled() {
		p.does, p.rest = nil, 0
	}
	if p.Goal != p.read && !p.holdsEmbers() { // a new line: it is read first
		p.read, p.rest = p.Goal, max(p.rest, p.Now)+reads
	}
	if p.does == nil {
		if p.Now < p.rest || p.busy() {
			return
		}
		p.does = p.decide()
		p.words = fmt.Sprintf("%T %+v", p.does, p.does)
	}
	if p.does.step(p) {
		p.does, p.rest = nil, p.Now+thinks
		if p.hurried() {
			p.rest = p.Now + reaction
		}
		p.rest = max(p.rest, p.puzzled)
	}
}

// decide chooses what to do next.
func (p *Player) decide() act {
	if p.shut > mostShut { // shut in, by what it set up itself or by water
		p.shut = 0
		return p.goHome()
	}
	for _, f := range [...]func() act{p.safety, p.pick, p.pursue, p.explore} {
		if a := f(); a != nil {
			return a
		}
	}
	return &waiting{ticks: 60}
}

// refused returns the message about a command, if there is one.
func (p *hands) refused(seq uint64) event.Reason {
	for k := range p.News {
		if e := &p.News[k]; e.Kind == event.Refused && e.Seq == seq && e.Seat == p.Seat {
			p.last = event.Reason(e.A)
			return p.last
		}
	}
	return event.NoReason
}

// count returns how many items of a kind the player has, also in chests that the panel counts.
func (p *hands) count(k item.Kind) int { return item.Total(p.Bag[:], k) }

func (p *hands) tier() item.Tier { return item.BestTier(p.Bag[:]) }

// slot returns the first slot with an item.
func (p *hands) slot(k item.Kind) (uint8, bool) {
	for n, s := range p.Bag {
		if s.Kind == k && s.Count > 0 {
			return uint8(n), true
		}
	}
	return 0, false
}

// shuns reports whether the player has learned that it cannot dig through somewhere.
func (p *hands) shuns(t grid.Tile) bool {
	c := p.Memory.At(t)
	return p.vain[t] > 5 && tile.Solid(c.Block, c.State)
}

// walk goes to where there says yes; to tells the direction.
func (p *hands) walk(to grid.Tile, m manner, there func(grid.Tile) bool) *walking {
	m.shun = p.shuns
	return &walking{to: to, there: there, manner: m, limit: 12 * game.TicksPerSecond}
}

// near walks to where hands reach a tile.
func (p *hands) near(to grid.Tile, m manner) *walking {
	return p.walk(to, m, func(t grid.Tile) bool { return t != to && reaches(t, to) })
}

// onto walks to a tile.
func (p *hands) onto(to grid.Tile, m manner) *walking {
	return p.walk(to, m, func(t grid.Tile) bool { return t == to })
}

// at does something with a tile as soon as hands reach it.
func (p *hands) at(t grid.Tile, m manner, do func() act) act {
	if p.Here != t && reaches(p.Here, t) {
		return do()
	}
	return p.near(t, m)
}

// pick goes to something useful that lies near.
func (p *Player) pick() act {
	if p.Holds != entity.NoKind {
		return nil
	}
	for k := range p.Bodies {
		b := &p.Bodies[k]
		t := grid.TileAt(b.Pos)
		if b.Kind != entity.Drop || apart(t, p.Here) > 6 || p.vain[t] > 2 || b.Flags&entity.Carried != 0 || item.Room(p.Bag[:], b.Stack) == 0 || junk(b.Stack.Kind) {
			continue
		}
		p.vain[t]++
		return p.walk(t, manner{}, func(at grid.Tile) bool { return apart(at, t) == 0 })
	}
	return nil
}

// junk reports whether a newcomer leaves an item where it lies.
func junk(k item.Kind) bool {
	switch k {
	case item.Sapling, item.Seeds, item.SandPile, item.Snowball, item.Mud:
		return true
	}
	return false
}

// Words says what the player is doing, for looking at a life.
func (p *Player) Words() string { return fmt.Sprintf("%s; refused: %s", p.words, p.last) }
