// Package match is a match: what all players of a room compute from the configuration, a seed and the inputs
// of each generation. It is a pure function of these, so all of them have the same state, and the same
// result.
//
// # Parts
//
// A Package holds the rules, as a maker wrote them: seats, settings, the arena, the things, and the scripts
// of the referee and of the bot. A Match is an island.Island, whose land is the arena and whose players are
// those of the roster; the referee is a thing of it, with functions that no other world has (package script).
// A Generation is a stretch of ticks with the commands of the seats. Bots play for vacant seats inside the
// match, on every machine alike: nothing of that travels, and a lost player's figure goes on until the player
// returns.
//
// # The end
//
// The match has a result when the referee calls finish. When the script of the referee fails for good, the
// match ends, too, with a result that says so, in the same generation everywhere. The world goes on
// afterwards, until the room closes.
//
// # Bounds
//
// Scripts have the budgets of package script, what they make is bounded there, and an input has at most
// MaxInput bytes. Nothing in a package or an input can make a step fail.
package match

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/random"
	"manyhold/game/script"
	"manyhold/game/script/star"
	"manyhold/game/script/star/value"
	"manyhold/game/thing"
	"manyhold/game/world"
)

const (
	// MaxTicks is the most ticks of a generation.
	MaxTicks = 60
	// MaxResult is the most bytes of a result.
	MaxResult = script.MaxResult
	// MaxReason is the most bytes of what Validate returns.
	MaxReason = 120
	// Dwell is for how many generations a state is shown at least when another one follows at once, so that
	// no peer misses it.
	Dwell = 4
)

// Player is who sits on a seat.
type Player struct {
	Key  game.PlayerID // zero: nobody
	Name string
	Look entity.Look
}

// Input is what a seat does in a generation: see AppendInput.
type Input struct {
	Seat uint8
	Body []byte
}

// Generation is what is executed at once.
type Generation struct {
	Ticks  uint8
	Vacant uint16 // a bit for each seat at which nobody plays
	Inputs []Input
}

// seat is what a match knows of a place in its roster.
type seat struct {
	key    game.PlayerID // in the world; zero: no figure
	vacant bool
	memory []byte // of the bot
	faults uint8  // of the bot
}

// Match is the state of a match. It belongs to one goroutine.
type Match struct {
	w       *island.Island
	p       *Package
	config  []byte
	players []Player
	seats   []seat
	court   script.Court
	bots    bool
	bot     *star.Program // nil: there is none

	generation uint32
	state      uint8
	since      uint32  // the generation in which state began
	next       []uint8 // the states that follow
	result     []byte
	finished   uint32

	happened []event.Event
	notes    []string // of the last generation
	due      []world.SeatCommand
	wishes   []wish // commands of this generation
}

// ErrSetup says that a match cannot begin so.
var ErrSetup = errors.New("match: invalid setup")

// Validate says why a match cannot be played with a configuration and these players, "" if it can. The
// referee has the last word.
func Validate(p *Package, config []byte, players []Player) string {
	values, err := p.Settle(config)
	if err != nil {
		return short(err.Error())
	}
	taken := 0
	list := make([]value.Value, len(p.Roster))
	var m value.Meter
	m.Begin(script.BeginLimits)
	for k, name := range p.Roster {
		var who Player
		if k < len(players) {
			who = players[k]
		}
		is := who.Key != (game.PlayerID{})
		taken += int(flag(is))
		d := value.NewDict(&m)
		d.Put(&m, value.String("seat"), value.String(name))
		d.Put(&m, value.String("name"), value.String(who.Name))
		d.Put(&m, value.String("taken"), value.Bool(is))
		list[k] = value.Of(d)
	}
	if taken < int(p.Least) {
		return fmt.Sprintf("at least %d seats have to be taken", p.Least)
	}
	seats := value.ListOf(list)
	value.Freeze(seats)
	answer, fault := script.Judge(p.Referee, "validate", p.dict(values), seats)
	if fault != nil {
		return short("the referee failed: " + fault.Error())
	}
	if why, is := answer.AsText(); is {
		return short(why)
	}
	return ""
}

// short cuts a reason to what a room takes: one line.
func short(s string) string {
	b := make([]rune, 0, len(s))
	n := 0
	for _, c := range s {
		if c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfeff || c == 0xfffd {
			c = ' '
		}
		if n += len(string(c)); n > MaxReason {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// Step executes a generation.
func (m *Match) Step(g Generation) {
	m.generation++
	m.settleSeats(g.Vacant)
	m.w.Happened = m.w.Happened[:0]
	m.listen(&g)
	m.happened, m.notes = append(m.happened[:0], m.w.Happened...), m.notes[:0]
	ticks := min(max(g.Ticks, 1), MaxTicks)
	for at := range ticks {
		m.due = m.due[:0]
		for k := range m.wishes {
			if w := &m.wishes[k]; w.at == at {
				m.due = append(m.due, w.SeatCommand)
			}
		}
		m.playBots()
		m.w.StepTick(m.due)
		m.happened = append(m.happened, m.w.Happened...)
		m.supervise()
	}
	m.w.Happened = append(m.w.Happened[:0], m.happened...)
	m.advance()
}

// MaxNotes is the most notes of a generation.
const MaxNotes = 32

// note notes something for the author of the scripts.
func (m *Match) note(format string, a ...any) {
	if len(m.notes) < MaxNotes {
		m.notes = append(m.notes, fmt.Sprintf(format, a...))
	}
}

// Notes returns what the author of the scripts wants to know of the last generation, and no state holds: the
// faults, and the effects that were refused.
func (m *Match) Notes() []string { return m.notes }

// supervise ends the match when the referee's script has stopped for good.
func (m *Match) supervise() {
	x := m.Referee()
	for _, n := range script.Notes(&m.w.State) {
		title := "a thing that is gone"
		if o := m.w.Things.Find(n.Thing); o != nil {
			if e := m.w.Blueprints.Find(o.Of); e != nil {
				title = e.Title
			}
		}
		if n.Fault != nil {
			m.note("%s: fault at %s", title, n.Fault.Error())
		} else {
			m.note("%s: %s was refused: %s", title, n.Effect, reason(n.Effect, n.Why))
		}
	}
	if m.result != nil || x != nil && !x.Health.Stopped {
		return
	}
	why := "the referee is gone"
	for _, n := range script.Notes(&m.w.State) {
		if n.Thing == m.court.Referee && n.Fault != nil {
			why = "referee.star:" + n.Fault.Error()
		}
	}
	m.fail(why)
}

// reason says why an effect was refused. The two effects of the referee have reasons of their own.
func reason(effect string, why event.Reason) string {
	switch {
	case effect == "finish" && why == event.NotAllowed:
		return "the match has a result already"
	case effect == "state" && why == event.NotAllowed:
		return "engine.toml has no transition to it from the present state"
	}
	return why.String()
}

// fail ends the match with a result that names a fault.
func (m *Match) fail(why string) {
	if m.result != nil {
		return
	}
	const most = 512
	b := script.AppendJSON([]byte(`{"fault":`), why[:min(len(why), most)])
	b = script.AppendJSON(append(b, `,"state":`...), m.StateName())
	m.result = append(b, '}')
	m.finished = max(m.generation, 1)
}

// advance shows the next state, if one waits.
func (m *Match) advance() {
	if len(m.next) > 0 && (m.state == 0 || m.generation >= m.since+Dwell) {
		m.state, m.since = m.next[0], m.generation
		m.next = slices.Delete(m.next, 0, 1)
	}
}

// enter lets the match go into a state, as the referee wants.
func (m *Match) enter(name string) event.Reason {
	k := slices.IndexFunc(m.p.States, func(s State) bool { return s.Name == name })
	last := m.state
	if n := len(m.next); n > 0 {
		last = m.next[n-1]
	}
	switch {
	case k < 0:
		return event.NothingThere
	case int(last) == k+1:
		return event.NoReason
	case len(m.next) >= MaxNames:
		return event.TooSoon
	case !m.p.leads(last, uint8(k+1)):
		return event.NotAllowed
	}
	m.next = append(m.next, uint8(k+1))
	return event.NoReason
}

// leads reports whether a state, by its number, may follow another one; 0 is the beginning.
func (p *Package) leads(from, to uint8) bool {
	s := &p.States[to-1]
	name := FromStart
	if from > 0 {
		name = p.States[from-1].Name
	}
	return len(s.From) == 0 || slices.Contains(s.From, name)
}

// finish ends the match with a result; the first one counts.
func (m *Match) finish(result []byte) event.Reason {
	if m.result != nil {
		return event.NotAllowed
	}
	m.result, m.finished = result, max(m.generation, 1)
	return event.NoReason
}

// Generation returns how many generations were executed.
func (m *Match) Generation() uint32 { return m.generation }

// State returns the number of the engine's state, from 1 on; 0: none was entered yet.
func (m *Match) State() uint8 { return m.state }

// StateName returns the name of the state, "" at the beginning.
func (m *Match) StateName() string {
	if m.state == 0 {
		return ""
	}
	return m.p.States[m.state-1].Name
}

// Result returns the result as canonical JSON, nil until there is one. It is not to be changed.
func (m *Match) Result() []byte { return m.result }

// Finished returns the generation after which there is a result, 0 if there is none.
func (m *Match) Finished() uint32 { return m.finished }

// Package returns what is played.
func (m *Match) Package() *Package { return m.p }

// Island returns the world of the match. It is read-only, but by Step.
func (m *Match) Island() *island.Island { return m.w }

// Key returns the player of a seat in the world, also a bot's; zero if the seat has no figure.
func (m *Match) Key(seat int) game.PlayerID {
	if seat < 0 || seat >= len(m.seats) {
		return game.PlayerID{}
	}
	return m.seats[seat].key
}

// Referee returns the thing that is the referee.
func (m *Match) Referee() *thing.Thing { return m.w.Things.Find(m.court.Referee) }

// Headline returns what the referee shows: a line for the screen.
func (m *Match) Headline() string {
	if x := m.Referee(); x != nil {
		return x.Label
	}
	return ""
}

// Digest returns a hash of the whole state.
func (m *Match) Digest() uint64 {
	return random.Mix(m.w.Digest() ^ random.Mix(xxh3.Hash(m.appendOwn(nil))))
}

// compareWishes puts commands in the order of seats; those of a seat stay in theirs.
func compareWishes(a, b wish) int { return cmp.Compare(a.Seat, b.Seat) }

// moves reports whether commands of a kind are those of a player in a match.
func (m *Match) moves(k command.Kind) bool {
	switch k {
	case command.Move, command.Use, command.Select, command.Kick, command.PickUp, command.Throw, command.Drop, command.ChestPut, command.ChestTake,
		command.ChestTakeAll, command.ChestStack, command.ChestMove, command.ChestSort, command.BagSort,
		command.Swap, command.Say, command.Emote, command.Craft, command.Ask, command.StopDig:
		return true
	case command.Dig, command.Place:
		return m.p.Arena.Build
	}
	return false
}
