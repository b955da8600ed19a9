// Package fairness judges the leader of an island, and has an unfair one replaced.
//
// Every peer that executes the island measures its leader; nothing but the last is taken on others' word:
//
//   - pace.go: the leader's turns go by this peer's own clock, between half of it and 1.25 times, with 2 s of
//     slack. A turn with other ticks than the record of its epoch says is refused (kernel.Core).
//   - pleas.go: a player whose command is not ordered within a second also gives it to the other voters. Each
//     passes it on to the leader, and waits two more seconds for it.
//   - sleepers.go: a player falls asleep only when no voter hears it, and two seconds after its last command.
//   - charter.go: a word of the charter on the laws is in a turn four seconds after it was heard here.
//   - withheld.go: a peer that gets no turns of a leader for a second asks the other voters for them.
//   - disputes.go: two peers that get no turns replace the leader. This rests on their word.
//
// A voter that finds its leader unfair does not listen to it for deafFor (epoch.Epoch.Distrust), campaigns,
// and supports the campaigns of others. So the leader falls when most voters found the same. A voter that is
// alone with its finding follows the leader again. It also complains to all linked peers. A complaint of a
// voter makes the others decide sooner, by what they measured themselves; complaints of most voters of an
// epoch convince every peer. A leader that was found unfair is neither voter nor heir for ten minutes. One
// that was only slow does not lead for one minute while another peer can. Each further time doubles that.
//
// A peer without a vote, and one whose leader is the only voter, can only complain: its player, and the
// founder, read it in the status and in the window.
package fairness

import (
	"errors"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/host/status"
	"manyhold/net/key"
)

const (
	// deafFor is how long a voter ignores a leader that it found unfair. It is shorter than the time without
	// turns after which a peer goes on alone (fork.ProvisionalNear).
	deafFor = 2 * time.Second
	// againAfter is the least time between two findings against one leader.
	againAfter = 5 * time.Second
	// hintFor is how long a voter's complaint makes this peer decide sooner.
	hintFor = 5 * time.Second
	// stepEvery is how often the leader is looked at. A step that comes later than heldAfter says that this
	// process was held up itself.
	stepEvery = 200 * time.Millisecond
	heldAfter = 600 * time.Millisecond
)

// Fairness judges the leader of one island.
type Fairness struct {
	c *kernel.Core
	kernel.ObserverBase

	leader   key.ID    // that is judged: the last one known
	since    time.Time // when it was first seen leading
	stepped  time.Time
	judged   time.Time // the last finding
	pace     pace
	pleas    pleas
	sleepers sleepers
	charter  charter
	withheld withheld
	disputes disputes
	heard    complaints
	said     history
}

// New makes the mechanism of an island.
func New(c *kernel.Core) *Fairness {
	f := &Fairness{c: c}
	f.pleas.f, f.sleepers.f, f.charter.f, f.withheld.f, f.disputes.f, f.heard.f, f.said.f, f.pace.f = f, f, f, f, f, f, f, f
	return f
}

// Awoke forgives the leader for what came while this process slept.
func (f *Fairness) Awoke() { f.pace.clean, f.pace.excuse = f.c.Now, max(f.pace.excuse, forgiven) }

// WentBack forgets the turns that are lost.
func (f *Fairness) WentBack(to uint64) { f.sleepers.back(to) }

// EpochBegan measures on from the turn that the epoch begins after: the log is another one.
func (f *Fairness) EpochBegan() {
	f.pace.epochBegan()
	f.pleas.epochBegan()
}

// Due is when the leader is to be looked at next; zero: it is not judged.
func (f *Fairness) Due() time.Time {
	switch {
	case f.stepped.IsZero() || f.c.AtRest || f.c.Halted:
		return time.Time{}
	case f.withheld.on():
		return f.stepped.Add(fetchEvery)
	}
	return f.stepped.Add(stepEvery)
}

// Step judges the leader.
func (f *Fairness) Step() {
	now := f.c.Now
	held := now.Sub(f.stepped) > heldAfter
	f.stepped = now
	if f.c.Epoch == nil || f.c.Machine == nil {
		f.leader = key.ID{}
		return
	}
	f.watch()
	f.heard.expire()
	if f.c.Epoch.Leading() || f.leader.IsZero() {
		return
	}
	f.pleas.plead()
	f.withheld.fetch()
	switch {
	case f.c.History.Stale || f.c.Joining.Fetching() || f.c.Ancestry.Over(): // of an ended island there are no turns
		f.pace.forgive()
		return
	case f.c.Epoch.Ending():
		return
	}
	f.pace.judge(held)
	f.pleas.judge()
	f.sleepers.judge()
	f.charter.judge()
	f.disputes.judge()
}

// watch notices another leader. A leader that a finding is about has lost its seat then.
func (f *Fairness) watch() {
	leader := f.c.Epoch.Leader()
	if f.c.Epoch.Leading() {
		leader = f.c.Me
	}
	if leader.IsZero() || leader == f.leader {
		f.said.lasts()
		return
	}
	f.said.fell(leader)
	f.leader, f.since, f.judged = leader, f.c.Now, time.Time{}
	f.pace.begin()
	f.pleas.begin()
	f.sleepers.begin()
	f.withheld.begin()
}

// judges reports whether this peer judges a leader now.
func (f *Fairness) judges() bool {
	if l := f.c.Epoch.Leader(); f.c.Epoch.Leading() || f.leader.IsZero() || !l.IsZero() && l != f.leader {
		return false
	}
	return f.judged.IsZero() || f.c.Now.Sub(f.judged) >= againAfter
}

// find finds that the leader does something that it must not.
func (f *Fairness) find(m message.Misdeed, victim key.ID) {
	if !f.judges() {
		return
	}
	f.judged = f.c.Now
	f.c.Counters[counter.Unfair]++
	f.c.Standing.BlameLeader(f.leader, lightly(m), f.c.Now)
	f.said.note(f.leader, m, victim)
	f.c.Event("the leader is unfair", "peer", f.c.Measures.Called(epoch.Voter{Key: f.leader}), "why", Words(m, false, "", f.called(victim)).String())
	f.c.Epoch.Distrust(f.c.Now, f.leader, deafFor)
	f.heard.complain(m, victim)
}

// lightly reports whether a misdeed has the consequences of slowness alone: a busy machine, or a bad line,
// may be the reason.
func lightly(m message.Misdeed) bool { return m == message.Slow || m == message.Hides }

// Refused takes the reason why a turn of the leader was refused.
func (f *Fairness) Refused(p *kernel.Peer, err error) {
	switch {
	case p.Key != f.leader:
	case errors.Is(err, kernel.ErrManyTicks):
		f.find(message.Fast, key.ID{})
	case errors.Is(err, kernel.ErrFewTicks):
		f.find(message.Slow, key.ID{})
		f.c.Standing.BlameLeader(p.Key, false, f.c.Now) // a busy machine makes no such turns
	}
}

// Heeds reports whether turns of the leader are taken now: not those that come too soon by this peer's clock,
// and those of an unfair leader only after a while.
func (f *Fairness) Heeds(p *kernel.Peer) bool {
	if p.Key != f.leader || f.c.Epoch.Leading() {
		return true
	}
	f.withheld.heard = f.c.Now
	f.pace.measure()
	if f.pace.tooFast(slack) && f.judges() {
		f.find(message.Fast, key.ID{})
		f.pace.ahead = 0 // or this voter, if it is alone with it, would fall behind
	}
	return !f.c.Epoch.Distrusts(p.Key)
}

// Executing looks at the commands and the sleepers of a turn.
func (f *Fairness) Executing(t epoch.Turn) {
	f.sleepers.executing(t)
	f.pleas.executing(t)
}

// called is a player's name; "" for nobody.
func (f *Fairness) called(k key.ID) string {
	if k.IsZero() {
		return ""
	}
	if k == f.c.Me && f.c.Options.Name != "" {
		return f.c.Options.Name
	}
	return f.c.Measures.Called(epoch.Voter{Key: k})
}

// Report lists the findings.
func (f *Fairness) Report(s *status.Host) { s.Unfair = f.said.report() }

// Words say what a leader did. lost: it lost its seat.
func Words(m message.Misdeed, lost bool, name, victim string) notice.Notice {
	code := [...]string{"", "fast", "slow", "censors", "sleeps", "lawless", "withholds", "hides"}[m]
	switch {
	case m == message.Withholds:
		return notice.New("unfair_withholds", "name", name)
	case name == "":
		code = "unfair_" + code
	case lost:
		code = "unfair_lost_" + code
	default:
		code = "unfair_leads_" + code
	}
	return notice.New(code, "name", name, "who", victim)
}
