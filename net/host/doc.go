// Package host runs the islands that this peer serves: it has turns closed, ordered, executed, compared,
// written and told to whoever wants them. It replicates a Machine, of which it knows bytes only.
//
// Core is the protocol of one island: it is called with messages and the time and says in Ready what must be
// done, so that tests run many of them in one goroutine and virtual time. World is all islands that a peer
// executes. Host is the one goroutine that meets the clock, the links and the world's file; other goroutines
// leave values in its inboxes, which are bounded for each link.
//
// # Turns
//
// The leader of the epoch (see net/epoch) closes a turn every 50 ms from the commands it has; who sent
// nothing in time is not waited for. Where links are slow or narrow turns are longer, see pace.go. The author
// of a command is the identity of the link it came by, and signs it, so that those who vote see that the
// leader made none up: see cmdsig.go. A follower executes a turn when it is ordered; when ordered turns are
// lost in a fail-over, it goes back to the last committed state that it kept, and forward again. Own commands
// are sent until a turn that took them is committed, or five seconds have passed.
//
// # Messages
//
// The first byte is the wire.Kind. Frames are datagrams, everything else goes by the stream.
//
//	Frame      u8 sections, uvarint epoch, with section 32 the first four bytes of the hash of its record (lines that are
//	           forked, see fork.go), then the sections that are set, in this order:
//	           1 digests: u8 n (at most 6), for each, newest first: [uvarint turn, the first only],
//	             uvarint raft term, u64 digest; turns are consecutive
//	           2 run: the newest three entries of the log, see net/epoch
//	           4 head: the chain as signed by the leader, once a second
//	           64 of a leader of one of several islands: uvarint turn up to which it has the log synced
//	           8 messages: u8 n (at most 8), raft's messages, see net/epoch
//	           16 commands: u8 n (at most 16), for each: uvarint number (from the second on: its
//	             distance to the one before), uvarint length, body (at most 256 bytes), signature (64 bytes, see cmdsig.go)
//	Join       a greeting: incarnation u64, capacity u32, uptime u32 (seconds), headless, willing, leaving,
//	           wants (bool each), uvarint epoch, turn and committed turn, strained (bool), step budget u32 (islands), uplink u32 (bytes a second), load u32 (other islands
//	           voted in), round trip to half of its peers u32 (microseconds); zero is unknown. Said anew when
//	           willingness changes, and every five seconds at most when another changes by a factor of two
//	           Then hash of the epoch's record, firm (bool), forked (bool), hash of the line's
//	           firm ancestor (zero: it has an end that the sender's file lost), living (bool: still the process that it names),
//	           lacks (bool: has no turns)
//	           Only from a peer that leaves home to others: true (bool)
//	Line       u8 step, then what linemessage.go says: records of another line, and branches to be taken in
//	Record     bool (the list begins anew), records, each with uvarint length; see net/epoch
//	Welcome    genesis (uvarint length), uvarint epoch, index, term, turn; chain hash (32 bytes); digest u64;
//	           SHA-256 of the manifest. A Have of net/transfer follows, then its blocks.
//	WantTurns  epoch, uvarint index of the first entry that is missing. The epoch is its uvarint number, in a forked line
//	           after uvarint 0 and the first four bytes of the hash of its record
//	Turns      epoch, a run; nothing instead of the run when the sender does not reach back so far
//	Digests    a verdict: uvarint epoch, turn, raft term; u64 right digest; key of a peer that has it
//	Recovery   u8 step, then:
//	           1 report: uvarint epoch, hash of its record, u64 incarnation, bool living, uvarint turn, chain
//	             hash, uvarint raft term and index (zero: all is committed), uvarint committed turn, chain hash,
//	             ballot promised (uvarint round, key), record signed (uvarint length, 0: none), seal (64 bytes)
//	           2 ask: uvarint epoch, hash of its record, uvarint round
//	           3 propose: uvarint raft term and index of the log it continues, record without seals
//	           4 want: uvarint first turn; 0: a snapshot
//	           5 turns: uvarint first turn, for each: uvarint epoch, uvarint length, body
//	           6 records of later epochs, each with uvarint length
//	Charter    u8 1: digest (32 bytes), summary; u8 2: entries and logins, each with uvarint length; u8 3: a login to be
//	           countersigned; u8 4: u64 its last date, signature (64); u8 5: digest of the entries (32), their summary, in
//	           place of step 1 where one of the two has left home to others; see net/charter
//	Witness    u8 1: hash of an epoch's record (32 bytes), signer (32), head; u8 2: a proof, u8 3: a charge, see net/epoch
//	HandOver   u8 step (1 ask, 2 ready, 3 taken), uvarint turn, with taken the epoch
//
//	Parcel     a letter: u64 the island that says it, u64 the one that it is for, uvarint epoch of the first, hash of
//	           its record, uvarint committed turn, chain hash after it (32 bytes), uvarint number of the first parcel, u8 n (at
//	           most 48), parcels, each with uvarint length (1 to 200), uvarint number of the parcel wanted next; then u8 n (at
//	           most 5), for each voter that signed, its leader first: key, signature (64 bytes) under "manyhold letter 2" of
//	           the world and all before; see mailbox.go
//	Vouch      a voter is asked to sign such a letter, or does; see lettersigning.go
//	Rumour     u8 step, then:
//	           1 news: u64 island, uvarint newest firm epoch, hash of its record, uvarint committed turn, key of the leader
//	             (zero: none), uvarint people, uvarint length and place, bool the receiver's player is there
//	           2 ask: u64 island (with 3 and 7 home, too), uvarint epoch, hash of its record (zero: from the first on)
//	           3 tell: u64 island, hash of the record before these, bool first, bool last of several, records, each
//	             with uvarint length
//	           4 invite: u64 island
//	           5 seek: where is my player?
//	           6 lineage: u64 island, bool first, bool last of several, records of its forebears, each with uvarint
//	             length; it comes before the records of the island itself, see ancestry.go
//	           7 bulletins: u8 n (at most 16), for each: u8 over how many links it may still go (1 to 8), u64 island, uvarint
//	             newest firm epoch, hash of its record, uvarint committed turn, key of the leader (zero: none), uvarint people,
//	             uvarint length and place, u8 n (at most 3), keys of who is to keep copies, key of a voter of the epoch, its
//	             signature (64 bytes) under "manyhold bulletin" of the world and all before but the first byte; see announcements.go
//	Island     u64 island, then any of the messages about an island with its kind, when it is another than home
//	Merge      u8 step (1: let your island end into mine), u64 the taker, u64 the island that ends, uvarint
//	           people of the taker
//
//	Relay      u8 step (1 turns, 2 children, 3 orphan), then what relay.go says
//
// The leader sends every peer one frame for each turn, a star; a follower answers with one for each turn
// that it has commands for, and otherwise for every other. Of more than 32 followers some get the leader's
// frames from voters and heirs, see relay.go. All peers keep linked to the committee and its heirs, so that a
// fail-over needs no new link.
//
// What a peer may cost others by what it says and asks is bounded in flood.go.
//
// # Who is right
//
// Everybody's digests of every turn ride in the frames to and from the leader, and some of them in frames
// from each to each (see tellperiod.go). The leader compares all with its own; at a difference it judges
// after 150 ms by majority, and tells who is wrong, itself included, to take the state of one that is right.
// Where as many say another digest, it first makes its state again, see rederive.go. Turns are compared only
// when their raft terms are equal: number and term name one history.
//
// # Joining
//
// A peer that wants the island greets with "wants". It gets all records from the founding on, which it
// checks against the genesis and each other; a snapshot of a committed state; and then frames and runs like
// everybody else. Nobody pauses for it. The same is done by who missed more than the others keep, by who
// has a wrong state, and by a restarted process.
//
// # Committee and hand-over
//
// The leader keeps a committee of the size that roster.Size says, replacing voters that are gone for
// three seconds at once and changing its size when it was wrong for one. A leader that quits asks an heir
// whether it holds the log in its file, goes on closing turns until it does, and then names it.
//
// Who votes and who leads is a matter of what peers say in their greetings that they offer and are able to:
// see net/roster for the order, Means and Limits for what is measured and what is offered. A voter that is
// over its limits, or does not want to hold the island any more, says so and is replaced; a leader hands over
// as if it quit, and stays. Otherwise a seat changes only when somebody is clearly better for a minute. A
// leader that is strained, because it closes turns late or its links lose much, hands over at once to a peer
// that is not. When nobody else can lead, who does goes on, over its limits: the world does not stop.
//
// Whose own state was found wrong three times within a minute does not vote for five minutes.
//
// When too few of several voters are left to commit anything, all of them, most restarted, sign a record by
// which the world goes on: see recover.go.
//
// A minority goes on without the others for the time being, and what it did is merged into what they did when
// they meet: see fork.go.
//
// A lone voter that was restarted waits a second for peers that hold more of its log than its file, takes
// that over, and goes on by a recovery record: see lonerestart.go.
//
// # Islands
//
// A world is one or several islands: home, which the founding record began, and others that were divided from
// it or from each other. Each has epochs, a committee, a leader, turns and a line of the file of its own;
// links are shared. Up to Options.Whole linked peers, everybody executes every island; with more, each those
// that it has a reason to: see subscriptions.go. So whoever walks from one to another, or is needed to hold
// one, has it already. Of islands that others execute it hears by directory.go and announcements.go; how
// those wake that nobody executes is told in wake.go. When and where islands divide, that they are near each
// other, and what they say to each other, the machines decide (Carver, Mailer); who holds a new island is
// chosen like any committee, and of equally able peers the one that leads least comes first. What is done at
// the boundary of two epochs is told in transition.go, how islands begin here in islands.go, how they become
// one in islandmerging.go, why nobody can invent one in ancestry.go, and what they say to each other in
// parcels.go, mailbox.go and, why no single voter is believed in it, lettersigning.go. An island divides and
// merges while it is firm only.
//
// A simulation sets the bound by Options.Whole (less than zero: nobody executes all, however few there are).
// Options.Linger says how long an island is kept without a reason, and Options.Links how many links a peer
// serves. Of islands that nobody executes to whom it is linked a peer knows by bulletins, which are passed
// on: see announcements.go. Inspect and Status tell which islands a peer executes, and Status why.
package host
