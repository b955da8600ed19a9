package order

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"manyhold/game/act"
	"manyhold/net/charter"
	"manyhold/net/key"
)

// charterUses says how each command is used, by its first word.
var charterUses = map[string]string{
	"policy": "policy open|invited|trusted", "cap": "cap N, 1 to 64", "split": "split on|off",
	"rank": "rank PLAYER none|visitor|builder|keeper", "ban": "ban PLAYER [REASON]", "kick": "kick PLAYER [REASON]", "pardon": "pardon PLAYER",
	"law":   "law blocking|strife|mercy|homestead on|off",
	"entry": "entry anyone|invited|members", "newcomers": "newcomers visitor|builder",
	"title": "title TEXT", "description": "description TEXT",
	"heir": "heir PLAYER PLACE, 1 to 16, or none", "absence": "absence DAYS, or off", "recent": "recent DAYS, 1 or more",
}

// charterAct is a command about the charter, whose subject is still a name.
type charterAct struct {
	Entry charter.Entry
	Who   string // of acts about a player
}

// ParseCharter reads the words of a command. Its errors are for people, and the caller's fault.
func ParseCharter(words []string) (a charterAct, err error) {
	use, known := charterUses[words[0]]
	if !known {
		return a, fmt.Errorf("unknown command %q; `manyhold world charter --help` lists them", words[0])
	}
	wrong := fmt.Errorf("usage: manyhold world charter %s", use)
	rest := words[1:]
	if len(rest) == 0 {
		return a, wrong
	}
	if succession[words[0]] != 0 {
		if a, known = parseSuccession(words[0], rest); !known {
			return a, wrong
		}
		return a, nil
	}
	text := strings.Join(rest, " ")
	choose := func(act charter.Act, among map[string]uint64, word string) error {
		v, ok := among[word]
		if a.Entry.Act, a.Entry.Value = act, v; !ok {
			return wrong
		}
		return nil
	}
	switch words[0] {
	case "policy":
		err = choose(charter.SetPolicy, map[string]uint64{"open": uint64(charter.Open), "invited": uint64(charter.Invited), "trusted": uint64(charter.Trusted)}, text)
	case "entry":
		err = choose(charter.SetEntry, map[string]uint64{"anyone": charter.EntryAnyone, "invited": charter.EntryInvited, "members": charter.EntryMembers}, text)
	case "newcomers":
		err = choose(charter.SetDefaultRank, map[string]uint64{"visitor": uint64(charter.Visitor), "builder": uint64(charter.Builder)}, text)
	case "split":
		err = choose(charter.SetSplit, map[string]uint64{"on": 1, "off": 0}, text)
	case "cap":
		n, e := strconv.ParseUint(text, 10, 8)
		if e != nil || n < 1 || n > charter.MaxCap {
			return a, wrong
		}
		a.Entry.Act, a.Entry.Value = charter.SetCap, n
	case "rank":
		if len(rest) != 2 {
			return a, wrong
		}
		a.Who = rest[0]
		err = choose(charter.Name, map[string]uint64{"none": charter.NameNobody, "visitor": charter.NameVisitor, "builder": charter.NameBuilder, "keeper": charter.NameKeeper}, rest[1])
	case "ban", "kick":
		a.Entry.Act = map[string]charter.Act{"ban": charter.Ban, "kick": charter.Kick}[words[0]]
		a.Who, a.Entry.Text = rest[0], strings.Join(rest[1:], " ")
	case "law":
		if len(rest) != 2 {
			return a, wrong
		}
		law, known := act.LawNamed(rest[0])
		if a.Entry.Act, a.Entry.Value = charter.SetLaw, 2*uint64(law); !known || rest[1] != "on" && rest[1] != "off" {
			return a, wrong
		}
		if rest[1] == "on" {
			a.Entry.Value++
		}
	case "pardon":
		if len(rest) != 1 {
			return a, wrong
		}
		a.Entry.Act, a.Who = charter.Pardon, rest[0]
	case "title":
		a.Entry.Act, a.Entry.Text = charter.SetTitle, text
	case "description":
		a.Entry.Act, a.Entry.Text = charter.SetDescription, text
	}
	if len(a.Entry.Text) > charter.MaxText {
		return a, fmt.Errorf("the text is too long: at most %d bytes", charter.MaxText)
	}
	return a, err
}

// succession are the commands about the government in the founder's absence.
var succession = map[string]charter.Act{"heir": charter.Heir, "absence": charter.SetAbsence, "recent": charter.SetRecent}

// parseSuccession reads the arguments of such a command.
func parseSuccession(word string, rest []string) (a charterAct, ok bool) {
	a.Entry.Act = succession[word]
	least, most, zero := uint64(1), uint64(charter.MaxDays), ""
	switch a.Entry.Act {
	case charter.Heir:
		most, zero = charter.MaxHeirs, "none"
		a.Who, rest = rest[0], rest[1:]
	case charter.SetAbsence:
		zero = "off"
	}
	if len(rest) != 1 {
		return a, false
	}
	if rest[0] == zero {
		return a, true
	}
	n, err := strconv.ParseUint(rest[0], 10, 16)
	a.Entry.Value = n
	return a, err == nil && n >= least && n <= most
}

// Whois finds the key of a player by name, key, or the beginning of a key as it is shown.
func Whois(word string, known map[key.ID]string) (key.ID, error) {
	if id, err := key.ParseID(word); err == nil {
		return id, nil
	}
	var found []key.ID
	for id, name := range known {
		if name == word || len(word) >= key.ShortLength && strings.HasPrefix(id.String(), strings.ToLower(word)) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return key.ID{}, fmt.Errorf("unknown player %q; give the player's key", word)
	}
	var keys []string
	for _, id := range found {
		keys = append(keys, id.String())
	}
	slices.Sort(keys)
	return key.ID{}, fmt.Errorf("%d players are named %q; give a key: %s", len(found), word, strings.Join(keys, ", "))
}
