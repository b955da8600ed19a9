// Package rights says what a player may do: one table of deeds, ranks and land. The state machine asks it
// before it executes a command (act.Permitted), so that every peer comes to the same decision, and the
// window asks it to offer only what the player may do.
//
// The package holds no state. The ranks are those of the world's charter, which reach the state by ordinances
// (world.Code).
package rights

import (
	"manyhold/game/command"
	"manyhold/game/event"
)

// Rank is a player's rank in the world, ascending. The numbers are stored, and those of charter.Rank.
type Rank uint8

// The ranks.
const (
	Visitor Rank = iota // walks, looks, talks, and uses what is open
	Builder             // digs, builds, and claims land
	Keeper              // keeps order: everything but the founder's settings
	Founder
	RankCount
)

var rankNames = [RankCount]string{"visitor", "builder", "keeper", "founder"}

// String returns the rank in a word.
func (r Rank) String() string {
	if r >= RankCount {
		return "unknown"
	}
	return rankNames[r]
}

// Deed is a kind of thing that players do, as far as rights tell them apart.
type Deed uint8

// The deeds.
const (
	Move    Deed = iota // to walk, to look, to eat, and what else concerns nobody else
	Talk                // to say something
	Play                // to kick, throw and drop things
	Use                 // to open doors, to light lamps, to throw levers
	Take                // to carry bodies off, and to put things into chests and out of them
	Build               // to dig and to place
	Claim               // to claim land
	Inspect             // to see who changed something
	Revert              // to undo what a player did
	Kick                // to send players away
	Invite              // to sign invitations
	Rule                // to set laws
	Publish             // to publish blueprints
	Set                 // to change the world's settings
	DeedCount
)

var deedNames = [DeedCount]string{"move", "talk", "play", "use", "take", "build", "claim", "inspect", "revert", "kick", "invite", "rule", "publish", "set"}

// String returns the deed in a word.
func (d Deed) String() string {
	if d >= DeedCount {
		return "unknown"
	}
	return deedNames[d]
}

// Land is the relation of a player to the land on which it acts.
type Land uint8

// The relations.
const (
	Common  Land = iota // nobody's
	Own                 // the player's own, or a friend's
	Opened              // somebody else's, who lets everybody use it
	Foreign             // somebody else's
	LandCount
)

// Law is what the laws change about rights.
type Law struct {
	// Homestead: builders build and take only on their own land and their friends'.
	Homestead bool
}

// least is the rank that a deed needs on land that is nobody's.
var least = [DeedCount]Rank{
	Take: Builder, Build: Builder, Claim: Builder, Publish: Builder, Inspect: Visitor,
	Revert: Keeper, Kick: Keeper, Invite: Keeper, Rule: Keeper, Set: Founder,
}

// May returns event.NoReason if a player of that rank may do the deed on that land, else the reason why not.
func May(d Deed, r Rank, on Land, law Law) event.Reason {
	switch {
	case d >= DeedCount || r < least[d]:
		return event.NotAllowed
	case r >= Keeper:
		return event.NoReason
	case d == Use && on == Foreign, (d == Take || d == Build) && (on == Foreign || on == Opened):
		return event.Claimed
	case (d == Take || d == Build) && on == Common && law.Homestead:
		return event.NotYours
	}
	return event.NoReason
}

// deeds is the deed of each command.
var deeds = [command.KindCount]Deed{
	command.Enter: Move, command.Leave: Move, command.Move: Move, command.StopDig: Move, command.Select: Move, command.Swap: Move,
	command.Emote: Move, command.SetName: Move, command.SetLook: Move, command.Sleep: Move, command.Craft: Move, command.Visit: Move,
	command.Welcome: Move, command.RemoteVisit: Move, command.Home: Move,
	command.Say: Talk, command.Pin: Talk,
	command.Kick: Play, command.Throw: Play, command.Drop: Play,
	command.Use:    Use,
	command.PickUp: Take, command.ChestPut: Take, command.ChestTake: Take,
	command.ChestTakeAll: Take, command.ChestStack: Take, command.ChestMove: Take, command.ChestSort: Take, command.BagSort: Move,
	command.Dig: Build, command.Place: Build, command.Fill: Build, command.Erase: Build,
	command.Claim: Claim, command.Unclaim: Claim, command.Share: Claim,
	command.Revert: Revert,
	command.Put:    Build, command.PutAway: Build, command.Relink: Build, command.Shift: Build,
	command.Adjust: Use, command.Ask: Use, command.Wear: Build,
	command.Play: Talk, command.Carry: Play,
}

// DeedOf returns the deed of a command.
func DeedOf(k command.Kind) Deed {
	if k >= command.KindCount {
		return DeedCount
	}
	return deeds[k]
}

// Entry is who may enter the world. The numbers are stored, and those of charter.Entry.
type Entry uint8

// The policies of entry.
const (
	Anyone  Entry = iota // everybody that is not banned
	Invited              // players with an invitation, and all that have a rank by name
	Members              // players with the rank of builder or more by name
	EntryCount
)

var entryNames = [EntryCount]string{"anyone", "by invitation", "members"}

// String returns the policy in words.
func (e Entry) String() string {
	if e >= EntryCount {
		return "unknown"
	}
	return entryNames[e]
}

// MayEnter returns event.NoReason if the policy lets a player in, else the reason why not. named says that
// the charter gives the player a rank by name or by an invitation, and rank is that rank.
func MayEnter(e Entry, named bool, rank Rank) event.Reason {
	switch {
	case named && rank >= Keeper, e == Anyone:
		return event.NoReason
	case e == Invited && !named:
		return event.NotInvited
	case e == Members && (!named || rank < Builder):
		return event.MembersOnly
	}
	return event.NoReason
}

// Allotment is how much land a player may have at a time.
type Allotment struct{ Claims, Tiles int }

var allotments = [RankCount]Allotment{Builder: {3, 1024}, Keeper: {12, 6144}, Founder: {48, 24_576}}

// AllotmentOf returns how much land players of a rank may have.
func AllotmentOf(r Rank) Allotment {
	if r >= RankCount {
		return Allotment{}
	}
	return allotments[r]
}
