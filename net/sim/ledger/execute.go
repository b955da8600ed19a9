package ledger

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

// The first byte of a command's body.
const (
	opStep = iota + 1
	opGive
	opMake
	opTake
	opDrop
	opBreak
	opSay
)

// Step returns the command to step.
func Step(places int8) []byte { return []byte{opStep, byte(places)} }

// Give returns the command to give coins.
func Give(to [32]byte, coins uint8) []byte { return append(append([]byte{opGive}, to[:]...), coins) }

// Make returns the command to make an item.
func Make() []byte { return []byte{opMake} }

// Take returns the command to take an item.
func Take() []byte { return []byte{opTake} }

// Drop returns the command to drop an item.
func Drop() []byte { return []byte{opDrop} }

// Break returns the command to break an item.
func Break() []byte { return []byte{opBreak} }

// Say returns the command to say something, at most 255 bytes.
func Say(words string) []byte { return append([]byte{opSay}, words...) }

// execute does what one command of a turn says.
func (l *Ledger) execute(author [32]byte, seq uint64, body []byte) {
	i, ok := l.find(author)
	if !ok {
		l.accounts = slices.Insert(l.accounts, i, Account{Key: author, Coins: Opening})
	}
	a := &l.accounts[i]
	if seq == 0 {
		a.Awake = false
		return
	}
	if seq <= a.Seq {
		l.repeated++
	}
	a.Seq, a.Awake = max(a.Seq, seq), true
	a.Sum = xxh3.HashSeed(body, a.Sum+seq)
	l.order = xxh3.HashSeed(body, l.order+a.Sum)
	switch body[0] {
	case opStep:
		if to := a.Place + int32(int8(body[1])); to >= -Width && to <= Width {
			a.Place = to
		}
	case opGive:
		if b := l.Account([32]byte(body[1:33])); b != nil && a.Coins >= uint64(body[33]) {
			a.Coins -= uint64(body[33])
			b.Coins += uint64(body[33])
		}
	case opMake:
		l.make(a)
	case opTake:
		if k := l.lying(a.Place); k >= 0 {
			l.items[k].Holder, l.items[k].Place = a.Key, 0
		}
	case opDrop:
		if k := l.held(a.Key); k >= 0 {
			l.items[k].Holder, l.items[k].Place = [32]byte{}, a.Place
		}
	case opBreak:
		if k := l.held(a.Key); k >= 0 {
			l.items = slices.Delete(l.items, k, k+1)
			l.broken++
		}
	}
}

// make puts a new item at an account's place. Its id is a hash of the author and the number of its command, as
// the ids of the game are.
func (l *Ledger) make(a *Account) {
	id := xxh3.Hash(binary.LittleEndian.AppendUint64(a.Key[:len(a.Key):len(a.Key)], a.Seq))
	k, has := slices.BinarySearchFunc(l.items, id, func(t Item, id uint64) int { return cmp.Compare(t.ID, id) })
	if has || len(l.items) >= MaxItems {
		return
	}
	l.items = slices.Insert(l.items, k, Item{ID: id, Place: a.Place})
	l.made++
}

// lying returns the index of the item with the least id that lies within reach of a place, or -1.
func (l *Ledger) lying(place int32) int {
	return slices.IndexFunc(l.items, func(t Item) bool {
		return t.Holder == [32]byte{} && t.Place >= place-Reach && t.Place <= place+Reach
	})
}

// held returns the index of the held item with the least id, or -1.
func (l *Ledger) held(by [32]byte) int {
	return slices.IndexFunc(l.items, func(t Item) bool { return t.Holder == by })
}
