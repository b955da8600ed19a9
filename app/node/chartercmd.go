package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"

	"manyhold/app/order"
	"manyhold/app/usage"
	"manyhold/net/charter"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/store"
)

// acquaintances are the names of all whom the node has met in this world.
func (n *node) acquaintances() map[key.ID]string {
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
func (n *node) Charter(ctx context.Context, words []string) (said string, err error) {
	a, err := order.ParseCharter(words)
	if err != nil {
		return "", usage.Mark(err)
	}
	if a.Who != "" {
		if a.Entry.Subject, err = order.Whois(a.Who, n.acquaintances()); err != nil {
			return "", usage.Mark(err)
		}
		if a.Entry.Subject == n.pair.ID() {
			return "", usage.Errorf("nobody can %s themselves", map[charter.Act]string{charter.Name: "rank", charter.Ban: "ban", charter.Pardon: "pardon", charter.Kick: "kick"}[a.Entry.Act])
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
		return "", fmt.Errorf("this player has made all %d entries of the charter that one can make", charter.MaxNumber)
	case errors.Is(err, charter.ErrEntry):
		return "", usage.Mark(err)
	case errors.Is(err, host.ErrNoWorld):
		return "", errors.New(joiningWords)
	case err != nil:
		return "", err
	}
	said = "written into the charter: " + strings.Join(words, " ")
	if a.Entry.Act == charter.SetCap || a.Entry.Act == charter.SetSplit {
		said += n.crowds()
	}
	n.log.Info("wrote into the world's charter", "what", strings.Join(words, " "))
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
		return "only the founder and keepers can set that, and what the founder set only the founder changes"
	}
	return "you may not do that: the founder may to everybody else, keepers to members and guests, unless the founder said otherwise"
}

// charter asks the node to write into the world's charter; its errors are as those of node.Charter.
func (n *nodeClient) Charter(ctx context.Context, words []string) (said string, err error) {
	resp, err := n.Request(ctx, http.MethodPost, "/charter", []byte(strings.Join(words, "\n")))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, MaxOrders))
	said = strings.TrimSpace(string(b))
	switch resp.StatusCode {
	case http.StatusOK:
		return said, nil
	case http.StatusBadRequest:
		return "", usage.Mark(errors.New(said))
	}
	return "", errors.New(said)
}

// serveCharter answers a request for an entry; its words are the lines of the body.
func serveCharter(node controlled, w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxOrders))
	if err != nil {
		http.Error(w, fmt.Sprintf("at most %d bytes", MaxOrders), http.StatusRequestEntityTooLarge)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), order.DecreeTime)
	defer cancel()
	said, err := node.Charter(ctx, strings.Split(string(b), "\n"))
	var usage usage.UsageError
	switch {
	case errors.As(err, &usage):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		fmt.Fprintln(w, said)
	}
}
