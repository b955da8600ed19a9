//go:build !js

package worldfile

import (
	"fmt"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// OpenArchive reads one branch with its states, which are verified, from the file at path. The file may be
// open in another process. Its errors are those of Inspect; ErrNotFound if there is no such archive.
func OpenArchive(path string, id [32]byte) (b store.Branch, err error) {
	r, _, err := format.OpenToRead(path, nil)
	if err != nil {
		return store.Branch{}, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		for _, a := range r.Archives() {
			if a.Branch.ID == id {
				b = a.Branch
				return r.States(a, &b)
			}
		}
		if len(r.Damage) > 0 {
			return fmt.Errorf("%w: %s", store.ErrDamaged, r.Damage[0])
		}
		return fmt.Errorf("%w: no archive %x", store.ErrNotFound, id[:8])
	})
	return b, format.Explain(path, err)
}
