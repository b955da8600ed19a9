package host

import "manyhold/net/host/kernel"

// protocolOf returns a core's mechanisms.
func protocolOf(c *kernel.Core) *protocol {
	return &protocol{
		Core:       c,
		relay:      c.Relay.(*Relay),
		joining:    c.Joining.(*Joining),
		giving:     c.Giving.(*Giving),
		seats:      c.Committee.(*Committee),
		comparison: c.Comparison.(*Comparison),
		evidence:   c.Evidence.(*Evidence),
		policy:     c.Policy.(*Policy),
		recoveries: c.Lone.(*LoneRestart).in,
		forks:      c.Fork.(*Fork).in,
		parcels:    c.Parcels.(*Parcels),
		letters:    c.Letters.(*LetterSigning),
	}
}
