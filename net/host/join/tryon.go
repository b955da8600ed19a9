package join

import "fmt"

// tryOn restores a snapshot that must have a digest. If it is none or has another, the state is as before; a
// joiner still has none.
func (j *Joining) tryOn(snapshot []byte, want uint64) error {
	m := j.c.Journal.Opened.Machine
	var before []byte
	if j.c.Machine != nil {
		m, before = j.c.Machine, j.c.Machine.Snapshot(nil)
	}
	err := m.Restore(snapshot)
	if got := m.Digest(); err == nil && got != want {
		err = fmt.Errorf("host: the snapshot has digest %016x, not %016x", got, want)
	}
	if err != nil && before != nil {
		j.c.History.Restore(before)
	}
	return err
}
