// Package worldfile is an open world file: a World with a Log for each island, written by one goroutine. Open
// also repairs a damaged file.
//
// # Promises
//
// A killed process loses no turn that Log.Written had reported: a turn counts as written when its transaction
// has reached the operating system. A power cut loses at most the turns since the last sync. A sync happens
// once in SyncEvery, and before more than MaxUnsynced turns are reported; the next Open says how many may be
// missing (see Cut). An epoch's record is on the disk before its done function is called. Callers never wait:
// one goroutine owns the file, and all others leave work in bounded queues. A damaged file is noticed and
// kept under another name, and everything in it that can be proven goes into a new file.
//
// # Logs
//
// Each island has a log: its turns, epochs and checkpoints. The World is itself the log of the home island
// (Home); World.LogOf returns the others. The log of an ended island (Log.End) is no longer loaded, but its
// turns stay in the file. Log.Archive moves a branch that lost against another out of its log in one
// transaction; OpenArchive reads it.
//
// In a browser (js/wasm) there is no file: a world lives as long as the page.
package worldfile
