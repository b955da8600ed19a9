package message

// Copies is how many peers hold an island only to keep it from being lost.
const Copies = 3

// Gone reports whether a greeting says that its sender does not execute the island any more.
func (g *Greeting) Gone() bool { return g.Leaving && g.Epoch == 0 && !g.Wants }
