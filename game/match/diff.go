package match

import (
	"bytes"
	"fmt"

	"manyhold/game/codec"
	"manyhold/game/island"
	"manyhold/game/script/star/state"
	"manyhold/game/script/star/value"
	"manyhold/game/store"
	"manyhold/game/world"
)

// Diff lists the fields in which two snapshots of one match differ, each with both values: of what, which
// field. Of each part of the state it is the first one that differs. At most so many are listed. The package
// of the engine is not needed.
func Diff(a, b []byte, most int) ([]string, error) {
	x, v, err := open(a)
	if err != nil {
		return nil, err
	}
	y, w, err := open(b)
	if err != nil {
		return nil, err
	}
	list := append(x.diff(y), diffMemories(&v.State, &w.State)...)
	list = append(list, world.DiffSections(&v.State, &w.State)...)
	return list[:min(len(list), most)], nil
}

// own is what a snapshot has beside the world.
type own struct {
	generation, since, finished uint32
	state                       uint8
	next, result, config        []byte
	seats                       []ownSeat
}

// ownSeat is what a snapshot has of a seat.
type ownSeat struct {
	name, key string
	vacant    uint8
	faults    uint8
	memory    []byte
}

// open reads a snapshot without its package.
func open(snapshot []byte) (o own, w *island.Island, err error) {
	c := codec.Read(snapshot)
	r := codec.Read(c.Blob(len(snapshot)))
	r.Require(r.U8() == snapshotVersion)
	o.generation, o.state, o.since, o.finished = r.U32(), r.U8(), r.U32(), r.U32()
	o.next, o.result = r.Blob(MaxNames), r.Blob(MaxResult)
	r.U64()
	o.config = r.Blob(MaxConfig)
	for range r.Count(MaxSeats, 1) {
		r.Bytes(32)
		s := ownSeat{name: string(r.Blob(256))}
		r.Bytes(6)
		s.key = string(r.Bytes(32))
		if flags := r.Bytes(2); len(flags) == 2 {
			s.vacant, s.faults = flags[0], flags[1]
		}
		s.memory = r.Blob(state.Max)
		o.seats = append(o.seats, s)
	}
	if err := r.Done(); err != nil {
		return o, nil, fmt.Errorf("match: a snapshot: %w", err)
	}
	w = new(island.Island)
	return o, w, w.Restore(snapshot[len(snapshot)-c.Len():])
}

// diff lists the fields beside the world that differ.
func (o *own) diff(p own) (list []string) {
	add := func(name string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			list = append(list, fmt.Sprintf("%s: %s and %s", name, x, y))
		}
	}
	add("match, generation", o.generation, p.generation)
	add("match, state", o.state, p.state)
	add("match, state since generation", o.since, p.since)
	add("match, finished in generation", o.finished, p.finished)
	add("match, states that follow", o.next, p.next)
	add("match, result", string(o.result), string(p.result))
	add("match, configuration", string(o.config), string(p.config))
	add("match, number of seats", len(o.seats), len(p.seats))
	for k := range min(len(o.seats), len(p.seats)) {
		s, t := &o.seats[k], &p.seats[k]
		of := fmt.Sprintf("seat %d, ", k+1)
		add(of+"name", s.name, t.name)
		add(of+"figure", fmt.Sprintf("%x", s.key), fmt.Sprintf("%x", t.key))
		add(of+"vacant", s.vacant, t.vacant)
		add(of+"faults of the bot", s.faults, t.faults)
		list = append(list, diffMemory(of+"memory of the bot", s.memory, t.memory)...)
	}
	return list
}

// diffMemories lists what differs in the memory of scripts.
func diffMemories(a, b *world.State) (list []string) {
	for _, x := range a.Things.List() {
		y := b.Things.Find(x.ID)
		if y == nil || bytes.Equal(x.State, y.State) {
			continue
		}
		title := "a thing"
		if e := a.Blueprints.Find(x.Of); e != nil {
			title = e.Title
		}
		list = append(list, diffMemory(fmt.Sprintf("%s (thing %x), me.state", title, x.ID), x.State, y.State)...)
	}
	if key, x, y, differ := store.Diff(&a.Stores, &b.Stores); differ {
		list = append(list, diffMemory(fmt.Sprintf("stored(%q)", key), x, y)...)
	}
	return list
}

// diffMemory names the values in which the memories of two scripts differ, in the order of the first one.
func diffMemory(of string, a, b []byte) (list []string) {
	if bytes.Equal(a, b) {
		return nil
	}
	v, w := entries(a), entries(b)
	for _, x := range v {
		other := "nothing"
		for _, y := range w {
			if y.key == x.key {
				other = y.value
			}
		}
		if other != x.value {
			list = append(list, fmt.Sprintf("%s, %s: %s and %s", of, x.key, x.value, other))
		}
	}
	for _, y := range w {
		known := false
		for _, x := range v {
			known = known || x.key == y.key
		}
		if !known {
			list = append(list, fmt.Sprintf("%s, %s: nothing and %s", of, y.key, y.value))
		}
	}
	if len(list) == 0 {
		list = []string{fmt.Sprintf("%s: %x and %x", of, a, b)}
	}
	return list
}

// kept is a value in the memory of a script, in words.
type kept struct{ key, value string }

// entries returns what a memory holds, nothing if it cannot be read.
func entries(b []byte) (list []kept) {
	v, err := state.Read(b, state.Max)
	if err != nil {
		return nil
	}
	d, is := v.Ref().(*value.Dict)
	if !is {
		return []kept{{"value", words(v)}}
	}
	d.Each(func(k, v value.Value) bool {
		list = append(list, kept{words(k), words(v)})
		return true
	})
	return list
}

// words writes a value as a script does.
func words(v value.Value) string {
	var m value.Meter
	m.Begin(value.Limits{Steps: 1 << 40, Bytes: 1 << 40})
	w := value.Write(&m)
	w.Value(v, true)
	s, _ := w.Done().AsText()
	return s
}
