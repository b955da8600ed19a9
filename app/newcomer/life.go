// Package newcomer plays the first evening of people who have never seen the game: one life, or several
// together, in virtual time. Package senses is what their screens show, package mind how they play by it. A
// Life is the world in which they do, by real commands in the bytes of turns, and what came of it.
package newcomer

import (
	"fmt"

	"manyhold/app/newcomer/mind"
	"manyhold/app/newcomer/senses"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/goal"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/journal"
	"manyhold/game/lights"
	"manyhold/game/turn"
	"manyhold/game/world"
)

// MaxPlayers and MaxMinutes bound a life.
const MaxPlayers, MaxMinutes = 60, 24 * 60

// Minute is a minute in ticks.
const Minute = 60 * game.TicksPerSecond

// Life is a world with newcomers in it.
type Life struct {
	*island.Island
	people   []person
	memory   senses.Memory // what all of them have seen: friends tell each other
	building *turn.Builder // the turn under construction
	events   []event.Event // of the last turn
	atlas    *journal.Atlas
	finds    journal.Tally

	// Tell is called with every milestone; nil: with none.
	Tell func(at game.Tick, what string)

	reel    reel
	reached map[goal.Goal]game.Tick
	deaths  int
	longest game.Tick // without a goal
}

// person is one of them.
type person struct {
	key    game.PlayerID
	name   string
	screen *senses.Screen
	mind   *mind.Player
	asked  uint64    // number of the last command
	idle   game.Tick // since when there is no goal on the screen, 0: there is one
}

// names are those of the first newcomers.
var names = [...]string{"Ada", "Ben", "Cleo", "Dag"}

// New returns the life of so many newcomers in the untouched world of a seed, as settlers.
func New(seed uint64, players int) *Life {
	l := &Life{Island: island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Settlers}),
		reached: map[goal.Goal]game.Tick{}}
	l.atlas = &journal.Atlas{Seed: func(scene uint8) uint64 { return world.SceneSeed(seed, scene) }}
	l.people = make([]person, players)
	turn := l.Begin(game.TicksPerTurn)
	for n := range l.people {
		p := &l.people[n]
		p.key, p.asked = game.PlayerID{'n', byte(n + 1)}, 1
		if p.name = fmt.Sprintf("Guest %d", n+1); n < len(names) {
			p.name = names[n]
		}
		p.screen = senses.New(l.Island, p.key, &l.memory)
		enter := command.Command{Kind: command.Enter, Text: p.name}
		if taken, err := turn.Append(p.key, 1, command.Append(nil, enter)); err != nil || !taken {
			panic(fmt.Sprintf("newcomer: %s cannot enter: %v", p.name, err))
		}
	}
	l.Step(turn.Turn())
	l.events = l.Happened
	for n := range l.people {
		p := &l.people[n]
		p.mind = mind.New(p.screen, n, func(c command.Command) uint64 { return l.ask(p, c) })
	}
	return l
}

// ask puts a command of a person into the turn under construction.
func (l *Life) ask(p *person, c command.Command) uint64 {
	p.asked++
	if taken, err := l.building.Append(p.key, p.asked, command.Append(nil, c)); err != nil || !taken {
		p.asked-- // the turn is full
		return 0
	}
	return p.asked
}

// Run plays until so many minutes are over, until all have reached all goals, until enough says so, or until
// the recording fails.
func (l *Life) Run(minutes int, enough func(l *Life) bool) {
	for l.Clock < game.Tick(minutes)*Minute && l.reel.wrong == nil && !l.ended() && (enough == nil || !enough(l)) {
		l.turn()
	}
}

// ended reports whether all have reached all goals.
func (l *Life) ended() bool {
	if _, whole := l.Lights.Whole(); !whole {
		return false
	}
	for n := range l.people {
		if !l.over(&l.people[n]) {
			return false
		}
	}
	return true
}

// turn plays a turn.
func (l *Life) turn() {
	l.building = l.Begin(game.TicksPerTurn)
	for n := range l.people {
		p := &l.people[n]
		p.screen.Look(l.events)
		p.mind.Turn()
		l.watch(p)
	}
	next := l.building.Turn()
	l.Step(next)
	l.keep(next.Bytes())
	l.events = append(l.events[:0], l.Happened...)
	l.note()
}

// watch notes what a person has found, and for how long there is no goal on its screen.
func (l *Life) watch(p *person) {
	switch s := p.screen; {
	case s.Asleep || s.Aimed || l.over(p):
		p.idle = 0
	case p.idle == 0:
		p.idle = l.Clock
	default:
		l.longest = max(l.longest, l.Clock-p.idle)
	}
	if l.Clock%(2*game.TicksPerSecond) < game.TicksPerTurn && !p.screen.Asleep {
		l.finds.Look(l.atlas, l.Island, p.screen.Here, l.Clock)
	}
}

// over reports whether a person has reached all goals.
func (l *Life) over(p *person) bool {
	for g := range goal.Count {
		if !p.screen.Done(g) {
			return false
		}
	}
	return true
}

// note tells the milestones of the last turn.
func (l *Life) note() {
	for k := range l.events {
		switch e := &l.events[k]; e.Kind {
		case event.KnockedOut:
			l.deaths++
			l.tell(fmt.Sprintf("%s is knocked out at %d %d", l.nameOf(e.Seat), e.Tile.X, e.Tile.Y))
		case event.Recovered:
			l.tell(l.nameOf(e.Seat) + " has its things back")
		case event.GoalReached:
			l.reach(goal.Goal(e.A), e.Seat)
		case event.LightWon:
			l.reach(goal.First+goal.Goal(e.A), e.Seat)
		case event.Tended:
			l.reach(goal.LongNight, e.Seat)
		case event.Feasted:
			l.tell("the festival of the nine lights begins")
		}
	}
}

// reach notes that a goal is reached for the first time.
func (l *Life) reach(g goal.Goal, s entity.Seat) {
	if _, had := l.reached[g]; had || g >= goal.Count {
		return
	}
	l.reached[g] = l.Clock
	what := "reaches the goal " + g.Name()
	if n, ok := g.Light(); ok {
		what = fmt.Sprintf("lights lighthouse %d of %d", n+1, lights.Count)
	}
	l.tell(l.nameOf(s) + " " + what)
}

func (l *Life) tell(what string) {
	if l.Tell != nil {
		l.Tell(l.Clock, what)
	}
}

func (l *Life) nameOf(s entity.Seat) string {
	if p := l.Roster.BySeat(s); p != nil {
		return p.Name.String()
	}
	return "somebody"
}

// Doing says in words what a person is at, for looking at a life.
func (l *Life) Doing(n int) string {
	s := l.people[n].screen
	return fmt.Sprintf("at %d %d, health %d, dark %d, goal %s towards %d %d (%v), %s", s.Here.X, s.Here.Y, s.Health, s.Dark, s.Goal.Name(), s.Arrow.X, s.Arrow.Y, s.Placed, l.people[n].mind.Words())
}
