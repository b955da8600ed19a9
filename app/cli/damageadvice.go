package cli

import (
	"strings"
)

// damageAdvice holds the advice for each kind of damage that `world check` reports, found by words of the
// report. The first match counts. A report of the store without a match is our own bug; a test watches for
// it.
var damageAdvice = []struct{ words, todo string }{
	{"SQLite", startIt + "; or restore a backup with `manyhold world import --replace`"},
	{"The file cannot be read", startIt + "; or restore a backup with `manyhold world import --replace`"},
	{"list of islands", startIt},
	{"is not listed", startIt},
	{"not listed as living", startIt},
	{"have nothing in the file", startIt},
	{"The archive", archived},
	{"Archive ", archived},
	{"list of archives", archived},
	{"of an archive that is not there", archived},
	{"charter", "nothing: the entries are signed, and other peers of the world send them again"},
	{"player", "nothing: names and dates return as players are seen again"},
	{"how the file was closed", "nothing: the next start writes it anew"},
	{"power cuts", "nothing: only the list of past power cuts is incomplete"},
	{"old turn", "nothing: they are history that the world does not need; a backup or other peers may have them"},
	{"Old turn", "nothing: they are history that the world does not need; a backup or other peers may have them"},
	{"record of epoch", "start the node while other peers of this world run: they have the record. Alone, the world continues provisionally from its proven state; the founder can make that firm with `manyhold world decree`"},
	{"records of epochs", "start the node while other peers of this world run: they have the records. Alone, the world continues provisionally from its proven state; the founder can make that firm with `manyhold world decree`"},
	{"What the record", "start the node while other peers of this world run: they send the state after that record"},
	{"heckpoint", "nothing: the world starts from another checkpoint and executes the turns after it"},
	{"The state at turn", "nothing: the world starts from another checkpoint and executes the turns after it"},
	{"After turn", turnsLost},
	{"Turn ", turnsLost},
}

const (
	startIt   = "start the node once: it copies everything valid into a new file and keeps this one beside it"
	archived  = "nothing here: the world continues without it, but this archived branch may not open or merge from this file; a backup or another peer of the branch has it"
	turnsLost = "start the node while other peers of this world run: they have the turns. Alone, the world continues from the turn before; a backup may have more (`manyhold world import --replace`)"
)

// adviceOn returns the advice for damage, "" when its kind is unknown.
func adviceOn(damage string) string {
	for _, r := range damageAdvice {
		if strings.Contains(damage, r.words) {
			return r.todo
		}
	}
	return ""
}
