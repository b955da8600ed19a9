// Package standing keeps the standing of a world's peers: proofs and accusations against them, kicks, and the
// charter with its ranks and bans.
package standing

import (
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/acquaintance"
	"manyhold/net/key"
)

const (
	// MaxProofs is how many proofs are kept, one of each peer. With more liars than that nothing helps.
	MaxProofs = 32
	// MaxAccusations is how many accusations are kept. Beyond it, the first that neither convicts nor is this
	// peer's own is dropped.
	MaxAccusations = 2 * maxOffenders
	// maxOffenders is how many leaders with forged commands are remembered.
	maxOffenders = 32
	// KickTime is how long a kicked peer is kept out.
	KickTime = time.Minute
)

// Standing holds a world's evidence against peers, and its charter: the world's islands share it.
type Standing struct {
	Proofs []*epoch.Equivocation
	By     map[key.ID]*epoch.Equivocation
	// Offenders are leaders that this peer saw order forged commands, or that most voters accuse of it.
	Offenders   []Offender
	Accusations []*epoch.GatheredAccusation
	News        uint64 // how often there was something new among them

	Charter *Registry // the world's charter; nil while the world is not known
	Kicks   map[key.ID]Kick
	Met     acquaintance.Book // what was seen of peers
	Date    int64             // in Unix seconds, by this peer's clock: some bans end

	refusals Refusals
	blamed   map[key.ID]Blame
	deposes  bool // some leader was deposed
}

// New returns a standing in which nothing is known against anybody.
func New() *Standing {
	return &Standing{By: map[key.ID]*epoch.Equivocation{}, Kicks: map[key.ID]Kick{}}
}

// Of reports whether a peer is proven to have signed two histories.
func (g *Standing) Of(k key.ID) bool { return g.By[k] != nil }

// Forged reports whether a peer is known to have ordered a forged command.
func (g *Standing) Forged(k key.ID) bool {
	return slices.ContainsFunc(g.Offenders, func(f Offender) bool { return f.Key == k })
}

// Find returns the kept accusation with the same content, or nil.
func (g *Standing) Find(o *epoch.Accusation) *epoch.GatheredAccusation {
	if i := slices.IndexFunc(g.Accusations, func(a *epoch.GatheredAccusation) bool { return a.Same(o) }); i >= 0 {
		return g.Accusations[i]
	}
	return nil
}

// Add takes an accusation, or its further signatures. It reports whether anything is new, and whether the
// accusation convicts only since now.
func (g *Standing) Add(o *epoch.Accusation, me key.ID) (more, convicts bool) {
	a := g.Find(o)
	if a == nil {
		if len(g.Accusations) >= MaxAccusations {
			i := slices.IndexFunc(g.Accusations, func(c *epoch.GatheredAccusation) bool { return !c.Convicts() && !c.SignedBy(me) })
			if i < 0 {
				return false, false
			}
			g.Accusations = slices.Delete(g.Accusations, i, i+1)
		}
		a = o.Gather()
		g.Accusations = append(g.Accusations, a)
	}
	before := a.Convicts()
	more = a.Join(o)
	convicts = a.Convicts() && !before
	if more {
		g.News++
	}
	return more, convicts
}

// Ban keeps a peer out of committees, because this peer saw it forge a turn, or most voters say that they
// did.
func (g *Standing) Ban(f Offender) {
	if i := slices.IndexFunc(g.Offenders, func(o Offender) bool { return o.Key == f.Key }); i >= 0 {
		o := &g.Offenders[i]
		o.Turn, o.Convicted = max(o.Turn, f.Turn), o.Convicted || f.Convicted
	} else if len(g.Offenders) < maxOffenders {
		g.Offenders = append(g.Offenders, f)
	}
}

// Registry is this peer's copy of the charter, and its login on the way into it.
type Registry struct {
	Set    *charter.Set
	Digest [32]byte                   // of all,
	Rules  [32]byte                   // and of the entries,
	Basis  [32]byte                   // and of entries and tickets,
	Bare   bool                       // this peer has left home to others, and hears of no tickets
	Kicked [32]byte                   // and of those that were there when it was looked whom they send out
	Known  map[[32]byte]*epoch.Record // home's records by name
	Named  int                        // how many of them were looked at

	Login  *charter.Login
	Under  *epoch.Record // whose voters are asked
	Seals  []epoch.Cosignature
	Asked  time.Time
	Logged bool
	Cut    bool // the chain lost records since logins were checked
}

// Changed notes that entries or logins came or went.
func (r *Registry) Changed() {
	r.Digest, r.Rules, r.Basis = r.Set.Digest(), r.Set.Rules(), r.Set.Basis()
}

// State returns the charter's state, or nil while the world is not known. Callers must not change it.
func (g *Standing) State() *charter.State {
	if g.Charter == nil {
		return nil
	}
	return g.Charter.Set.State()
}

// MayHost reports whether the charter lets a peer vote.
func (g *Standing) MayHost(k key.ID) bool { t := g.State(); return t == nil || t.MayHost(k, g.Date) }

// MayEnter reports whether no ban keeps a player out.
func (g *Standing) MayEnter(k key.ID) bool { t := g.State(); return t == nil || t.MayEnter(k, g.Date) }

// MaySplit reports whether the charter lets islands split.
func (g *Standing) MaySplit() bool { t := g.State(); return t == nil || t.Split }

// Cap is how many players may be on an island: the lesser of this peer's and the charter's limits; zero: only
// the machine's limit counts.
func (g *Standing) Cap(own uint16) uint16 {
	t := g.State()
	switch {
	case t == nil || t.Cap == charter.MaxCap && own == 0: // no cap is set
		return own
	case own == 0:
		return t.Cap
	}
	return min(own, t.Cap)
}

// Kick is a kicked peer.
type Kick struct {
	At    uint64    // tick, as the charter says
	Since time.Time // when this peer news of it; zero: it was over by then
}

// Kicked reports whether a peer is kept out.
func (g *Standing) Kicked(k key.ID, now time.Time) bool {
	x := g.Kicks[k]
	return !x.Since.IsZero() && now.Sub(x.Since) < KickTime
}

// Offender is a leader that ordered a turn with a command that its author did not sign, as this peer saw or
// most voters of an epoch say.
type Offender struct {
	Key       key.ID
	Name      string
	Turn      uint64 // that this process saw; zero: none
	Convicted bool   // most voters say so
}
