package hall

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"manyhold/app/usage"
	"manyhold/net/room"
)

// Help is the list of the words about rooms.
const Help = `room create ENGINE [--seed N] [--config FILE] [--strict] [--title TEXT]   create a match room; ID below is its ID, the beginning of it, or a link to it
room list | engines       print the rooms of the world; the engines that are known
room show ID              print the state of a room
room join ID [--seat NAME] [--name NAME]   take a seat: by its name or number, or the first free one
room ready ID [on|off]    say that you are ready, or not
room config ID FILE | KEY=VALUE …   change the configuration of a match
room watch ID             watch a match
room delay ID SECONDS     let viewers see the match so much later, 0 to 120 seconds; a vote once it runs
room stand ID | leave ID  give your seat up; leave the room
room pause ID | resume ID vote for a pause of the match, or for its end
room continue ID          vote to go on after a halt, without the players whose state differs
room archive ID [FILE]    write the record of a match to a file`

// Act is something that is asked of a hall.
type Act struct {
	Verb    string            `json:"verb"`
	Room    string            `json:"room,omitempty"`
	Create  Order             `json:"create,omitzero"`
	Seat    string            `json:"seat,omitempty"`
	Name    string            `json:"name,omitempty"`
	Off     bool              `json:"off,omitempty"`     // not ready
	Config  json.RawMessage   `json:"config,omitempty"`  // the whole configuration
	Changes map[string]string `json:"changes,omitempty"` // or some of its values
	File    string            `json:"file,omitempty"`    // of archive
	Seconds uint32            `json:"seconds,omitempty"` // of delay
}

// ballots are the words for votes.
var ballots = map[string]room.Ballot{"pause": room.ForPause, "resume": room.ForResume, "continue": room.ForGoingOn}

// Verbs are the words that an act begins with.
var Verbs = []string{"create", "list", "engines", "show", "join", "ready", "config", "watch", "delay", "stand", "leave", "pause", "resume", "continue", "archive"}

// Parse reads the words of an act, without "room". Options may stand anywhere. Its errors are usage errors.
func Parse(words []string) (Act, error) {
	a, rest, err := parseOptions(words)
	if err != nil {
		return a, usage.Mark(err)
	}
	if len(rest) == 0 || !slices.Contains(Verbs, rest[0]) {
		return a, usage.Errorf("say what to do with rooms: %s", strings.Join(Verbs, ", "))
	}
	a.Verb, rest = rest[0], rest[1:]
	switch a.Verb {
	case "list", "engines":
		return a, most(a.Verb, rest, 0)
	case "create":
		if len(rest) == 0 {
			return a, usage.Errorf("room create needs the name of an engine, or its directory")
		}
		a.Create.Engine = rest[0]
		return a, most(a.Verb, rest, 1)
	}
	if len(rest) == 0 {
		return a, usage.Errorf("room %s needs the ID of a room, or the beginning of it", a.Verb)
	}
	a.Room, rest = rest[0], rest[1:]
	switch a.Verb {
	case "config":
		return a, a.parseConfig(rest)
	case "ready":
		if len(rest) > 0 && rest[0] != "on" && rest[0] != "off" {
			return a, usage.Errorf("room ready ID is followed by on or off, not by %q", rest[0])
		}
		a.Off = len(rest) > 0 && rest[0] == "off"
		return a, most(a.Verb, rest, 1)
	case "delay":
		n, err := strconv.ParseUint(strings.Join(rest, " "), 10, 32)
		if err != nil {
			return a, usage.Errorf("room delay ID needs a number of seconds, 0 to %d", MaxDelay)
		}
		a.Seconds = uint32(n)
		return a, nil
	case "archive":
		if len(rest) > 0 {
			a.File = rest[0]
		}
		return a, most(a.Verb, rest, 1)
	}
	return a, most(a.Verb, rest, 0)
}

// most refuses words that an act does not take.
func most(verb string, rest []string, n int) error {
	if len(rest) > n {
		return usage.Errorf("room %s does not take %q", verb, strings.Join(rest[n:], " "))
	}
	return nil
}

// parseOptions reads the options out of words.
func parseOptions(words []string) (a Act, rest []string, err error) {
	for k := 0; k < len(words); k++ {
		name, value, given := strings.Cut(words[k], "=")
		if !strings.HasPrefix(name, "--") {
			rest = append(rest, words[k])
			continue
		}
		if name == "--strict" && !given {
			a.Create.Strict = true
			continue
		}
		if !given {
			if k++; k >= len(words) {
				return a, nil, fmt.Errorf("%s needs a value", name)
			}
			value = words[k]
		}
		switch name {
		case "--seed":
			n, err := ParseSeed(value)
			if err != nil {
				return a, nil, err
			}
			a.Create.Seed = &n
		case "--config":
			if a.Create.Config, err = ReadConfig(value); err != nil {
				return a, nil, err
			}
		case "--title":
			a.Create.Title = value
		case "--seat":
			a.Seat = value
		case "--name":
			a.Name = value
		default:
			return a, nil, fmt.Errorf("there is no option %s", name)
		}
	}
	return a, rest, nil
}

// ParseSeed reads the seed of a match.
func ParseSeed(s string) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the seed is %q; use a whole number from 0", s)
	}
	return n, nil
}

// ReadConfig reads a configuration: a JSON object, or the name of a file with one.
func ReadConfig(text string) (json.RawMessage, error) {
	b := []byte(text)
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		f, err := os.Open(text)
		if err != nil {
			return nil, fmt.Errorf("cannot read the configuration: %w", err)
		}
		defer f.Close()
		if b, err = io.ReadAll(io.LimitReader(f, room.MaxConfig+1)); err != nil {
			return nil, fmt.Errorf("cannot read the configuration: %w", err)
		}
	}
	switch {
	case len(b) > room.MaxConfig:
		return nil, fmt.Errorf("a configuration has at most %d bytes", room.MaxConfig)
	case !isObject(b):
		return nil, errors.New("a configuration is a JSON object, such as {\"size\": 3}")
	}
	return b, nil
}

// isObject reports whether bytes are a JSON object.
func isObject(b []byte) bool {
	var o map[string]json.RawMessage
	return json.Unmarshal(b, &o) == nil && o != nil
}

// parseConfig reads what the configuration is to be.
func (a *Act) parseConfig(rest []string) (err error) {
	if len(rest) == 0 {
		return usage.Errorf("room config ID needs a file, or KEY=VALUE")
	}
	if !strings.Contains(rest[0], "=") || strings.HasPrefix(rest[0], "{") {
		a.Config, err = ReadConfig(strings.Join(rest, " "))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; to change a setting, write KEY=VALUE", err)
		}
		if err != nil {
			return usage.Mark(err)
		}
		return nil
	}
	a.Changes = map[string]string{}
	for _, w := range rest {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" {
			return usage.Errorf("%q is not KEY=VALUE", w)
		}
		a.Changes[key] = value
	}
	return nil
}

// edited returns a configuration with changed values. A value that is JSON stays so, others are texts; an
// empty one takes the key away.
func edited(old []byte, changes map[string]string) ([]byte, error) {
	all := map[string]json.RawMessage{}
	if len(old) > 0 && json.Unmarshal(old, &all) != nil {
		return nil, errors.New("the present configuration is no JSON object; give the whole one in a file")
	}
	if all == nil { // the configuration was null
		all = map[string]json.RawMessage{}
	}
	for key, value := range changes {
		switch {
		case value == "":
			delete(all, key)
		case json.Valid([]byte(value)):
			all[key] = json.RawMessage(value)
		default:
			text, _ := json.Marshal(value) // a text has a JSON form
			all[key] = text
		}
	}
	return json.Marshal(all)
}
