// Package roomcmd is the subcommands of `manyhold room`. They talk with the node that runs on a data
// directory, as programs that use rooms by HTTP do.
package roomcmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/control"
	"manyhold/app/rooms/hall"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/net/signal"
	"manyhold/net/store"
)

const roomHelp = `Creates, joins and watches match rooms of the world. The commands talk with the node that runs on --data.
A room is named by its ID, the first letters of it, or a link to it, which room create prints. With a link, join and watch open
the game in its world if none runs on --data. The same words work as orders: manyhold do 'room list'.`

// Enter opens the game in the world of a link to a room, and gives an order there.
type Enter func(ctx context.Context, data, link, do string) error

// Command builds `manyhold room`, with some more subcommands.
func Command(enter Enter, more ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: "room", Short: "Create, join and watch matches", Long: roomHelp, Args: noArgs, RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	var data string
	c.PersistentFlags().StringVar(&data, "data", "", "data directory of the node")
	c.AddCommand(more...)
	c.AddCommand(roomCreateCommand(&data), roomJoinCommand(&data, enter), roomListCommand(&data), roomShowCommand(&data), roomWatchCommand(&data, enter), roomArchiveCommand(&data), roomTokenCommand(&data))
	for _, x := range []struct{ use, short string }{
		{"engines", "Print the engines that rooms can be created with"},
		{"ready ID [on|off]", "Say that you are ready, or not"},
		{"config ID FILE|KEY=VALUE...", "Change the configuration of a match"},
		{"delay ID SECONDS", "Let viewers see the match so much later; a vote once it runs"},
		{"stand ID", "Give your seat up, and stay in the room"},
		{"leave ID", "Give your seat up, and leave the room"},
		{"pause ID", "Vote for a pause of the match"},
		{"resume ID", "Vote for the end of a pause"},
		{"continue ID", "Vote to go on after a halt, without the players whose state differs"},
	} {
		verb, _, _ := strings.Cut(x.use, " ")
		c.AddCommand(&cobra.Command{Use: x.use, Short: x.short, RunE: func(c *cobra.Command, args []string) error {
			a, err := hall.Parse(append([]string{verb}, args...))
			if err != nil {
				return err
			}
			return actInRoom(c, data, a)
		}})
	}
	return c
}

// actInRoom has the running node carry out an act about rooms, and prints the result.
func actInRoom(c *cobra.Command, data string, a hall.Act) error {
	node, err := control.Running(data)
	if err != nil {
		return err
	}
	said, err := node.Room(c.Context(), a)
	if err == nil {
		fmt.Fprintln(c.OutOrStdout(), said)
	}
	return err
}

func roomCreateCommand(data *string) *cobra.Command {
	var seed, config string
	a := hall.Act{Verb: "create"}
	c := &cobra.Command{
		Use: "create ENGINE", Short: "Create a room; print its ID and how to join",
		Long: "Creates a room. ENGINE is the name of an engine (manyhold room engines), or the directory of one.",
		Args: arity.Exactly(1, "an engine: its name, or its directory"),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if c.Flags().Changed("seed") {
				n, err := hall.ParseSeed(seed)
				if err != nil {
					return usage.Mark(err)
				}
				a.Create.Seed = &n
			}
			if c.Flags().Changed("config") {
				if a.Create.Config, err = hall.ReadConfig(config); err != nil {
					return usage.Mark(err)
				}
			}
			a.Create.Engine = args[0]
			if st, err := os.Stat(args[0]); err == nil && st.IsDir() {
				if a.Create.Engine, err = filepath.Abs(args[0]); err != nil {
					return err
				}
			}
			return actInRoom(c, *data, a)
		},
	}
	c.Flags().StringVar(&seed, "seed", "", "seed of the match: a whole number; default: by chance")
	c.Flags().StringVar(&config, "config", "", "configuration: a file with a JSON object, or the object itself")
	c.Flags().BoolVar(&a.Create.Strict, "strict", false, "each turn waits for the packets of all players")
	c.Flags().StringVar(&a.Create.Title, "title", "", "name of the room")
	return c
}

func roomJoinCommand(data *string, enter Enter) *cobra.Command {
	a := hall.Act{Verb: "join"}
	c := &cobra.Command{
		Use: "join ID", Short: "Take a seat in a room", Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		RunE: func(c *cobra.Command, args []string) error {
			a.Room = args[0]
			if outside, err := comesFromOutside(*data, args[0]); outside || err != nil {
				return enterWith(c, enter, *data, a, err)
			}
			return actInRoom(c, *data, a)
		},
	}
	c.Flags().StringVar(&a.Seat, "seat", "", "name or number of the seat; default: the first free one")
	c.Flags().StringVar(&a.Name, "name", "", "name shown to the others; default: your name in the world")
	return c
}

func roomListCommand(data *string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{Use: "list", Short: "Print the rooms of the world", Args: noArgs, RunE: func(c *cobra.Command, _ []string) error {
		if asJSON {
			return printFromNode(c, *data, "/rooms")
		}
		return actInRoom(c, *data, hall.Act{Verb: "list"})
	}}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func roomShowCommand(data *string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{Use: "show ID", Short: "Print the state of a room", Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON {
				return printFromNode(c, *data, "/rooms/"+roomPath(args[0]))
			}
			return actInRoom(c, *data, hall.Act{Verb: "show", Room: args[0]})
		}}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// comesFromOutside reports whether a room is named by a link, and no game runs on the data directory.
func comesFromOutside(data, name string) (bool, error) {
	if !signal.IsRoomLink(name) {
		return false, nil
	}
	if _, err := signal.ParseRoomLink(name); err != nil {
		return false, usage.Mark(err)
	}
	_, err := control.Running(data)
	return err != nil, nil
}

// enterWith opens the game in the world of a link, unless err says what is wrong with that.
func enterWith(c *cobra.Command, enter Enter, data string, a hall.Act, err error) error {
	if err != nil {
		return err
	}
	do := "room " + a.Verb + " " + a.Room
	if a.Seat != "" {
		do += " --seat " + a.Seat
	}
	return enter(c.Context(), data, a.Room, do)
}

// roomPath is a room's id as a part of a path; the room may be named by a link.
func roomPath(id string) string {
	if l, err := signal.ParseRoomLink(id); err == nil {
		id = store.WorldID(l.Room).String()
	}
	return plainID(id)
}

// plainID keeps what ids are made of.
func plainID(id string) string { return strings.Trim(strings.Map(lettersOnly, id), "/") }

// lettersOnly keeps what ids are made of.
func lettersOnly(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// getFromNode asks the running node for a path of the surface of rooms.
func getFromNode(c *cobra.Command, data, path string) (*http.Response, error) {
	node, err := control.Running(data)
	if err != nil {
		return nil, err
	}
	resp, err := node.Request(c.Context(), http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		return resp, nil
	}
	defer resp.Body.Close()
	var fault struct{ Error string }
	b, _ := io.ReadAll(io.LimitReader(resp.Body, control.MaxBody))
	if json.Unmarshal(b, &fault) != nil || fault.Error == "" {
		fault.Error = strings.TrimSpace(string(b))
	}
	return nil, errors.New(fault.Error)
}

// printFromNode prints what the running node answers.
func printFromNode(c *cobra.Command, data, path string) error {
	resp, err := getFromNode(c, data, path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(c.OutOrStdout(), resp.Body)
	return err
}

func roomWatchCommand(data *string, enter Enter) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "watch ID", Short: "Watch a match: print its state whenever it changes", Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		Long: "Watches a match, and prints its state whenever it changes, until the match is over or the command is ended.\nA player with a seat keeps it in a match that runs; in setup, watching gives the seat up, but not with --json.",
		RunE: func(c *cobra.Command, args []string) error {
			if outside, err := comesFromOutside(*data, args[0]); outside || err != nil {
				return enterWith(c, enter, *data, hall.Act{Verb: "watch", Room: args[0]}, err)
			}
			if !asJSON {
				if err := actInRoom(c, *data, hall.Act{Verb: "watch", Room: args[0]}); err != nil {
					return err
				}
			}
			resp, err := getFromNode(c, *data, "/rooms/"+roomPath(args[0])+"/watch")
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			return printStates(c, resp.Body, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON for each state, and take no part in the room")
	return c
}

// printStates prints the states of a room that is followed, until the match is over.
func printStates(c *cobra.Command, from io.Reader, asJSON bool) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for first := true; lines.Scan(); first = false {
		var s hall.State
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return fmt.Errorf("cannot read the node's answer: %w", err)
		}
		switch {
		case asJSON:
			fmt.Fprintln(c.OutOrStdout(), lines.Text())
		case !first:
			fmt.Fprintf(c.OutOrStdout(), "\n%s\n", s.Words())
		}
		if s.Phase == "ended" {
			return nil
		}
	}
	if c.Context().Err() != nil {
		return nil
	}
	return errors.New("the node has left the room, or has ended")
}

func roomArchiveCommand(data *string) *cobra.Command {
	return &cobra.Command{
		Use: "archive ID [FILE]", Short: "Write the record of a match as JSON: for manyhold replay --json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usage.Errorf("room archive needs the ID of a room, and may have a file; - prints the record")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			file := ""
			if len(args) == 2 {
				if file = args[1]; file == "" {
					return usage.Errorf("the name of the file is empty")
				}
			}
			file = hall.ArchiveName(roomPath(args[0]), file)
			if file != "-" {
				if err := hall.NewFile(file); err != nil {
					return usage.Mark(fmt.Errorf("cannot write the archive: %w", err))
				}
			}
			resp, err := getFromNode(c, *data, "/rooms/"+roomPath(args[0])+"/archive")
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				return fmt.Errorf("the archive did not arrive: %w", err)
			}
			if file == "-" {
				_, err = c.OutOrStdout().Write(b)
				return err
			}
			if err := settings.WriteAtomically(file, b); err != nil {
				return fmt.Errorf("cannot write the archive: %w", err)
			}
			fmt.Fprintln(c.OutOrStdout(), "wrote", file)
			return nil
		},
	}
}

// noArgs refuses words that a command does not take.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage.Errorf("unknown command %q; `%s --help` lists all commands", args[0], c.CommandPath())
	}
	return nil
}
