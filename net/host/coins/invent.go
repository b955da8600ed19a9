package coins

// invented is the least number of a command by which no player has made an item: those of edited states.
const invented = 1 << 40

// Invent returns a state with an item that no command made, in books that balance: its first account made it.
// It is for tests of those who must notice. A state without accounts stays as it is.
func Invent(snapshot []byte) []byte {
	m := &Machine{}
	if m.Restore(snapshot) != nil || len(m.Accounts) == 0 || len(m.items) >= MaxItems {
		return snapshot
	}
	t := Item{Maker: m.Accounts[0].Author, Seq: invented + m.tick, Place: m.Accounts[0].Place}
	if m.items.place(t) {
		m.goods.Made++
	}
	return m.Snapshot(nil)
}

// Invented counts the items that Invent has made.
func Invented(m *Machine) (n int) {
	for _, t := range m.items {
		if t.Seq >= invented {
			n++
		}
	}
	return n
}
