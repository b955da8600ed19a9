package rooms

import (
	"context"
	"time"

	"manyhold/net/key"
	"manyhold/net/room"
)

const (
	// watchEvery is how often a node looks whether its room waits for somebody whom it does not hear.
	watchEvery = 100 * time.Millisecond
	// SilentAfter is how long a node must hear nothing of another one to say so. A pause of two seconds, and
	// the losses of a bad line, are shorter.
	SilentAfter = 2300 * time.Millisecond
)

// watch tells a strict room of seats that it waits for and whose nodes this one does not hear (room.Miss), so
// that the match goes on soon after a machine is gone. It ends with ctx.
func (r *Room) watch(ctx context.Context) {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	w := watcher{me: room.Key(r.pair.ID()), heard: map[key.ID]time.Time{}}
	for {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		v := r.View()
		if v == nil || !w.waits(v, time.Now()) {
			continue
		}
		for _, p := range r.host.Now(ctx).Peers {
			w.heard[p.Key] = p.Heard
		}
		for _, p := range w.misses(v, time.Now()) {
			_, _ = r.Post(ctx, p) // one that is lost or refused is said again for the next generation
		}
	}
}

// watcher decides what is said of the seats of others. It has no clock.
type watcher struct {
	me         room.Key
	heard      map[key.ID]time.Time
	looked     time.Time // for the last time
	since      time.Time // without a pause of this process
	generation uint32
	told       [room.MaxSeats]bool // in that generation
}

// waits notes the time, and reports whether a strict room waits for another seat than one's own.
func (w *watcher) waits(v *View, now time.Time) (waits bool) {
	if now.Sub(w.looked) > SilentAfter/4 {
		w.since = now // the process itself was held up, and heard nobody
	}
	w.looked = now
	seated := false
	for k := range v.Seats {
		s := &v.Seats[k]
		seated = seated || s.Holder == w.me && s.Vacant == 0
		waits = waits || s.Holder != w.me && s.Lagging
	}
	return waits && seated && v.Strict && v.Phase == room.Running
}

// misses returns what is to be said now: once for each seat and generation.
func (w *watcher) misses(v *View, now time.Time) (list []room.Packet) {
	if w.generation != v.Generation {
		w.generation, w.told = v.Generation, [room.MaxSeats]bool{}
	}
	for k := range v.Seats {
		s := &v.Seats[k]
		at, known := w.heard[key.ID(s.Holder)]
		if s.Holder == w.me || !s.Lagging || w.told[k] || !known || now.Sub(at) < SilentAfter || now.Sub(w.since) < SilentAfter {
			continue
		}
		w.told[k] = true
		list = append(list, room.Packet{Kind: room.Miss, Header: room.Header{Generation: v.Generation}, Number: uint32(k + 1)})
	}
	return list
}
