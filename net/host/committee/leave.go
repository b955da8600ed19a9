package committee

import (
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
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

// Quitting reports whether no more turns are to be closed here because the heir has been named.
func (s *Committee) Quitting() bool { return s.quit != nil && !s.quit.named.IsZero() }

// Quits reports whether this peer hands the island over, to go or to stay.
func (s *Committee) Quits() bool { return s.quit != nil }

// Leaving reports whether this peer is about to go.
func (s *Committee) Leaving() bool { return s.quit != nil && !s.quit.stays }

// Stop begins a polite end: this peer hands over the islands that it leads and writes a checkpoint. Stopped
// tells when it is done.
func (s *Committee) Stop(now time.Time) {
	s.c.SetTime(now)
	if s.Leaving() || s.c.Halted {
		return
	}
	if q := s.quit; q != nil && s.Quitting() {
		q.stays = false // it has named its heir already
	} else {
		s.quit = &quitting{since: s.c.Now, asked: map[key.ID]bool{}}
	}
	for _, k := range s.c.Peers.Keys() {
		s.c.Peers.Greet(k, false)
	}
	s.Leave()
	s.c.Epochs.Settle()
}

// Leave goes on with a polite end.
func (s *Committee) Leave() {
	q := s.quit
	switch {
	case q == nil || s.c.Halted:
	case s.c.Epoch == nil || s.c.History.Stale:
		s.finish()
	case !q.named.IsZero():
		s.part()
	case s.c.Epoch.Leading():
		s.handOver()
	case s.c.Epoch.Member() && s.c.Now.Sub(q.since) < leavePatience:
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
	case s.c.Now.Sub(q.since) > partPatience:
		s.finish()
		return
	case s.c.Epoch.Ending(), !q.heir.IsZero() && s.c.Now.Sub(q.at) < heirPatience && s.Here(s.c.Peers.Get(q.heir)):
		return
	}
	q.heir = key.ID{}
	for _, m := range s.heirs() {
		if !q.asked[m.Key] && (q.only.IsZero() || q.only == m.Key) {
			q.heir, q.at, q.asked[m.Key] = m.Key, s.c.Now, true
			s.c.Send(m.Key, link.Stream, message.Handing{Step: message.HandAsk, Number: s.c.History.Executed}.Encode())
			return
		}
	}
	if s.c.Now.Sub(q.since) < heirPatience && s.catchingUp() {
		return
	}
	if q.stays || s.c.Epoch.Record().Lone() || s.c.Epoch.Stalled(s.c.Now) {
		s.finish()
		return
	}
	// All leave at once. The last record must name a single voter, or no peer could begin again without the
	// others.
	s.Name(epoch.Committee, []key.ID{s.c.Me}, nil)
}

// catchingUp reports whether a linked peer may inherit as soon as it is in this epoch, which may have just
// begun.
func (s *Committee) catchingUp() bool {
	q, waits := s.quit, false
	s.c.Peers.Each(func(p *kernel.Peer) {
		waits = waits || !q.asked[p.Key] && (q.only.IsZero() || q.only == p.Key) && s.Here(p)
	})
	return waits
}

// heirs returns the peers that may inherit, voters of this epoch first.
func (s *Committee) heirs() []roster.Member {
	ranked, followers := s.Eligible(false), s.c.Peers.Followers()
	var out []roster.Member
	for _, leads := range []bool{true, false} { // a peer that cannot send to so many is better than none
		for _, voter := range []bool{true, false} {
			for _, m := range ranked {
				if s.c.Epoch.Record().Votes(m.Key) == voter && m.Leads(followers) == leads {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// ReceiveHanding takes a message of a hand-over.
func (s *Committee) ReceiveHanding(p *kernel.Peer, b []byte) error {
	h, err := message.DecodeHanding(b)
	if err != nil {
		return err
	}
	q := s.quit
	switch h.Step {
	case message.HandAsk:
		if s.c.Epoch == nil || p.Key != s.c.Epoch.Leader() || s.IneligibleWhy() != "" || q != nil {
			return kernel.ErrUnexpected
		}
		s.promise, s.promised = h.Number, p.Key
		s.KeepPromise()
	case message.HandReady:
		if q == nil || !q.named.IsZero() || p.Key != q.heir || s.c.Epoch == nil || !s.c.Epoch.Leading() {
			return nil
		}
		if s.c.Epoch.Ending() { // by another record: it is asked again in the epoch that this begins
			q.heir = key.ID{}
			delete(q.asked, p.Key)
			return nil
		}
		ranked, stay := s.Eligible(false), []key.ID(nil)
		if q.stays { // the committee goes on, with this peer if it may
			ranked = roster.Rank(append(ranked, s.Member()))
			for _, v := range s.c.Epoch.Record().Voters {
				stay = append(stay, v.Key)
			}
		}
		q.epoch = s.c.Epoch.Record().Number + 1
		voters := roster.Choose(p.Key, stay, ranked, roster.Size(len(ranked)), strangers(s.c, s.c.Peers.MemberOf(p)))
		s.Name(epoch.HandOver, voters, ranked)
		if s.c.Epoch.Ending() || !s.c.Epoch.Leading() {
			q.named, q.at = s.c.Now, s.c.Now
		}
	case message.HandTaken:
		if q != nil && p.Key == q.heir {
			q.taken = true
		}
	}
	return nil
}

// KeepPromise tells a leader that goes that its log is held here, once it is.
func (s *Committee) KeepPromise() {
	if s.promised.IsZero() || s.c.Journal.Written < s.promise || s.c.History.Committed < s.promise {
		return
	}
	s.c.Send(s.promised, link.Stream, message.Handing{Step: message.HandReady, Number: s.promise}.Encode())
	s.promised = key.ID{}
}

// part repeats the end of the epoch until the heir leads, and then goes.
func (s *Committee) part() {
	q := s.quit
	if q.stays && s.c.Epoch.Leading() && s.c.Epoch.Record().Number >= q.epoch {
		s.finish() // the heir never led, and this peer was elected
		return
	}
	if s.c.Epoch.Leading() && s.c.Epoch.Record().Number >= q.epoch {
		q.named, q.heir, q.asked = time.Time{}, key.ID{}, map[key.ID]bool{} // a leader that quits looks for another
		s.handOver()
		return
	}
	if q.taken && !s.c.Epoch.Leading() || s.c.Now.Sub(q.named) > partPatience || s.c.Peers.Get(q.heir) == nil && !s.c.Epoch.Ending() {
		s.finish()
		return
	}
	if s.c.Epochs.Previous != nil && !s.c.Epoch.Leading() && s.c.Now.Sub(q.at) >= againAfter {
		q.at = s.c.Now
		if p := s.c.Peers.Get(q.heir); p != nil {
			s.c.Send(p.Key, link.Stream, s.c.Epochs.Previous.AppendWindow(message.BeginTurns(s.c.Follower.NameOf(s.c.Epochs.Previous)), 2*message.Repeated, message.RunMessage, kernel.ShareOf(s.c.Epochs.Previous, p.Key)))
		}
	}
}

// finish writes the durable turns and ends.
func (s *Committee) finish() {
	if q := s.quit; q != nil && q.stays {
		s.quit = nil
		if q.taken {
			s.c.Counters[counter.StepsDown]++
		}
		s.Renew()
		return
	}
	s.c.Halted = true
	s.c.Resources.Forget(s.c)
	if s.c.Machine == nil {
		return
	}
	if !s.c.History.Stale && s.c.Epoch != nil {
		s.c.Journal.AppendTo(max(s.c.History.Committed, s.ownTurns()))
		if s.c.History.Executed == s.c.History.Committed || s.c.Journal.OwnsLog() {
			s.c.Journal.Save(s.c.History.Capture())
		}
	}
	s.c.Event("stopped", "turn", s.c.History.Executed)
}

// ownTurns is the last turn that a lone voter may write.
func (s *Committee) ownTurns() uint64 {
	if s.c.Journal.OwnsLog() {
		return s.c.History.Executed
	}
	return 0
}
