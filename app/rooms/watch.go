package rooms

import (
	"context"
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
	// lagsAfter is how long the host of the room has to call it lagging: it does so after 1.2 s of silence.
	lagsAfter = 1100 * time.Millisecond
	// repeatEvery is how often a node says the same again.
	repeatEvery = time.Second
)

// watch does what every node in a room does, whatever its program is. It tells a strict room of seats that it
// waits for and whose nodes this one does not hear (room.Miss), so that the match goes on soon after a
// machine is gone, and a countdown stops. In a setup it takes the player's seat again when that was vacant,
// as after a restart. It ends with ctx.
func (r *Room) watch(ctx context.Context) {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	w := watcher{me: room.Key(r.pair.ID()), heard: map[key.ID]time.Time{}, lagging: map[key.ID]time.Time{}}
	for {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		v := r.View()
		if v != nil && w.away(v, time.Now()) {
			_, _ = r.Post(ctx, room.Packet{Kind: room.Return}) // it is sent again if need be
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
	lagging    map[key.ID]time.Time // nodes that the host does not hear, since
	host       key.ID
	looked     time.Time // for the last time
	since      time.Time // without a pause of this process
	generation uint32
	told       [room.MaxSeats]time.Time // in that generation, or in setup
	asked      time.Time                // for the own seat in a setup
}

// away reports whether the own seat of a setup is to be asked for now.
func (w *watcher) away(v *View, now time.Time) bool {
	k := slices.IndexFunc(v.Seats, func(s room.Seat) bool { return s.Holder == w.me })
	if v.Phase != room.Setup || k < 0 || v.Seats[k].Vacant == 0 || now.Sub(w.asked) < repeatEvery {
		return false
	}
	w.asked = now
	return true
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
		w.heard[p.Key] = p.Heard
	}
	silent := slices.Concat(s.Island.Lagging, s.Island.Silent)
	maps.DeleteFunc(w.lagging, func(k key.ID, _ time.Time) bool { return !slices.Contains(silent, k) })
	for _, k := range silent {
		if w.lagging[k].IsZero() {
			w.lagging[k] = now
		}
	}
	w.host = s.Island.Leader
}

// silent reports whether a node is not heard. The host of the room is in touch with all of them; other nodes
// hear each other seldom, so that their own ears are not enough. None believes the host against them.
func (w *watcher) silent(of key.ID, now time.Time) bool {
	at, known := w.heard[of]
	if known && now.Sub(at) < SilentAfter {
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
		if s.Holder == w.me || !v.awaits(s) || !w.silent(key.ID(s.Holder), now) || now.Sub(w.since) < SilentAfter || now.Sub(w.told[k]) < repeatEvery {
			continue
		}
		w.told[k] = now
		list = append(list, room.Packet{Kind: room.Miss, Header: room.Header{Generation: about}, Number: uint32(k + 1)})
	}
	return list
}
