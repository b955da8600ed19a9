package node

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"manyhold/app/control"
	"manyhold/app/order"
	"manyhold/app/usage"
	"manyhold/net/charter"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/store"
)

// speech is what the node's player says to the whole world: entries of the charter, the founder's decree, shouts.
type speech struct{ n *node }

// acquaintances are the names of all whom the node has met in this world.
func (v *speech) acquaintances() map[key.ID]string {
	n := v.n
	known := map[key.ID]string{n.pair.ID(): n.name}
	if people, err := store.Players(filepath.Join(n.dir, "worlds", n.world.String()+".db")); err == nil {
		for _, p := range people {
			known[p.Key] = p.Name
		}
	}
	for _, p := range n.host.Status().Peers {
		known[p.Key] = p.Name
	}
	return known
}

// Charter signs an entry of the world's charter as the node's player. Its errors are for people; those of what was asked
// are usageErrors.
func (v *speech) Charter(ctx context.Context, words []string) (said string, err error) {
	n := v.n
	a, err := order.ParseCharter(words)
	if err != nil {
		return "", usage.Mark(err)
	}
	if a.Who != "" {
		if a.Entry.Subject, err = order.Whois(a.Who, v.acquaintances()); err != nil {
			return "", usage.Mark(err)
		}
		if a.Entry.Subject == n.pair.ID() {
			return "", usage.Errorf("you cannot %s yourself", map[charter.Act]string{charter.Name: "rank", charter.Ban: "ban", charter.Pardon: "pardon", charter.Kick: "kick"}[a.Entry.Act])
		}
	}
	if a.Entry.Act == charter.Kick {
		a.Entry.Value = n.host.Status().Island.Tick
	}
	err = n.host.Write(ctx, a.Entry)
	switch {
	case errors.Is(err, charter.ErrRight):
		return "", errors.New(refusedAct(a.Entry.Act))
	case errors.Is(err, charter.ErrFull):
		return "", fmt.Errorf("this player has made %d charter entries, the most allowed", charter.MaxNumber)
	case errors.Is(err, charter.ErrEntry):
		return "", usage.Mark(err)
	case errors.Is(err, host.ErrNoWorld):
		return "", errors.New(control.JoiningWords)
	case err != nil:
		return "", err
	}
	said = "charter entry written: " + strings.Join(words, " ")
	if a.Entry.Act == charter.SetCap || a.Entry.Act == charter.SetSplit {
		said += n.crowds()
	}
	n.log.Info("charter entry written", "what", strings.Join(words, " "))
	return said, nil
}

// refusedAct says who may do what this player may not.
func refusedAct(a charter.Act) string {
	switch a {
	case charter.SetPolicy, charter.SetCap, charter.SetSplit:
		return "only the world's founder can set that"
	case charter.SetLaw:
		return "only the founder and keepers can set that"
	case charter.SetTitle, charter.SetDescription:
		return "only the founder and keepers can set that, and only the founder can change an entry made by the founder"
	}
	return "not allowed: the founder may do this to everyone else, keepers to members and guests, unless the founder decided otherwise"
}
