// Package event lists the events of a step, for display and sound. The simulation never reads events, except
// that package board counts them in the tick in which they happen.
package event

import (
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
)

// Kind is a kind of event.
type Kind uint8

// The events, and the fields of Event that each sets besides Kind, Tick, Seat and Pos.
const (
	NoKind  Kind = iota
	Entered      // Text: name
	Left         // Text: name
	Said         // Text
	Emoted       // A: number of the emote
	Renamed      // Text: the new name
	DigHit       // Tile; A: tile.Block or, with B = 1, tile.Ground; every 12 ticks of digging
	Dug          // Tile; A, B as DigHit: the removed one
	Placed       // Tile; A, B as DigHit: the new one
	Opened       // Tile; A: tile.Block (door, chest)
	Closed       // Tile; A: tile.Block
	// Tile; A: tile.Block (lamp, torch, hearth, beacon); Text: of a beacon, the names of its lighters
	Lit
	Unlit          // Tile; A: tile.Block
	PickedUp       // Entity: a body taken up
	Collected      // Entity: a drop taken in; A: item.Kind, B: count
	Thrown         // Entity; A: force in 1/255
	Kicked         // Entity; A: force in 1/255
	Bounced        // Entity; A: speed in 1/16 tile per second
	Landed         // Entity; A: speed in 1/16 tile per second
	Splashed       // Entity
	ChestPut       // Tile; A: item.Kind, B: count
	ChestTaken     // Tile; A: item.Kind, B: count
	Dropped        // Entity; A: item.Kind, B: count
	Grew           // Tile; A: tile.Block
	Refused        // Seq: the command; A: Reason
	Travelled      // Tile: the portal that a player went through; A: the scene it leads to
	Told           // Tile; A: tile.Block (beacon); Text: the names of its lighters, empty while it is dark
	Switched       // Tile; A: tile.Block (lever, plate, piston), B: 1 on, 0 off
	Locked         // Tile; A: tile.Block (door), B: 1 locked, 0 its lock was taken off
	Turned         // Tile; A: tile.Block: its front looks elsewhere now, or its delay is another
	Crafted        // A: item.Kind, B: count
	VisitRequested // Seat: the player who asks; Entity: the body of the asked player
	Visited        // Tile: the visitor's former place
	Ate            // A: item.Kind, B: health it gave
	Hurt           // A: lost health, B: remaining health
	KnockedOut     // at no health: sleeps
	Woke           // Pos: where a knocked-out player wakes
	Felled         // Tile; A: tile.Block of the tree, B: tile.Heading of its fall
	Poured         // Tile; A: item.Kind: a bucket was filled (Bucket) or poured out (WaterBucket) there
	Rode           // Entity: a cart; A: 1 a player got in, 0 out
	Ruled          // A: island.Law, B: 1 it holds from now on, 0 no more
	Affected       // Entity: of a player; A: island.Effect that it is under now, B: for how many ticks
	Pelted         // Seat: the player who was hit; Entity: the thrown body; A: its item.Kind, B: lost health
	// Entity: an arm that begins to turn in its hinge; A: speed of its end in 1/16 tile per second
	Creaked
	Granted // Seat: a player; A: its rights.Rank from now on, -1 its rank is the default again
	Hushed  // Seat: a player; A: 1 it is muted, 0 no more
	// Tile: the north-west corner of a new claim; A, B: its width and height
	ClaimMade
	// Seat: of the owner; Tile: the corner; A: 0 given up, 1 by a keeper, 2 nobody had come; B: width << 8 |
	// height
	ClaimEnded
	// Tile: the corner; A: claim.Grant; B: seat of the player that it is about, Text: its name
	ClaimShared
	ClaimFree // Tile, A, B: as of ClaimMade: the next free place to a claim that was refused; Seq: the command
	// Seat: a keeper, Entity: the seat of the player whose changes were undone; Text: that player's name;
	// Tile: the middle; A: how many changes, B: how many were kept
	Reverted
	Reinstated // likewise: a revert was undone
	// Seat: the editor of a blueprint's version that holds from now on; Text: its name; A: the version
	Published
	// likewise, of a version that the rules do not admit; B: Reason
	Unpublished
	// Seat: who placed a thing; Entity: the thing; Tile; A: its blueprint.Form; Text: the name of its
	// blueprint
	ThingPut
	ThingGone    // Entity: a thing that is there no more; Tile; A: its blueprint.Form
	ThingChanged // Entity: a thing with other settings, or made anew; Tile; A: its blueprint.Form
	ThingUsed    // Seat: a player who used a thing; Entity: the thing; Tile; A: its blueprint.Form
	ThingSaid    // Entity: a thing; Tile; Text
	ThingSounded // Entity: a thing; Tile; Text: the name of a sound of its blueprint
	// Entity: a thing whose script has failed; Tile; A: the kind of the fault (value.FaultKind), B: its line;
	// Seq: 1 if the script is stopped; Text: what went wrong, and behind line feeds the calls that led there,
	// the innermost first
	ThingFailed
	// Seat: the player that a thing asks; Entity: the thing; Tile; Text: the question, and behind line feeds
	// the answers
	ThingAsked
	// Seat: the player to whom a thing offers a journey; Entity: the thing; Tile; Text: the world
	ThingOffered
	// Entity: a thing whose host half tells its view halves something; Tile; Seat: of the only player that is
	// told, 0: all; Text: the channel, a line feed, and the canonical bytes of the value
	ThingTold
	ThingMoved // Seat: who moved a thing; Entity: the thing; Tile: where it is now; A: its blueprint.Form
	// Seat: the player whose version A of a blueprint lost to version B of another player; Text: the name of
	// the blueprint, a line feed, and the other player's
	Overruled
	// Seat: who lit one of the nine lighthouses first, perhaps on another island; Tile; A: its number, B: how
	// many burn now; Text: that player's name
	LightWon
	Feasted     // all nine lighthouses burn; A: how many people have lived in the world; Text: their names
	LanternRose // Pos: where a sky lantern rises; Seat: of the player near it; Text: the name that it bears
	Flickered   // Tile: a lighthouse that is to be tended; A: its number; B: 1 from now on, 0 still
	Tended      // Tile: a lighthouse that was tended; A: its number
	Watched     // Tile: a gate before which people keep watch; A: how far they have come, B: of how much
	ShadeRose   // Entity: a shade that came out of the gloom
	ShadeFaded  // Entity: a shade that is gone
	Clung       // Seat: a player that shades drain; A: how many
	Robbed      // Entity: a magpie that takes something; Seat: from a player, 0: from the ground; A: item.Kind
	Hoarded     // Entity: a magpie that lays it into its nest; A: item.Kind
	Startled    // Entity: a magpie that lets its loot fall, or flies up; A: item.Kind
	Swooped     // Entity: a great moth that swoops down on a player; Seat: the player; A: 1 it puts out embers
	Cowed       // Entity: a great moth that lost courage; A: the courage that is left
	MothFled    // Entity: a great moth that was driven off its tower; A: for how long, see AwayTonight
	// Seat: a player that was knocked out and is awake again where it fell; Entity: the body of the friend
	Revived
	// Seat: a player that lost what it carried; Tile: where that lies; A: how many stacks
	Fell
	Recovered   // Seat: a player that took up the last of its remains
	GoalReached // Seat: a player who reached a goal; A: its number (package goal)
	Dressed     // Seat: a player who put something on or took it off; A: item.Kind; B: 1 on, 0 off
	Played      // Seat: a player; A: item.Kind of the instrument, None for a voice; B: the note, 1 to 5
	// Seat: a player who begins to play a score, or has ended; A: its item.Kind; B: 1 begins, 0 the end
	Performed
	Launched   // Seat: a player whose firework rises; A: its item.Kind
	Charted    // Seat: a player to whom a map piece shows a place; Tile; A: terrain.LandmarkKind
	CarryAsked // Seat: a player who wants to carry another one; Entity: the other one's body
	Hoisted    // Seat: a player who carries another one now; Entity: the other one's body
	SetDown    // likewise: no more
	// a challenge of the week that the people of the world have met; A: its number (package challenge)
	Achieved
	Rewarded  // Seat: a player who got the prize of a challenge; A: item.Kind, B: count
	Guttered  // Seat: a player whose torch in hand is about to go out
	BurntDown // Seat: a player whose torch has burnt down; A: how many torches are left
	KindCount
)

// Reason is the reason why a command was refused.
type Reason uint8

// The reasons. Their texts for the screen are in assets.
const (
	NoReason        Reason = iota
	TooFar                 // beyond the reach of a hand
	Blocked                // something is in the way
	NothingThere           // nothing to dig, take, open or kick
	NotEnough              // the slot has too few
	WrongItem              // that item cannot be placed there
	HandsFull              // already carries something
	HandsEmpty             // the hands are empty
	NoRoom                 // inventory, chest or region is full
	TooSoon                // cooldown
	TooHard                // cannot be dug
	NotHere                // the author is not in the world
	BadText                // empty, too long or not UTF-8
	LineClosed             // the island beyond the border has no room; Seq is 0, for no command asked
	NeedsKey               // locked, and the key is not at hand
	FullHealth             // in full health
	NoWater                // no water, or too little
	WontBurn               // that does not burn, or all that may is burning already
	Frozen                 // the author is frozen
	NotAllowed             // the author's rank does not allow it
	Claimed                // the land is claimed by somebody else
	NotYours               // by law, builders build only on land of their own
	Muted                  // the author may not talk at present
	NotInvited             // the world is entered by invitation
	MembersOnly            // the world is entered by members only
	WorldFull              // as many players are in the world as may be
	Crowded                // too many newcomers have come in the last minutes
	GaveWay                // the author's place went to a player of the world; Seq is 0
	Overlap                // a part of the rectangle is claimed already
	ClaimLimit             // as many claims, or as much land, as the rank allows
	NothingToRevert        // nothing of that player can be undone there
	OpenGround             // the land round the arrival is everybody's
	OldVersion             // this version of a blueprint or a later one is known
	Uncredited             // a blueprint does not name the authors of what it contains
	NoBlueprint            // no blueprint has that name
	Faulty                 // a script is stopped by its faults
	Ambiguous              // several have that name
	Withdrawn              // the blueprint was withdrawn: there are no new things of it
	NoAvatars              // the laws of the world do not allow own pictures
	NeedsStonePick         // the author has no tool of that tier
	NeedsCopperPick
	NeedsEmberPick
	NeedsBench // no such station is in reach
	NeedsFurnace
	NeedsLoom
	NeedsAnvil
	NeedsInstrument // there is none in the author's hand
	TooManyPins     // a player shares only so many on the map
	ReasonCount
)

// For how long a great moth is away that was driven off its tower.
const (
	AwayTonight int32 = iota // until the next evening
	AwayForGood              // its lighthouse burns
	AwayAWhile               // it comes back in this night
)

// Event is one thing that happened.
type Event struct {
	Kind   Kind
	Tick   game.Tick
	Seat   entity.Seat // its cause; zero: no player
	Pos    fixed.Vec   // where to show it or play its sound
	Tile   grid.Tile
	Entity game.EntityID
	A, B   int32
	Seq    uint64
	Text   string
}
