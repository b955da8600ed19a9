// Package host runs the islands that this peer executes: it closes, orders, executes, compares and stores
// turns, and sends them to the peers that want them. It replicates a Machine, which it sees as bytes only.
//
// Core is the protocol of one island. It is called with messages and the time, and returns the resulting
// actions in Ready, so that tests run many cores in one goroutine and virtual time. World is all islands that
// a peer executes. Host is the one goroutine that deals with the clock, the links and the world's file. Other
// goroutines leave values in its inboxes, which are bounded for each link.
//
// # Turns
//
// The leader of the epoch (see net/epoch) closes a turn every 50 ms from the commands it has; it does not
// wait for a late peer. On slow or narrow links turns are longer, see kernel/pace.go. The author of a
// command is the identity of the link it came by. The author signs it, so that voters see that the leader
// made none up: see kernel/cmdsig.go. A follower executes a turn when it is ordered. When ordered turns are
// lost in a fail-over, it goes back to the last committed state that it kept, and forward again. Own
// commands are sent until a turn that took them is committed, or five seconds have passed.
//
// # Messages
//
// The first byte is the wire.Kind. Frames are datagrams, everything else goes by the stream.
//
//	Frame      u8 sections, uvarint epoch, with section 32 the first four bytes of the hash of its record
//	           (in a fork, see fork/fork.go), then the sections that are set, in this order:
//	           1 digests: u8 n (at most 6), for each, newest first: [uvarint turn, the first only],
//	             uvarint raft term, u64 digest; turns are consecutive
//	           2 run: the newest three entries of the log, see net/epoch
//	           4 head: the chain as signed by the leader, once a second
//	           64 of a leader of one of several islands: uvarint turn up to which it has the log synced
//	           8 messages: u8 n (at most 8), raft's messages, see net/epoch
//	           16 commands: u8 n (at most 16), for each: uvarint number (from the second on: its
//	             distance to the one before), uvarint length, body (at most 256 bytes),
//	             signature (64 bytes, see kernel/cmdsig.go)
//	Join       a greeting: incarnation u64, capacity u32, uptime u32 (seconds), headless, willing, leaving,
//	           wants (bool each), uvarint epoch, turn and committed turn, strained (bool),
//	           step budget u32 (islands), uplink u32 (bytes a second), load u32 (other islands voted in),
//	           round trip to half of its peers u32 (microseconds); zero is unknown. Sent anew when
//	           willingness changes, and at most every five seconds when another value changes by a factor of
//	           two. Then hash of the epoch's record, firm (bool), forked (bool), hash of the fork's firm
//	           ancestor (zero: it has an end that the sender's file lost), living (bool: still the process
//	           that the record names), lacks (bool: has no turns)
//	           Only when not zero, u8: 1 from a peer that leaves home to others, plus 2 from one that only
//	           plays
//	Fork       u8 step, then as in net/host/message: branches to be merged
//	Record     asks for an island's records after a known one, or has a part of such a list; see
//	           net/host/recordlist
//	Welcome    genesis (uvarint length), uvarint epoch, index, term, turn; chain hash (32 bytes);
//	           digest u64; SHA-256 of the manifest. A Have of net/transfer follows, then its blocks.
//	WantTurns  epoch, uvarint index of the first missing entry. The epoch is its uvarint number, in a fork
//	           after uvarint 0 and the first four bytes of the hash of its record
//	Turns      epoch, a run; no run when the sender's log does not reach back so far
//	Digests    a verdict: uvarint epoch, turn, raft term; u64 right digest; key of a peer that has it
//	Recovery   u8 step, then:
//	           1 report: uvarint epoch, hash of its record, u64 incarnation, bool living, uvarint turn,
//	             chain hash, uvarint raft term and index (zero: all is committed), uvarint committed turn,
//	             chain hash, ballot promised (uvarint round, key), record signed (uvarint length, 0: none),
//	             signature (64 bytes)
//	           2 ask: uvarint epoch, hash of its record, uvarint round
//	           3 propose: uvarint raft term and index of the log it continues, record without signatures
//	           4 want: uvarint first turn; 0: a snapshot
//	           5 turns: uvarint first turn, for each: uvarint epoch, uvarint length, body
//	Charter    u8 1: digest (32 bytes), summary; u8 2: entries and logins, each with uvarint length;
//	           u8 3: a login to be countersigned; u8 4: u64 its last date, signature (64);
//	           u8 5: digest of the entries (32), their summary, in place of step 1 where one of the two
//	           peers has left home to others; see net/charter
//	HeadGossip u8 1: hash of an epoch's record (32 bytes), signer (32), head; u8 2: a proof of equivocation,
//	           u8 3: an accusation, see net/epoch
//	HandOver   u8 step (1 ask, 2 ready, 3 taken), uvarint turn, with taken the epoch
//
//	Parcel     a letter: u64 sending island, u64 receiving island, uvarint epoch of the sender, hash of
//	           its record, uvarint committed turn, chain hash after it (32 bytes), uvarint number of the
//	           first parcel, u8 n (at most 48), parcels, each with uvarint length (1 to 200), uvarint number
//	           of the parcel wanted next; then u8 place of its leader among the signers, and the voters'
//	           signatures (see net/cosign) under "manyhold letter 2" of the world and all before; see
//	           net/host/mailbox
//	Cosign     asks a voter to sign such a letter, or is its signature; see parcels/lettersigning.go
//	Directory  u8 step, then:
//	           1 found: u64 island, where the receiver's player is; answers seek
//	           2 invite: u64 island
//	           3 seek: where is my player?
//	           4 bulletins: u8 n (at most 16), for each: u8 number of links it may still cross (1 to 8),
//	             u64 island, uvarint newest firm epoch, hash of its record, uvarint committed turn, key of
//	             the leader (zero: none), uvarint people, uvarint length and place, u8 n (at most 3), keys
//	             of the peers that are to keep copies, key of a voter of the epoch, its signature (64 bytes)
//	             under "manyhold bulletin" of the world and all before but the first byte; see
//	             net/host/directory
//	Island     u64 island, then any of the messages about an island with its kind, for islands other than
//	           home
//	Merge      u8 step (1: let your island end into mine), u64 the taker, u64 the island that ends, uvarint
//	           people of the taker
//
//	Relay      u8 step (1 turns, 2 children, 3 relay lost, 4 wish), then as in relay/relay.go
//
//	Fairness   u8 step (1 plea, 2 forward, 3 absent, 4 present, 5 complaint), then as in message.Fairness;
//	           see net/host/fairness
//
// The leader sends every peer one frame for each turn, a star. A follower answers each turn that it has
// commands for, and otherwise every other turn. With more than 32 followers, some get the leader's frames
// from voters and heirs, and a peer that only plays gets them from the nearest host; see relay/relay.go and
// net/host/attach. All peers keep linked to the committee and its heirs, so that a fail-over needs no new
// link.
//
// The cost that a peer can cause others by its messages and requests is bounded in kernel/flood.go.
//
// # Wrong states
//
// Every peer's digests of every turn travel in the frames to and from the leader, and some of them in frames
// between all peers (see compare/tellperiod.go). The leader compares all with its own. At a difference it
// judges after 150 ms by majority, and tells the peers with a wrong state, itself included, to take the
// state of one that is right. At a tie the leader first derives its own state again, see
// compare/rederive.go. Turns are compared only when their raft terms are equal: number and term name one
// history.
//
// # Joining
//
// A peer that wants the island greets with "wants". It gets all records from the founding on, which it checks
// against the genesis and each other; a snapshot of a committed state; and then frames and runs like every
// other peer. Nobody pauses for it. A peer that missed more turns than the others keep does the same, and so
// do a peer with a wrong state and a restarted process.
//
// # Committee and hand-over
//
// The leader keeps a committee of the size that roster.Size gives. It replaces voters that are gone for three
// seconds at once, and changes the size when it was wrong for one second. A leader that quits asks an heir
// whether it holds the log in its file, goes on closing turns until it does, and then names it.
//
// Voters and leader are chosen by the capacity and limits that peers announce in their greetings: see
// net/roster for the order, and net/host/capacity for the measured capacity and the offered limits. A voter
// that is over its limits, or does not want to hold the island any more, says so and is replaced; a leader
// hands over as if it quit, and stays. Otherwise a seat changes only when another peer is clearly better for
// a minute. A leader that is strained, because it closes turns late or its links lose much, hands over at
// once to a peer that is not. When no other peer can lead, the leader goes on, over its limits: the world
// does not stop.
//
// A peer whose own state was found wrong three times within a minute does not vote for five minutes.
//
// When too few of several voters are left to commit anything, all of them, most restarted, sign a record by
// which the world goes on: see recovery/recover.go.
//
// A minority goes on without the others in a provisional fork, which is merged when they meet again: see
// fork/fork.go.
//
// A lone voter that was restarted waits a second for peers that hold more of its log than its file, takes
// their turns, and goes on by a recovery record: see recovery/lonerestart.go.
//
// # Islands
//
// A world is one or several islands: home, which the founding record began, and others that were divided
// from it or from each other. Each island has its own epochs, committee, leader and turns, and its own rows
// in the file; links are shared. Up to Options.Whole linked peers, every peer executes every island; with
// more, each executes those that it has a reason to: see directory/subscriptions.go. So a peer
// has an island already when its player walks there, or when it is needed to hold the island. It learns of
// islands that others execute by net/host/directory, which wakes islands that nobody executes, too. The
// machines decide when and where islands divide, whether they are near each other, and what they send each
// other (machine.Island). The committee of a new island is chosen like any other, and of equally able peers
// the one that leads least comes first. kernel/transition.go is about the boundary of two epochs, runner.go
// about how islands begin here, net/host/islandmerge about how they become one, and kernel/ancestry.go about
// why nobody can invent one. Their messages to each other are in parcels/parcels.go and net/host/mailbox,
// and in parcels/lettersigning.go, which is why no single voter is believed in them. An island divides and
// merges only while it is firm.
//
// A simulation sets the bound by Options.Whole (below zero: no peer executes all islands, however few there
// are). Options.Linger is how long an island is kept without a reason, and Options.Links how many links a
// peer serves. A peer learns by bulletins, which are passed on, of islands that none of its linked peers
// execute: see directory/announcements.go. Inspect and Status tell which islands a peer executes,
// and Status why.
package host
