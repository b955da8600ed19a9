package maker

import (
	"fmt"

	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/net/key"
)

// domain is that of the signatures of blueprints. The world is not named in it: a blueprint may be taken from
// world to world.
const domain = "manyhold blueprint"

// Seal signs a work as the version of that number. by is the editor's name, which counts unless the folder
// names another author.
func (w *Work) Seal(editor key.Pair, by string, version uint32) (*blueprint.Blueprint, error) {
	b := w.signable(game.PlayerID(editor.ID()), by, version)
	if err := b.Check(); err != nil {
		return nil, err
	}
	b.Seal = editor.Sign(domain, blueprint.Unsealed(nil, b))
	if n := len(blueprint.Append(nil, b)); n > blueprint.MaxBytes {
		return nil, fmt.Errorf("%w: %d bytes; at most %d are allowed", blueprint.ErrMalformed, n, blueprint.MaxBytes)
	}
	return b, nil
}

// Sealed reports whether the signature of a blueprint is its editor's.
func Sealed(b *blueprint.Blueprint) bool {
	return key.Verify(key.ID(b.Editor), domain, blueprint.Unsealed(nil, b), b.Seal)
}
