// Package request has the one object that fetches what is missing here from peers: it says when a question is
// due, which peer comes next, and when to give up. It sends nothing, and what is asked for stays with the
// caller.
//
//	what is missing                         next source            again after      given up after
//	the island's state (join.Fetch)         the nearest of those   its source fell  –
//	                                        that are furthest      silent
//	entries of the present epoch, and its   each voter, for        two turns, or    –
//	end (Follower)                          itself                 round trips
//	the log of a recovery (recovery.Pull)   the claiming peer      250 ms           2 s without turns
//	the blob of a branch (package fork)     the naming peer        1 s              4 s without blocks
//	an island that others announce (search) a peer that announced  –                20 s without progress,
//	                                        it                                      5 min in all
//	records of an island, or of its end     each linked peer that  300 ms, 1 s      –
//	(directory)                             may have them, in turn
//	records of another fork (package fork)   the peer in it         250 ms           –
//
// A Request without a bound is given up by its owner, when nothing is missing any more.
package request

import (
	"slices"
	"time"

	"manyhold/net/key"
)

// Request is one thing that is asked for. The zero value has asked nobody. It is not safe for concurrent use.
type Request struct {
	source  key.ID
	begun   time.Time
	asked   time.Time
	moved   time.Time
	tried   []key.ID // by Next since the last answer, in the order of the last question to each
	avoided map[key.ID]time.Time
}

// Source returns the peer that is expected to answer; zero: none is.
func (r *Request) Source() key.ID { return r.source }

// Waits reports whether an answer is expected.
func (r *Request) Waits() bool { return !r.source.IsZero() }

// Due reports whether a question may be sent: the last one is at least so old, or something has come since.
func (r *Request) Due(now time.Time, every time.Duration) bool { return now.Sub(r.asked) >= every }

// Ask notes a question.
func (r *Request) Ask(now time.Time, source key.ID) {
	if r.begun.IsZero() {
		r.begun, r.moved = now, now
	}
	r.source, r.asked = source, now
}

// Begin notes that a request begins, before its first question. Patience counts from now on.
func (r *Request) Begin(now time.Time, source key.ID) {
	r.source, r.begun, r.asked, r.moved = source, now, time.Time{}, now
}

// Next chooses which of some peers to ask now, and notes the question: one that was not asked yet, else the
// one whose question is the oldest, because a peer may be silent or lie. Zero: there is none.
func (r *Request) Next(now time.Time, sources []key.ID) key.ID {
	best, place := key.ID{}, len(r.tried)
	for _, k := range sources {
		if i := slices.Index(r.tried, k); r.May(now, k) && i < place {
			best, place = k, i
		}
	}
	if r.Ask(now, best); !best.IsZero() {
		r.tried = append(slices.DeleteFunc(r.tried, func(k key.ID) bool { return k == best }), best)
		r.tried = r.tried[max(0, len(r.tried)-maxTried):]
	}
	return best
}

// maxTried is how many asked peers are remembered: more than are linked.
const maxTried = 256

// Moved notes progress: patience counts anew.
func (r *Request) Moved(now time.Time) { r.moved = now }

// MovedAt returns when there was progress last.
func (r *Request) MovedAt() time.Time { return r.moved }

// Again lets the next question be due at once, because a part of the answer has come.
func (r *Request) Again() { r.asked = time.Time{} }

// Silent returns how long there was no progress.
func (r *Request) Silent(now time.Time) time.Duration { return now.Sub(r.moved) }

// Expired reports whether to give up: without progress for longer than quiet, or, unless most is zero, begun
// longer than that ago.
func (r *Request) Expired(now time.Time, quiet, most time.Duration) bool {
	return r.Silent(now) > quiet || most > 0 && now.Sub(r.begun) > most
}

// Switch goes on with another source. Patience does not count anew.
func (r *Request) Switch(source key.ID) { r.source = source }

// Drop expects no answer any more. The request goes on with another peer.
func (r *Request) Drop() { r.source = key.ID{} }

// Done notes that the whole answer has come. All peers count as not asked for the next one.
func (r *Request) Done() { r.source, r.tried = key.ID{}, nil }

// Avoid keeps a peer from being asked until a time.
func (r *Request) Avoid(k key.ID, until time.Time) {
	if r.avoided == nil {
		r.avoided = map[key.ID]time.Time{}
	}
	r.avoided[k] = until
}

// AvoidNone lets all peers be asked.
func (r *Request) AvoidNone() { r.avoided = nil }

// May reports whether a peer may be asked now.
func (r *Request) May(now time.Time, k key.ID) bool { return !now.Before(r.avoided[k]) }
