// Package format reads and writes the tables of a world file. A Reader verifies everything that it returns
// and collects the damage; inserts take single rows. Files of other schemas are refused unchanged.
//
// # Format: schema 1
//
// The file is SQLite 3 in WAL mode, application_id 0x4d484c44 ("MHLD"), user_version 1000 + the number of the
// schema. (Builds before schema 1 wrote 1 to 5 there. Their files are refused with ErrOlder.) Numbers are
// SQLite integers; turns, epochs and ticks stay below 2^63, and an island's id is the signed integer of the
// same 64 bits. A column sum is the first eight bytes of SHA-256 over the other columns of its row, see
// rowSum. Manifests are those of net/transfer.
//
//	genesis      one row: encoding of Genesis (its SHA-256 is the world's id and the file's name)
//	islands      island (its id), ended (0 or 1)
//	epochs       island, archive (0, or the archive they were moved to), number, rules, record (opaque, of
//	             net/epoch), parts (manifest of the blob, empty for none; in an archive those in
//	             Branch.Later), sum
//	turns        island, turn, epoch, hash (chain hash after the turn), body: one row for each turn since
//	             the oldest kept checkpoint of the island
//	segments     older turns, folded: island, first, last, branch (0: the island's own; 1: turns that others
//	             have replaced; more: the id of an archive), before and after (chain hashes around them,
//	             zero where not
//	             known), data: zstd of runs of one epoch, see segment.go
//	parts        hash (SHA-256 of the part), size, data (zstd): parts of snapshots and blobs, each distinct
//	             one once
//	checkpoints  island, turn, epoch, hash, digest (0: not known), parts (manifest), sum: the last Kept ones
//	             of an island
//	certificates island, turn, bytes (opaque, of net/epoch), sum: the signatures under checkpoints
//	archives     id (from 2), name (Branch.ID), island, turn (where the branch begins), base and parts
//	             (manifests of the states there and at its end), epoch, tip, hash and digest of its end,
//	             records, words, at (Unix
//	             milliseconds), sum
//	players      key, name, first and last seen (Unix milliseconds), sum
//	charter      id, entry (encoded by net/charter), sum
//	marks        island, turn, most, at (Unix milliseconds), clean, boot, sum: what was synced last; see Cut
//	cuts         island, at, turn, most, seen, sure, fate, sum: what power cuts may have taken; see Cut
//	notes        at (Unix milliseconds), words: what was found damaged, and when
//
// Beside the file are <id>.lock, which names the process that has the world open, and SQLite's -wal and -shm
// while it is open or after a crash. <id>.damaged-<n>.db are damaged files that were replaced. <id>.new.db is
// an unfinished replacement.
//
// Each peer keeps all of every island that it executes. Snapshots contain the dormant regions, so each peer
// of a small world has a complete copy of it.
//
// A file of another schema is refused with ErrOlder or ErrNewer and stays unchanged. A changed table is a new
// schema number; whether files of the previous one are still read is decided with that change.
package format
