package order

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"manyhold/app/rooms/hall"
	"manyhold/app/status"
	"manyhold/game"
	"manyhold/game/command"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/net/host/notice"
)

// Actor is a task's access to the world: the confirmed state after a turn, the events of that turn, and a
// way to issue commands as the player.
type Actor struct {
	World  *island.Island
	Events []event.Event
	Me     game.PlayerID
	Issue  func(command.Command) (seq uint64)
	// Inside runs f on the state itself, between two turns. Only orders of the microscope use it; nil
	// where there is none.
	Inside func(f func(w *island.Island))
	// Offer changes a setting of the node's offer to hosting; nil where there is no node.
	Offer func(key, value string) error
	// Shout sends a text to the whole world, and Heard returns the shouts heard; nil where there is no node.
	Shout func(ctx context.Context, text string) error
	Heard func() []status.ShoutStatus
	// Charter writes into the world's charter as the player; nil where there is no node.
	Charter func(ctx context.Context, words []string) (said string, err error)
	// Door carries out a command about the door of the world; nil where there is no node.
	Door func(ctx context.Context, words []string) (said string, err error)
	// Room carries out an act about match rooms; nil where there is no node.
	Room func(ctx context.Context, a hall.Act) (said string, err error)
	// Publish signs and publishes a draft of a blueprint as the player; nil where there is no node.
	Publish func(ctx context.Context, draft []byte) (said string, err error)
	// Status returns the status of the node; nil where there is none.
	Status func() status.Status
	// Ticket returns why the player's invitation cannot be used; nil where there is no node.
	Ticket func() error
	// Lights returns the tiles of burning lighthouses of all islands that are known here; nil where there is
	// no node.
	Lights func() []grid.Tile
	// Elsewhere returns the players on other known islands, see elsewhere; nil where there is no node.
	Elsewhere func() []entity.PlayerState
}

// Player returns the player's state, or nil before its first command.
func (h *Actor) Player() *entity.PlayerState { return h.World.Roster.ByKey(h.Me) }

// Body returns the player's body, or nil while it is not in the world.
func (h *Actor) Body() *entity.Body {
	p := h.Player()
	if p == nil || p.Body == 0 {
		return nil
	}
	return h.World.Space.Body(p.Body)
}

// place returns where the player stands.
func (h *Actor) place() (fixed.Vec, bool) {
	b := h.Body()
	if b == nil {
		return fixed.Vec{}, false
	}
	return b.Pos, true
}

// Order is an instruction to a player: it may take several commands and some time. step is called once a turn
// until it is done; said is the result in words.
type Order interface {
	Step(h *Actor) (done bool, said string, err error)
}

// patience is how long a task waits for a command to come back in a turn.
const patience = 10 * game.TicksPerSecond

// issueCommand issues one command and waits until it was taken or refused.
type issueCommand struct {
	cmd   command.Command
	did   string     // words for success
	until event.Kind // an event of one's own to wait for besides, or NoKind
	seq   uint64
	since game.Tick
	taken bool
}

func (a *issueCommand) Step(h *Actor) (bool, string, error) {
	if a.seq == 0 {
		a.seq, a.since = h.Issue(a.cmd), h.World.Clock
		return false, "", nil
	}
	p := h.Player()
	for _, e := range h.Events {
		if p == nil || e.Seat != p.Seat {
			continue
		}
		if e.Kind == event.Refused && e.Seq == a.seq {
			return true, "", notice.New("order_refused", "reason", event.Reason(e.A).String())
		}
		if a.taken && a.until != event.NoKind && e.Kind == a.until {
			return true, a.did, nil
		}
	}
	if p != nil && p.LastSeq >= a.seq && !a.taken {
		a.taken = true
		if a.until == event.NoKind || a.happened(h, p.Seat) {
			return true, a.did, nil
		}
	}
	if h.World.Clock > a.since+patience {
		return true, "", notice.New("order_late", "seconds", strconv.Itoa(int(patience/game.TicksPerSecond)))
	}
	return false, "", nil
}

// happened says whether the event that the task waits for is among those of this turn.
func (a *issueCommand) happened(h *Actor, me entity.Seat) bool {
	for _, e := range h.Events {
		if e.Kind == a.until && e.Seat == me {
			return true
		}
	}
	return false
}

// walk holds a direction for some ticks.
type walk struct {
	dir   fixed.SVec
	ticks game.Tick
	until game.Tick
	from  fixed.Vec // where it began
	stop  issueCommand
}

func (w *walk) Step(h *Actor) (bool, string, error) {
	if w.until == 0 {
		h.Issue(command.Command{Kind: command.Move, Dir: w.dir, Face: facing(w.dir)})
		w.until = h.World.Clock + w.ticks
		w.from, _ = h.place()
		return false, "", nil
	}
	if h.World.Clock < w.until {
		return false, "", nil
	}
	w.stop.cmd = command.Command{Kind: command.Move, Face: facing(w.dir)}
	done, _, err := w.stop.Step(h)
	if at, _ := h.place(); done && err == nil && at.Sub(w.from).Near(stuckWithin) && w.ticks >= leastWalk && w.dir != (fixed.SVec{}) {
		return true, "", notice.New("order_stuck", "at", Words(h))
	}
	return done, "walked; now at " + Words(h), err
}

const (
	// leastWalk is how long a walk must be, in ticks, to be told as one that something blocked.
	leastWalk = 20
	// stuckWithin is how far a blocked walker may come, to the edge of its tile, in tiles.
	stuckWithin = 3 * fixed.One / 4
)

// wait lets time pass.
type wait struct{ ticks, until game.Tick }

func (w *wait) Step(h *Actor) (bool, string, error) {
	if w.until == 0 {
		w.until = h.World.Clock + w.ticks
	}
	return h.World.Clock >= w.until, "waited", nil
}

// Tell answers a question about the world and asks for nothing.
type Tell struct{ Answer func(h *Actor) string }

func (t *Tell) Step(h *Actor) (bool, string, error) { return true, t.Answer(h), nil }

// Words says where the player is.
func Words(h *Actor) string {
	p, ok := h.place()
	if !ok {
		return "nowhere: not in the world yet"
	}
	t := grid.TileAt(p)
	return fmt.Sprintf("%d %d", t.X, t.Y)
}

// facing returns the direction of v in 256 steps, of the eight that keys give.
func facing(v fixed.SVec) entity.Facing {
	switch {
	case v.X > 0 && v.Y == 0:
		return 0
	case v.X > 0 && v.Y > 0:
		return 32
	case v.X == 0 && v.Y > 0:
		return 64
	case v.X < 0 && v.Y > 0:
		return 96
	case v.X < 0 && v.Y == 0:
		return 128
	case v.X < 0 && v.Y < 0:
		return 160
	case v.X == 0 && v.Y < 0:
		return 192
	}
	return 224
}

// inventoryWords lists the player's inventory, a slot a line.
func inventoryWords(h *Actor) string {
	p := h.Player()
	if p == nil {
		return "nothing: not in the world yet"
	}
	var b strings.Builder
	for i, s := range p.Inventory {
		if s.Count > 0 {
			fmt.Fprintf(&b, "slot %d: %d %s\n", i+1, s.Count, s.Kind.Info().Name)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// whoWords lists the players in the world, a line each.
func whoWords(h *Actor) string {
	var b strings.Builder
	players := h.World.Players()
	for i := range players {
		if body := h.World.Space.Body(players[i].Body); body != nil {
			t := grid.TileAt(body.Pos)
			fmt.Fprintf(&b, "%s at %d %d\n", players[i].Name, t.X, t.Y)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// parseChat reads how many lines of chat are asked for.
func parseChat(w []string) (Order, error) {
	n := 10
	if len(w) > 0 {
		v, err := strconv.Atoi(w[0])
		if err != nil || len(w) > 1 || v < 1 {
			return nil, fmt.Errorf("chat needs a number of lines: %w", errOrder)
		}
		n = v
	}
	return &Tell{func(h *Actor) string {
		var b strings.Builder
		lines := h.World.Chat.Log
		for _, l := range lines[max(0, len(lines)-n):] {
			fmt.Fprintf(&b, "%s: %s\n", l.Name, l.Text)
		}
		b.WriteString(shoutWords(h, n))
		return strings.TrimRight(b.String(), "\n")
	}}, nil
}
