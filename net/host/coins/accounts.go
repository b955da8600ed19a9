package coins

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// Author is a key.
type Author = [32]byte

// Account is the account of an author.
type Account struct {
	Author Author
	Seq    uint64 // number of the last command taken
	Sum    uint64 // hash of all its commands, in order
	Coins  uint64
	Place  int32
	Awake  bool
	Part   uint8 // number of the part it was set apart in; zero: none
}

// Accounts are those of an island, ascending by author.
type Accounts []Account

// Present appends the authors that are awake.
func (l Accounts) Present(dst [][32]byte) [][32]byte {
	for i := range l {
		if l[i].Awake {
			dst = append(dst, l[i].Author)
		}
	}
	return dst
}

// Sequence is the number of the author's last command.
func (l Accounts) Sequence(author Author) uint64 {
	if a := l.account(author); a != nil {
		return a.Seq
	}
	return 0
}

// Holds reports whether an account is here.
func (l Accounts) Holds(author Author) bool { return l.account(author) != nil }

// People returns how many accounts are awake.
func (l Accounts) People() (n uint16) {
	for i := range l {
		if l[i].Awake {
			n++
		}
	}
	return n
}

func (l Accounts) find(author Author) (int, bool) {
	low, high := 0, len(l) // slices.BinarySearchFunc would copy an account for each it looks at
	prefix := binary.BigEndian.Uint64(author[:])
	for low < high {
		middle := int(uint(low+high) / 2)
		at := &l[middle].Author
		order := cmp.Compare(binary.BigEndian.Uint64(at[:]), prefix) // random keys rarely begin alike
		if order == 0 {
			order = bytes.Compare(at[:], author[:])
		}
		switch {
		case order == 0:
			return middle, true
		case order > 0:
			high = middle
		default:
			low = middle + 1
		}
	}
	return low, false
}

// account returns the account of an author, or nil.
func (l Accounts) account(author Author) *Account {
	if i, ok := l.find(author); ok {
		return &l[i]
	}
	return nil
}

// put adds an account that is not here.
func (l *Accounts) put(a Account) error {
	i, ok := l.find(a.Author)
	if ok {
		return fmt.Errorf("coins: account %x is here twice", a.Author[:4])
	}
	*l = slices.Insert(*l, i, a)
	return nil
}

// remove takes an account out.
func (l *Accounts) remove(author Author) {
	if i, ok := l.find(author); ok {
		*l = slices.Delete(*l, i, i+1)
	}
}

// carve takes out the accounts of a part, in their order.
func (l *Accounts) carve(part uint8) (taken Accounts) {
	stay := (*l)[:0:0]
	for _, a := range *l {
		if a.Part == part {
			a.Part = 0
			taken = append(taken, a)
		} else {
			stay = append(stay, a)
		}
	}
	*l = stay
	return taken
}

// parts returns the parts of MaxParts numbers from first+1 on, as long as somebody stays.
func (l Accounts) parts(first uint8, stay bool) (parts [][]byte) {
	for i := range l {
		stay = stay || l[i].Part == 0
	}
	for p := first + 1; p <= first+MaxParts && stay; p++ {
		if slices.ContainsFunc(l, func(a Account) bool { return a.Part == p }) {
			parts = append(parts, []byte{p})
		}
	}
	return parts
}
