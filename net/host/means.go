package host

// Seated reports whether the core votes or leads, in a group or alone.
func (c *Core) Seated() bool {
	return !c.stopped && c.e != nil && c.e.Member()
}
