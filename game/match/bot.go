package match

import (
	"slices"
	"strings"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/script"
	"manyhold/game/script/star/value"
	"manyhold/game/world"
)

const (
	// BotEvery is how often a bot is asked, in ticks.
	BotEvery = 6
	// botFaults is how many faults stop a bot.
	botFaults = 3
	// maxDeeds is the most orders of an answer.
	maxDeeds = 8
)

// playBots adds what the bots of the vacant seats do in this tick.
func (m *Match) playBots() {
	if m.bot == nil {
		return
	}
	for k := range m.seats {
		s := &m.seats[k]
		if !s.vacant || s.key == (game.PlayerID{}) || s.faults >= botFaults || !m.thinks(k) {
			continue
		}
		deeds, memory, fault := Advise(m, s.key, k, s.memory)
		if fault != nil {
			s.faults++
			m.note("bot.star: fault at %s", fault.Error())
			continue
		}
		s.memory = memory
		p := m.w.Roster.ByKey(s.key)
		for _, c := range deeds {
			if p != nil && m.moves(c.Kind) {
				m.due = append(m.due, world.SeatCommand{Seat: p.Seat, Command: c})
			}
		}
	}
}

// thinks reports whether the bot of a seat is asked in this tick. Seats are asked one tick after the other.
// Which of two neighbours is first, who are of two sides mostly, depends on the seed of the match, so that
// over many matches no side thinks ahead of the other.
func (m *Match) thinks(seat int) bool {
	turn := uint64(seat) ^ random.Mix(m.w.Gen.Seed)&1
	return uint64(m.w.Clock)%BotEvery == turn%BotEvery
}

// Advise asks the bot what the player of a seat is to do, with a memory that is the caller's. It changes
// nothing. A match without a bot advises nothing.
func Advise(m *Match, key game.PlayerID, seat int, memory []byte) (deeds []command.Command, next []byte, fault error) {
	if m.bot == nil {
		return nil, memory, nil
	}
	out := script.Consult(&m.w.State, script.Ask{Program: m.bot, Function: "play", Player: key, State: memory,
		Args: []value.Value{value.String(m.p.Roster[seat])}})
	if out.Fault != nil {
		return nil, memory, out.Fault
	}
	p := m.w.Roster.ByKey(key)
	if p == nil {
		return nil, memory, nil
	}
	b := m.w.Space.Body(p.Body)
	if b == nil {
		return nil, memory, nil
	}
	d := &doer{m: m, p: p, b: b}
	d.answer(out.Result)
	return d.list, slices.Clone(out.State), nil
}

// doer turns the answer of a bot into commands.
type doer struct {
	m    *Match
	p    *entity.PlayerState
	b    *entity.Body
	list []command.Command
}

// answer reads an answer: None, words, a tuple, or a list of these.
func (d *doer) answer(v value.Value) {
	if text, is := v.AsText(); is {
		for _, part := range strings.Split(text, ";") {
			d.words(part)
		}
		return
	}
	list, is := value.Elements(v)
	switch {
	case !is:
	case v.Kind() == value.KindTuple:
		d.tuple(list)
	default:
		for _, e := range list[:min(len(list), maxDeeds)] {
			if e.Kind() == value.KindList {
				return
			}
			d.answer(e)
		}
	}
}

// words reads an order in words: "walk 1 0".
func (d *doer) words(s string) {
	verb, rest, _ := strings.Cut(strings.TrimSpace(s), " ")
	list := []value.Value{value.String(verb)}
	if verb == "say" {
		d.tuple(append(list, value.String(strings.TrimSpace(rest))))
		return
	}
	for _, w := range strings.Fields(rest) {
		if q, ok := number(w); ok {
			list = append(list, value.Number(q))
		} else {
			list = append(list, value.String(w))
		}
	}
	d.tuple(list)
}

// tuple reads an order: its verb and what follows.
func (d *doer) tuple(list []value.Value) {
	if len(list) == 0 || len(d.list) >= maxDeeds {
		return
	}
	verb, _ := list[0].AsText()
	c := command.Command{Tick: d.m.w.Clock}
	list = list[1:]
	switch verb {
	case "walk", "stop":
		c.Kind, c.Dir = command.Move, direction(list)
		if verb == "stop" {
			c.Dir = fixed.SVec{}
		}
		if c.Face = d.b.Face; c.Dir != (fixed.SVec{}) {
			c.Face = entity.Facing(fixed.Atan2(c.Dir.Y.Q(), c.Dir.X.Q()) >> 8)
		}
		if c.Dir == d.p.Move && c.Face == d.b.Face {
			return
		}
	case "kick", "throw":
		if c.Kind = command.Kick; verb == "throw" {
			c.Kind = command.Throw
		}
		c.Dir, c.Slot = direction(list), d.p.Slot
		if c.Dir == (fixed.SVec{}) {
			c.Dir = fixed.Direction(fixed.Angle(d.b.Face) << 8)
		}
	case "use", "dig", "place":
		c.Kind, c.Slot = map3(verb), d.p.Slot
		t, ok := d.spot(list)
		if !ok {
			return
		}
		c.Tile = t
	case "pick":
		c.Kind, c.Entity = command.PickUp, d.subject(list)
		if c.Entity == 0 {
			return
		}
	case "select", "emote":
		n, ok := whole(list, 0)
		if c.Kind = command.Select; verb == "emote" {
			c.Kind = command.Emote
		}
		if !ok {
			return
		}
		c.Slot, c.Count = n, n
	case "ask":
		if c.Entity = d.subject(list); c.Entity == 0 || len(list) < 2 {
			return
		}
		c.Kind, c.Text = command.Ask, phrase(list[1:])
	case "say":
		c.Kind, c.Text = command.Say, phrase(list)
	default:
		return
	}
	if _, err := command.Decode(command.Append(nil, c)); err == nil {
		d.list = append(d.list, c)
	}
}

func map3(verb string) command.Kind {
	switch verb {
	case "use":
		return command.Use
	case "dig":
		return command.Dig
	}
	return command.Place
}

// direction reads two numbers as a direction of a length up to 1.
func direction(list []value.Value) fixed.SVec {
	if len(list) < 2 || !list[0].IsNumber() || !list[1].IsNumber() {
		return fixed.SVec{}
	}
	const most = 1 << 10 * fixed.One
	v := fixed.SVec{X: fixed.S(min(max(list[0].Units(), -most), most)), Y: fixed.S(min(max(list[1].Units(), -most), most))}
	return v.Clamp(fixed.One)
}

// spot reads a place or a thing as a tile.
func (d *doer) spot(list []value.Value) (t grid.Tile, ok bool) {
	if len(list) > 0 {
		if id, is := list[0].AsThing(); is {
			x := d.m.w.Things.Find(game.EntityID(id))
			if x == nil {
				return t, false
			}
			return d.m.w.ThingPlace(x), true
		}
	}
	if len(list) < 2 || !list[0].IsNumber() || !list[1].IsNumber() {
		return t, false
	}
	const most = 1 << 20 * fixed.One
	at := fixed.Vec{X: fixed.Q(min(max(list[0].Units(), -most), most)), Y: fixed.Q(min(max(list[1].Units(), -most), most))}
	return grid.TileAt(at), true
}

// subject is the body or thing that an order names, else the nearest body that can be picked up.
func (d *doer) subject(list []value.Value) (id game.EntityID) {
	if len(list) > 0 {
		n, _ := list[0].AsThing()
		return game.EntityID(n)
	}
	best := fixed.Q(world.LiftReach)
	for k := range d.m.w.Space.Bodies() {
		o := &d.m.w.Space.Bodies()[k]
		if o.Kind == entity.Player || o.Kind.Pinned() || o.Flags&entity.Borne != 0 || o.Kind == entity.Flame || o.Kind == entity.Ember || o.Kind == entity.Remains || o.Kind.Airy() {
			continue
		}
		if far := o.Pos.Sub(d.b.Pos).Len(); far < best {
			best, id = far, o.ID
		}
	}
	return id
}

func whole(list []value.Value, k int) (uint8, bool) {
	if len(list) <= k {
		return 0, false
	}
	n, ok := list[k].AsInt()
	return uint8(n), ok && n >= 0 && n < 256
}

// phrase joins the texts of an order.
func phrase(list []value.Value) string {
	var words []string
	for _, v := range list {
		if s, is := v.AsText(); is {
			words = append(words, s)
		} else if v.IsNumber() {
			words = append(words, value.FormatNumber(v.Units()))
		}
	}
	s := strings.Join(words, " ")
	return s[:min(len(s), command.MaxText)]
}
