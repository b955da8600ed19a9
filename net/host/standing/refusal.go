package standing

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

const (
	// Obeys is how long a peer has to hand over and leave, after another peer learned that the charter keeps
	// it out.
	Obeys = 4 * time.Second
	// maxRefused is the number of refused peers beyond which those that are not linked are forgotten.
	maxRefused = 4096
)

// Refusals are the peers that the charter keeps from hosting, by a ban or by its host policy, and since when
// this peer knows that. Each peer enforces them alone, by its own clock: peers hear of an entry at different
// times, so no turn becomes invalid by it. The zero value refuses nobody.
type Refusals struct {
	since map[key.ID]time.Time
	rules [32]byte // of the charter that was looked at last,
	date  int64    // and when, in Unix seconds: bans may end
	// leaders that kept a refused voter, by this charter
	harbour map[key.ID]bool
}

// Any reports whether the charter keeps anybody out that this peer has met.
func (r *Refusals) Any() bool { return len(r.since) > 0 }

// Review notes which peers the charter refuses: those that it bans, and of the others the linked peers and
// the voters, which met lists. It returns the banned peers that are new.
func (g *Standing) Review(now time.Time, met []key.ID) (banned []key.ID) {
	t, r := g.State(), &g.refusals
	if t == nil || t.Policy == charter.Open && len(t.Bans) == 0 {
		*r = Refusals{}
		return nil
	}
	if r.since == nil {
		r.since = map[key.ID]time.Time{}
	}
	if r.rules != g.Charter.Rules || r.date != g.Date {
		for k := range r.since {
			if g.MayHost(k) {
				delete(r.since, k)
			}
		}
		r.date = g.Date
	}
	if r.rules != g.Charter.Rules {
		r.rules, r.harbour = g.Charter.Rules, nil
		for k := range t.Bans {
			if _, known := r.since[k]; !known && !g.MayEnter(k) {
				r.since[k], banned = now, append(banned, k)
			}
		}
	}
	if len(r.since) > maxRefused+len(t.Bans) {
		for k := range r.since {
			if g.MayEnter(k) {
				delete(r.since, k)
			}
		}
	}
	for _, k := range met {
		if _, known := r.since[k]; !known && !g.MayHost(k) {
			r.since[k] = now
		}
	}
	return banned
}

// Refused reports whether a peer's time to hand over is past since this peer knows that the charter keeps it
// from hosting: it counts as gone. So does a leader that harbours such a voter, or that was deposed.
func (g *Standing) Refused(k key.ID, now time.Time) bool {
	since, is := g.refusals.since[k]
	return is && now.Sub(since) >= Obeys || g.refusals.harbour[k] || g.deposed(k, now)
}

// Expose notes that a leader harbours a refused voter in its committee. It is forgotten when the charter
// changes.
func (g *Standing) Expose(leader key.ID) (news bool) {
	if g.refusals.harbour[leader] || len(g.refusals.harbour) >= maxRefused {
		return false
	}
	if g.refusals.harbour == nil {
		g.refusals.harbour = map[key.ID]bool{}
	}
	g.refusals.harbour[leader] = true
	return true
}

// Harbours reports whether a leader was seen to keep a refused voter.
func (g *Standing) Harbours(k key.ID) bool { return g.refusals.harbour[k] }

// RefusedFor is how long this peer has known that the charter keeps a peer from hosting; negative: it does
// not.
func (g *Standing) RefusedFor(k key.ID, now time.Time) time.Duration {
	if since, is := g.refusals.since[k]; is {
		return now.Sub(since)
	}
	return -1
}

// Refuses reports whether anybody is refused, or was met that will be.
func (g *Standing) Refuses() bool { return g.refusals.Any() || g.deposes }

// Outcast reports whether a peer was banned, and its time to leave is past.
func (g *Standing) Outcast(k key.ID, now time.Time) bool {
	return !g.MayEnter(k) && g.Refused(k, now)
}
