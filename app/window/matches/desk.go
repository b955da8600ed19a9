// Package matches is what a window does about the matches of a world: the list at the board, the room that
// the player looks at or takes part in, what it asks of the rooms of the node, and the model of the screens.
package matches

import (
	"context"
	"slices"
	"sync"
	"time"

	"manyhold/app/arena"
	"manyhold/app/node"
	"manyhold/app/rooms"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/results"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/match"
	"manyhold/net/room"
	"manyhold/render/ui/kit"
)

// Hall is what the window asks of the rooms of a node. Functions with a context may wait; *hall.Hall is one.
type Hall interface {
	List() []hall.Row
	View(id string) *rooms.View
	Me() room.Key
	Show(ctx context.Context, id string) (*hall.State, error)
	Create(ctx context.Context, x hall.Order) (*hall.State, error)
	Join(ctx context.Context, id, seat, name string) (*hall.State, error)
	Stand(ctx context.Context, id string) (*hall.State, error)
	Ready(ctx context.Context, id string, on bool) (*hall.State, error)
	Configure(ctx context.Context, id string, seen *uint32, edit func(old []byte) ([]byte, error)) (*hall.State, error)
	Delay(ctx context.Context, id string, seconds uint32) (*hall.State, error)
	Watch(ctx context.Context, id string) (*hall.State, error)
	Vote(ctx context.Context, id string, b room.Ballot) (*hall.State, error)
	Leave(ctx context.Context, id string) error
	Rejoin(ctx context.Context, id string) error
}

// Client is the part of this program in a match. Its functions do not wait.
type Client interface {
	Glance() arena.Glance
	Backend() node.Backend // nil before the first turn
	SetFrameRate(n int)
}

// Options of a desk.
type Options struct {
	Ctx     context.Context
	Hall    Hall
	Client  func(id string) Client // of a room in which the node is, nil if there is none
	Engines func() []*match.Package
	Results func() []results.Entry
	Look    func(game.PlayerID) entity.Look // how a player of the world is dressed
	Words   *kit.Words
	Name    string            // of the player
	Fail    func(err error)   // from any goroutine
	Tell    func(note string) // of the window's goroutine
}

// Desk serves the player's wishes about matches while it plays in a world. It belongs to the window's
// goroutine; what waits for a room runs in goroutines of its own.
type Desk struct {
	o       Options
	looked  string // the room that is looked at
	own     string // the room in which the player has a seat, or that it watches
	rows    []hall.Row
	found   chan []*match.Package // the engines, once
	engines []*match.Package
	titles  map[string]*match.Package // by the names of engines
	written []written                 // the results that were shown last
	pending map[string]pending        // values of settings that the room has not taken yet
	asked   uint64                    // tick of the last look at the list
	glanced uint64                    // tick of the last look into a room
	tick    uint64
	entered string // the room that was shown last: it is not opened again by itself
	phase   room.Phase
	known   bool   // phase is that of own
	told    string // the room whose result was told
	said    string // the last note
	awaited int    // how urgently the others wait for the player's readiness, from 0 to 2
	illegal string // the last transition that the engine wanted without declaring it
	shows   bool   // the window shows the match
	anew    bool   // the match that is shown is left to be entered anew

	mu      sync.Mutex
	busy    int
	created string // the room that was created, to be looked at
}

// pending is a value that was asked for, and until when it is shown.
type pending struct {
	value string
	until uint64
}

const (
	// listEvery is how often the list is read, and glanceEvery how often a room of others is entered anew
	// that is looked at, in ticks of the window.
	listEvery, glanceEvery = 30, 300
	// pendingFor is how long a value is shown that the room has not taken.
	pendingFor = 180
	// answerTime is how long a room may take.
	answerTime = 12 * time.Second
)

// New opens a desk. Without a hall it knows no matches.
func New(o Options) *Desk {
	d := &Desk{o: o, titles: map[string]*match.Package{}, pending: map[string]pending{}, found: make(chan []*match.Package, 1)}
	if o.Hall != nil && o.Engines != nil {
		go func() { d.found <- o.Engines() }() // it reads scripts
	}
	return d
}

// Able reports whether there are matches at all.
func (d *Desk) Able() bool { return d.o.Hall != nil }

// Tick advances by a tick of the window; open says that a screen of matches is open.
func (d *Desk) Tick(open bool) {
	d.tick++
	if !d.Able() {
		return
	}
	select {
	case d.engines = <-d.found:
		for _, p := range d.engines {
			d.titles[p.Name()] = p
		}
	default:
	}
	if d.asked == 0 || d.tick >= d.asked+listEvery {
		d.asked = d.tick
		d.rows = d.o.Hall.List()
		d.own = d.ownRoom()
	}
	d.mu.Lock()
	if d.created != "" {
		d.looked, d.created = d.created, ""
	}
	d.mu.Unlock()
	if open && d.looked != "" && d.looked != d.own && d.tick >= d.glanced+glanceEvery {
		d.glance()
	}
	d.follow()
}

// Knows reports whether a room is in the list.
func (d *Desk) Knows(id string) bool {
	return slices.ContainsFunc(d.rows, func(r hall.Row) bool { return r.ID == id })
}

// ownRoom returns the room in which the player takes part: one that runs before one in setup, and that before
// one that is over.
func (d *Desk) ownRoom() (id string) {
	best := -1
	for k := range d.rows {
		r := &d.rows[k]
		v := d.o.Hall.View(r.ID)
		if v == nil || !d.takesPart(v) {
			continue
		}
		rank := map[room.Phase]int{room.Running: 3, room.Setup: 2, room.Ended: 1}[v.Phase]
		if r.ID == d.own && v.Phase != room.Ended {
			rank += 10 // it stays with one
		}
		if rank > best {
			best, id = rank, r.ID
		}
	}
	return id
}

// takesPart reports whether the player has a seat in a room, or watches.
func (d *Desk) takesPart(v *rooms.View) bool { return takesPart(v, d.o.Hall.Me()) }

func takesPart(v *rooms.View, me room.Key) bool { return seatOf(v, me) >= 0 || watches(v, me) }

func (d *Desk) seat(v *rooms.View) int { return seatOf(v, d.o.Hall.Me()) }

func seatOf(v *rooms.View, me room.Key) int {
	return slices.IndexFunc(v.Seats, func(s room.Seat) bool { return s.Holder == me })
}

func watches(v *rooms.View, me room.Key) bool {
	return slices.ContainsFunc(v.Viewers, func(w room.Viewer) bool { return w.Key == me })
}

// tell shows a note.
func (d *Desk) tell(note string) {
	d.said = note
	d.o.Tell(note)
}

// Told returns the last note about matches.
func (d *Desk) Told() string { return d.said }

// follow notices that a match begins or ends.
func (d *Desk) follow() {
	v := d.view(d.own)
	if v == nil {
		d.known = false
		return
	}
	was, known := d.phase, d.known
	d.phase, d.known = v.Phase, true
	if known && was == room.Setup && v.Phase == room.Running {
		d.tell(d.o.Words.Fill("note.match_starts", "title", v.Title))
	}
	noteWaiting(d, v, known)
	illegal := ""
	if v.Illegal != nil {
		illegal = v.Illegal.Error()
	}
	if known && illegal != "" && illegal != d.illegal {
		d.tell(d.o.Words.Fill("note.match_illegal", "engine", v.Engine.Name, "why", wording.Error(d.o.Words, v.Illegal)))
	}
	d.illegal = illegal
	if d.told == d.own {
		return
	}
	if r := resultOf(d.o.Words, d.own, v, namesOf(d.o.Words, d.packageOf(d.own))); len(r.Lines) > 0 && r.Held {
		if d.told = d.own; d.shows {
			return // the window shows the result itself
		}
		d.tell(d.o.Words.Fill("note.match_over", "title", v.Title, "result", r.Lines[0].Name+": "+r.Lines[0].Value))
	}
}

// remindAfter is for how many ticks the others have waited for the player when it is told so.
const remindAfter = 30 * room.Second

// noteWaiting tells the player that the others of a setup wait for its readiness, and that they have gone on
// without it.
func noteWaiting(d *Desk, v *rooms.View, known bool) {
	s, was := d.seat(v), d.awaited
	d.awaited = 0
	switch {
	case v.Phase != room.Setup:
	case s < 0:
		if known && was == 2 {
			d.tell(d.o.Words.Fill("note.match_without_you", "title", v.Title))
		}
	case v.Seats[s].HoldsUp():
		d.awaited = 2
	case v.Seats[s].Waited >= remindAfter:
		d.awaited = 1
	}
	if d.awaited > 0 && was == 0 {
		d.tell(d.o.Words.Fill("note.match_awaited", "title", v.Title))
	}
}

func (d *Desk) view(id string) *rooms.View {
	if id == "" || !d.Able() {
		return nil
	}
	return d.o.Hall.View(id)
}

// client returns the client of a room, nil if there is none.
func (d *Desk) client(id string) Client {
	if id == "" || d.o.Client == nil {
		return nil
	}
	return d.o.Client(id)
}

// Opening reports whether a match is to be shown now: one in which the player has a seat, or that it watches,
// which has begun and was not shown yet.
func (d *Desk) Opening() bool {
	v, c := d.view(d.own), d.client(d.own)
	return v != nil && c != nil && v.Phase == room.Running && d.entered != d.own && c.Glance().Err == nil
}

// Open returns the match that is to be shown, nil if it cannot be shown yet.
func (d *Desk) Open() node.Backend {
	b := d.behind(d.own)
	if b != nil {
		d.entered, d.looked = d.own, ""
	}
	return b
}

// behind returns the arena of a match, nil for none.
func (d *Desk) behind(id string) node.Backend {
	if c := d.client(id); c != nil && c.Glance().Err == nil {
		return c.Backend()
	}
	return nil
}

// Frames tells how many frames a second the window draws: slow ones slow the match down.
func (d *Desk) Frames(n int) {
	if c := d.client(d.own); c != nil {
		c.SetFrameRate(n)
	}
}

// Reopen lets Opening open the present match again.
func (d *Desk) Reopen() { d.entered = "" }

// Away says that the window shows the world again, and goes on doing so, unless the match is entered anew.
func (d *Desk) Away() {
	if d.entered = d.own; d.anew {
		d.entered, d.anew = "", false
	}
}

// Sided reports whether the sides of the match of a desk's player have shirts.
func Sided(d *Desk) bool {
	p := d.packageOf(d.own)
	return p != nil && len(p.Shirts) > 0
}

// Watching reports whether the player only watches its match.
func (d *Desk) Watching() bool {
	v := d.view(d.own)
	return v != nil && d.seat(v) < 0
}
