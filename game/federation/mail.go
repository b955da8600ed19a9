// Package federation holds the cooperation of the islands of one world, as functions on a world.State. An
// island divides (Divide, Disperse), a part is carved out of the land that home lends it (Carve), and it is
// absorbed again (Absorb). Islands talk by parcels that are part of the state (mail, message): they lend
// land, hand players over at lines, show each other a strip on both sides of a line, lend signals over it,
// and serve the requests of each other's visitors.
package federation

import (
	"cmp"
	"slices"

	"manyhold/game/world"
)

func FindOutbox(i *world.State, to uint64) (int, bool) {
	return slices.BinarySearchFunc(i.Mail.Outboxes, to, func(o world.Outbox, to uint64) int { return cmp.Compare(o.To, to) })
}

func findInbox(i *world.State, from, as uint64) (int, bool) {
	return slices.BinarySearchFunc(i.Mail.Inboxes, world.Inbox{From: from, As: as}, world.CompareInboxes)
}

// parcelsOf returns how many parcels a message of that length takes.
func parcelsOf(length int) int { return max(1, (length+world.MaxParcel-2)/(world.MaxParcel-1)) }

// room reports whether a message of that length can be sent to an island now.
func RoomToSend(i *world.State, to uint64, length int) bool {
	if length > world.MaxMessage {
		return false
	}
	k, ok := FindOutbox(i, to)
	if !ok {
		return len(i.Mail.Outboxes) < world.MaxBoxes
	}
	return len(i.Mail.Outboxes[k].List)+parcelsOf(length) <= world.MaxOutbox
}

// Send puts a message into an outbox. Notices of a few bytes may go beyond MaxOutbox, because there are few.
// A message with things or land needs roomToSend first.
func Send(i *world.State, to uint64, message []byte) {
	if to == i.Register.SelfID || to == 0 {
		panic("island: a message to itself or to nobody")
	}
	k, ok := FindOutbox(i, to)
	if !ok {
		i.Mail.Outboxes = slices.Insert(i.Mail.Outboxes, k, world.Outbox{To: to, First: 1})
	}
	o := &i.Mail.Outboxes[k]
	if len(o.List) == 0 {
		o.Since = i.Clock
	}
	for {
		n := min(len(message), world.MaxParcel-1)
		last := uint8(0)
		if n == len(message) {
			last = 1
		}
		o.List = append(o.List, append([]byte{last}, message[:n]...))
		if message = message[n:]; last == 1 {
			return
		}
	}
}

// Parcels appends the parcels for an island that are not acknowledged, from sequence number from on. They
// are read-only, and valid for ever.
func Parcels(i *world.State, to, from uint64, dst [][]byte) [][]byte {
	if k, ok := FindOutbox(i, to); ok {
		o := &i.Mail.Outboxes[k]
		if end := o.First + uint64(len(o.List)); from < end {
			dst = append(dst, o.List[max(from, o.First)-o.First:]...)
		}
	}
	return dst
}

// Towards appends the islands for which there are parcels, in ascending order.
func Towards(i *world.State, dst []uint64) []uint64 {
	for k := range i.Mail.Outboxes {
		if len(i.Mail.Outboxes[k].List) > 0 {
			dst = append(dst, i.Mail.Outboxes[k].To)
		}
	}
	return dst
}

// Expect returns the number of the parcel that is wanted next from an island. It acknowledges all before.
func Expect(i *world.State, source uint64) uint64 {
	if k, ok := findInbox(i, source, i.Register.SelfID); ok {
		return i.Mail.Inboxes[k].Next
	}
	return 1
}

// Acknowledged forgets the parcels for an island before a number.
func Acknowledged(i *world.State, by, upto uint64) {
	k, ok := FindOutbox(i, by)
	if !ok {
		return
	}
	o := &i.Mail.Outboxes[k]
	if upto <= o.First || upto > o.First+uint64(len(o.List)) {
		return
	}
	o.List = slices.Delete(o.List, 0, int(upto-o.First))
	o.First, o.Since = upto, i.Clock
}

// Take takes a parcel in, if it is the one that is expected, and lets a message that it completes take
// effect.
func Take(i *world.State, from, as, seq uint64, parcel []byte) {
	k, ok := findInbox(i, from, as)
	if !ok {
		if as == i.Register.SelfID && Ended(i, from) {
			return // it was heard to the end
		}
		if seq != 1 || len(i.Mail.Inboxes) >= world.MaxBoxes {
			return
		}
		i.Mail.Inboxes = slices.Insert(i.Mail.Inboxes, k, world.Inbox{From: from, As: as, Next: 1})
	}
	b := &i.Mail.Inboxes[k]
	if seq != b.Next || !world.ValidParcel(parcel) {
		return
	}
	b.Next++
	b.Lost = b.Lost || len(b.Partial)+len(parcel)-1 > world.MaxMessage
	if !b.Lost {
		b.Partial = append(b.Partial, parcel[1:]...)
	} else {
		b.Partial = nil
	}
	if parcel[0] == 0 {
		return
	}
	message, lost := b.Partial, b.Lost
	b.Partial, b.Lost = nil, false
	if !lost {
		Receive(i, from, message)
	}
}

// Ended reports whether home knows that an island has ended.
func Ended(i *world.State, island uint64) bool {
	return i.Register.SelfID == world.Home && i.Register.Resolve(island) != island
}

// closeBoxes drops home's boxes for an island that has ended, once all of their mail has been redirected and
// heard. A child keeps the numbers: it may still be told of that island as if it lived.
func closeBoxes(i *world.State, island uint64) {
	if i.Register.SelfID == world.Home {
		dropBoxes(i, island)
	}
}

// mailbag asks home about the island of every outbox that stands still, if that island may have ended.
func mailbag(i *world.State) {
	for k := range i.Mail.Outboxes {
		o := &i.Mail.Outboxes[k]
		if len(o.List) == 0 || o.To == world.Home || i.Clock < o.Since+world.AskAfter {
			continue
		}
		o.Since = i.Clock
		if i.Register.SelfID == world.Home {
			if to := o.To; Ended(i, to) {
				redirect(i, to, i.Register.Resolve(to))
				closeBoxes(i, to)
				return // the list of outboxes has changed
			}
			continue
		}
		sendWhere(i, o.To)
		return
	}
}

// redirect forwards mail for an island that has ended to the island that it ended into, or takes it in if
// that is this one.
func redirect(i *world.State, from, into uint64) {
	k, ok := FindOutbox(i, from)
	if !ok || into == from {
		return
	}
	o := &i.Mail.Outboxes[k]
	list, first := o.List, o.First
	o.First, o.List = o.First+uint64(len(list)), nil
	for n, p := range list {
		if into == i.Register.SelfID {
			Take(i, i.Register.SelfID, from, first+uint64(n), p)
		} else {
			forward(i, into, i.Register.SelfID, from, first+uint64(n), p)
		}
	}
}
