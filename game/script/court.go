package script

import (
	"slices"

	"manyhold/game"
	"manyhold/game/event"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/world"
)

// A match is a world with a referee: one thing whose script decides how the match goes. The things of such a
// world have functions that no other world has: Match is their library. A Court is what these functions work
// with; whoever runs the match keeps it, and hands it over by Preside.

const (
	// RefereeEffects is the most effects of a run of a referee, BeginEffects that of its first one.
	RefereeEffects, BeginEffects = 512, 4096
	// MaxSpawned is the most things and bodies of a match, beside those that players make.
	MaxSpawned = 2048
	// MaxFilled is the most tiles that fill changes in a tick.
	MaxFilled = 1 << 14
	// MaxResult is the most bytes of a result.
	MaxResult = 4096
	// MaxFound is the most handles that find returns.
	MaxFound = MaxSpawned
)

// BeginLimits are those of the first run of a referee, which makes the arena.
var BeginLimits = value.Limits{Steps: 500_000, Bytes: 8 << 20}

// Seat is a place in the roster of a match.
type Seat struct {
	Name   string
	Key    game.PlayerID // of its player in the world; zero: it has none
	Vacant bool          // nobody plays there
}

// Court is what the scripts of a match know and decide beside the world.
type Court struct {
	Referee game.EntityID
	Author  game.PlayerID // of the blueprints of the match
	Seats   []Seat
	States  []string
	// Enter decides whether the match goes into the state of a name, and Finish whether it ends with a
	// result.
	Enter  func(state string) event.Reason
	Finish func(result []byte) event.Reason
	// Width and Height bound what fill changes, in tiles from tile 0 0 on.
	Width, Height int32
}

// Preside lets a state be the arena of a match. After a restore it has to be done again.
func Preside(i *world.State, c *Court) {
	m := of(i)
	m.court = c
	clear(m.programs) // those loaded before lack the functions
	m.seen.known = false
}

// bench are the questions of a match.
func bench() []star.Function {
	return []star.Function{
		function("seats", "", 8, func(c *star.Call, r *run) value.Value {
			list := make([]value.Value, 0, len(r.court().Seats))
			c.Meter().NewList(int64(4 * len(r.court().Seats)))
			for _, s := range r.court().Seats {
				who := value.None
				if s.Key != (game.PlayerID{}) {
					who = value.Thing(PlayerID(s.Key))
				}
				list = append(list, value.TupleOf([]value.Value{c.String(s.Name), who, value.Bool(s.Vacant)}))
			}
			return value.ListOf(list)
		}),
		function("find", "kind", 20, func(c *star.Call, r *run) value.Value {
			return c.Things(r.findAll(c, c.Text(0, 64)))
		}),
	}
}

// court returns that of a run, an empty one if there is none.
func (r *run) court() *Court {
	if r.m == nil || r.m.court == nil {
		return new(Court)
	}
	return r.m.court
}

// findAll returns all things, bodies and players of a kind, in ascending handles.
func (r *run) findAll(c *star.Call, kind string) (ids []uint64) {
	c.Charge(int64(len(r.i.Space.Bodies())+r.i.Things.Count()) / 4)
	for k := range r.i.Space.Bodies() {
		if s, ok := subjectOfBody(r.i, &r.i.Space.Bodies()[k]); ok && s.is(kind) {
			ids = append(ids, s.id)
		}
	}
	for _, x := range r.i.Things.List() {
		if s := subjectOf(r.i, x); s.is(kind) && x.ID != r.x.ID {
			ids = append(ids, s.id)
		}
	}
	slices.Sort(ids)
	return ids[:min(len(ids), MaxFound)]
}

// Match is the library of the scripts of a match: that of all things, and what a referee needs.
var Match = star.NewLibrary(slices.Concat(functions(), bench(), flocks(), rulings(), herding()), constants, star.Attributes{Names: attributes, Get: attribute})

// Bot is the library of a match's bot: it asks, and changes nothing.
var Bot = star.NewLibrary(slices.Concat(questions(), senses(), skies(), bench(), flocks(), []star.Function{keeping()[0]}), constants, star.Attributes{Names: attributes, Get: attribute})

// Judge calls a function of a referee that knows no world: validate. A fault is an error with its place.
func Judge(source, name string, args ...value.Value) (answer value.Value, fault error) {
	p, err := star.Load("referee.star", []byte(source), Match, star.LoadLimits)
	if err != nil {
		return value.None, err
	}
	if !p.Has(name) {
		return value.None, nil
	}
	out := star.NewMachine().Call(star.Run{Program: p, Handler: name, Limits: star.RunLimits, Context: &run{}, Args: args})
	if out.Fault != nil {
		return value.None, out.Fault
	}
	return out.Result, nil
}

// Begin calls begin of the referee with a budget of its own, and lets its effects happen at once.
func Begin(i *world.State, args ...value.Value) error {
	m := of(i)
	x := i.Things.Find(m.court.Referee)
	e := i.Blueprints.Find(x.Of)
	p := m.program(e, i.Clock)
	switch {
	case p == nil:
		return nil
	case p.wrong != nil:
		return &value.Fault{Kind: value.Refused, At: p.wrong.At, Why: p.wrong.Why}
	case !p.Has("begin"):
		return nil
	}
	m.seen.survey(i, m)
	m.near.fill(i)
	j := &job{x: x, e: e, p: p, took: true, state: x.State, limits: BeginLimits}
	j.run = run{i: i, m: m, x: x, most: BeginEffects}
	if j.call(&worker{machine: star.NewMachine()}, p.Entry("begin"), args...); j.fault != nil {
		return j.fault
	}
	merge(i, m, j)
	return nil
}

// Ask is what a bot is asked.
type Ask struct {
	Program  *star.Program
	Function string
	Player   game.PlayerID
	State    []byte // the bot's memory
	Args     []value.Value
}

// LoadBot loads the script of a match's bot.
func LoadBot(source string) (*star.Program, error) {
	return star.Load("bot.star", []byte(source), Bot, star.LoadLimits)
}

// Consult asks a bot what a player is to do, between two ticks. It changes nothing.
func Consult(i *world.State, a Ask) star.Outcome {
	m := of(i)
	p := i.Roster.ByKey(a.Player)
	if p == nil {
		return star.Outcome{State: a.State, Result: value.None}
	}
	if m.adviser == nil {
		m.adviser = star.NewMachine()
	}
	if m.askedAt != i.Clock || !m.asked {
		m.near.fill(i)
		m.askedAt, m.asked = i.Clock, true
	}
	self := PlayerID(p.Key)
	r := &run{i: i, m: m, x: proxy(i, p)}
	return m.adviser.Call(star.Run{Program: a.Program, Handler: a.Function, Self: self, Args: append([]value.Value{value.Thing(self)}, a.Args...),
		State: a.State, Limits: star.RunLimits, Context: r})
}
