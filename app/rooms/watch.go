package rooms

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/room"
)

const (
	// watchEvery is how often a node looks whether its room waits for somebody whom it does not hear.
	watchEvery = 100 * time.Millisecond
	// SilentAfter is how long a node must hear nothing of another one to say so. A pause of two seconds, and
	// the losses of a bad line, are shorter.
	SilentAfter = 2300 * time.Millisecond
	// waitsMost is by how much longer a setup waits at most: twice the round trip of the line.
	waitsMost = time.Second
	// hostHears is how long a new host of the room has to hear from all that it is the host now, beside two
	// round trips: before, they did not talk with it.
	hostHears = time.Second
	// lagsAfter is how long the host of the room has to call it lagging: it does so after 1.2 s of silence.
	lagsAfter = 1100 * time.Millisecond
	// repeatEvery is how often a node says the same again.
	repeatEvery = time.Second
)

// watch does what every node in a room does, whatever its program is. It tells a strict room of seats that it
// waits for and whose nodes this one does not hear (room.Miss), so that the match goes on soon after a
// machine is gone, and a countdown stops. In a setup it takes the player's seat again when that was vacant,
// as after a restart, or undone, as when nodes were cut off from each other and went on apart; and if the
// player was ready before, and is here, it says so again. It ends with ctx.
func (r *Room) watch(ctx context.Context) {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	w := newWatcher(room.Key(r.pair.ID()))
	for {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		v := r.View()
		if r.unready.Swap(false) {
			w.ready = ""
		}
		if v != nil {
			for _, p := range w.own(v, time.Now()) {
				_, _ = r.Post(ctx, p) // it is sent again if need be
			}
		}
		if v == nil || !w.waits(v, time.Now()) {
			continue
		}
		w.hear(r.host.Now(ctx), time.Now())
		for _, p := range w.misses(v, time.Now()) {
			_, _ = r.Post(ctx, p) // one that is lost or refused is said again for the next generation
		}
	}
}

// watcher decides what is said of the seats of others. It has no clock.
type watcher struct {
	me         room.Key
	heard      map[key.ID]time.Time
	trips      map[key.ID]time.Duration
	lagging    map[key.ID]time.Time // nodes that the host does not hear, since
	host       key.ID
	hosts      time.Time // since when it is the host
	before     key.ID    // which was the host then
	looked     time.Time // for the last time
	since      time.Time // without a pause of this process
	generation uint32
	told       [room.MaxSeats]time.Time // in that generation, or in setup
	asked      time.Time                // for the own seat in a setup
	seat       chair                    // that the player had in the setup when it was seen last
	said       time.Time                // that the player is still ready
	ready      string                   // what the player has agreed to, and did not take back; "": nothing
}

// chair is a player's seat as a view shows it. Its zero value is no seat.
type chair struct {
	number  uint32 // from 1
	name    string // of the player
	rewinds uint64 // of the view
}

// again returns what asks for a seat that is not in a view any more; ask is false if that is not to be asked
// for. Only a view whose past was undone lacks it without anybody's will: else the player has left it, or
// was away for too long.
func (c chair) again(v *View) (p room.Packet, ask bool) {
	if c.number == 0 || c.rewinds == v.Rewinds {
		return p, false
	}
	p = room.Packet{Kind: room.Sit, Number: c.number, Text: c.name}
	if int(c.number) > len(v.Seats) || v.Seats[c.number-1].Taken() {
		p.Number = 0 // any seat
	}
	return p, true
}

// toAgree is what a player is ready for: the configuration, the stage, and who sits where. A countdown is the
// end of the last stage.
func (v *View) toAgree() string {
	stage := v.Child
	if n := len(v.Engine.Stages); v.Left > 0 && n > 0 {
		stage = v.Engine.Stages[n-1]
	}
	said := fmt.Appendf(nil, "%d %q %q %d", v.Version, stage, v.Invalid, v.ViewDelay)
	for k := range v.Seats {
		said = fmt.Appendf(said, " %x %q", v.Seats[k].Holder, v.Seats[k].Name)
	}
	return string(said)
}

func newWatcher(me room.Key) watcher {
	return watcher{me: me, heard: map[key.ID]time.Time{}, trips: map[key.ID]time.Duration{}, lagging: map[key.ID]time.Time{}}
}

// own returns the packets for the own seat of a setup now: when it was taken for vacant or undone, the
// request to have it again, and then the readiness that the player had and did not take back. That is
// forgotten with this process: whoever starts it again may not be there.
func (w *watcher) own(v *View, now time.Time) (list []room.Packet) {
	k := slices.IndexFunc(v.Seats, func(s room.Seat) bool { return s.Holder == w.me })
	if v.Phase != room.Setup {
		return nil // what it agreed to stays: a beginning that only this node saw may be undone
	}
	if k < 0 {
		p, ask := w.seat.again(v)
		switch {
		case !ask:
			w.seat = chair{}
		case now.Sub(w.asked) >= repeatEvery:
			w.asked = now
			return []room.Packet{p}
		}
		return nil
	}
	if w.seat = (chair{}); v.Seats[k].Vacant == 0 {
		w.seat = chair{uint32(k + 1), v.Seats[k].Name, v.Rewinds}
	}
	switch s := &v.Seats[k]; {
	case s.Vacant > 0 && now.Sub(w.asked) >= repeatEvery:
		w.asked = now
		return []room.Packet{{Kind: room.Return}}
	case s.Vacant > 0:
	case s.Ready:
		w.ready = v.toAgree()
	case w.ready != v.toAgree():
		w.ready = "" // there is something else to agree to
	case now.Sub(w.said) >= repeatEvery:
		w.said = now
		return []room.Packet{{Kind: room.Ready, Number: 1, Header: room.Header{Generation: v.Version}}}
	}
	return nil
}

// waits notes the time, and reports whether another seat may have to be called silent: a strict room waits
// for it, or a countdown goes on.
func (w *watcher) waits(v *View, now time.Time) (waits bool) {
	if now.Sub(w.looked) > SilentAfter/4 {
		w.since = now // the process itself was held up, and heard nobody
	}
	w.looked = now
	seated := false
	for k := range v.Seats {
		s := &v.Seats[k]
		seated = seated || s.Holder == w.me && s.Vacant == 0
		waits = waits || s.Holder != w.me && v.awaits(s)
	}
	return waits && seated
}

// awaits reports whether a strict room waits for a seat, or a countdown depends on it.
func (v *View) awaits(s *room.Seat) bool {
	switch v.Phase {
	case room.Setup:
		return v.Left > 0 && s.Taken() && s.Vacant == 0
	case room.Running:
		return v.Strict && s.Lagging
	}
	return false
}

// hear takes what the node knows of the others.
func (w *watcher) hear(s status.Host, now time.Time) {
	for _, p := range s.Peers {
		w.heard[p.Key], w.trips[p.Key] = p.Heard, p.RTT
	}
	silent := slices.Concat(s.Island.Lagging, s.Island.Silent)
	maps.DeleteFunc(w.lagging, func(k key.ID, _ time.Time) bool { return !slices.Contains(silent, k) })
	for _, k := range silent {
		if w.lagging[k].IsZero() {
			w.lagging[k] = now
		}
	}
	if w.host != s.Island.Leader {
		w.before, w.host, w.hosts = w.host, s.Island.Leader, now
	}
}

// silent reports whether a node is not heard, in a setup or in a match. The host of the room is in touch with
// all of them; other nodes hear each other seldom, so that their own ears are not enough. None believes the
// host against them, and none a host that is too new to have heard from all but the one before.
func (w *watcher) silent(of key.ID, setup bool, now time.Time) bool {
	far, patience := 2*w.trips[of], SilentAfter
	if setup {
		patience += min(far, waitsMost)
	}
	at, known := w.heard[of]
	fresh := of != w.before && now.Sub(w.hosts) < hostHears+min(far, waitsMost)
	if known && now.Sub(at) < patience || fresh {
		return false
	}
	if w.host == key.ID(w.me) || w.host == of {
		return known
	}
	since, lags := w.lagging[of]
	return lags && now.Sub(since) >= lagsAfter
}

// misses returns what is to be said now.
func (w *watcher) misses(v *View, now time.Time) (list []room.Packet) {
	if w.generation != v.Generation {
		w.generation, w.told = v.Generation, [room.MaxSeats]time.Time{}
	}
	about := v.Generation
	if v.Phase == room.Setup {
		about = v.Version
	}
	for k := range v.Seats {
		s := &v.Seats[k]
		if s.Holder == w.me || !v.awaits(s) || !w.silent(key.ID(s.Holder), v.Phase == room.Setup, now) || now.Sub(w.since) < SilentAfter || now.Sub(w.told[k]) < repeatEvery {
			continue
		}
		w.told[k] = now
		list = append(list, room.Packet{Kind: room.Miss, Header: room.Header{Generation: about}, Number: uint32(k + 1)})
	}
	return list
}
