package policy

// Unproclaimed reports whether the charter has a later word on the island's laws than its turns have: the
// leader is to put it into one (see Proclaim).
func (y *Policy) Unproclaimed() bool {
	t := y.c.Standing.State()
	return t != nil && t.Lawful > y.c.Machine.Word()
}
