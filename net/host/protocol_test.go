package host

import (
	"manyhold/net/host/committee"
	"manyhold/net/host/compare"
	"manyhold/net/host/door"
	"manyhold/net/host/evidence"
	"manyhold/net/host/fork"
	"manyhold/net/host/join"
	"manyhold/net/host/kernel"
	"manyhold/net/host/parcels"
	"manyhold/net/host/policy"
	"manyhold/net/host/recovery"
	"manyhold/net/host/relay"
)

// protocolOf returns a core's mechanisms.
func protocolOf(c *kernel.Core) *protocol {
	return &protocol{
		Core:       c,
		relay:      c.Relay.(*relay.Relay),
		joining:    c.Joining.(*join.Joining),
		giving:     c.Giving.(*join.Giving),
		seats:      c.Committee.(*committee.Committee),
		comparison: c.Comparison.(*compare.Comparison),
		evidence:   c.Evidence.(*evidence.Evidence),
		policy:     c.Policy.(*policy.Policy),
		door:       c.Door.(*door.Door),
		recoveries: c.Lone.(*recovery.LoneRestart).Shared,
		forks:      c.Fork.(*fork.Fork).Shared,
		parcels:    c.Parcels.(*parcels.Parcels),
		letters:    c.Letters.(*parcels.LetterSigning),
	}
}
