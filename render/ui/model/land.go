package model

import (
	"image/color"

	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
)

// Land is what the interface shows of claims.
type Land struct {
	Claims []Claim // those that are known, in the order of the register
	Of     uint64  // a number of what the list was made of: the same number, the same list
	// Claimed and Tiles are how many claims the player has, and how many tiles; MostClaims and MostTiles how
	// many it may have. No claims: it may not claim.
	Claimed, Tiles, MostClaims, MostTiles int
	MayEndAll                             bool        // it may give up anybody's
	Arrival                               grid.Tile   // from where places are counted
	Lands                                 []Blueprint // what land can be like, by name
	LandsOf                               uint64      // a number of what Lands was made of
	// Draft is the rectangle that is being drawn, of no size if none is, and Why is why it can't be claimed.
	Draft claim.Plot
	Why   event.Reason
	// Offer is the next free place to a claim that was refused, of no size if there is none.
	Offer claim.Plot
}

// Claim is a claim as the interface shows it.
type Claim struct {
	claim.Plot
	Owner   string
	Colour  color.RGBA // of the owner
	Mine    bool
	Friend  bool // the player is a friend
	Open    bool // everybody may use what stands there
	UseOnly bool // friends only use it
	Friends []Friend
	Days    int          // after how many days without a visit it ends
	Land    blueprint.ID // what the land is like; 0: like the land around it
}

// Friend is a friend of a claim. One that is not known here has no seat.
type Friend struct {
	Seat entity.Seat
	Name string
}
