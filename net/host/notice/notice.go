// Package notice is text for people that is translated where it is shown: a code with parameters.
//
// A Notice is a line of text: its code, and then parameters, each as a blank, a name, "=" and a quoted value
// (see strconv.Quote). A name that is repeated is a list. For example:
//
//	waits_for_newest names="Ada" names="Bo"
//
// The window looks up the code in its table of words. Logs and `manyhold status` show String, which is
// English. A text that is no known notice, such as the error of a machine or the words of another peer, is
// shown as it stands.
package notice

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Notice is one text; "" is none. It may come from another peer, so nothing in it is trusted.
type Notice string

// english are the texts of the codes. A name in braces is replaced by the parameter of that name.
var english = map[string]string{
	// A world waits. The text follows the word "waiting".
	"waits_for_merge":     "for island {island} to absorb this one",
	"waits_for_world":     "for a peer that has the world",
	"waits_for_host":      "for a host: this computer only plays, and nobody who hosts this world is online",
	"waits_for_holder":    "for {name} or another peer that has the world",
	"waits_for_majority":  "for a majority of the committee",
	"waits_for_voter":     "for {name}, the only voter",
	"waits_for_agreement": "for all peers that hold this world to agree on its newest turn",
	"waits_for_newest":    "for {names}, with the newest turns of this world",
	"waits_for_repair":    "for {name} to send the turns that this world's damaged file lost",
	"waits_for_lost":      "for a peer that has the lost part of this world's damaged file",
	"waits_for_retreat":   "for a peer that has the lost part of this world's damaged file, or to agree with {name} on a turn to continue from",
	"waits_alone":         "for a peer that has the lost part of this world's damaged file; if none comes within {seconds} s, it continues alone from an earlier turn",

	// A leader is unfair: found so, and replaced, or not.
	"unfair_fast":          "it runs time too fast",
	"unfair_slow":          "it runs time too slowly",
	"unfair_censors":       "it leaves out the commands of {who}",
	"unfair_sleeps":        "it puts players to sleep",
	"unfair_lawless":       "it ignores the charter",
	"unfair_lost_fast":     "the leader {name} ran time too fast and lost its seat",
	"unfair_lost_slow":     "the leader {name} ran time too slowly and lost its seat",
	"unfair_lost_censors":  "the leader {name} left out the commands of {who} and lost its seat",
	"unfair_lost_sleeps":   "the leader {name} put players to sleep and lost its seat",
	"unfair_lost_lawless":  "the leader {name} ignored the charter and lost its seat",
	"unfair_leads_fast":    "the leader {name} runs time too fast; the world's founder can continue without it",
	"unfair_leads_slow":    "the leader {name} runs time too slowly; the world's founder can continue without it",
	"unfair_leads_censors": "the leader {name} leaves out the commands of {who}; the world's founder can continue without it",
	"unfair_leads_sleeps":  "the leader {name} puts players to sleep; the world's founder can continue without it",
	"unfair_leads_lawless": "the leader {name} ignores the charter; the world's founder can continue without it",
	"unfair_hides":         "it sends several peers no turns",
	"unfair_lost_hides":    "the leader {name} sent several peers no turns and lost its seat",
	"unfair_leads_hides":   "the leader {name} sends several peers no turns; the world's founder can continue without it",
	"unfair_withholds":     "the leader {name} sent this computer no turns; they come by other hosts",

	// A branch is refused, and stays an archive.
	"branch_elsewhere":   "it does not begin in this world's records",
	"branch_disordered":  "its records are not in order",
	"branch_ends_early":  "it ends before its last record begins",
	"branch_other_state": "its first state differs from this world's",
	"branch_forgotten":   "the state at turn {turn}, where it begins, is not known any more",
	"branch_no_base":     "the state at its beginning is not known any more",
	"branch_lost_base":   "the state at its beginning is lost",
	"branch_included":    "a part of it was merged before, and the state at the end of that part is not known any more",
	"branch_foreign":     "the peer that offers it ordered none of its turns",
	"branch_replaced":    "another branch came than the one that was offered",
	"branch_absorbed":    "its island was absorbed by another one meanwhile",
	"branch_unreadable":  "its archive cannot be read: {why}",
	"branch_refused":     "it was refused",

	// Its turns were executed again.
	"branch_other_end":      "its turns do not lead to its state",
	"branch_broken_chain":   "its turns are not those of its records",
	"branch_forged_command": "turn {turn} has a command that its player did not sign",
	"branch_no_turns":       "it came without its turns",
	"branch_unsigned":       "the commands of turn {turn} are not signed",
	"branch_parcels":        "turn {turn} delivers something from another island",
	"branch_other_rules":    "it has rules {rules}, which this version does not run",
	"branch_merged_within":  "another branch was merged into it after turn {turn}",
	"branch_islands_within": "its island was divided or joined after turn {turn}",
	"branch_too_long":       "it is longer than {minutes} minutes",
	"branch_land_only":      "only its tiles and outlines came in: a keeper can accept the rest",
	"branch_no_keeper":      "no keeper has accepted it",
	"branch_not_waiting":    "it does not wait for a keeper",
}

// New returns a notice. The parameters are names and values, in turn.
func New(code string, parameters ...string) Notice {
	b := []byte(code)
	for i := 0; i+1 < len(parameters); i += 2 {
		b = append(append(append(b, ' '), parameters[i]...), '=')
		b = strconv.AppendQuote(b, parameters[i+1])
	}
	return Notice(b)
}

// List returns a notice with one parameter that is a list.
func List(code, name string, values []string) Notice {
	var all []string
	for _, v := range values {
		all = append(all, name, v)
	}
	return New(code, all...)
}

// Of returns the notice that an error is, or its text.
func Of(err error) Notice {
	if n := Notice(""); errors.As(err, &n) {
		return n
	}
	return Notice(err.Error())
}

// Codes are the codes of this package, in ascending order.
func Codes() (all []string) {
	for _, table := range []map[string]string{english, answers, matches} {
		for code := range table {
			all = append(all, code)
		}
	}
	slices.Sort(all)
	return all
}

// English returns the text of a code, with its parameters in braces; "" for an unknown one.
func English(code string) string { return text(code) }

// Code returns the code, which may be unknown.
func (n Notice) Code() string {
	code, _, _ := strings.Cut(string(n), " ")
	return code
}

// Parameters returns the values by name. A malformed parameter is left out, with all that follow it.
func (n Notice) Parameters() map[string][]string {
	all := map[string][]string{}
	_, rest, _ := strings.Cut(string(n), " ")
	for rest != "" {
		name, quoted, ok := strings.Cut(rest, "=")
		value, err := strconv.QuotedPrefix(quoted)
		if !ok || err != nil {
			break
		}
		text, err := strconv.Unquote(value)
		if err != nil {
			break
		}
		all[name] = append(all[name], text)
		rest = strings.TrimPrefix(quoted[len(value):], " ")
	}
	return all
}

// String returns the English text.
func (n Notice) String() string {
	text := text(n.Code())
	if text == "" {
		return string(n)
	}
	var pairs []string
	for name, values := range n.Parameters() {
		pairs = append(pairs, "{"+name+"}", And(values))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Error makes a notice an error.
func (n Notice) Error() string { return n.String() }

// And joins names in English.
func And(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// coded is a notice in JSON.
type coded struct {
	Text   string `json:"text"` // English
	Notice string `json:"notice"`
}

// MarshalJSON returns the English text for readers, and the notice for windows.
func (n Notice) MarshalJSON() ([]byte, error) { return json.Marshal(coded{n.String(), string(n)}) }

// UnmarshalJSON reads the bytes of MarshalJSON.
func (n *Notice) UnmarshalJSON(b []byte) error {
	var c coded
	err := json.Unmarshal(b, &c)
	*n = Notice(c.Notice)
	return err
}
