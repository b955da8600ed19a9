package reconcile

import (
	"slices"

	"manyhold/game/claim"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/rights"
)

// lostClaim is a claim of the branch that is not in the result, for the report.
type lostClaim struct {
	claim claim.Claim
	by    string // whose claim has the land; empty: it is more than its owner may have
}

// mergeClaims merges the claims. A claim that both sides know has what either changed, and of two changes the
// firm side's. One that a side gave up is gone, unless the firm side changed it or somebody was there. A new
// one of the branch finds room if its land is free and here, and its owner may have it.
func mergeClaims(s *states) (merged []claim.Claim, lost []lostClaim) {
	var result claim.Table
	for _, f := range s.firm.Claims.List() {
		b, p := s.base.Claims.Find(f.ID), s.branch.Claims.Find(f.ID)
		was := f
		if b != nil {
			was = *b
		}
		switch {
		case p == nil && b != nil && f.Edition == was.Edition && f.Visited <= was.Visited:
			continue
		case p != nil && p.Plot == f.Plot: // else both sides gave it its number
			if f.Edition == was.Edition {
				f.Edition, f.Flags, f.Friends, f.Land = p.Edition, p.Flags, p.Friends, p.Land
			}
			if at := p.Visited + s.lag(atBranch); p.Visited > was.Visited && at > f.Visited+s.lag(atFirm) {
				f.Visited, f.Name = at-s.lag(atFirm), p.Name
			}
		}
		result.Put(f)
	}
	result.Shift(s.lag(atFirm))
	for _, p := range s.branch.Claims.List() {
		f, known := s.firm.Claims.Find(p.ID), s.base.Claims.Find(p.ID) != nil
		if known || f != nil && f.Plot == p.Plot {
			continue
		}
		p.Since, p.Visited = p.Since+s.lag(atBranch), p.Visited+s.lag(atBranch)
		for result.Find(p.ID) != nil {
			p.ID = max(random.Mix(p.ID), 1)
		}
		switch o := result.Meeting(p.Plot); {
		case o != nil:
			lost = append(lost, lostClaim{p, o.Name.String()})
		case !s.grants(&result, &p):
			lost = append(lost, lostClaim{claim: p})
		default:
			result.Put(p)
		}
	}
	return result.List(), lost
}

// grants reports whether a claim of the branch has a place beside those of the result.
func (s *states) grants(result *claim.Table, p *claim.Claim) bool {
	claims, tiles := result.Of(p.Owner)
	most := rights.AllotmentOf(s.firm.Code.Rank(p.Owner))
	full := func(at grid.Region) bool { return !s.firm.Register.Owns(at) || result.In(at) >= claim.MaxIn }
	return claims < most.Claims && tiles+p.Tiles() <= most.Tiles && len(result.List()) < claim.Max && !slices.ContainsFunc(p.Regions(), full)
}

// aboutClaims reports the claims of the branch that found no place.
func (m *merge) aboutClaims() (lines []string) {
	home := m.firm.SpawnTile.Region()
	for _, l := range m.told.claims {
		at := l.claim.At.Region()
		place := []any{"x", int64(at.X) - int64(home.X), "y", int64(at.Y) - int64(home.Y), "who", l.claim.Name.String()}
		if l.by != "" {
			lines = append(lines, line("merged_claim", append(place, "name", l.by)...))
		} else {
			lines = append(lines, line("merged_claim_most", place...))
		}
	}
	return lines
}
