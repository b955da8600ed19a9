package host

import (
	"slices"
	"time"

	"manyhold/net/host/kernel"
	"manyhold/net/link"
	"manyhold/net/store"
)

// LinkUp, Receive and LinkDown make an islander a link.Handler.
func (n *islander) LinkUp(l link.Link) {
	if n.dying {
		return
	}
	n.links[l.Peer()] = l
	n.world.LinkUp(n.a.net.Now(), l.Peer(), l.Info())
	n.act()
}

func (n *islander) Receive(l link.Link, ch link.Channel, b []byte) {
	if n.dying {
		return
	}
	n.world.Receive(n.a.net.Now(), l.Peer(), ch, b)
	n.act()
}

func (n *islander) LinkDown(l link.Link, reason string) {
	if n.dying {
		return
	}
	delete(n.links, l.Peer())
	n.world.LinkDown(n.a.net.Now(), l.Peer(), reason)
	n.act()
}

func (n *islander) tick() {
	if n.down || n.dying || n.world.Stopped() {
		return
	}
	now := n.a.net.Now()
	for id, l := range n.links {
		n.world.Measured(id, l.Stats().RTT)
	}
	n.write(now)
	if n.dying {
		return
	}
	n.world.Tick(now)
	n.act()
}

// write writes all that waits for the disk.
func (n *islander) write(now time.Time) (moved bool) {
	for d := n.disk; len(d.todo) > 0 && !d.at[0].After(now) && !n.dying; moved = true {
		do := d.todo[0]
		d.todo, d.at = d.todo[1:], d.at[1:]
		do(now)
	}
	return moved
}

// burns counts one consequence, and reports whether the process ends before it.
func (n *islander) burns() bool {
	if n.fuse > 0 {
		n.fuse--
		n.dying = n.fuse == 0
	}
	return n.dying
}

func (d *isleDisk) later(now time.Time, do func(now time.Time)) {
	d.todo, d.at = append(d.todo, do), append(d.at, now.Add(d.delay))
}

// act carries out the world's output, and checks the invariants.
func (n *islander) act() {
	for range 20 {
		for _, out := range n.world.Ready() {
			if !n.dying {
				n.do(out)
			}
		}
		if n.dying || n.disk.delay > 0 || !n.write(n.a.net.Now()) {
			break
		}
	}
	n.due = n.world.Next()
	if !n.dying {
		n.check()
	}
}

func (n *islander) do(out kernel.Output) {
	now, d, island := n.a.net.Now(), n.disk, out.Island
	for _, e := range out.Appends {
		e.Body = slices.Clone(e.Body)
		d.later(now, func(now time.Time) {
			d.line(island).write(n.a.t, e)
			n.world.Persisted(now, island, d.line(island).writtenTurn, nil)
		})
	}
	for _, r := range out.Records {
		d.later(now, func(now time.Time) {
			if n.burns() {
				return
			}
			d.line(island).put(r)
			n.checkRecord(island, r)
			if n.burns() {
				return
			}
			n.world.Recorded(now, island, r.Number, nil)
		})
	}
	for _, s := range out.Saves {
		d.later(now, func(time.Time) {
			if n.burns() {
				return
			}
			f := d.line(island)
			f.older = append(f.older, f.checkpoint)
			f.checkpoint = s
			if k := len(f.entries); k == 0 || f.entries[k-1].Turn < s.Turn {
				f.entries, f.older, f.writtenTurn = nil, nil, s.Turn
			}
		})
	}
	for _, b := range out.Archives {
		d.later(now, func(now time.Time) {
			if n.burns() {
				return
			}
			d.line(island).archive(n.a.t, b)
			if n.burns() {
				return
			}
			n.world.Archived(now, island, b.ID, nil)
		})
	}
	d.line(island).keep(out.Trials)
	for _, what := range out.Reads {
		d.later(now, func(now time.Time) {
			if !n.burns() {
				s, err := d.line(island).read(what)
				Read(n.world, now, island, what, s, err)
			}
		})
	}
	for _, id := range out.Opens {
		d.later(now, func(now time.Time) {
			if !n.burns() {
				n.world.Opened(now, island, id, d.line(island).open(id), nil)
			}
		})
	}
	if out.Wake {
		d.later(now, func(now time.Time) {
			f := d.line(island)
			line := store.LoadedLog{Island: island, Checkpoint: f.checkpoint, Epochs: slices.Clone(f.epochs)}
			for _, e := range f.entries {
				if e.Turn > f.checkpoint.Turn {
					line.Tail = append(line.Tail, e)
				}
			}
			err := error(nil)
			if f.checkpoint.Snapshot == nil {
				err = store.ErrNotFound
			}
			n.world.Woken(now, island, line, err)
		})
	}
	if out.End {
		d.later(now, func(time.Time) {
			if !n.burns() {
				d.ended[island] = true
			}
		})
	}
	for _, s := range out.Sends {
		l := n.links[s.To]
		if l == nil {
			continue
		}
		if n.twist == nil {
			_ = l.Send(s.Channel, s.Bytes)
			continue
		}
		for _, b := range n.twist(s.Bytes) {
			_ = l.Send(s.Channel, b)
		}
	}
}
