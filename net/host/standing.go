package host

import (
	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"slices"
	"time"
)

const (
	// maxAccusations is how many accusations are kept. Beyond it, the first that neither convicts nor is this
	// peer's own is dropped.
	maxAccusations = 2 * maxOffenders
	// maxOffenders is how many leaders with forged commands are remembered.
	maxOffenders = 32
	// kickTime is how long a kicked peer is kept out.
	kickTime = time.Minute
)

// Standing holds a world's evidence against peers, and its charter: the world's islands share it.
type Standing struct {
	proofs []*epoch.Equivocation
	by     map[key.ID]*epoch.Equivocation
	// offenders are leaders that this peer saw order forged commands, or that most voters accuse of it.
	offenders   []Offender
	accusations []*epoch.GatheredAccusation
	news        uint64 // how often there was something new among them

	charter *registry // the world's charter; nil while the world is not known
	kicks   map[key.ID]kickEntry
}

func newStanding() *Standing {
	return &Standing{by: map[key.ID]*epoch.Equivocation{}, kicks: map[key.ID]kickEntry{}}
}

func (g *Standing) of(k key.ID) bool { return g.by[k] != nil }

// forged reports whether a peer is known to have ordered a forged command.
func (g *Standing) forged(k key.ID) bool {
	return slices.ContainsFunc(g.offenders, func(f Offender) bool { return f.Key == k })
}

// find returns the kept accusation with the same content, or nil.
func (g *Standing) find(o *epoch.Accusation) *epoch.GatheredAccusation {
	if i := slices.IndexFunc(g.accusations, func(a *epoch.GatheredAccusation) bool { return a.Same(o) }); i >= 0 {
		return g.accusations[i]
	}
	return nil
}

// add takes an accusation, or its further signatures. It reports whether anything is new, and whether the
// accusation convicts only since now.
func (g *Standing) add(o *epoch.Accusation, me key.ID) (more, convicts bool) {
	a := g.find(o)
	if a == nil {
		if len(g.accusations) >= maxAccusations {
			i := slices.IndexFunc(g.accusations, func(c *epoch.GatheredAccusation) bool { return !c.Convicts() && !c.SignedBy(me) })
			if i < 0 {
				return false, false
			}
			g.accusations = slices.Delete(g.accusations, i, i+1)
		}
		a = o.Gather()
		g.accusations = append(g.accusations, a)
	}
	before := a.Convicts()
	more = a.Join(o)
	convicts = a.Convicts() && !before
	if more {
		g.news++
	}
	return more, convicts
}

// ban keeps a peer out of committees, because this peer saw it forge a turn, or most voters say that they
// did.
func (g *Standing) ban(f Offender) {
	if i := slices.IndexFunc(g.offenders, func(o Offender) bool { return o.Key == f.Key }); i >= 0 {
		o := &g.offenders[i]
		o.Turn, o.Convicted = max(o.Turn, f.Turn), o.Convicted || f.Convicted
	} else if len(g.offenders) < maxOffenders {
		g.offenders = append(g.offenders, f)
	}
}

// registry is this peer's copy of the charter, and its login on the way into it.
type registry struct {
	set    *charter.Set
	digest [32]byte                   // of all,
	rules  [32]byte                   // and of the entries,
	kicked [32]byte                   // and of those that were there when it was looked whom they send out
	known  map[[32]byte]*epoch.Record // home's records by name
	named  int                        // how many of them were looked at

	login  *charter.Login
	under  *epoch.Record // whose voters are asked
	seals  []epoch.Cosignature
	asked  time.Time
	logged bool
	cut    bool // the chain lost records since logins were checked
}

// changed notes that entries or logins came or went.
func (r *registry) changed() { r.digest, r.rules = r.set.Digest(), r.set.Rules() }

// State returns the charter's state, or nil while the world is not known. Callers must not change it.
func (g *Standing) state() *charter.State {
	if g.charter == nil {
		return nil
	}
	return g.charter.set.State()
}

// mayHost and mayEnter are a peer's permissions under the charter.
func (g *Standing) mayHost(k key.ID) bool  { t := g.state(); return t == nil || t.MayHost(k) }
func (g *Standing) mayEnter(k key.ID) bool { t := g.state(); return t == nil || t.MayEnter(k) }

// maySplit reports whether the charter lets islands split.
func (g *Standing) maySplit() bool { t := g.state(); return t == nil || t.Split }

// cap is how many players may be on an island: the lesser of this peer's and the charter's limits; zero: only
// the machine's limit counts.
func (g *Standing) cap(own uint16) uint16 {
	t := g.state()
	switch {
	case t == nil || t.Cap == charter.MaxCap && own == 0: // no cap is set
		return own
	case own == 0:
		return t.Cap
	}
	return min(own, t.Cap)
}

// kick is a kicked peer.
type kickEntry struct {
	at    uint64    // tick, as the charter says
	since time.Time // when this peer news of it; zero: it was over by then
}

// kicked reports whether a peer is kept out.
func (g *Standing) kicked(k key.ID, now time.Time) bool {
	x := g.kicks[k]
	return !x.since.IsZero() && now.Sub(x.since) < kickTime
}

// Offender is a leader that ordered a turn with a command that its author did not sign, as this peer saw or
// most voters of an epoch say.
type Offender struct {
	Key       key.ID
	Name      string
	Turn      uint64 // that this process saw; zero: none
	Convicted bool   // most voters say so
}
