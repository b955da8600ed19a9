package node

import (
	"context"
	"fmt"
	"strings"
	"time"

	"manyhold/app/feed"
	"manyhold/app/order"
	"manyhold/app/replica"
	"manyhold/app/talk"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/island"
	"manyhold/game/lights"
	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/notice"
)

// talking lets text clients follow the chat.
type talking struct {
	n        *node
	board    talk.Board
	question game.Tick // when the last line about the question of a thing was posted; 0: none was
}

// Listen returns the last lines of the chat and those from now on, until stop is called. The node's player is
// brought into the world for as long as somebody listens.
func (v *talking) Listen(ctx context.Context) (history []talk.Line, live <-chan talk.Line, stop func(), err error) {
	n := v.n
	var here, joined bool
	err = n.host.Do(ctx, func(m kernel.Machine) { // lines are posted in this goroutine: none is lost, none comes twice
		if m == nil {
			return
		}
		w := replica.Of(m)
		joined, here = true, awakeIn(w, n.me)
		history = pastTalk(w, time.Now())
		live, stop = v.board.Listen()
	})
	if err == nil && !joined {
		err = errNotJoined
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if here {
		return history, live, stop, nil
	}
	entered, leave := context.WithCancel(ctx)
	go n.Do(entered, []order.Order{&order.Tell{Answer: func(*order.Actor) string { return "" }}}, func(string) {})
	quiet := stop
	return history, live, func() {
		quiet()
		leave()
		n.withdraw()
	}, nil
}

// pastTalk is what the island's chat remembers. The time of a line is reckoned from its tick.
func pastTalk(w *island.Island, now time.Time) (lines []talk.Line) {
	for _, l := range w.Chat.Log {
		at := now.Add(-time.Duration(w.Clock-min(l.Tick, w.Clock)) * time.Second / game.TicksPerSecond)
		lines = append(lines, talk.Line{At: at, Kind: talk.Said, Name: l.Name, Text: l.Text})
	}
	return lines
}

// awakeIn reports whether a player is in the world and awake.
func awakeIn(w *island.Island, me game.PlayerID) bool {
	p := w.Roster.ByKey(me)
	if p == nil {
		return false
	}
	b := w.Space.Body(p.Body)
	return b != nil && b.Flags&entity.Asleep == 0
}

// post tells text clients of an event of the world.
func (v *talking) post(w *island.Island, e event.Event) {
	l := talk.Line{At: time.Now(), Name: e.Text}
	switch e.Kind {
	case event.Entered:
		l.Kind = talk.Joined
	case event.Left:
		l.Kind = talk.Left
	case event.Renamed:
		l.Kind = talk.Renamed
	case event.Said:
		l.Kind, l.Name, l.Text = talk.Said, order.PlayerOf(w, e.Seat), e.Text
	case event.LightWon:
		l.Kind, l.Text = talk.Won, fmt.Sprintf("lit lighthouse %d (%d of %d)", e.A+1, e.B, lights.Count)
	case event.Feasted:
		l.Kind, l.Name, l.Text = talk.Won, "", fmt.Sprintf("all %d lighthouses are burning; people of this world: %d", lights.Count, e.A)
	case event.ThingSaid, event.ThingFailed:
		if l, ok := v.ofThing(w, e); ok {
			v.board.Post(l)
		}
		return
	case event.Overruled:
		if me := w.Roster.ByKey(v.n.me); me == nil || me.Seat != e.Seat {
			return
		}
		name, by, _ := strings.Cut(e.Text, "\n")
		l.Kind, l.Name, l.Text = talk.Overruled, name, fmt.Sprintf("your version %d lost to version %d by %s", e.A, e.B, by)
	case event.ThingAsked, event.ThingOffered:
		if !v.questioned(w, &e, &l) {
			return
		}
	default:
		return
	}
	v.board.Post(l)
}

// earshot is how far from the player things are heard, in tiles.
const earshot = 12

// ofThing returns the line about what a thing says near the player, or about a fault in the script of a thing
// or of a blueprint of the player.
func (v *talking) ofThing(w *island.Island, e event.Event) (l talk.Line, ok bool) {
	x := w.Things.Find(e.Entity)
	if x == nil {
		return l, false
	}
	b := w.Blueprints.Find(x.Of)
	if b == nil {
		return l, false
	}
	l = talk.Line{At: time.Now(), Kind: talk.Spoke, Name: b.Name(), Text: e.Text}
	if e.Kind == event.ThingSaid {
		from := feed.CentreOf(w, v.n.me)
		return l, max(from.X-e.Tile.X, e.Tile.X-from.X, from.Y-e.Tile.Y, e.Tile.Y-from.Y) <= earshot
	}
	if x.Owner != v.n.me && b.Author != v.n.me {
		return l, false
	}
	l.Kind = talk.Failed
	l.Text = fmt.Sprintf("line %d, column %d: %s", x.Health.Last.Line, x.Health.Last.Column, e.Text)
	why, _, _ := strings.Cut(l.Text, "\n")
	v.n.log.Warn("a script failed", "blueprint", l.Name, "thing", fmt.Sprintf("%x", uint64(x.ID)), "stopped", x.Health.Stopped, "at", why)
	return l, true
}

// questionEvery is the least time between two lines about the questions of things, in ticks: a thing can ask
// in every tick.
const questionEvery = 3 * game.TicksPerSecond

// questioned writes the line about a thing that asks the node's player, or offers it a journey. ok is false
// if it asks another one, or one came just before.
func (v *talking) questioned(w *island.Island, e *event.Event, l *talk.Line) (ok bool) {
	if me := w.Roster.ByKey(v.n.me); me == nil || me.Seat != e.Seat || v.question != 0 && e.Tick < v.question+questionEvery {
		return false
	}
	v.question, l.Name = e.Tick, "a thing"
	if x := w.Things.Find(e.Entity); x != nil {
		if b := w.Blueprints.Find(x.Of); b != nil {
			l.Name = b.Name()
		}
	}
	if l.Kind, l.Text = talk.Offers, e.Text; e.Kind == event.ThingAsked {
		asked := strings.Split(e.Text, "\n")
		l.Kind = talk.Asks
		l.Text = fmt.Sprintf("%s (%s; manyhold do 'answer %x ANSWER')", asked[0], strings.Join(asked[1:], ", "), uint64(e.Entity))
	}
	return true
}

// Title is the name of the world as players see it.
func (v *statusView) Title() string {
	n := v.n
	if t := n.host.Status().Charter.Title; t != "" {
		return t
	}
	return n.WorldName()
}

// picture is the bytes of the world's picture, "" for none.
func (v *statusView) picture() string {
	t := v.n.host.Status().Charter.State
	if t == nil {
		return ""
	}
	p, ok := charter.ParsePicture(t.Picture)
	if !ok {
		return ""
	}
	b, _ := p.Bytes()
	return string(b)
}

// errNotJoined says that there is no chat yet.
var errNotJoined error = notice.New("act_joining")
