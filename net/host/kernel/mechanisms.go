package kernel

import (
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/host/notice"
	"manyhold/net/key"
	"manyhold/net/roster"
	"manyhold/net/store"
)

// Mechanisms are the parts of an island's protocol beside the kernel. Each owns its fields, and has the
// methods that change them. The interfaces below list all that the kernel, a World and other mechanisms ask
// of a mechanism; everything else reaches it as a notification (observers.go), a message or a step of a
// tick.
type Mechanisms struct {
	Relay       Relay         // the tree by which a leader with many followers passes turns on
	Joining     Joining       // takes an island over
	Giving      Giving        // gives it to others
	Committee   Committee     // chooses the voters and the leader
	Comparison  Comparison    // compares digests
	Evidence    Evidence      // proves lies of leaders
	Door        Door          // lets players into a closed world
	Policy      Policy        // keeps the charter's word on the island
	Recovery    Recovery      // the recovery by all voters
	Acceptor    Acceptor      // promises and signs in it
	Lone        LoneRestart   // the recovery of a lone voter
	Fork        Fork          // knows the forks of others
	Provisional Provisional   // goes on without a majority
	Abandon     Abandon       // leaves a fork for a greater one
	Merger      Merger        // merges branches of abandoned forks
	Judge       Judge         // executes their turns before
	Parcels     Parcels       // takes parcels of other islands
	Letters     LetterSigning // signs letters to other islands
	Fairness    Fairness      // judges the leader
}

// Relay is the tree by which a leader with many followers passes turns on, as others see it.
type Relay interface {
	AssignRelays() // of followers, before each turn is sent
	// Audience is to how many peers a leader sends turns.
	Audience() int
	// Crowded reports whether the leader serves so many peers that it repeats no digests.
	Crowded() bool
	// HasChildren reports whether a peer passes this leader's turns on to others.
	HasChildren(p *Peer) bool
	// HeardLeader notes that a turn came from the leader itself.
	HeardLeader()
	// HeardRun notes that turns came, with so many digests.
	HeardRun(digests int)
	// LossReportAt is when the next loss report is due.
	LossReportAt() time.Time
	// MayReportLoss reports whether this peer may have a relay.
	MayReportLoss() bool
	// Passes reports whether a follower gets turns by a relay and not from its leader.
	Passes(p *Peer) bool
	Seal(frame []byte) []byte     // signs a frame as it stands, for relays
	Source() key.ID               // the peer by which turns come here; zero: they come from the leader
	Wish(leader *Peer, by key.ID) // asks for turns by another peer; the leader's own key ends the wish
}

// Joining takes the island over from a peer that has it.
type Joining interface {
	// Found founds a world: its first epoch, with this peer as the only voter.
	Found(now time.Time, g store.Genesis, m Machine, l Log) error
	// Join makes the core one that waits for a link to a peer that has the world.
	Join(now time.Time, world store.WorldID) error
	// Resume goes on with a world from its file; m is at the beginning.
	Resume(now time.Time, l store.Loaded, m Machine, log Log) error
	// AskFor asks one peer for the island.
	AskFor(id key.ID)
	// Asks reports whether a peer has been asked for its state.
	Asks() bool
	// Begin wants a state; join chooses the peer to ask, unless AskFor does.
	Begin(why string)
	// ComeBack wants the state of the island that this peer was in before.
	ComeBack(firm bool)
	// Fetching reports whether a state is on its way here, or wanted.
	Fetching() bool
	// Progress is when the state last came on, and whether a peer has announced it.
	Progress() (moved time.Time, welcome bool)
	// Receives reports whether a state is arriving.
	Receives() bool
	// Recovered begins the epoch of a record that is synced now, and that no raft group proposed.
	Recovered(r *epoch.Record)
	// ReplaceWrong replaces this peer's wrong state by that of a peer with the right digest.
	ReplaceWrong(from key.ID, right message.Digest)
	// Resync replaces the state by that of a peer.
	Resync(from key.ID, why string)
	// Source is the peer that was asked for its state; zero: none was.
	Source() (from key.ID)
	// Stop wants no state any more.
	Stop()
	// WaitsToo reports whether a peer said a moment ago that it has no turns either.
	WaitsToo(p *Peer) bool
}

// Committee chooses the voters and the leader of the next epoch, and hands over.
type Committee interface {
	// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
	Lossy(peer key.ID, loss float64)
	Placed(peer key.ID, machine string) // tells on which machine a peer runs
	// Stop begins a polite end: this peer hands over the islands that it leads and writes a checkpoint.
	Stop(now time.Time)
	// Attendance returns the voters beside the leader that are here, and whether one is gone for good.
	Attendance() (present []key.ID, gone bool)
	// Closed notes that a turn was closed so much later than it was due.
	Closed(late time.Duration)
	// Conclude ends the epoch with a record, in which the next one's voters are still to be named.
	Conclude(r *epoch.Record, voters []key.ID, ranked []roster.Member) bool
	// Eligible returns the ranked peers that may be named in a record: those that are caught up, and, when
	// stable, have been here for a while.
	Eligible(stable bool) []roster.Member
	// Fewer are as many voters, this peer first, as a committee can have.
	Fewer(present []key.ID) []key.ID
	FoundWrong() // notes a desync of this peer
	// Here reports whether a peer can be counted on: linked, heard of, willing, trusted and staying.
	Here(p *Peer) bool
	// Incumbents returns the committee that goes on when only the state changes, and its heirs.
	Incumbents() (voters []key.ID, ranked []roster.Member)
	// Leaving reports whether this peer is about to go.
	Leaving() bool
	// Member is this peer as the roster sees it.
	Member() roster.Member
	// Name ends the epoch with a record that names the next one's voters, the first of which leads.
	Name(reason epoch.Reason, voters []key.ID, ranked []roster.Member)
	// Quits reports whether this peer hands the island over, to go or to stay.
	Quits() bool
	// Quitting reports whether no more turns are to be closed here because the heir has been named.
	Quitting() bool
	// Renew announces this peer's capacity when it has changed much since the last announcement.
	Renew()
	// RoundTrip is the median of the links' round-trip times, and of their losses.
	RoundTrip() (rtt time.Duration, loss float64)
	// Trusts reports whether a peer may hold the island, as far as this peer knows.
	Trusts(k key.ID) bool
}

// Comparison compares the digests of turns with those of other peers.
type Comparison interface {
	// CompareFrom compares only turns after one: the state was replaced.
	CompareFrom(turn uint64)
	// DeferTurn keeps the fault of a turn that a peer gave, until it is known whether this peer's own
	// state is wrong.
	DeferTurn(f Forgery, p *Peer, relayed bool)
	Drop() // ends a dispute without a verdict
	// Most is how many digests wait for turns to be executed here, of the peer with the most.
	Most() (n int)
	Note(p *Peer, d message.Digest) // keeps a peer's digest of a turn
	// Received takes the digests of a frame of the present epoch.
	Received(p *Peer, f *message.Frame)
	// Remake is rederive for a state that was found wrong before.
	Remake(right message.Digest)
	// Shared reports whether other peers have the present state, after a turn, too.
	Shared(turn uint64) (is, spoilt bool)
	// TellPeriod is how many turns lie between two digests that this peer sends the others.
	TellPeriod() uint64
	TurnExecuted(turn uint64) // compares the digests of a turn that came before it, and tells this peer's
}

// Policy keeps the charter's word on this island.
type Policy interface {
	// Decree makes this peer's provisional fork firm, because the other peers are gone for good.
	Decree(now time.Time) error
	// Write makes an entry of this peer in the world's charter: Act, Subject, Value and Text are given.
	Write(now time.Time, act charter.Entry) error
	// AskedToDecree gives the lead to the founder.
	AskedToDecree(p *Peer) error
	// KeepCharter has entries, logins and proofs written into the file.
	KeepCharter(items ...[]byte)
	// Spread adds an item of this peer to the charter, and sends it to all linked peers at once.
	Spread(item []byte)
	// OpenCharter makes the registry once the world is known, with the contents of its file.
	OpenCharter(rows []store.CharterRow)
	// Proclaim has the laws of the charter hold on the island that this peer leads.
	Proclaim(b machine.Builder)
	Refusals
	// Unproclaimed reports whether the charter has a later word than the island's turns.
	Unproclaimed() bool
}

// Recovery goes on after a loss of the log, with all voters together.
type Recovery interface {
	// Tell sends a peer the records after an epoch.
	Tell(p *Peer, after uint64)
	// Gathers reports whether reports of other peers are being collected.
	Gathers() bool
	// Moved is when a peer last promised or signed something; zero: none is being recovered.
	Moved() (at time.Time)
	// Reported reports whether a peer told its log a moment ago.
	Reported(k key.ID) bool
	// Stop ends the recovery: there are turns, or this peer went elsewhere.
	Stop()
	// TakesWhole reports whether a newer log is taken as a snapshot.
	TakesWhole() bool
	// Waiting describes the wait for absent voters.
	Waiting(now time.Time) (words notice.Notice, lacks bool)
}

// LoneRestart brings back a voter that was alone in its epoch.
type LoneRestart interface {
	// AwaitsMe reports whether an epoch goes on only by a recovery of this peer, that was its lone voter.
	AwaitsMe(r *epoch.Record) bool
	// GivesState reports whether the state is to be taken of a peer that holds more: it is in a later
	// epoch, or does not tell its log.
	GivesState(p *Peer) bool
	// HoldsMore reports whether a peer claims to hold more of the chain than this peer's file.
	HoldsMore(p *Peer) bool
	// Lengthens takes the longest log that others have of the epoch, and reports whether there is still
	// something to wait for.
	Lengthens() bool
	// MayLack takes the file's report.
	MayLack(cut *store.Cut)
	// RestartWithoutFile begins a recovery when this peer came back without its file, took the state of
	// others, and finds that all of them wait only for itself.
	RestartWithoutFile()
	// RecoverAlone begins the recovery of the epoch in which this peer was the lone voter, from a state
	// that others gave and this peer's own turns that follow it.
	RecoverAlone(later []PastTurn)
}

// Fork knows the forks of other peers.
type Fork interface {
	// Apart reports whether the present fork is provisional, or about to be archived.
	Apart() bool
	// AwaitsAbandon reports whether there is such a fork.
	AwaitsAbandon() bool
	// GreetFork adds this peer's fork to a greeting.
	GreetFork(g *message.Greeting)
	// Helps reports whether a peer without a place in the log may have the state of another without one:
	// it is the lone voter for which all wait, and its file holds less.
	Helps(p *Peer) bool
	// InOther reports whether a peer is in another fork.
	InOther(p *Peer) bool
	// LoadRecord takes a record of the file, with its blob.
	LoadRecord(r *epoch.Record, blob []byte)
	// NoteFork notes a peer's epoch, and reports whether that is in this peer's own chain.
	NoteFork(p *Peer, number uint64, forked bool, tag uint32) bool
	// QuietNow reports whether the window keeps the last picture and own commands wait, because this
	// peer's branch is about to be merged.
	QuietNow() bool
	// ShowState tells of a state that was taken over.
	ShowState(turn uint64, number uint64, digest uint64)
}

// Provisional goes on without a majority, and keeps the place in the firm epoch meanwhile.
type Provisional interface {
	// Between reports whether this peer is on its way from the firm epoch into a fork of it.
	Between() bool
	// ComeBack resumes the membership of the firm epoch when the peer whose fork this one was about to
	// join is gone, or has left that fork.
	ComeBack()
	// LackedIn reports whether a peer in an epoch said a moment ago that it has no quorum.
	LackedIn(r *epoch.Record) bool
	// LeavesFirm: observers save the firm state before they follow a provisional fork.
	LeavesFirm(records []*epoch.Record)
	Measured(p *Peer) // learns the new round-trip time of a peer
	// Notify sets the words for a banner.
	Notify(words string)
	// ParkedHash is the chain hash after a turn of the parked firm epoch, if one is parked and its log
	// reaches back so far.
	ParkedHash(turn uint64) (hash [32]byte, ok bool)
	// ParkedNumber is the number of the parked epoch; zero: none is parked.
	ParkedNumber() uint64
	// StillFor is how long the present epoch has no turns before this peer says so.
	StillFor() time.Duration
	// StillLacks reports whether a peer said a moment ago that it has no quorum.
	StillLacks(p *Peer) bool
	// TurnedBack reports whether a peer whose fork this one was about to join has returned from it to the
	// epoch that this one has parked.
	TurnedBack(p *Peer) bool
}

// Abandon leaves a fork for a greater one.
type Abandon interface {
	// Archived tells that a branch is synced in the file, or why not: then the fork goes on for a while.
	Archived(now time.Time, id [32]byte, err error)
	// Opened gives the states of an archive that Output.Opens named, or why they cannot be read: then the
	// branch stays an archive.
	Opened(now time.Time, id [32]byte, a store.Branch, err error)
	// AbandonFork begins to leave the fork after a record, for a peer's fork or, with nil, for the firm
	// epoch.
	AbandonFork(p *Peer, shared uint64, why string)
	// Archiving reports whether the file has been given the branch to archive.
	Archiving() bool
	// Base is the state at the beginning of a Provisional epoch, or nil.
	Base(number uint64) []byte
	// FindFirmState finds the archive that has most of the firm epoch, and has it read if it has more than
	// the file's log.
	FindFirmState(archives []store.Archive)
	// Leaves reports whether this peer is leaving its fork.
	Leaves() bool
	// LoadArchived takes the archives of the file.
	LoadArchived(archives []store.Archive)
	// LookAgain determines again which peers are in this peer's own chain: greetings from before it had
	// one may have named another.
	LookAgain()
	// LostEnd reports whether an epoch is known to have a firm end that this peer has lost.
	LostEnd(r *epoch.Record) bool
	// Owes reports whether branches that were lived here wait to be merged, or one is being merged.
	Owes() bool
	// ReadingFirmState reports whether such a place is being read.
	ReadingFirmState() bool
	// Replaced notes the records that lead to the state, which is no longer that of the file.
	Replaced(by []*epoch.Record)
	// ReplayTorn executes the turns of the file up to where the state may change by a record that it lost.
	ReplayTorn(tail []store.Entry) error
	// Resumes notes whether the turns of the file, which have been executed, reach its last record.
	Resumes()
	// Torn is how many records of the file come after one that it lost.
	Torn() int
	// Unled notes that the last epoch that the file has a record of ended by one that it lost.
	Unled()
	// Waiting describes the wait of a peer with a broken file.
	Waiting() (words notice.Notice, broken bool)
}

// Parcels takes parcels of other islands, and counts the sent and taken ones.
type Parcels interface {
	// ClearOutbox forgets all marks: the present state does not follow from the marked ones.
	ClearOutbox()
	// CollectParcels adds the parcels and acknowledgements of other islands to a turn: from their states,
	// where that rests on no other peer's word (see package parcels), and from letters.
	CollectParcels(b machine.Builder)
	// Mailing reports whether something was sent that is not committed yet.
	Mailing() bool
	// MarkOutbox notes the sent and taken parcels of the state after the turn that was just executed.
	MarkOutbox()
	// ResetOutbox starts again from the present state, which does not follow from the marked ones.
	ResetOutbox()
	// Rewind drops the marks of turns after one, and notes those of the state after it.
	Rewind(turn uint64)
	// Sent is the number that the next parcel for an island had after a turn; zero: it is not known.
	Sent(to uint64, turn uint64) uint64
	// Taken is the number of the parcel that was wanted next of an island after a turn; zero: it is not
	// known.
	Taken(from uint64, turn uint64) uint64
	// SentAfter reports whether something was sent by committed turns after one.
	SentAfter(turn uint64) bool
}

// LetterSigning signs, as a voter, letters to other islands.
type LetterSigning interface {
	// AnswerWaiting answers the requests that it could not answer before.
	AnswerWaiting()
}

// Giving gives the island to peers that want it.
type Giving interface {
	// ServeSoon has the peers looked through for those that want something.
	ServeSoon()
	// ServeWhole gives a peer the state, even if this peer has no place in a log.
	ServeWhole(p *Peer)
	// Withdraw drops the captured state: it is not one to be given any more.
	Withdraw()
}

// Acceptor promises and signs in a recovery by all voters.
type Acceptor interface {
	// LoadPromise takes the acceptor state of the file.
	LoadPromise(b []byte) (err error)
	// PromisedIn reports whether this peer has promised a ballot for the recovery of an epoch.
	PromisedIn(r *epoch.Record) bool
	// Promises reports whether an acceptor state is being synced.
	Promises() bool
	// PromisePersisted adopts the acceptor state that is synced now.
	PromisePersisted(err error)
	// Row returns the file's row for the acceptor state now in force, or nil before the first promise.
	Row() []byte
}
