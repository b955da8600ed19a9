package node

import (
	"manyhold/app/settings"
	"manyhold/game/entity"
)

// look returns how the player is dressed: as the settings say, else by the hash of its key.
func (id *Identity) Look() entity.Look {
	if l, err := settings.ParseLook(id.Conf.Settings.Player.Look); err == nil && l != nil {
		return *l
	}
	return lookOf(id.Pair.ID())
}
