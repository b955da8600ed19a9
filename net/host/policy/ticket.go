package policy

import (
	"errors"
	"slices"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/store"
	"manyhold/net/wire"
)

// ticketItem adds a ticket of an invitation to the charter, and returns what is to be kept in the file.
func ticketItem(y *Policy, k *charter.Ticket) (keep [][]byte, err error) {
	set := y.c.Standing.Charter.Set
	added, err := set.AddTicket(k, y.RecordOf, y.c.Today())
	if errors.Is(err, charter.ErrUnknown) || errors.Is(err, charter.ErrNoInvitation) {
		return nil, nil // it is heard of again, with newer records or entries
	}
	if !added || err != nil {
		return nil, err
	}
	keep = [][]byte{k.Append(nil)}
	for _, waited := range set.Of(k.Player) { // the entries of a keeper by invitation count from now on
		keep = append(keep, waited.Append(nil))
	}
	return keep, nil
}

// inOrder puts the rows of a file in an order in which each can be added: tickets after entries.
func inOrder(rows []store.CharterRow) []store.CharterRow {
	isTicket := func(r store.CharterRow) bool { _, err := charter.DecodeTicket(r.Entry); return err == nil }
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b store.CharterRow) int {
		switch x, y := isTicket(a), isTicket(b); {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
	return rows
}

// Spread adds an item of this peer to the charter, and sends it to all linked peers at once.
func (y *Policy) Spread(item []byte) {
	keep, err := y.charterItem(item)
	if err != nil || keep == nil {
		return
	}
	y.KeepCharter(keep...)
	y.c.Standing.Charter.Changed()
	b := wire.AppendBlob([]byte{byte(wire.Charter), CharterEntries}, item)
	y.c.Peers.Each(func(p *kernel.Peer) { y.c.Send(p.Key, message.StreamChannel, slices.Clone(b)) })
}

// RecordOf finds a record of home by its name.
func (y *Policy) RecordOf(name [32]byte) *epoch.Record {
	r := y.c.Standing.Charter
	if y.c.AtRest && y.c.Islands != nil && r.Known[name] == nil {
		for _, chain := range y.c.Islands.Chains(message.Home) {
			for _, x := range chain {
				r.Known[x.Hash()] = x
			}
		}
		return r.Known[name]
	}
	if r.Named > len(y.c.Ancestry.Records) {
		r.Named = 0
	}
	for ; r.Named < len(y.c.Ancestry.Records); r.Named++ {
		r.Known[y.c.Ancestry.Records[r.Named].Hash()] = y.c.Ancestry.Records[r.Named]
	}
	return r.Known[name]
}
