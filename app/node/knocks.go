package node

import (
	"manyhold/game/entity"
)

// elsewhere lists who is on other islands that this node knows.
func (n *node) elsewhere() []entity.PlayerState {
	st := n.Status()
	return Elsewhere(nil, &st)
}
