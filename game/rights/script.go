package rights

import "manyhold/game/event"

// The rights of scripts are those of the owner of the thing that they are on, and less. A script changes its
// own thing as it likes. The table here says what it may do to others.

// MayAffect says why the script of a thing may not affect a player, if there is a reason. The owner of the
// thing has this rank, and the land under it is this to the owner. self: the player is the owner. consents:
// the player used the thing in this moment. harm: the effect hurts or holds the player.
//
// Without harm, a player must consent, or be on land of the owner's. With harm, it must be on land of the
// owner's, whatever it consents to. Keepers may do both anywhere. Nobody's script works for an owner who is
// only a visitor.
func MayAffect(owner Rank, land Land, self, consents, harm bool) event.Reason {
	switch {
	case owner < Builder:
		return event.NotAllowed
	case owner >= Keeper, self, land == Own, consents && !harm:
		return event.NoReason
	case land == Common:
		return event.NotAllowed
	}
	return event.Claimed
}

// MayHear reports whether a script may hear what a player says near its thing.
func MayHear(owner Rank, land Land, self bool) bool {
	return owner >= Builder && (owner >= Keeper || self || land == Own)
}
