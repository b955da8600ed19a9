package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/game/island"
	"manyhold/game/perception"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

func scenesCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "scenes WORLD", Short: "List the lands of a world and the portals between them",
		Long: `Lists the visited lands of a world and the portals between them. It reads each island's
newest checkpoint in this data directory, which is up to a minute old while a node runs.
Unvisited lands exist, too, but are not listed.`,
		Args: arity.Exactly(1, "a world: its name, id or file, or last"),
		RunE: func(c *cobra.Command, args []string) error {
			path, err := worldPath(*data, args[0])
			if err != nil {
				return err
			}
			return listScenes(c, path)
		},
	}
}

func listScenes(c *cobra.Command, path string) error {
	states, err := admin.States(path)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LAND\tISLAND\tTURN\tARRIVAL\tREGIONS\tPLAYERS\tPORTALS")
	for _, s := range states {
		world := new(island.Island)
		if err := world.Restore(s.Snapshot); err != nil {
			return fmt.Errorf("cannot read the state of island %s at turn %d (%w); `manyhold world check` explains the damage", lineName(s.Island), s.Turn, err)
		}
		for _, l := range perception.Scenes(&world.State) {
			fmt.Fprintf(w, "%d\t%s\t%d\t%d %d\t%d awake, %d asleep\t%d\t%s\n", l.Scene+1, lineName(s.Island), s.Turn, l.Spawn.X, l.Spawn.Y,
				l.Active, l.Dormant, l.People, portalWords(l.Portals))
		}
	}
	return w.Flush()
}

// mostPortals is how many portals of a land are listed.
const mostPortals = 12

func portalWords(portals []perception.Portal) string {
	if len(portals) == 0 {
		return "none"
	}
	words := ""
	for k, p := range portals[:min(len(portals), mostPortals)] {
		if k > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%d %d to land %d", p.At.X, p.At.Y, p.To+1)
	}
	if n := len(portals) - mostPortals; n > 0 {
		words += fmt.Sprintf(", and %d more", n)
	}
	return words
}

// lineName is an island's name in words about a file.
func lineName(id uint64) string {
	if id == store.Home {
		return "home"
	}
	return fmt.Sprintf("%016x", id)
}
