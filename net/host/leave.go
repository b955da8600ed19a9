package host

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/link"
	"manyhold/net/roster"
)

const (
	// heirPatience is how long an heir may take to say that it holds the log.
	heirPatience = 2 * time.Second
	// leavePatience is how long a voter waits to be let go.
	leavePatience = 4 * time.Second
	// partPatience is how long a leader that named its heir repeats this before it goes anyway.
	partPatience = 10 * time.Second
	// againAfter is the time between two such repetitions.
	againAfter = 100 * time.Millisecond
)

// quitting is a polite end in progress, or a hand-over by a leader that stays.
type quitting struct {
	stays bool   // only the leadership ends
	only  key.ID // the peer that is to lead; zero: any that can
	epoch uint64 // that the record begins which names the heir

	since time.Time
	asked map[key.ID]bool
	heir  key.ID
	at    time.Time // when the heir was asked, or told last
	named time.Time // when the record that names the heir was proposed; zero before
	taken bool      // the heir leads
}

// quitting reports whether no more turns are to be closed here because the heir has been named.
func (s *Committee) quitting() bool { return s.quit != nil && !s.quit.named.IsZero() }

// quits reports whether this peer hands the island over, to go or to stay.
func (s *Committee) quits() bool { return s.quit != nil }

// leaving reports whether this peer is about to go.
func (s *Committee) leaving() bool { return s.quit != nil && !s.quit.stays }

// Stop begins a polite end: this peer hands over the islands that it leads and writes a checkpoint. Stopped
// tells when it is done.
func (s *Committee) Stop(now time.Time) {
	s.c.at(now)
	if s.leaving() || s.c.stopped {
		return
	}
	if q := s.quit; q != nil && s.quitting() {
		q.stays = false // it has named its heir already
	} else {
		s.quit = &quitting{since: s.c.now, asked: map[key.ID]bool{}}
	}
	for _, k := range s.c.peers.Keys() {
		s.c.peers.greet(k, false)
	}
	s.leave()
	s.c.epochs.settle()
}

// leave goes on with a polite end.
func (s *Committee) leave() {
	q := s.quit
	switch {
	case q == nil || s.c.stopped:
	case s.c.e == nil || s.c.history.stale:
		s.finish()
	case !q.named.IsZero():
		s.part()
	case s.c.e.Leading():
		s.handOver()
	case s.c.e.Member() && s.c.now.Sub(q.since) < leavePatience:
		// The leader was told and names a committee without this peer.
	default:
		s.finish()
	}
}

// handOver asks one heir after the other whether it holds the log, until one does; without an heir this peer
// goes at once.
func (s *Committee) handOver() {
	q := s.quit
	switch {
	case s.c.now.Sub(q.since) > partPatience:
		s.finish()
		return
	case s.c.e.Ending(), !q.heir.IsZero() && s.c.now.Sub(q.at) < heirPatience && s.here(s.c.peers.Get(q.heir)):
		return
	}
	q.heir = key.ID{}
	for _, m := range s.heirs() {
		if !q.asked[m.Key] && (q.only.IsZero() || q.only == m.Key) {
			q.heir, q.at, q.asked[m.Key] = m.Key, s.c.now, true
			s.c.send(m.Key, link.Stream, message.Handing{Step: message.HandAsk, Number: s.c.history.executed}.Encode())
			return
		}
	}
	if s.c.now.Sub(q.since) < heirPatience && s.catchingUp() {
		return
	}
	if q.stays || s.c.e.Record().Lone() || s.c.e.Stalled(s.c.now) {
		s.finish()
		return
	}
	// All leave at once. The last record must name a single voter, or no peer could begin again without the
	// others.
	s.name(epoch.Committee, []key.ID{s.c.me}, nil)
}

// catchingUp reports whether a linked peer may inherit as soon as it is in this epoch, which may have just
// begun.
func (s *Committee) catchingUp() bool {
	q, waits := s.quit, false
	s.c.peers.each(func(p *peer) {
		waits = waits || !q.asked[p.key] && (q.only.IsZero() || q.only == p.key) && s.here(p)
	})
	return waits
}

// heirs returns the peers that may inherit, voters of this epoch first.
func (s *Committee) heirs() []roster.Member {
	ranked, followers := s.eligible(false), s.c.peers.followers()
	var out []roster.Member
	for _, leads := range []bool{true, false} { // a peer that cannot send to so many is better than none
		for _, voter := range []bool{true, false} {
			for _, m := range ranked {
				if s.c.e.Record().Votes(m.Key) == voter && m.Leads(followers) == leads {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

func (s *Committee) receiveHanding(p *peer, b []byte) error {
	h, err := message.DecodeHanding(b)
	if err != nil {
		return err
	}
	q := s.quit
	switch h.Step {
	case message.HandAsk:
		if s.c.e == nil || p.key != s.c.e.Leader() || s.IneligibleWhy() != "" || q != nil {
			return errUnexpected
		}
		s.promise, s.promised = h.Number, p.key
		s.keepPromise()
	case message.HandReady:
		if q == nil || !q.named.IsZero() || p.key != q.heir || s.c.e == nil || !s.c.e.Leading() {
			return nil
		}
		if s.c.e.Ending() { // by another record: it is asked again in the epoch that this begins
			q.heir = key.ID{}
			delete(q.asked, p.key)
			return nil
		}
		ranked, stay := s.eligible(false), []key.ID(nil)
		if q.stays { // the committee goes on, with this peer if it may
			ranked = roster.Rank(append(ranked, s.member()))
			for _, v := range s.c.e.Record().Voters {
				stay = append(stay, v.Key)
			}
		}
		q.epoch = s.c.e.Record().Number + 1
		voters := roster.Choose(p.key, stay, ranked, roster.Size(len(ranked)))
		s.name(epoch.HandOver, voters, ranked)
		if s.c.e.Ending() || !s.c.e.Leading() {
			q.named, q.at = s.c.now, s.c.now
		}
	case message.HandTaken:
		if q != nil && p.key == q.heir {
			q.taken = true
		}
	}
	return nil
}

// keepPromise tells a leader that goes that its log is held here, once it is.
func (s *Committee) keepPromise() {
	if s.promised.IsZero() || s.c.journal.written < s.promise || s.c.history.committed < s.promise {
		return
	}
	s.c.send(s.promised, link.Stream, message.Handing{Step: message.HandReady, Number: s.promise}.Encode())
	s.promised = key.ID{}
}

// part repeats the end of the epoch until the heir leads, and then goes.
func (s *Committee) part() {
	q := s.quit
	if q.stays && s.c.e.Leading() && s.c.e.Record().Number >= q.epoch {
		s.finish() // the heir never led, and this peer was elected
		return
	}
	if s.c.e.Leading() && s.c.e.Record().Number >= q.epoch {
		q.named, q.heir, q.asked = time.Time{}, key.ID{}, map[key.ID]bool{} // a leader that quits looks for another
		s.handOver()
		return
	}
	if q.taken && !s.c.e.Leading() || s.c.now.Sub(q.named) > partPatience || s.c.peers.Get(q.heir) == nil && !s.c.e.Ending() {
		s.finish()
		return
	}
	if s.c.epochs.before != nil && !s.c.e.Leading() && s.c.now.Sub(q.at) >= againAfter {
		q.at = s.c.now
		if p := s.c.peers.Get(q.heir); p != nil {
			s.c.send(p.key, link.Stream, s.c.epochs.before.AppendWindow(message.BeginTurns(s.c.follower.nameOf(s.c.epochs.before)), 2*message.Repeated, message.RunMessage, shareOf(s.c.epochs.before, p.key)))
		}
	}
}

// finish writes the safe turns and ends.
func (s *Committee) finish() {
	if q := s.quit; q != nil && q.stays {
		s.quit = nil
		if q.taken {
			s.c.counters[counter.StepsDown]++
		}
		s.renew()
		return
	}
	s.c.stopped = true
	s.c.resources.Forget(s.c)
	if s.c.machine == nil {
		return
	}
	if !s.c.history.stale && s.c.e != nil {
		s.c.journal.appendTo(max(s.c.history.committed, s.ownTurns()))
		if s.c.history.executed == s.c.history.committed || s.c.journal.ownsLog() {
			s.c.journal.save(s.c.history.capture())
		}
	}
	s.c.event("stopped", "turn", s.c.history.executed)
}

// ownTurns is the last turn that a lone voter may write.
func (s *Committee) ownTurns() uint64 {
	if s.c.journal.ownsLog() {
		return s.c.history.executed
	}
	return 0
}
