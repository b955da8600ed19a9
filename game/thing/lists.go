package thing

import "slices"

// note keeps the derived lists. A thing that is busy no more stays in its place until somebody looks.
func (t *Table) note(x *Thing) {
	k, ok := search(t.busy, x.ID)
	switch {
	case ok:
		if !t.busy[k].Busy() {
			t.idle--
		}
		if t.busy[k] = x; !x.Busy() {
			t.idle++
		}
	case x.Busy():
		t.busy = slices.Insert(t.busy, k, x)
	}
	t.borne = noted(t.borne, x, x.Borne())
}

// noted returns a list with a thing in it, in place of the one of its ID, or without it.
func noted(list []*Thing, x *Thing, in bool) []*Thing {
	switch k, ok := search(list, x.ID); {
	case ok && in:
		list[k] = x
	case ok:
		return slices.Delete(list, k, k+1)
	case in:
		return slices.Insert(list, k, x)
	}
	return list
}

// lose takes a thing out of the derived lists.
func (t *Table) lose(x *Thing) {
	if k, ok := search(t.busy, x.ID); ok && !t.busy[k].Busy() {
		t.idle--
	}
	t.busy, t.borne = noted(t.busy, x, false), noted(t.borne, x, false)
}

// Borne returns the bodies that have a parent, in ascending ID. The list is not to be changed, and valid
// until the next change.
func (t *Table) Borne() []*Thing { return t.borne }

// Busy returns the things that have timers or waiting events, in ascending ID. The list is not to be changed,
// and valid until the next change.
func (t *Table) Busy() []*Thing {
	if t.idle > 0 {
		t.busy, t.idle = slices.DeleteFunc(t.busy, func(x *Thing) bool { return !x.Busy() }), 0
	}
	return t.busy
}
