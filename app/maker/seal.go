package maker

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/key"
	"manyhold/net/register"
)

// Seal signs a work as the version of that number. by is the editor's name, which counts unless the folder
// names another author.
func (w *Work) Seal(editor key.Pair, by string, version uint32) (*blueprint.Blueprint, error) {
	b := w.signable(game.PlayerID(editor.ID()), by, version)
	if err := b.Check(); err != nil {
		return nil, err
	}
	b.Seal = register.Seal(editor, blueprint.Unsealed(nil, b))
	if n := len(blueprint.Append(nil, b)); n > blueprint.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes; at most %d are allowed", blueprint.ErrMalformed, n, blueprint.MaxBytes)
	}
	return b, nil
}

// Draft returns the bytes of a work that a node signs for that player, and numbers.
func (w *Work) Draft(editor game.PlayerID) []byte {
	return blueprint.Append(nil, w.signable(editor, "me", 1))
}

// Unsigned returns a work as a version that nobody has signed, without its children, for a trial. The author
// given counts unless the folder names another one.
func (w *Work) Unsigned(author game.PlayerID, by string) *blueprint.Blueprint {
	b := w.signable(author, by, 1)
	b.Childs = nil
	return b
}
