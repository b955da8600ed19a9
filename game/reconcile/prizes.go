package reconcile

import (
	"manyhold/game/challenge"
	"manyhold/game/entity"
)

// mergePrizes lets a player have the prizes that it got on either side. One that it got on both exists once.
func (m *merge) mergePrizes(w *person, b *entity.PlayerState) {
	f, p := w.was[atFirm].Prizes, w.was[atBranch].Prizes
	week := max(f>>challenge.Slots, p>>challenge.Slots)
	bits := func(prizes uint32) uint32 {
		if prizes>>challenge.Slots != week {
			return 0
		}
		return prizes & (1<<challenge.Slots - 1)
	}
	w.state.Prizes = max(f, p)
	if week == 0 {
		return
	}
	w.state.Prizes = week<<challenge.Slots | bits(f) | bits(p)
	twice := bits(f) & bits(p)
	if b != nil {
		twice &^= bits(b.Prizes)
	}
	for slot, r := range challenge.Of(m.firm.Gen.Seed, week) {
		if twice>>slot&1 != 0 {
			s := challenge.Rows[r].Prize
			m.counts.undoCreated(s.Kind, s.Count)
		}
	}
}
