package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/room"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// MaxMembers is how many members an announcement names.
const MaxMembers = 8

// ageUnit is the unit of the age of an announcement.
const ageUnit = 100 * time.Millisecond

// Listing is what an announcement tells of a room.
type Listing struct {
	Room    store.WorldID
	Title   string
	Engine  string
	Strict  bool
	Phase   room.Phase
	Child   string // as room.Room.Child
	Taken   uint8  // seats
	Seats   uint8
	Viewers uint8
	Members []key.ID // peers that are in the room, ascending
	Here    bool     // this peer is; not announced
}

// compare orders listings as people read them.
func (x Listing) compare(y Listing) int {
	if x.Here != y.Here {
		if x.Here {
			return -1
		}
		return 1
	}
	return cmp.Or(strings.Compare(x.Title, y.Title), slices.Compare(x.Room[:], y.Room[:]))
}

// news reports whether a later word about a room tells something else.
func (x *Listing) news(y *Listing) bool {
	a, b := *x, *y
	a.Members, b.Members = nil, nil
	return string(a.append(nil)) != string(b.append(nil))
}

func (x *Listing) append(dst []byte) []byte {
	dst = append(dst, x.Room[:]...)
	dst = wire.AppendText(wire.AppendText(dst, x.Title), x.Engine)
	dst = append(wire.AppendBool(dst, x.Strict), byte(x.Phase))
	dst = append(wire.AppendText(dst, x.Child), x.Taken, x.Seats, x.Viewers, byte(len(x.Members)))
	for _, m := range x.Members {
		dst = append(dst, m[:]...)
	}
	return dst
}

func parseListing(c *wire.Cursor) (x Listing) {
	x.Room = c.Hash()
	x.Title, x.Engine, x.Strict, x.Phase, x.Child = c.Text(room.MaxName), c.Text(room.MaxName), c.Bool(), room.Phase(c.U8()), c.Text(room.MaxName)
	x.Taken, x.Seats, x.Viewers = c.U8(), c.U8(), c.U8()
	n := c.U8()
	if n > MaxMembers {
		c.Fail(wire.ErrLimit)
	}
	for range n {
		if c.Err() == nil {
			x.Members = append(x.Members, c.Hash())
		}
	}
	return x
}

// valid reports whether a listing can be announced.
func (x *Listing) valid() bool {
	return x.Room != store.WorldID{} && room.IsName(x.Title) && room.IsName(x.Engine) && room.IsLine(x.Child) && x.Phase <= room.Ended &&
		x.Taken <= x.Seats && x.Seats <= room.MaxSeats && len(x.Members) <= MaxMembers
}

// announcement returns the message about all rooms that are known here and may be passed on.
func (l *Lobby) announcement() []byte {
	b := []byte{byte(wire.Lobby), rooms}
	add := func(hops, age uint8, x *Listing) {
		if more := x.append([]byte{hops, age}); len(b)+len(more) <= link.MaxMessage {
			b = append(b, more...)
		}
	}
	for _, o := range l.own {
		if o.listing.valid() {
			x := o.listing
			x.Members = []key.ID{l.me}
			for id := range o.links {
				if len(x.Members) < MaxMembers {
					x.Members = append(x.Members, id)
				}
			}
			slices.SortFunc(x.Members, func(a, b key.ID) int { return slices.Compare(a[:], b[:]) })
			add(0, 0, &x)
		}
	}
	for id, h := range l.heard {
		if l.own[id] == nil && h.hops < MaxHops {
			add(h.hops+1, uint8(l.now().Sub(h.at)/ageUnit), &h.listing)
		}
	}
	return b
}

// hear takes a peer's announcements. The youngest word about a room counts, so that one about a room that is
// gone does not go round.
func (l *Lobby) hear(k link.Link, b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	l.expire()
	c := wire.NewCursor(b)
	kept := 0
	for _, h := range l.heard {
		if h.from == k.Peer() {
			kept++
		}
	}
	for c.Len() > 0 {
		hops, age, x := c.U8(), c.U8(), parseListing(c)
		if c.Err() != nil || hops > MaxHops || !x.valid() {
			return
		}
		at := now.Add(-time.Duration(age) * ageUnit)
		old := l.heard[x.Room]
		switch {
		case now.Sub(at) > Expires || old != nil && !at.After(old.at):
			continue
		case old == nil && (len(l.heard) >= MaxRooms || kept >= perPeer):
			continue
		case old == nil:
			kept++
		}
		if old == nil || old.listing.news(&x) {
			l.told = time.Time{} // news are passed on with the next Tick
		}
		l.heard[x.Room] = &heard{x, k.Peer(), hops, at}
	}
}

// expire forgets what was not announced for a while.
func (l *Lobby) expire() {
	now := l.now()
	for id, h := range l.heard {
		if now.Sub(h.at) > Expires {
			delete(l.heard, id)
		}
	}
}

// Tick announces the rooms when it is time. It is called several times a second.
func (l *Lobby) Tick() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Sub(l.told) < Every {
		return
	}
	l.told = now
	l.expire()
	b := l.announcement()
	if len(b) == 2 {
		return
	}
	for _, p := range l.peers {
		p.link.Send(link.Stream, b)
	}
}
