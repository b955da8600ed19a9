// Package stage runs a small world of its own with a cast of players that follow orders: the world behind the
// title, and the world of pictures.
package stage

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"manyhold/app/order"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/predict"
	"manyhold/game/world"
	"manyhold/render"
)

// Stage is a world private to this window, for the title and for pictures: an island that is never shared or
// saved, with actors that carry out orders in it. The same orders give the same picture: it runs by ticks,
// not by a clock.
type Stage struct {
	Seed    uint64
	World   *island.Island
	Eyes    *predict.Predictor
	View    *predict.View
	copy    *island.Island
	ticks   int
	Cast    []*actor
	pending []world.SeatCommand
}

// actor is a player of a stage.
type actor struct {
	name  string
	key   game.PlayerID
	seq   uint64
	Here  order.Actor
	List  []order.Order // done one after the other
	Wrong error         // why the list was given up
}

// NewStage makes a stage seen through the eyes of the player with a key, which may be nobody's.
func NewStage(w *island.Island, eyes game.PlayerID) *Stage {
	return &Stage{Seed: w.Gen.Seed, World: w, copy: new(island.Island), Eyes: predict.New(eyes)}
}

// enter lets an actor come into the world.
func (s *Stage) enter(name string, look entity.Look, list ...order.Order) *actor {
	a := &actor{name: name, key: game.PlayerID{byte(len(s.Cast) + 1), 's'}, List: list}
	a.Here = order.Actor{World: s.World, Me: a.key, Issue: func(c command.Command) uint64 { return s.ask(a, c) }}
	s.Cast = append(s.Cast, a)
	s.ask(a, command.Command{Kind: command.Enter, Text: name, Look: look})
	return a
}

// issueCommand puts a command of an actor into the next tick.
func (s *Stage) ask(a *actor, c command.Command) uint64 {
	a.seq++
	o := world.SeatCommand{Key: a.key, Seq: a.seq, Command: c}
	if p := a.Here.Player(); p != nil && c.Kind != command.Enter {
		o.Seat = p.Seat
	}
	s.pending = append(s.pending, o)
	return a.seq
}

// tick advances the stage by one tick, and lets the actors act once a turn.
func (s *Stage) Tick() {
	s.World.StepTick(s.pending)
	s.pending = s.pending[:0]
	s.ticks++
	for _, a := range s.Cast {
		a.Here.Events = append(a.Here.Events, s.World.Happened...)
	}
	if s.ticks%game.TicksPerTurn == 0 {
		s.turn()
	}
	s.Eyes.Advance()
	s.View = s.Eyes.View(fixed.One)
}

func (s *Stage) turn() {
	for _, a := range s.Cast {
		a.act()
	}
	centre := s.World.SpawnTile
	s.World.CopyNear(s.copy, centre)
	if old := s.Eyes.Confirm(s.copy, s.lastEvents()); old != nil {
		s.copy = old
	} else {
		s.copy = new(island.Island)
	}
	for _, a := range s.Cast {
		a.Here.Events = a.Here.Events[:0]
	}
}

// lastEvents returns the events of the turn.
func (s *Stage) lastEvents() []event.Event {
	if len(s.Cast) == 0 {
		return nil
	}
	return s.Cast[0].Here.Events
}

// act goes on with the actor's orders.
func (a *actor) act() {
	if len(a.List) == 0 || a.Here.Body() == nil {
		return
	}
	done, _, err := a.List[0].Step(&a.Here)
	if err != nil {
		a.Wrong, a.List = fmt.Errorf("%s could not %w", a.name, err), nil
	} else if done {
		a.List = a.List[1:]
	}
}

const (
	// titlePeople is how many figures walk and build in the world behind the title.
	titlePeople = 3
	// panTiles and panSeconds are the reach and the period of the title's slow pan.
	panTiles   = 7.0
	panSeconds = 48.0
	// titleHour is the hour at which the title's day begins: before dusk, which comes while one looks.
	titleHour = 18.7
)

// newTitle makes the living world behind the title: a few bots walk and build at dusk.
func NewTitle(seed uint64) *Stage {
	g := world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Builders}
	s := NewStage(island.NewScene(g, TickOfHour(titleHour), island.New(g).SpawnTile), game.PlayerID{})
	for i := range titlePeople {
		look := entity.Look{Skin: byte(i), Hair: byte(i + 2), HairColour: byte(i * 3), Shirt: byte(i * 2), Trousers: byte(i + 1), Hat: byte(i)}
		s.enter(order.BotNames[i], look, regardless(titleLamps[i]), &order.Bot{Rng: rand.New(rand.NewPCG(seed, uint64(i))), Plan: order.BotPlans["build"]})
	}
	for range 2 * game.TicksPerSecond {
		s.Tick()
	}
	return s
}

// titleLamps are the first orders of the people of the title: it is dusk.
var titleLamps = [titlePeople]string{"place lamp ~-2 ~-1", "place lamp ~2 ~2", "place torch ~-1 ~2"}

// regardless is an order that may fail.
func regardless(line string) order.Order {
	e, err := order.ParseOrder(line)
	if err != nil {
		panic(err)
	}
	return &persistentOrder{e}
}

type persistentOrder struct{ order.Order }

func (a *persistentOrder) Step(h *order.Actor) (bool, string, error) {
	done, said, err := a.Order.Step(h)
	return done || err != nil, said, nil
}

// tickOfHour returns the first tick at which it is that hour of the day.
func TickOfHour(hour float64) game.Tick {
	h := math.Mod(hour-render.HourAtGenesis+24, 24)
	return game.Tick(h * game.TicksPerDay / 24)
}

// pan is where the title's slow pan looks.
func (s *Stage) Pan() fixed.Vec {
	c := s.World.SpawnTile.Centre()
	a := 2 * math.Pi * float64(s.ticks) / (panSeconds * game.TicksPerSecond)
	return fixed.Vec{X: c.X + fixed.Q(math.Sin(a)*panTiles*fixed.One), Y: c.Y + fixed.Q(math.Sin(2*a)*panTiles/3*fixed.One)}
}

// role is an actor's name and its orders.
type role struct {
	name string
	List []order.Order
}

// ParseCast reads orders for several: "NAME: ORDER" is for that actor, an order without a name for the
// first actor, called me.
func ParseCast(me, text string) ([]role, error) {
	cast := []role{{name: me}}
	for _, line := range strings.Split(text, ";") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name := me
		if n, rest, ok := strings.Cut(line, ": "); ok && !strings.Contains(n, " ") {
			name, line = n, strings.TrimSpace(rest)
		}
		e, err := order.ParseOrder(line)
		if err != nil {
			return nil, fmt.Errorf("cannot understand %q: %w", line, err)
		}
		i := slices.IndexFunc(cast, func(r role) bool { return r.name == name })
		if i < 0 {
			i, cast = len(cast), append(cast, role{name: name})
		}
		cast[i].List = append(cast[i].List, &worded{e, line})
	}
	return cast, nil
}

// worded is an order that names itself when it fails.
type worded struct {
	order.Order
	words string
}

func (w *worded) Step(h *order.Actor) (bool, string, error) {
	done, said, err := w.Order.Step(h)
	if err != nil {
		err = fmt.Errorf("%q: %w", w.words, err)
	}
	return done, said, err
}

// perform lets a cast enter.
func (s *Stage) Perform(cast []role) {
	for i, r := range cast {
		h := byte(i * 5)
		s.enter(r.name, entity.Look{Skin: h + 1, Hair: h + 2, HairColour: h + 1, Shirt: h + 3, Trousers: h + 1, Hat: h}, r.List...)
	}
}

// unfinished says which orders were not carried out in the time there was, or nil.
func (s *Stage) Unfinished() error {
	for _, a := range s.Cast {
		if len(a.List) > 1 { // the first is being done
			return fmt.Errorf("%s had not begun %d of the orders of --do when the picture was taken; run the world longer with --after", a.name, len(a.List)-1)
		}
	}
	return nil
}

// wrong returns why an actor's orders were given up, or nil.
func (s *Stage) Wrong() error {
	for _, a := range s.Cast {
		if a.Wrong != nil {
			return a.Wrong
		}
	}
	return nil
}
