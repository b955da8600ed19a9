package hall

import (
	"crypto/sha256"
	"fmt"

	"manyhold/net/room"
)

// Blank is the engines of a node that has only one, which plays nothing.
type Blank struct{}

// Names is Engines'.
func (Blank) Names() []string { return []string{"blank"} }

// Find is Engines'.
func (Blank) Find(name string) (room.Engine, []byte, error) {
	if name != "blank" {
		return room.Engine{}, nil, fmt.Errorf("%w: %q", ErrNoEngine, name)
	}
	return room.Engine{Name: "blank", Hash: sha256.Sum256(nil), Seats: []string{"red", "blue", "green", "yellow"}, Least: 2, Stages: []string{"teams", "ready"}}, nil, nil
}
