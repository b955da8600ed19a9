package status

import (
	"fmt"
	"io"

	"manyhold/app/rooms/hall"
)

// Wide is what concerns the whole world, and no island.
type Wide struct {
	Shouts []ShoutStatus `json:"shouts"` // what was said last to everybody, oldest first
	Rooms  []hall.Row    `json:"rooms"`  // match rooms, those of this node first
}

// printRooms writes the rooms, one a line.
func (x *Wide) printRooms(w io.Writer) {
	for k := range x.Rooms {
		for _, line := range x.Rooms[k].StatusWords() {
			fmt.Fprintf(w, "room       %s\n", line)
		}
	}
}

// printNotes writes what a person should know, a line each.
func (s *Status) printNotes(w io.Writer) {
	for _, n := range s.Notes {
		fmt.Fprintln(w, "note      ", n)
	}
}
