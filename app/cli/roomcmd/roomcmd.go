// Package roomcmd is the subcommands of `manyhold room`. They talk with the node that runs on a data
// directory, as programs that use rooms by HTTP do.
package roomcmd

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/control"
	"manyhold/app/rooms/hall"
	"manyhold/app/rooms/ticket"
	"manyhold/app/settings"
	"manyhold/app/usage"
	"manyhold/net/key"
)

const roomHelp = `Creates, joins and watches match rooms of the world. The commands talk with the node that runs on --data.
A room is named by its ID or the first letters of it. The same words work as orders: manyhold do 'room list'.`

// Command builds `manyhold room`.
func Command() *cobra.Command {
	c := &cobra.Command{Use: "room", Short: "Create, join and watch matches", Long: roomHelp, Args: noArgs, RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	var data string
	c.PersistentFlags().StringVar(&data, "data", "", "data directory of the node")
	c.AddCommand(roomCreateCommand(&data), roomJoinCommand(&data), roomListCommand(&data), roomShowCommand(&data), roomWatchCommand(&data), roomArchiveCommand(&data), roomTokenCommand(&data))
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
			if seed != "" {
				n, err := hall.ParseSeed(seed)
				if err != nil {
					return usage.Mark(err)
				}
				a.Create.Seed = &n
			}
			if config != "" {
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

func roomJoinCommand(data *string) *cobra.Command {
	a := hall.Act{Verb: "join"}
	c := &cobra.Command{
		Use: "join ID", Short: "Take a seat in a room", Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		RunE: func(c *cobra.Command, args []string) error {
			a.Room = args[0]
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

// roomPath is a room's id as a part of a path.
func roomPath(id string) string { return strings.Trim(strings.Map(lettersOnly, id), "/") }

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

func roomWatchCommand(data *string) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "watch ID", Short: "Watch a match: print its state whenever it changes", Args: arity.Exactly(1, "the ID of a room, or the beginning of it"),
		Long: "Watches a match, and prints its state whenever it changes, until the match is over or the command is ended. A player with a seat in a match keeps it.",
		RunE: func(c *cobra.Command, args []string) error {
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
			resp, err := getFromNode(c, *data, "/rooms/"+roomPath(args[0])+"/archive")
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			b, err := io.ReadAll(resp.Body)
			if err != nil {
				return fmt.Errorf("the archive did not arrive: %w", err)
			}
			file := "room-" + roomPath(args[0])[:min(8, len(roomPath(args[0])))] + ".json"
			if len(args) == 2 {
				file = args[1]
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

func roomTokenCommand(data *string) *cobra.Command {
	var scopes []string
	var hours float64
	var subject string
	c := &cobra.Command{
		Use: "token", Short: "Print a ticket for programs that use rooms by HTTP", Args: noArgs,
		Long: "Prints a ticket (a JSON Web Token) that the node on --data accepts: with it a program uses the rooms of this player by HTTP until the ticket expires. A ticket cannot be taken back.",
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := settings.FindData(*data)
			if err != nil {
				return err
			}
			if _, err := os.Stat(filepath.Join(dir, key.FileName)); err != nil {
				return fmt.Errorf("there is no identity in %s yet; start the game on it once", dir)
			}
			pair, err := key.Load(dir)
			if err != nil {
				return err
			}
			text, err := ticket.Issue(pair, scopes, subject, time.Now(), time.Duration(hours*float64(time.Hour)))
			if err != nil {
				return usage.Mark(err)
			}
			fmt.Fprintln(c.OutOrStdout(), text)
			return nil
		},
	}
	c.Flags().StringSliceVar(&scopes, "scope", []string{ticket.Read}, "what the holder may do: rooms:read, rooms:create, rooms:play")
	c.Flags().Float64Var(&hours, "hours", 24, "how long the ticket is valid")
	c.Flags().StringVar(&subject, "for", "", "name of the holder, kept in the ticket")
	return c
}

// noArgs refuses words that a command does not take.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage.Errorf("unknown command %q; `%s --help` lists all commands", args[0], c.CommandPath())
	}
	return nil
}
