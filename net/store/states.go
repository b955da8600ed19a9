//go:build !js

package store

// IslandState is the newest state of a living island in a file.
type IslandState struct {
	Island uint64
	Checkpoint
}

// States reads the newest intact checkpoint of each living island in the file at path, home first. Later
// turns are not executed. The file is only read and may be open in another process. Its errors are those of
// Inspect.
func States(path string) (states []IslandState, err error) {
	r, _, err := openToRead(path, nil)
	if err != nil {
		return nil, explain(path, err)
	}
	defer func() { recoverPanic(r.conn.Close) }()
	err = recoverPanic(func() error {
		for _, island := range r.islands(false) {
			l := &logReader{reader: r, island: island}
			l.readCheckpoints()
			if c := l.latest(); c.Snapshot != nil {
				states = append(states, IslandState{island, c})
			}
		}
		return nil
	})
	return states, explain(path, err)
}
