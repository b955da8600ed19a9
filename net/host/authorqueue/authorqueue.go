// Package authorqueue holds the commands that a leader is to order, by their authors, and fills turns with
// them.
package authorqueue

import (
	"time"

	"manyhold/net/host/capacity"
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// maxQueued is how many commands of one author a leader keeps; more are dropped and sent again by their
// author.
const maxQueued = 64

// Overhead is how many bytes a command has in a turn beside its body: its author, its number, and its part of
// the signatures.
const Overhead = 12 + key.HalfSize

// Queue holds the commands of one author that wait to be ordered, in order.
type Queue struct {
	Waiting []message.Command
	Taken   uint64 // last number that was put into a turn, perhaps not executed yet
	share   capacity.Share
}

// Taken is a command that the turn under construction takes.
type Taken struct {
	Author    key.ID
	Seq       uint64
	Signature [key.SignatureSize]byte
}

// New returns an empty queue of an author with a share. taken is the last number that was put into a turn.
func New(taken uint64, rate capacity.Rate) *Queue {
	return &Queue{Taken: taken, share: capacity.NewShare(rate)}
}

// Last is the greatest number that was taken.
func (q *Queue) Last() uint64 {
	if n := len(q.Waiting); n > 0 {
		return max(q.Taken, q.Waiting[n-1].Seq)
	}
	return q.Taken
}

// Add takes a command and reports whether there was no room for it. Numbers not above taken are repeats.
func (q *Queue) Add(c message.Command) (over bool) {
	if c.Seq <= q.Last() {
		return false
	}
	if len(q.Waiting) >= maxQueued {
		return true
	}
	q.Waiting = append(q.Waiting, message.Command{Seq: c.Seq, Body: append([]byte(nil), c.Body...), Signature: c.Signature})
	return false
}

// Settle drops the commands that the machine has taken.
func (q *Queue) Settle(sequence uint64) {
	q.Taken = max(q.Taken, sequence)
	n := 0
	for n < len(q.Waiting) && q.Waiting[n].Seq <= q.Taken {
		n++
	}
	q.Waiting = q.Waiting[n:]
}

// Again drops the commands that were put into turns, all executed by now, and had no effect: their author was
// not on the island, and is now. It sends them again.
func (q *Queue) Again(sequence uint64) {
	if q.Taken > sequence {
		q.Taken, q.Waiting = sequence, nil
	}
}

// Fill adds waiting commands to a turn, one of each author in turn, beginning with another author every time,
// until nothing more fits, or room bytes are taken. The order is that of authors, rotated by start: it is the
// leader's decision, and the turn's bytes tell it to the others. all are the commands that were taken, and
// held are the authors with more waiting commands than their share allows.
func Fill(m machine.Machine, turn machine.Builder, authors []key.ID, queues map[key.ID]*Queue, start, room int, now time.Time, count *counter.Values) (all []Taken, held []key.ID) {
	done := make(map[key.ID]bool, len(authors))
	for progress := true; progress; {
		progress = false
		for i := range authors {
			a := authors[(start+i)%len(authors)]
			q := queues[a]
			if done[a] || len(q.Waiting) == 0 {
				continue
			}
			c := q.Waiting[0]
			if !q.share.Free(now) {
				done[a], held = true, append(held, a)
				continue
			}
			if need := Overhead + len(c.Body); need > room && len(all) > 0 {
				return all, held
			}
			taken, err := turn.Append(a, c.Seq, c.Body)
			switch {
			case err != nil && !m.Holds(a):
				count[counter.CommandsBad]++
				// it is taken where its author is, and numbers go on there
				q.Waiting, q.Taken = nil, 0
				continue
			case err != nil:
				count[counter.CommandsBad]++
			case !taken:
				done[a] = true // this author's next commands must not overtake
				continue
			default:
				count[counter.CommandsTaken]++
				room -= Overhead + len(c.Body)
				q.share.Spend(now, len(c.Body))
				all = append(all, Taken{a, c.Seq, c.Signature})
			}
			q.Taken = c.Seq
			q.Waiting = q.Waiting[1:]
			progress = true
		}
	}
	return all, held
}
