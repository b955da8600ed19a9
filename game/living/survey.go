package living

import (
	"manyhold/game"
	"manyhold/game/estate"
	"manyhold/game/rights"
	"manyhold/game/world"
)

// Survey derives what the land is like from the claims, the blueprints and the ordinances, if one of them has
// changed. Each turn and each tick begins with it.
func Survey(i *world.State) {
	if sum := i.Code.Sum(); !i.Land.IsOf(i.Claims.Sum(), i.Blueprints.Sum(), sum) {
		i.Land.Estates = estate.Derive(&i.Claims, &i.Blueprints, Founder(i), sum)
	}
}

// Founder returns the founder of the world; zero if no ordinance says who that is.
func Founder(i *world.State) (p game.PlayerID) {
	for _, o := range i.Code.List() {
		if o.Topic == world.OfRank && o.Value == uint64(rights.Founder) {
			return o.Subject
		}
	}
	return p
}
