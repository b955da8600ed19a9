package trial

import (
	"errors"
	"fmt"
	"slices"

	"manyhold/app/maker/story"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/exhibit"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/item"
	"manyhold/game/living"
	"manyhold/game/rights"
	"manyhold/game/script"
	"manyhold/game/thing"
	"manyhold/game/turn"
	"manyhold/game/world"
)

const (
	seed     = 15
	clearing = 24 // how far the meadow is cleared, in tiles
	aside    = 8  // how far the thing is from where players come in
	plot     = 12 // how far the owner's land goes from the thing
	thingID  = 1 << 20
)

// theWorld is the small world of a story.
type theWorld struct {
	*island.Island
	options Options
	middle  grid.Tile // the thing's tile, of an area the north-west one
	now     uint32
	cast    []*actor
	wishes  []wish // the commands of this tick
	was     look   // of the thing, after the last tick
	out     func(Line)
	lines   int
	result  Result
}

// wish is a command for the next turn.
type wish struct {
	by game.PlayerID
	command.Command
}

func newWorld(b *blueprint.Blueprint, o Options) (*theWorld, error) {
	if o.Ticks > MaxTicks || o.Workers > MaxWorkers || o.Workers < 0 {
		return nil, fmt.Errorf("a run has at most %d ticks and %d workers", MaxTicks, MaxWorkers)
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	w := &theWorld{Island: island.New(world.Genesis{Seed: seed, Rules: game.CurrentRules, Start: item.Builders}), options: o, result: Result{Faults: []Fault{}}}
	w.Motion.ShareOut(Sharing(o.Workers))
	w.middle = w.SpawnTile.Add(aside, 0)
	exhibit.Round(w.Island).Clear(clearing)
	law := w.Begin(1)
	law.Proclaim(world.Ordinance{Topic: world.OfRank, Subject: Author(), Value: uint64(rights.Builder), Word: 1})
	w.Step(law.Turn())
	w.Claims.Put(claim.Claim{Plot: claim.Plot{At: w.middle.Add(-plot, -plot), W: 2 * plot, H: 2 * plot}, ID: 1, Owner: Author(),
		Flags: claim.Open, Since: w.Clock, Visited: w.Clock})
	act.Hold(&w.State, act.EntryOf(&w.State, b))
	if b.Shape.Form == blueprint.Land {
		c := w.Claims.List()[0]
		c.Land = uint64(b.ID())
		w.Claims.Put(c)
		w.was = w.lookAt()
		return w, nil
	}
	return w, w.place(b)
}

// place puts the thing there, as making.Put does for a player.
func (w *theWorld) place(b *blueprint.Blueprint) error {
	e := w.Blueprints.Find(b.ID())
	if e == nil {
		return errors.New("a world does not take this blueprint")
	}
	x := living.Fresh(&thing.Thing{ID: thingID, At: w.middle, Owner: Author()}, e)
	if k := world.BodyOf(x.Shape.Form); k != entity.NoKind {
		x.Body, x.At = thingID, grid.Tile{}
		w.Space.Insert(entity.Body{ID: thingID, Kind: k, Pos: w.middle.Centre(), Born: w.Clock, Stuff: entity.StuffOf(x.Shape.Mass, x.Shape.Bounce), Make: x.Shape.Make})
	}
	living.SetThing(&w.State, x)
	living.QueueEvent(&w.State, thingID, thing.Event{Kind: thing.OnBorn, Who: Author()})
	w.was = w.lookAt()
	return nil
}

// restore saves the world, discards all of it, and restores it.
func (w *theWorld) restore() error {
	w.tally()
	saved := w.Snapshot(nil)
	w.Island = new(island.Island)
	w.Motion.ShareOut(Sharing(w.options.Workers))
	if err := w.Restore(saved); err != nil {
		return fmt.Errorf("the world of the story cannot be restored: %w", err)
	}
	return nil
}

// tally adds what scripts cost since the last snapshot.
func (w *theWorld) tally() {
	c := script.Count(&w.State)
	w.result.Steps += c.Steps
	w.result.Peak = max(w.result.Peak, c.Bytes)
}

// ask lets a player do something in this tick.
func (w *theWorld) ask(a *actor, c command.Command) { w.wishes = append(w.wishes, wish{a.key, c}) }

// step runs a tick, and looks at what it did.
func (w *theWorld) step() error {
	for _, a := range w.cast {
		a.walk(w)
	}
	next := w.Begin(1)
	numbers := map[game.PlayerID]uint64{}
	for _, c := range w.wishes {
		n := max(numbers[c.by], w.Sequence(c.by)) + 1
		numbers[c.by] = n
		if taken, err := next.Append(c.by, n, command.Append(nil, c.Command)); err != nil || !taken {
			return fmt.Errorf("at tick %d: %s cannot be done now (%w); move the line to a later tick", w.now, c.Kind, errors.Join(err, errFull))
		}
	}
	w.wishes = w.wishes[:0]
	body := slices.Clone(next.Turn().Bytes())
	t, err := turn.Parse(body) // as every peer does
	if err != nil {
		return err
	}
	w.Step(t)
	for _, a := range w.cast {
		a.arrive(w)
	}
	w.watch()
	return nil
}

var errFull = errors.New("a turn is full")

// say adds a line to the transcript.
func (w *theWorld) say(format string, a ...any) {
	if w.lines++; w.lines > MaxLines {
		w.result.Left++
		return
	}
	w.out(Line{w.now, fmt.Sprintf(format, a...)})
}

// deed lets one line of the story happen.
func (w *theWorld) deed(s *story.Step) error {
	switch s.Kind {
	case story.Enter:
		w.enter(s.Text)
		return nil
	case story.Snapshot:
		if w.options.Unbroken {
			return nil
		}
		w.say("(snapshot)")
		return w.restore()
	case story.Signal:
		w.signal(s.On)
		return nil
	case story.Stock:
		w.stock(item.Named(s.Text))
		return nil
	}
	if len(w.cast) == 0 {
		w.say("(nobody is there yet: the first player that enters owns the thing)")
		return nil
	}
	a := w.cast[len(w.cast)-1]
	if s.Kind == story.Prop {
		a = w.cast[0]
	}
	if w.Roster.ByKey(a.key) == nil || w.body(a) == nil {
		w.say("(%s is not there yet: let a tick pass)", a.name)
		return nil
	}
	w.act(a, s)
	return nil
}
