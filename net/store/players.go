//go:build !js

package store

// Players returns who was ever seen in the world of the file at path, by key. The file is only read, and
// may be open in another process. Its errors are those of Inspect.
func Players(path string) (players []Player, err error) {
	r, _, err := openToRead(path, nil)
	if err == nil {
		err = recoverPanic(func() error { players = r.readPlayers(); return nil })
		recoverPanic(r.conn.Close)
	}
	return players, explain(path, err)
}
