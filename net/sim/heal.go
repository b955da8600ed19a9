package sim

import (
	"bytes"
	"fmt"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/message"
)

// settle ends all faults, and starts who is not running.
func (s *Sim) settle() {
	s.settled = true
	for _, end := range s.mends {
		end()
	}
	s.faults = len(s.o.Faults)
	s.calm = s.net.Now()
	for _, n := range s.nodes {
		if n.world == nil {
			n.start()
		}
	}
	s.event(nil, "all faults end")
}

// linked reports whether all are linked with all, or with those with whom they ought to be.
func (s *Sim) linked() bool {
	for _, n := range s.nodes {
		if n.world == nil || s.o.Links == 0 && len(n.near) < len(s.nodes)-1 || s.o.Links > 0 && !n.hasLinks() {
			return false
		}
	}
	return true
}

// heal: after all faults, once everybody is linked, everybody is in one line, and with Islands in the same ones, between
// which nothing is under way.
func (c *checks) heal(now time.Time) {
	if !c.s.settled || c.healed {
		return
	}
	if !c.s.linked() {
		c.s.calm = now // whoever woke still takes dead links for living
	}
	wait, bound := now.Sub(c.s.calm), HealWithin
	check, words := c.apart(now)
	if c.course(message.Home).rotten() {
		bound += RetreatAfter
		check, words = c.retreated(now)
	}
	switch {
	case check == "":
		c.healed = true
		c.s.report.Healed = wait
	case check == "heal" && wait > bound && !c.s.o.Islands, wait > SettleWithin:
		c.s.fail(check, nil, "after %v %s: %s", wait.Round(time.Millisecond), words, c.s.standing())
	}
}

// apart says which checker is not content while nothing goes wrong, and why; "": all are.
func (c *checks) apart(now time.Time) (check, words string) {
	home := c.course(message.Home)
	if home.newest == nil || now.Sub(home.topAt) >= time.Second {
		return "heal", "nobody closes turns of home"
	}
	for _, n := range c.s.nodes {
		if n.world == nil {
			return "heal", fmt.Sprintf("node %s does not run", n.name)
		}
	}
	e, words := c.united()
	if words != "" {
		return "heal", words
	}
	if !c.s.o.Islands {
		return "", ""
	}
	check, words = c.s.o.Game.Whole(e)
	if c.forgot && check == "entities" {
		return "", "" // what was lost with the memory of a majority is not to be counted
	}
	return check, words
}

// rotten reports whether nobody has the place any more where the newest firm epoch begins, or its record: then no line is firm
// until the founder decrees it.
func (c *course) rotten() bool {
	if c.newest == nil || c.s.report.Lost["rot"] == 0 {
		return false
	}
	r, place, record := c.newest, false, false
	for _, n := range c.s.nodes {
		if core := n.core(c.island); core != nil {
			if i := core.Inspect(); i.Record != nil && i.Record.Firm && i.Record.Number >= r.Number {
				return false
			}
			h, ok := core.HashAt(r.FirstTurn - 1)
			place = place || ok && h == r.Chain
			record = record || core.Newest() != nil && core.Newest().Hash() == c.name(r)
		}
		if n.disk != nil {
			place = place || n.disk.file.holds(c.island, r.FirstTurn-1, r.Chain)
			record = record || bytes.Equal(n.disk.file.row(c.island, r.Number), r.Append(nil))
		}
	}
	return !place || !record
}

// retreated says what is not as it should be where nothing firm can be gone on with: with Lines all are in one provisional
// line, which closes turns. Without, nothing is left to look at.
func (c *checks) retreated(now time.Time) (check, words string) {
	if !c.s.o.Lines {
		return "", ""
	}
	var first host.Inspection
	for k, n := range c.s.nodes {
		if n.world == nil {
			return "heal", fmt.Sprintf("node %s does not run", n.name)
		}
		i := n.core(message.Home).Inspect()
		if k == 0 {
			first = i
		}
		if !i.Playing || i.Record == nil || first.Record == nil || i.Record.Hash() != first.Record.Hash() || now.Sub(n.saw(message.Home).moved) > time.Second {
			return "heal", fmt.Sprintf("node %s is not in the line that goes on from what rot left", n.name)
		}
	}
	return "", ""
}

// united collects the islands that go on, and says what is not in one line.
func (c *checks) united() (e Everything, words string) {
	e.sim = c.s
	for _, n := range c.s.nodes {
		e.People = append(e.People, n.pair.ID())
		home := n.core(message.Home).Inspect()
		if newest := c.course(message.Home).newest.Number; !home.Idle && (!home.Playing || !home.Record.Firm || home.Record.Number != newest || home.Executed+catchUp < c.course(message.Home).top) {
			return e, fmt.Sprintf("node %s is not where home is", n.name)
		}
		for _, i := range n.world.Inspect() {
			if words := c.joined(n, &e, i); words != "" {
				return e, fmt.Sprintf("node %s: island %016x %s", n.name, i.Island, words)
			}
		}
	}
	return e, ""
}

// joined compares an island at a node with what others have of it, and says what is not as it should be.
func (c *checks) joined(n *node, e *Everything, i host.Isle) string {
	_, gone := n.world.Successor(i.Island)
	switch {
	case gone || i.Idle:
		return ""
	case i.Over:
		if r := n.world.Core(i.Island).Newest(); n.world.Core(r.Into) == nil {
			return "" // the one that took it in is not here any more: nobody tells that it did
		}
		return "has ended, and no other has it"
	case !i.Goes || !i.Playing || i.Apart:
		return "does not go on"
	}
	for k, had := range e.Isles {
		switch {
		case had.Island != i.Island:
		case had.Record.Hash() != i.Record.Hash():
			return "is in another epoch than elsewhere"
		case had.Executed > i.Executed+catchUp || i.Executed > had.Executed+catchUp:
			return fmt.Sprintf("is at turn %d, elsewhere at %d", i.Executed, had.Executed)
		default:
			if i.Executed > had.Executed {
				e.Isles[k] = i
			}
			return ""
		}
	}
	e.Isles = append(e.Isles, i)
	return ""
}
