package reconcile

import (
	"manyhold/game/blueprint"
	"manyhold/game/world"
)

// replaced is a version that lost to another one in the merge.
type replaced struct {
	name     string
	was, is  uint32
	of, from string // the editors' names: of the version that lost, and of the one that holds
}

// mergeBlueprints merges the blueprints: of each the later version holds, whichever side it is from. lost are
// the versions of both sides, newer than the common one, that another took the place of.
func mergeBlueprints(s *states) (merged blueprint.Register, lost []replaced) {
	merged = s.firm.Blueprints
	merged.Shift(s.lag(atFirm))
	var losses []blueprint.Loss
	told := func(was, is *blueprint.Entry) {
		if b := s.base.Blueprints.Find(was.ID); b != nil && b.Hash == was.Hash {
			return // only the other side changed it
		}
		loss := blueprint.LossOf(was, is)
		loss.By = s.nameOf(is)
		losses = append(losses, loss)
		lost = append(lost, replaced{was.Name(), was.Version, is.Version, s.nameOf(was), s.nameOf(is)})
	}
	for _, e := range s.branch.Blueprints.List() {
		if f := merged.Find(e.ID); f != nil && f.Hash != e.Hash && !blueprint.Later(e.Version, e.Hash, f) {
			told(&e, f)
		}
	}
	branch := s.branch.Blueprints
	merged.Join(&branch, s.now, told)
	for _, l := range losses {
		merged.Lose(l)
	}
	return merged, lost
}

// mergeStores merges what scripts keep: of each key the later write holds.
func (m *merge) mergeStores() {
	branch := m.branch.Stores
	branch.Shift(m.lag(atBranch))
	m.firm.Stores.Shift(m.lag(atFirm))
	m.firm.Stores.Join(&branch)
}

// nameOf returns the name of a version's editor, as far as a side knows it.
func (s *states) nameOf(e *blueprint.Entry) string {
	for _, side := range [...]*world.State{s.firm, s.branch} {
		if p := side.Roster.ByKey(e.Editor); p != nil {
			return p.Name.String()
		}
	}
	return e.By
}

// aboutBlueprints reports the versions that lost.
func (m *merge) aboutBlueprints() (lines []string) {
	for _, r := range m.told.blueprints {
		lines = append(lines, line("merged_blueprint", "name", r.name, "was", r.was, "is", r.is, "who", r.of, "by", r.from))
	}
	return lines
}
