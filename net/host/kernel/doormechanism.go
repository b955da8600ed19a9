package kernel

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/key"
)

// Door lets players into a world that does not admit everybody; see net/host/door.
type Door interface {
	// Redeem has an invitation used by this peer's player.
	Redeem(c charter.Capability)
	// Knock asks the keepers to let this peer's player in, and Withdraw takes that back.
	Knock(name string) error
	Withdraw()
	// Answer answers the knock of a player, as a keeper.
	Answer(now time.Time, player key.ID, letIn bool) error
}
