package cli

import (
	"strings"
)

// remedies say what to do about each kind of damage that `world check` tells of, by words in it; the first that fits
// counts. What the store tells of and none fits is our own bug, which a test watches.
var remedies = []struct{ words, todo string }{
	{"SQLite", startIt + "; `manyhold world import --replace` brings a backup back instead"},
	{"The file cannot be read", startIt + "; `manyhold world import --replace` brings a backup back instead"},
	{"list of islands", startIt},
	{"is not listed", startIt},
	{"not listed as living", startIt},
	{"have nothing in the file", startIt},
	{"The archive", archived},
	{"Archive ", archived},
	{"list of archives", archived},
	{"of an archive that is not there", archived},
	{"charter", "nothing: the entries are signed, and whoever else is in the world gives them again when you meet"},
	{"player", "nothing: names and dates come back as people are seen"},
	{"how the file was closed", "nothing: the next start writes it anew"},
	{"power cuts", "nothing: only the list of what cuts took is incomplete"},
	{"old turn", "nothing: they are history, which a backup or others may have; the world does not need them"},
	{"Old turn", "nothing: they are history, which a backup or others may have; the world does not need them"},
	{"record of epoch", "start the node while others of this world run: they have the record. Alone it goes on provisionally from what is proven; its founder can make that firm with `manyhold world decree`"},
	{"records of epochs", "start the node while others of this world run: they have the records. Alone it goes on provisionally from what is proven; its founder can make that firm with `manyhold world decree`"},
	{"What the record", "start the node while others of this world run: they give it the state after that record"},
	{"heckpoint", "nothing: the world starts from another checkpoint, and executes the turns after it"},
	{"The state at turn", "nothing: the world starts from another checkpoint, and executes the turns after it"},
	{"After turn", turnsLost},
	{"Turn ", turnsLost},
}

const (
	startIt   = "start the node once: it copies all that is good into a new file, and keeps this one beside it"
	archived  = "nothing can be done here: the world goes on without it, but this lost branch may not open or merge from this file; whoever else lived it, or a backup, has it"
	turnsLost = "start the node while others of this world run: they have the turns. Alone the world goes on from the turn before; a backup may have more (`manyhold world import --replace`)"
)

// remedyOf says what to do about damage, "" when it is of no known kind.
func remedyOf(damage string) string {
	for _, r := range remedies {
		if strings.Contains(damage, r.words) {
			return r.todo
		}
	}
	return ""
}
