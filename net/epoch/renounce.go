package epoch

import (
	"time"

	"manyhold/net/key"
)

// Renounce ends all dealings with a voter that is known to lie: its messages are ignored, votes included.
// If it leads, it counts as suspected at once.
func (e *Epoch) Renounce(now time.Time, liar key.ID) {
	if e.renounce(liar) && e.leader == liar {
		e.now = now
		e.suspect(now)
	}
}

// Shun ignores the messages of a voter, votes included, for as long as out is true: others have decided that
// it is to have no seat. If it leads, it counts as suspected at once. Unlike a renounced voter it told no
// lies: the log here is that of the others.
func (e *Epoch) Shun(now time.Time, k key.ID, out bool) {
	if e.shun(k, out) && e.leader == k {
		e.now = now
		e.suspect(now)
	}
}

// Reinstall continues from the position of a snapshot, replacing the log. It is for a voter that got other
// turns than most voters from a leader renounced since. Its log may contradict theirs and yet be committed.
// Raft cannot see it, because index and term are the same. The process stays the same voter, and keeps its
// vote.
func (e *Epoch) Reinstall(p Position) bool {
	if !e.Deceived() || e.successor != nil || e.ended {
		return false
	}
	e.group.restart(&e.members, p)
	e.log.restart(p)
	e.committed, e.changes = p.Index, changes{}
	e.file.turn = p.Turn
	e.intake.want, e.intake.invalidTerm = 0, 0
	return true
}
