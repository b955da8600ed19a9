package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"manyhold/net/charter"
	"manyhold/net/host"
	"manyhold/net/key"
	"manyhold/net/store"
)

const charterHelp = `Says what is true of a whole world: who may hold it, who has which rank, who is banned, what it
is called. Without more words, or with "list", it prints what the file of a world says: of WORLD, else of
the world that the node on --data is in, else of the one used last.

The other commands have the node running on --data sign an entry as its player:

  policy open|invited|trusted       who may hold the world: all; members and keepers; keepers  (founder)
  cap N                             players on an island, 1 to 64                              (founder)
  split on|off                      whether islands may split                                  (founder)
  rank WHO guest|member|keeper      give or take a rank           (founder; keepers, members and guests)
  ban WHO [WHY]                     WHO may not act, nor hold the world              (founder; keepers, members and guests)
  kick WHO [WHY]                    WHO leaves now, and may come back in a minute    (the same)
  pardon WHO                        end a ban                                        (founder; keepers, what keepers banned)
  law NAME on|off                   a law of the world: see below                    (founder and keepers)
  title TEXT, description TEXT      what the world is called, and what is said of it (founder and keepers)

Laws: blocking, people who are awake do not walk through each other; strife, what is thrown at people hurts or freezes
them; mercy, fire and falling trees hurt nobody. None holds in a new world.

WHO is a player's name or key. What the founder said of somebody or something only the founder changes.`

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
	a, err := parseCharter(words)
	if err != nil {
		return "", usageError{err}
	}
	if a.who != "" {
		if a.entry.Subject, err = whois(a.who, n.acquaintances()); err != nil {
			return "", usageError{err}
		}
		if a.entry.Subject == n.pair.ID() {
			return "", usagef("nobody can %s themselves", map[charter.Act]string{charter.Name: "rank", charter.Ban: "ban", charter.Pardon: "pardon", charter.Kick: "kick"}[a.entry.Act])
		}
	}
	if a.entry.Act == charter.Kick {
		a.entry.Value = n.host.Status().Island.Tick
	}
	err = n.host.Write(ctx, a.entry)
	switch {
	case errors.Is(err, charter.ErrRight):
		return "", errors.New(refusedAct(a.entry.Act))
	case errors.Is(err, charter.ErrFull):
		return "", fmt.Errorf("this player has made all %d entries of the charter that one can make", charter.MaxNumber)
	case errors.Is(err, charter.ErrEntry):
		return "", usageError{err}
	case errors.Is(err, host.ErrNoWorld):
		return "", errors.New(joiningWords)
	case err != nil:
		return "", err
	}
	said = "written into the charter: " + strings.Join(words, " ")
	if a.entry.Act == charter.SetCap || a.entry.Act == charter.SetSplit {
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
func (n *nodeClient) charter(ctx context.Context, words []string) (said string, err error) {
	resp, err := n.request(ctx, http.MethodPost, "/charter", []byte(strings.Join(words, "\n")))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, maxOrders))
	said = strings.TrimSpace(string(b))
	switch resp.StatusCode {
	case http.StatusOK:
		return said, nil
	case http.StatusBadRequest:
		return "", usageError{errors.New(said)}
	}
	return "", errors.New(said)
}

// serveCharter answers a request for an entry; its words are the lines of the body.
func serveCharter(node controlled, w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxOrders))
	if err != nil {
		http.Error(w, fmt.Sprintf("at most %d bytes", maxOrders), http.StatusRequestEntityTooLarge)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), decreeTime)
	defer cancel()
	said, err := node.Charter(ctx, strings.Split(string(b), "\n"))
	var usage usageError
	switch {
	case errors.As(err, &usage):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		fmt.Fprintln(w, said)
	}
}

func charterCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "charter [list [WORLD]|COMMAND …]", Short: "Who may hold the world, ranks, bans, title: look, and change", Long: charterHelp,
		RunE: func(c *cobra.Command, words []string) error {
			if len(words) == 0 || words[0] == "list" {
				if len(words) > 2 {
					return usagef("it is `manyhold world charter list [WORLD]`")
				}
				return listCharter(c, *data, strings.Join(words[min(1, len(words)):], ""))
			}
			for _, w := range words {
				if strings.ContainsAny(w, "\n\r") {
					return usagef("a word of it has a line break")
				}
			}
			if _, err := parseCharter(words); err != nil {
				return usageError{err}
			}
			dir, err := findData(*data)
			if err != nil {
				return err
			}
			node, err := findNode(dir)
			if err != nil {
				return err
			}
			said, err := node.charter(c.Context(), words)
			if err == nil {
				fmt.Fprintln(c.OutOrStdout(), said)
			}
			return err
		},
	}
}

// listCharter prints the charter in a world's file.
func listCharter(c *cobra.Command, data, word string) error {
	path, err := charterPath(c.Context(), data, word)
	if err != nil {
		return err
	}
	i, err := store.Inspect(path)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	row := func(k, format string, a ...any) { fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{k}, a...)...) }
	row("world", "%s (%s)", i.Genesis.Name, short(i.ID.String()))
	row("founder", "%s", i.Genesis.Founder)
	if err := describeCharter(path, charterWorld(&i), row); err != nil {
		return err
	}
	return w.Flush()
}

// charterPath is the file of a world that is named; else of the running node's, else of the one used last.
func charterPath(ctx context.Context, data, word string) (string, error) {
	if word != "" {
		return worldPath(data, word)
	}
	dir, err := findData(data)
	if err != nil {
		return "", err
	}
	if n, err := findNode(dir); err == nil {
		if st, err := n.status(ctx); err == nil {
			return worldPath(data, st.World.ID)
		}
	}
	worlds, err := store.List(dir)
	if err != nil {
		return "", err
	}
	worlds = slices.DeleteFunc(worlds, func(i store.Info) bool { return i.Problem != "" })
	if len(worlds) == 0 {
		return "", usagef("no worlds in %s", dir)
	}
	last := slices.MaxFunc(worlds, func(a, b store.Info) int { return a.Modified.Compare(b.Modified) })
	return filepath.Join(dir, "worlds", last.ID.String()+".db"), nil
}
