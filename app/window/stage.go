package window

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	orderpkg "manyhold/app/order"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/island"
	"manyhold/game/predict"
	"manyhold/game/world"
	"manyhold/render"
)

// stage is a world of this window's own, for the title and for pictures: an island that nobody else has
// and of which nothing is kept, with actors that carry out orders in it. The same orders give the same
// picture: it runs by ticks, not by a clock.
type stage struct {
	seed    uint64
	world   *island.Island
	eyes    *predict.Predictor
	view    *predict.View
	copy    *island.Island
	ticks   int
	cast    []*actor
	pending []world.SeatCommand
}

// actor is a player of a stage.
type actor struct {
	name  string
	key   game.PlayerID
	seq   uint64
	here  orderpkg.Hand
	list  []orderpkg.Errand // done one after the other
	wrong error             // why the list was given up
}

// newStage makes a stage seen through the eyes of the player with a key, which may be nobody's.
func newStage(w *island.Island, eyes game.PlayerID) *stage {
	return &stage{seed: w.Genesis().Seed, world: w, copy: new(island.Island), eyes: predict.New(eyes)}
}

// enter lets an actor come into the world.
func (s *stage) enter(name string, look entity.Look, list ...orderpkg.Errand) *actor {
	a := &actor{name: name, key: game.PlayerID{byte(len(s.cast) + 1), 's'}, list: list}
	a.here = orderpkg.Hand{World: s.world, Me: a.key, Issue: func(c command.Command) uint64 { return s.ask(a, c) }}
	s.cast = append(s.cast, a)
	s.ask(a, command.Command{Kind: command.Enter, Text: name, Look: look})
	return a
}

// ask puts a command of an actor into the next tick.
func (s *stage) ask(a *actor, c command.Command) uint64 {
	a.seq++
	o := world.SeatCommand{Key: a.key, Seq: a.seq, Command: c}
	if p := a.here.Player(); p != nil && c.Kind != command.Enter {
		o.Seat = p.Seat
	}
	s.pending = append(s.pending, o)
	return a.seq
}

// tick advances the stage by one tick, and lets the actors act once a turn.
func (s *stage) tick() {
	s.world.StepTick(s.pending)
	s.pending = s.pending[:0]
	s.ticks++
	for _, a := range s.cast {
		a.here.Events = append(a.here.Events, s.world.Events()...)
	}
	if s.ticks%game.TicksPerTurn == 0 {
		s.turn()
	}
	s.eyes.Advance()
	s.view = s.eyes.View(fixed.One)
}

func (s *stage) turn() {
	for _, a := range s.cast {
		a.act()
	}
	centre := s.world.Spawn()
	s.world.CopyNear(s.copy, centre)
	if old := s.eyes.Confirm(s.copy, s.lastEvents()); old != nil {
		s.copy = old
	} else {
		s.copy = new(island.Island)
	}
	for _, a := range s.cast {
		a.here.Events = a.here.Events[:0]
	}
}

// lastEvents returns what happened in the turn.
func (s *stage) lastEvents() []event.Event {
	if len(s.cast) == 0 {
		return nil
	}
	return s.cast[0].here.Events
}

// act goes on with the actor's orders.
func (a *actor) act() {
	if len(a.list) == 0 || a.here.Body() == nil {
		return
	}
	done, _, err := a.list[0].Step(&a.here)
	if err != nil {
		a.wrong, a.list = fmt.Errorf("%s could not %w", a.name, err), nil
	} else if done {
		a.list = a.list[1:]
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
func newTitle(seed uint64) *stage {
	g := world.Genesis{Seed: seed, Rules: game.CurrentRules}
	s := newStage(island.NewScene(g, tickOfHour(titleHour), island.New(g).Spawn()), game.PlayerID{})
	for i := range titlePeople {
		look := entity.Look{Skin: byte(i), Hair: byte(i + 2), HairColour: byte(i * 3), Shirt: byte(i * 2), Trousers: byte(i + 1), Hat: byte(i)}
		s.enter(orderpkg.BotNames[i], look, regardless(titleLamps[i]), &orderpkg.Bot{Rng: rand.New(rand.NewPCG(seed, uint64(i))), Plan: orderpkg.BotPlans["build"]})
	}
	for range 2 * game.TicksPerSecond {
		s.tick()
	}
	return s
}

// titleLamps are what the people of the title do first: it is dusk.
var titleLamps = [titlePeople]string{"place lamp ~-2 ~-1", "place lamp ~2 ~2", "place torch ~-1 ~2"}

// regardless is an order whose failing does not matter.
func regardless(order string) orderpkg.Errand {
	e, err := orderpkg.ParseOrder(order)
	if err != nil {
		panic(err)
	}
	return &willing{e}
}

type willing struct{ orderpkg.Errand }

func (a *willing) Step(h *orderpkg.Hand) (bool, string, error) {
	done, said, err := a.Errand.Step(h)
	return done || err != nil, said, nil
}

// tickOfHour returns the first tick at which it is that hour of the day.
func tickOfHour(hour float64) game.Tick {
	h := math.Mod(hour-render.HourAtGenesis+24, 24)
	return game.Tick(h * game.TicksPerDay / 24)
}

// pan is where the title's slow pan looks.
func (s *stage) pan() fixed.Vec {
	c := s.world.Spawn().Centre()
	a := 2 * math.Pi * float64(s.ticks) / (panSeconds * game.TicksPerSecond)
	return fixed.Vec{X: c.X + fixed.Q(math.Sin(a)*panTiles*fixed.One), Y: c.Y + fixed.Q(math.Sin(2*a)*panTiles/3*fixed.One)}
}

// role is an actor's name and what it is to do.
type role struct {
	name string
	list []orderpkg.Errand
}

// parseCast reads orders for several: "NAME: ORDER" is for that actor, an order without a name for the
// first, who is called me.
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
		e, err := orderpkg.ParseOrder(line)
		if err != nil {
			return nil, fmt.Errorf("cannot understand %q: %w", line, err)
		}
		i := slices.IndexFunc(cast, func(r role) bool { return r.name == name })
		if i < 0 {
			i, cast = len(cast), append(cast, role{name: name})
		}
		cast[i].list = append(cast[i].list, &worded{e, line})
	}
	return cast, nil
}

// worded is an order that names itself when it fails.
type worded struct {
	orderpkg.Errand
	words string
}

func (w *worded) Step(h *orderpkg.Hand) (bool, string, error) {
	done, said, err := w.Errand.Step(h)
	if err != nil {
		err = fmt.Errorf("%q: %w", w.words, err)
	}
	return done, said, err
}

// perform lets a cast enter.
func (s *stage) perform(cast []role) {
	for i, r := range cast {
		h := byte(i * 5)
		s.enter(r.name, entity.Look{Skin: h + 1, Hair: h + 2, HairColour: h + 1, Shirt: h + 3, Trousers: h + 1, Hat: h}, r.list...)
	}
}

// unfinished says which orders were not carried out in the time there was, or nil.
func (s *stage) unfinished() error {
	for _, a := range s.cast {
		if len(a.list) > 1 { // the first is being done
			return fmt.Errorf("%s had not begun %d of the orders of --do when the picture was taken; let the world run longer with --after", a.name, len(a.list)-1)
		}
	}
	return nil
}

// wrong returns why an actor's orders were given up, or nil.
func (s *stage) wrong() error {
	for _, a := range s.cast {
		if a.wrong != nil {
			return a.wrong
		}
	}
	return nil
}
