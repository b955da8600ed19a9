// Package match holds the screens of matches: the board with its list, the creation of a match, the room with
// its roster and setup, and what is shown over a match that is played or watched.
package match
