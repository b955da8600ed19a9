package host

// protocolOf returns a core's mechanisms.
func protocolOf(c *Core) *protocol {
	return &protocol{
		Core:       c,
		relay:      c.relay.(*Relay),
		joining:    c.joining.(*Joining),
		giving:     c.giving.(*Giving),
		seats:      c.seats.(*Committee),
		comparison: c.comparison.(*Comparison),
		evidence:   c.evidence.(*Evidence),
		policy:     c.policy.(*Policy),
		recoveries: c.lone.(*LoneRestart).in,
		forks:      c.fork.(*Fork).in,
		parcels:    c.parcels.(*Parcels),
		letters:    c.letters.(*LetterSigning),
	}
}
