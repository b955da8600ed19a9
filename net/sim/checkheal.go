package sim

import (
	"bytes"
	"fmt"
	"time"

	"manyhold/net/host"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
)

// settle ends all faults, and starts the nodes that are down.
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

// linked reports whether all nodes have all links they should have.
func (s *Sim) linked() bool {
	for _, n := range s.nodes {
		if n.world == nil || s.o.Links == 0 && len(n.links.near) < len(s.nodes)-1 || s.o.Links > 0 && !n.links.complete() {
			return false
		}
	}
	return true
}

// heal: after all faults, once all are linked, all nodes are on one fork, and with Islands on the same
// islands, with nothing under way between them.
func (c *checks) heal(now time.Time) {
	if !c.s.settled || c.healed {
		return
	}
	if !c.s.linked() {
		c.s.calm = now // a node that woke still considers dead links as alive
	}
	wait, bound := now.Sub(c.s.calm), HealWithin
	check, words := c.apart(now)
	if c.track(message.Home).rotten() {
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

// apart returns the first checker that is not satisfied while all is calm, and why; "": all are.
func (c *checks) apart(now time.Time) (check, words string) {
	home := c.track(message.Home)
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
	if words := c.prints(); words != "" {
		return "blueprints", words
	}
	if !c.s.o.Islands {
		return "", ""
	}
	check, words = c.s.o.Game.Whole(e)
	if c.forgot && check == "entities" {
		return "", "" // turns lost with a majority's memory are not counted
	}
	return check, words
}

// rotten reports whether no node has the place any more where the newest firm epoch begins, or its record.
// Then no fork is firm until the founder decrees it.
func (c *islandTrack) rotten() bool {
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
			place = place || n.disk.File.Holds(c.island, r.FirstTurn-1, r.Chain)
			record = record || bytes.Equal(n.disk.File.Row(c.island, r.Number), r.Append(nil))
		}
	}
	return !place || !record
}

// retreated returns the fault when no firm fork can continue. With Forks all nodes must be on one provisional
// fork that closes turns. Without Forks no check remains.
func (c *checks) retreated(now time.Time) (check, words string) {
	if !c.s.o.Forks {
		return "", ""
	}
	var first kernel.Inspection
	for k, n := range c.s.nodes {
		if n.world == nil {
			return "heal", fmt.Sprintf("node %s does not run", n.name)
		}
		i := n.core(message.Home).Inspect()
		if k == 0 {
			first = i
		}
		if !i.Playing || i.Record == nil || first.Record == nil || i.Record.Hash() != first.Record.Hash() || now.Sub(n.seen.view(message.Home).moved) > time.Second {
			return "heal", fmt.Sprintf("node %s is not in the line that goes on from what rot left", n.name)
		}
	}
	return "", ""
}

// united collects the live islands, and returns which node is not on the common fork.
func (c *checks) united() (e Everything, words string) {
	e.sim = c.s
	for _, n := range c.s.nodes {
		e.People = append(e.People, n.pair.ID())
		home := n.core(message.Home).Inspect()
		if newest := c.track(message.Home).newest.Number; !home.Idle && (!home.Playing || !home.Record.Firm || home.Record.Number != newest || home.Executed+catchUp < c.track(message.Home).top) {
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

// joined compares an island at a node with the same island at other nodes, and returns the difference.
func (c *checks) joined(n *node, e *Everything, i host.Isle) string {
	_, gone := n.world.Successor(i.Island)
	switch {
	case gone || i.Idle:
		return ""
	case i.Over:
		if r := n.world.Core(i.Island).Newest(); n.world.Core(r.Into) == nil {
			return "" // the absorbing island is unknown here, so the check is impossible
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
