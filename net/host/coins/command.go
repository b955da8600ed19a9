package coins

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"manyhold/net/wire"
)

// Commands are a letter and its arguments.
const (
	say = '.' // any text: no effect
	pay = 'p' // author, uvarint coins: to an account here
	// u8 part (1 to MaxParts), authors: these accounts become an island; from Aside+1 on: only if the host
	// wants it
	apart = 'a'
	// u8 part (above MaxParts), u8 part (1 to MaxParts): accounts of the first part now belong to the second
	leave = 'l'
	call  = 'n' // u64 island: is near; zero: none is
	going = 'w' // u64 island: the account moves there
	send  = 's' // u64 island, author, uvarint coins: to an account there
	// u64 island, u64 another: parcels for the first, which was absorbed by the other, go to the other
	pass  = 'r'
	step  = '+' // i8 places: walks along the axis
	forge = 'm' // makes an item at the account's place
	take  = 't' // takes the first item within reach
	drop  = 'd' // drops the first item held
	wreck = 'b' // breaks the first item held
)

const kinds = string(rune(say)) + string(rune(pay)) + string(rune(apart)) + string(rune(leave)) + string(rune(call)) + string(rune(going)) +
	string(rune(send)) + string(rune(pass)) + string(rune(step)) + string(rune(forge)) + string(rune(take)) + string(rune(drop)) + string(rune(wreck))

// known reports whether a command has a known kind.
func known(kind byte) bool { return strings.IndexByte(kinds, kind) >= 0 }

// Say is a command without effect.
func Say(word string) []byte { return append([]byte{say}, word...) }

// Pay is the command to pay coins to an account on the same island.
func Pay(to Author, coins uint64) []byte {
	return wire.AppendUvarint(append([]byte{pay}, to[:]...), coins)
}

// Apart is the command to set accounts apart, at most six. With a part above MaxParts they wait for Leave.
func Apart(part uint8, authors ...Author) []byte {
	b := []byte{apart, part}
	for _, a := range authors {
		b = append(b, a[:]...)
	}
	return b
}

// Leave is the command that turns a waiting part, above MaxParts, into a part that becomes an island. More
// than one command can have filled the waiting part.
func Leave(waiting, part uint8) []byte { return []byte{leave, waiting, part} }

// Call is the command that calls an island near; both islands must be called so to be merged.
func Call(island uint64) []byte { return wire.AppendU64([]byte{call}, island) }

// Walk is the command to go to another island.
func Walk(island uint64) []byte { return wire.AppendU64([]byte{going}, island) }

// Send is the command to send coins to an account on another island.
func Send(island uint64, to Author, coins uint64) []byte {
	return wire.AppendUvarint(append(wire.AppendU64([]byte{send}, island), to[:]...), coins)
}

// Redirect is the command to send parcels for an ended island to the island that absorbed it. Any author
// may give it, on any island, repeatedly: an account on its way to an ended island is on no island.
func Redirect(island, into uint64) []byte {
	return wire.AppendU64(wire.AppendU64([]byte{pass}, island), into)
}

// Step returns the command to walk some places.
func Step(places int8) []byte { return []byte{step, byte(places)} }

// Make returns the command to make an item.
func Make() []byte { return []byte{forge} }

// Take returns the command to take an item.
func Take() []byte { return []byte{take} }

// Drop returns the command to drop an item.
func Drop() []byte { return []byte{drop} }

// Break returns the command to break an item.
func Break() []byte { return []byte{wreck} }

// do executes a command.
func (m *Machine) do(author Author, seq uint64, body []byte) {
	a := m.account(author)
	if a == nil {
		if body[0] == pass {
			m.pass(body[1:])
			return
		}
		if m.self != Home || m.HasEntered(author) {
			return
		}
		i, _ := slices.BinarySearchFunc(m.Entered, author, compareAuthors)
		m.Entered = slices.Insert(m.Entered, i, author)
		_ = m.put(Account{Author: author, Coins: Purse})
		m.coins.Made += Purse
		a = m.account(author)
	}
	if seq <= a.Seq {
		m.repeated++
		return
	}
	a.Seq, a.Awake = seq, true
	a.Sum = xxh3.HashSeed(body, a.Sum+seq)
	m.order = xxh3.HashSeed(author[:], m.order+a.Sum)
	c := wire.NewCursor(body)
	switch kind := c.U8(); kind {
	case pay:
		to, n := m.account(c.Hash()), c.Uvarint()
		if c.Done() == nil && to != nil {
			n = min(n, a.Coins)
			a.Coins -= n
			to.Coins += n
		}
	case apart:
		part := c.U8()
		for c.Err() == nil && c.Len() > 0 {
			if x := m.account(c.Hash()); c.Err() == nil && x != nil {
				x.Part = part
			}
		}
	case leave:
		if waiting, part := c.U8(), c.U8(); c.Done() == nil && waiting > MaxParts && part <= MaxParts {
			for k := range m.Accounts {
				if m.Accounts[k].Part == waiting {
					m.Accounts[k].Part = part
				}
			}
		}
	case call:
		if island := c.U64(); c.Done() == nil && island != m.self {
			m.near = island
		}
	case going:
		if to := c.U64(); c.Done() == nil && to != m.self && to != 0 {
			m.depart(*a, to)
		}
	case send:
		island, to, n := c.U64(), c.Hash(), c.Uvarint()
		if c.Done() == nil && island != m.self && island != 0 {
			n = min(n, a.Coins)
			a.Coins -= n
			m.coins.Out += n
			m.mail(island, coinsFor(to, n))
		}
	case pass:
		m.pass(body[1:])
	case step, forge, take, drop, wreck:
		m.handle(a, kind, c)
	}
}

// depart sends an account to another island, with its coins and all that it holds.
func (m *Machine) depart(a Account, to uint64) {
	m.remove(a.Author)
	held := m.items.release(a.Author)
	m.coins.Out += a.Coins
	m.goods.Out += uint64(len(held))
	m.mail(to, parcelOf(a, held))
}

func (m *Machine) pass(b []byte) {
	c := wire.NewCursor(b)
	if island, into := c.U64(), c.U64(); c.Done() == nil && into != 0 && into != island && island != m.self {
		m.redirect(island, into)
	}
}

// Divide returns the parts that were set apart, each u8 part, as long as an account stays.
func (m *Machine) Divide() (parts [][]byte) { return m.parts(0, m.self == Home) }

// Disperse returns the parts that stand aside, in the same form.
func (m *Machine) Disperse() (parts [][]byte) { return m.parts(Aside, m.self == Home) }

// Carve takes a part out.
func (m *Machine) Carve(part []byte, island uint64) ([]byte, error) {
	if len(part) != 1 || part[0] == 0 || island == m.self {
		return nil, ErrTurn
	}
	child := on(island, m.tick)
	child.Accounts = m.carve(part[0])
	for _, a := range child.Accounts {
		for _, t := range m.items.release(a.Author) {
			child.items.place(t)
			child.goods.In, m.goods.Out = child.goods.In+1, m.goods.Out+1
		}
		child.coins.In, m.coins.Out = child.coins.In+a.Coins, m.coins.Out+a.Coins
	}
	return child.Snapshot(nil), nil
}

// Absorb takes an island in, together with the parcels between the two.
func (m *Machine) Absorb(snapshot []byte) error {
	other, next := &Machine{}, &Machine{}
	if err := other.Restore(snapshot); err != nil {
		return err
	}
	if err := next.Restore(m.Snapshot(nil)); err != nil {
		return err
	}
	if m.Contains(other.self) {
		return fmt.Errorf("coins: island %x was taken in before", other.self)
	}
	next.takeAll(other)
	other.takeAll(next)
	// those islands were absorbed by this one, directly or not: Redirect said so
	for _, o := range other.outboxes {
		for k, p := range o.parcels {
			next.mail(o.to, passed(other.self, o.to, o.first+uint64(k), p))
		}
	}
	for _, a := range other.Accounts {
		a.Part = 0
		if err := next.put(a); err != nil {
			return err
		}
	}
	for _, b := range other.inboxes {
		if i, ok := next.findInbox(b.from, b.as); !ok {
			next.inboxes = slices.Insert(next.inboxes, i, b)
		}
	}
	for _, t := range other.items {
		next.items.place(t)
	}
	next.Pot += other.Pot
	next.coins.add(other.coins)
	next.goods.add(other.goods)
	next.order = xxh3.HashSeed(wire.AppendU64(nil, other.order), next.order)
	next.repeated += other.repeated
	next.takeIn(&other.topology)
	*m = *next
	return nil
}

// Neighbours are the islands that are Near.
func (m *Machine) Neighbours(dst []uint64) []uint64 { return m.Near(dst) }
