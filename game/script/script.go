// Package script executes the scripts of makers' things: it collects the events of a tick, runs handlers and
// merges their effects. The language is that of package star; docs/makers.md lists what a script can ask and
// do.
//
// A tick of scripts:
//
//  1. Before anything moves, Look notes the bodies in areas and at things.
//  2. Afterwards Run collects events, in ascending thing: due timers, bodies that came and left, touches,
//     bounces, and one tick for each thing that wants it.
//  3. Handlers run. The events of one thing run in their order with its state chained through them; different
//     things may run on any worker. All of them read the state as it is then, and write nothing.
//  4. The effects are merged in ascending thing, by the same functions as the commands of players. A refused
//     effect becomes an event of its thing. Messages arrive in the next tick. An outcome that concerns its
//     thing alone was settled by the worker: unless something else has changed the thing meanwhile, the merge
//     only puts it in its place.
//
// A run is a function of the thing's bytes, the event and the state, so it is the same on every peer and
// every number of workers. Each budget counts steps, which are a function of the source. A run that exceeds
// its own budget ends as a fault; runs beyond the budget of an owner or of the island wait for the next tick.
// A fault drops the effects of its run, and keeps the state from before.
package script

import (
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/script/star"
	"manyhold/game/thing"
	"manyhold/game/world"
)

const (
	// OfOwner and OfIsland are the most steps that the things of an owner, and all things of an island, run
	// in a tick. The rest waits.
	OfOwner, OfIsland = 50_000, 100_000
	// MaxEffects is the most effects of a run; one more is a fault.
	MaxEffects = 64
	// MaxText is the most bytes of a text that a thing says or shows.
	MaxText = 120
	// MaxWorld is the most bytes of the text by which travel names a world: an invitation fits.
	MaxWorld = 2048
	// Faults within FaultTime stop a thing's script.
	Faults              = 3
	FaultTime game.Tick = 10 * game.TicksPerSecond
	// NearMost is the greatest distance of near, in tiles; NearCount the most things that it finds.
	NearMost, NearCount = 16, 64
	// wide is how many things are run before their steps are looked at for the first time.
	wide = 16
)

// Machines are what a step of scripts works with. They are no state: each peer has its own, and makes them
// anew.
type Machines struct {
	programs map[blueprint.Hash]*program
	workers  []*worker
	seen     seen
	near     index
	purse    purse
	jobs     []*job
	turned   []*job         // memory of jobs
	pool     []*job         // for jobs, with their memory
	busy     []*thing.Thing // scratch
	sentAt   game.Tick      // in which tick
	sent     int            // so many messages were sent
	builtAt  game.Tick      // in which tick
	built    int            // so many tiles were changed
	keptAt   game.Tick      // in which tick
	kept     int            // so many values were kept
	totals   Totals
	notes    []Note

	court    *Court        // of a match
	adviser  *star.Machine // of its bots
	askedAt  game.Tick     // in which tick a bot was asked last
	asked    bool
	filledAt game.Tick // in which tick
	filled   int       // so many tiles were filled
}

// of returns the machines of a state, and makes them if there are none.
func of(i *world.State) *Machines {
	m, ok := i.Workshop.(*Machines)
	if !ok {
		m = &Machines{programs: map[blueprint.Hash]*program{}}
		i.Workshop = m
	}
	return m
}

// program is a script that was loaded, or the reason why it cannot be.
type program struct {
	*star.Program
	wrong    *star.Refusal
	handles  [thing.KindCount]bool
	entries  [thing.KindCount]star.Entry
	ticks    bool
	tick     star.Entry
	near     bool // it may ask what is near
	channels []string
	used     game.Tick
}

// handlers are the names of the handlers, by kind of event.
var handlers = func() (names [thing.KindCount]string) {
	for k := range thing.KindCount {
		names[k] = "on_" + k.String()
	}
	return names
}()

// onTick is the handler of things that want every tick.
const onTick = "on_tick"

// Handlers returns the names of all functions that are called from outside a script, for checks.
func Handlers() []string {
	return append(handlers[thing.NoKind+1:], onTick, "upgrade")
}

// program returns the script of a blueprint, nil if it has none that runs.
func (m *Machines) program(e *blueprint.Entry, now game.Tick) *program {
	if e == nil || e.Host == "" || e.Has(blueprint.Disabled) {
		return nil
	}
	p := m.programs[e.Hash]
	if p == nil {
		p = load(e, m.library())
		m.programs[e.Hash] = p
	}
	p.used = now
	return p
}

// keepPrograms is how many programs are kept, at least.
const keepPrograms = 64

// tidy forgets programs that were not used for a minute.
func (m *Machines) tidy(i *world.State) {
	if len(m.programs) <= keepPrograms || i.Clock%game.TicksPerSecond != 0 {
		return
	}
	keep := map[blueprint.Hash]*program{}
	for k := range i.Blueprints.List() {
		e := &i.Blueprints.List()[k]
		if p := m.programs[e.Hash]; p != nil && p.used+60*game.TicksPerSecond > i.Clock {
			keep[e.Hash] = p
		}
	}
	m.programs = keep
}

// library is what the scripts of a state can name.
func (m *Machines) library() *star.Library {
	if m.court != nil {
		return Match
	}
	return Host
}

// load loads a script.
func load(e *blueprint.Entry, lib *star.Library) *program {
	p := &program{}
	loaded, err := star.Load(e.Title+".star", []byte(e.Host), lib, star.LoadLimits)
	if err != nil {
		p.wrong = err.(*star.Refusal)
		return p
	}
	if p.channels, p.wrong = heard(loaded, []byte(e.Host)); p.wrong != nil {
		return p
	}
	p.Program = loaded
	for k := range thing.KindCount {
		p.handles[k], p.entries[k] = loaded.Has(handlers[k]), loaded.Entry(handlers[k])
	}
	p.ticks, p.tick, p.near = loaded.Has(onTick), loaded.Entry(onTick), usesNear(e.Host)
	return p
}

// PlayerID returns the handle by which scripts know a player: wherever it is, and whether it is there or not.
func PlayerID(p game.PlayerID) uint64 { return act.KeyHash(p) }
