package sim

import (
	"fmt"
	"slices"

	"manyhold/net/host"
	"manyhold/net/host/coins"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/store"
)

// Coins is the Game of package coins: players make, take, drop and break items and pay each other. With
// Options.Islands they also go apart and together, walk between islands and send coins there.
type Coins struct{}

// Home is Game's.
func (Coins) Home(store.Genesis) kernel.Machine { return coins.New() }

// Island is Game's.
func (Coins) Island(store.Genesis) kernel.Machine { return &coins.Machine{} }

// Command is Game's.
func (Coins) Command(s Scene) []byte {
	m := s.Machine.(*coins.Machine)
	if !s.There {
		if s.Island == message.Home && !m.HasEntered(s.Me) {
			return coins.Say("here")
		}
		return nil // on its way
	}
	if body := tidy(s, m); body != nil {
		return body
	}
	if s.Habit == Leaving {
		return goes(s, m)
	}
	if !s.sim.o.Islands || s.Habit != Tidying && s.Habit != Gathering && s.Chance.IntN(3) == 0 {
		return handles(s, m)
	}
	isles := s.Isles()
	if len(isles) == 0 || len(m.Accounts) == 0 {
		return nil
	}
	rng := s.Chance
	to := isles[rng.IntN(len(isles))].Island
	someone := m.Accounts[rng.IntN(len(m.Accounts))].Author
	switch {
	case s.Habit == Tidying:
		return coins.Say("well")
	case s.Habit == Gathering:
		return gather(s, m, isles)
	case s.Habit == Building && rng.IntN(2) == 0 || to == s.Island && rng.IntN(4) > 0:
		return coins.Pay(someone, uint64(rng.IntN(9)))
	}
	switch k := rng.IntN(10); {
	case k < 3 || to == s.Island:
		return coins.Apart(uint8(1+rng.IntN(coins.MaxParts)), someone)
	case k < 7:
		return coins.Call(called(s, isles, to))
	case k < 9:
		return coins.Walk(to)
	}
	return coins.Send(to, someone, uint64(rng.IntN(9)))
}

// handles walks about, pays, and does something with items.
func handles(s Scene, m *coins.Machine) []byte {
	rng := s.Chance
	if s.Habit == Gathering {
		i := slices.IndexFunc(m.Accounts, func(a coins.Account) bool { return a.Author == s.Me })
		if i >= 0 && m.Accounts[i].Place != 0 { // all meet in the middle
			return coins.Step(int8(max(-100, min(100, -m.Accounts[i].Place))))
		}
	}
	if s.Habit == Walking && rng.IntN(2) == 0 {
		return coins.Step(int8(rng.IntN(200) - 100))
	}
	switch rng.IntN(9) {
	case 0:
		if others := m.Present(nil); len(others) > 0 {
			return coins.Pay(others[rng.IntN(len(others))], uint64(rng.IntN(20)))
		}
	case 1:
		return coins.Make()
	case 2:
		return coins.Take()
	case 3:
		return coins.Drop()
	case 4:
		if rng.IntN(3) == 0 {
			return coins.Break()
		}
	}
	return coins.Step(int8(rng.IntN(9) - 4))
}

// goes sets the person's party apart, once all are here. On their island they pay each other, and sometimes
// an account at home.
func goes(s Scene, m *coins.Machine) []byte {
	part, mark, wait := uint8(1+s.Party%coins.MaxParts), uint8(coins.MaxParts+1+s.Party%200), 0
	if s.Island != message.Home {
		if someone := s.Mates[s.Chance.IntN(len(s.Mates))]; s.Chance.IntN(50) > 0 {
			return coins.Pay(someone, uint64(s.Chance.IntN(9)))
		}
		return coins.Send(message.Home, s.Me, 1)
	}
	var name []coins.Author
	for _, k := range s.Mates {
		i := slices.IndexFunc(m.Accounts, func(a coins.Account) bool { return a.Author == k })
		switch {
		case i < 0 || s.Me != s.Mates[0]:
			return coins.Say("wait")
		case m.Accounts[i].Part == mark:
			wait++
		case len(name) < 6:
			name = append(name, k)
		}
	}
	if wait == len(s.Mates) {
		return coins.Leave(mark, part)
	}
	return coins.Apart(mark, name...)
}

// tidy redirects parcels for an island that was absorbed by another, as a game does by itself. If such
// parcels wait where no account is, an account goes there.
func tidy(s Scene, m *coins.Machine) []byte {
	for _, to := range m.Towards(nil) {
		if into, gone := s.Became(to); gone && into != to {
			return coins.Redirect(to, into)
		}
	}
	if s.Habit != Tidying {
		return nil
	}
	for _, i := range s.Isles() {
		other, ok := i.Machine.(*coins.Machine)
		if !ok || len(other.Accounts) > 0 || i.Island == s.Island || s.Chance.IntN(3) > 0 {
			continue
		}
		for _, to := range other.Towards(nil) {
			if _, gone := s.Became(to); gone {
				return coins.Walk(i.Island)
			}
		}
	}
	return nil
}

// gather calls home near, and players at home call the others; some walk.
func gather(s Scene, m *coins.Machine, isles []host.Isle) []byte {
	switch {
	case s.Island == message.Home:
		return coins.Call(called(s, isles, isles[s.Chance.IntN(len(isles))].Island))
	case s.Chance.IntN(4) == 0:
		return coins.Walk(message.Home)
	}
	return coins.Call(message.Home)
}

// called is an island that has called this one, or else another.
func called(s Scene, isles []host.Isle, other uint64) uint64 {
	for _, i := range isles {
		if m := i.Machine.(*coins.Machine); i.Island != s.Island {
			for _, near := range m.Near(nil) {
				if near == s.Island {
					return i.Island
				}
			}
		}
	}
	return other
}

// Commands is Game's.
func (Coins) Commands(turn []byte, f func(author [32]byte, seq uint64, body []byte)) bool {
	t, err := coins.Parse(turn)
	if err == nil {
		t.Commands(f)
	}
	return err == nil
}

// Wrong is Game's: every island has the coins and items that it made and received, less those that it broke
// and sent.
func (Coins) Wrong(m kernel.Machine) (check, words string) {
	c := m.(*coins.Machine)
	if n := coins.Invented(c); n > 0 { // invariant 12
		return "branch", fmt.Sprintf("%d items that no command made: a branch brought them in", n)
	}
	if words := c.Holdings(); words != "" {
		return "holdings", words
	}
	if k := c.Repeated(); k > 0 {
		return "once", fmt.Sprintf("%d commands that came again, or after a later one", k)
	}
	return "", ""
}

// Edit is Game's.
func (Coins) Edit(snapshot []byte) []byte { return coins.Invent(snapshot) }

// Flip is Game's.
func (Coins) Flip(m kernel.Machine) bool {
	m.(*coins.Machine).Pot ^= 1 << 20
	return true
}

// Whole is Game's: every account is on one island, every coin and every item exists once, and nothing is
// under way.
func (Coins) Whole(e Everything) (check, words string) {
	home, _ := e.Machine(message.Home).(*coins.Machine)
	if home == nil {
		return "heal", "nobody has home"
	}
	held, total, waiting := map[coins.Author]int{}, uint64(0), ""
	made, items := uint64(0), []coins.Item(nil)
	for _, i := range e.Isles {
		m := i.Machine.(*coins.Machine)
		expect := func(to uint64) uint64 { return expects(e, m, to) }
		total += m.Total(expect)
		items = m.Items(items, expect)
		made += m.Goods().Made - m.Goods().Broken
		for _, x := range m.Accounts {
			held[x.Author]++
		}
		for _, to := range m.Towards(nil) {
			_, gone := e.Became(to)
			// on an empty island, parcels for an ended island cannot be redirected
			if len(m.Accounts) > 0 || !gone {
				waiting = fmt.Sprintf("%d parcels of island %016x still wait for %016x", len(m.Parcels(to, 0, nil)), i.Island, to)
			}
		}
	}
	for _, who := range home.Entered {
		if held[who] != 1 {
			return "entities", fmt.Sprintf("account %x is there %d times", who[:4], held[who])
		}
	}
	if want := uint64(len(home.Entered)) * coins.Purse; total != want {
		return "entities", fmt.Sprintf("there are %d coins, not %d", total, want)
	}
	if words := doubled(items); words != "" || uint64(len(items)) != made {
		return "entities", fmt.Sprintf("there are %d items, not %d%s", len(items), made, words)
	}
	if waiting != "" {
		return "bounded", waiting
	}
	return "", ""
}

// doubled returns which item exists twice, or "".
func doubled(items []coins.Item) string {
	type name struct {
		maker coins.Author
		seq   uint64
	}
	seen := map[name]bool{}
	for _, t := range items {
		if seen[name{t.Maker, t.Seq}] {
			return fmt.Sprintf("; item %d of %x is there twice", t.Seq, t.Maker[:4])
		}
		seen[name{t.Maker, t.Seq}] = true
	}
	return ""
}

// expects returns the number of the next parcel from an island that is wanted at its present addressee.
func expects(e Everything, from *coins.Machine, to uint64) uint64 {
	into, _ := e.Became(to)
	m, ok := e.Machine(into).(*coins.Machine)
	switch {
	case !ok:
		return 1
	case into == to:
		return m.Expect(from.Self())
	}
	next, _ := m.Inherited(from.Self(), to)
	return next
}
