package coins

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"manyhold/net/wire"
)

// Item is held by an account or lies at a place. Its maker and the number of the command that made it
// identify it for ever.
type Item struct {
	Maker  Author
	Seq    uint64
	Holder Author // zero: it lies
	Place  int32  // where it lies
}

func compareItems(a, b Item) int {
	return cmp.Or(bytes.Compare(a.Maker[:], b.Maker[:]), cmp.Compare(a.Seq, b.Seq))
}

// Tally counts coins or items of an island: made here, come in from other islands, gone out to them,
// broken.
type Tally struct{ Made, In, Out, Broken uint64 }

// Present returns how many must be there.
func (t Tally) Present() uint64 { return t.Made + t.In - t.Out - t.Broken }

func (t Tally) counts() [4]uint64 { return [4]uint64{t.Made, t.In, t.Out, t.Broken} }

func tallyOf(c *wire.Cursor) Tally { return Tally{c.U64(), c.U64(), c.U64(), c.U64()} }

func (t *Tally) add(o Tally) {
	*t = Tally{t.Made + o.Made, t.In + o.In, t.Out + o.Out, t.Broken + o.Broken}
}

// handle executes a command about places or items.
func (m *Machine) handle(a *Account, kind byte, c *wire.Cursor) {
	switch kind {
	case step:
		if to := a.Place + int32(int8(c.U8())); c.Done() == nil && to >= -Width && to <= Width {
			a.Place = to
		}
	case forge:
		if len(m.items) < MaxItems && m.items.place(Item{Maker: a.Author, Seq: a.Seq, Place: a.Place}) {
			m.goods.Made++
		}
	case take:
		if k := m.items.lying(a.Place); k >= 0 && m.items.holds(a.Author) < MaxHeld {
			m.items[k].Holder, m.items[k].Place = a.Author, 0
		}
	case drop:
		if k := m.items.held(a.Author); k >= 0 {
			m.items[k].Holder, m.items[k].Place = Author{}, a.Place
		}
	case wreck:
		if k := m.items.held(a.Author); k >= 0 {
			m.items = slices.Delete(m.items, k, k+1)
			m.goods.Broken++
		}
	}
}

// items are those of an island, ascending by maker and number.
type items []Item

// place puts an item here and reports whether it is new.
func (l *items) place(t Item) bool {
	i, has := slices.BinarySearchFunc(*l, t, compareItems)
	if !has {
		*l = slices.Insert(*l, i, t)
	}
	return !has
}

// item returns the item that has the name of another, or nil.
func (l items) item(t Item) *Item {
	if i, has := slices.BinarySearchFunc(l, t, compareItems); has {
		return &l[i]
	}
	return nil
}

// release removes the items that an account holds.
func (l *items) release(holder Author) (held []Item) {
	*l = slices.DeleteFunc(*l, func(t Item) bool {
		if t.Holder == holder {
			held = append(held, t)
		}
		return t.Holder == holder
	})
	return held
}

// lying returns the index of the first item that lies within reach of a place, or -1.
func (l items) lying(place int32) int {
	for i := range l { // slices.IndexFunc would copy each item
		if t := &l[i]; t.Place >= place-Reach && t.Place <= place+Reach && t.Holder == (Author{}) {
			return i
		}
	}
	return -1
}

// held returns the index of the first item that an account holds, or -1.
func (l items) held(by Author) int {
	for i := range l {
		if l[i].Holder == by {
			return i
		}
	}
	return -1
}

// holds returns how many items an account holds.
func (l items) holds(by Author) (n int) {
	for i := range l {
		if l[i].Holder == by {
			n++
		}
	}
	return n
}

// Items appends the items that are here, and those under way from here; see Total.
func (m *Machine) Items(dst []Item, expect func(to uint64) uint64) []Item {
	dst = append(dst, m.items...)
	m.underway(expect, func(_ uint64, items []Item) { dst = append(dst, items...) })
	return dst
}

// underway calls f with the contents of every parcel that its addressee has not taken.
func (m *Machine) underway(expect func(to uint64) uint64, f func(coins uint64, items []Item)) {
	for _, o := range m.outboxes {
		for i, p := range o.parcels {
			if o.first+uint64(i) >= expect(o.to) {
				f(contents(p))
			}
		}
	}
}

// Goods returns the tally of items.
func (m *Machine) Goods() Tally { return m.goods }

// Holdings returns the first difference between the island and its own tallies, or "".
func (m *Machine) Holdings() string {
	sum := m.Pot
	for i := range m.Accounts {
		sum += m.Accounts[i].Coins
	}
	if sum != m.coins.Present() {
		return fmt.Sprintf("%d coins, of %+v", sum, m.coins)
	}
	if uint64(len(m.items)) != m.goods.Present() {
		return fmt.Sprintf("%d items, of %+v", len(m.items), m.goods)
	}
	for i := range m.items {
		if holder := &m.items[i].Holder; *holder != (Author{}) && !m.Holds(*holder) {
			return fmt.Sprintf("an item held by %x, whose account is not here", holder[:4])
		}
	}
	return ""
}

// Repeated returns how many commands came again, or after a later one of their author.
func (m *Machine) Repeated() uint64 { return m.repeated }
