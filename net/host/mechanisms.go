package host

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

// mechanisms are the parts of an island's protocol beside the kernel. Each owns its fields, and has the
// methods that change them. The interfaces below list all that the kernel, a World and other mechanisms ask
// of a mechanism; everything else reaches it as a notification (observers.go), a message or a step of a tick.
type mechanisms struct {
	relay      RelayI         // the tree by which a leader with many followers passes turns on
	joining    JoiningI       // takes an island over
	giving     GivingI        // gives it to others
	seats      CommitteeI     // chooses the voters and the leader
	comparison ComparisonI    // compares digests
	evidence   EvidenceI      // proves lies of leaders
	policy     PolicyI        // keeps the charter's word on the island
	recovering RecoveryI      // the recovery by all voters
	acceptor   AcceptorI      // promises and signs in it
	lone       LoneRestartI   // the recovery of a lone voter
	fork       ForkI          // knows the forks of others
	separate   ProvisionalI   // goes on without a majority
	abandon    AbandonI       // leaves a fork for a greater one
	merger     MergerI        // merges branches of abandoned forks
	parcels    ParcelsI       // takes parcels of other islands
	letters    LetterSigningI // signs letters to other islands
}

// RelayI is the tree by which a leader with many followers passes turns on, as others see it.
type RelayI interface {
	// assignRelays assigns followers to relays.
	assignRelays()
	// audience is to how many peers a leader sends turns.
	audience() int
	// crowded reports whether the leader serves so many peers that it repeats no digests.
	crowded() bool
	// hasChildren reports whether a peer passes this leader's turns on to others.
	hasChildren(p *peer) bool
	// heardLeader notes that a turn came from the leader itself.
	heardLeader()
	// heardRun notes that turns came, with so many digests.
	heardRun(digests int)
	// lossReportAt is when the next loss report is due.
	lossReportAt() time.Time
	// mayReportLoss reports whether this peer may have a relay: it has one, or its leader serves many and
	// may have named one that is not linked.
	mayReportLoss() bool
	// passes reports whether a follower gets turns by a relay and not from its leader.
	passes(p *peer) bool
	// seal signs a frame as it stands, for relays.
	seal(frame []byte) []byte
}

// JoiningI takes the island over from a peer that has it.
type JoiningI interface {
	// Found founds a world: its first epoch, with this peer as the only voter.
	Found(now time.Time, g store.Genesis, m Machine, l Log) error
	// Join makes the core one that waits for a link to a peer that has the world.
	Join(now time.Time, world store.WorldID) error
	// Resume goes on with a world from its file; m is at the beginning.
	Resume(now time.Time, l store.Loaded, m Machine, log Log) error
	// askFor asks one peer for the island.
	askFor(id key.ID)
	// asks reports whether a peer has been asked for its state.
	asks() bool
	// begin wants a state; join chooses the peer to ask, unless askFor does.
	begin(why string)
	// comeBack wants the state of the island that this peer was in before.
	comeBack(firm bool)
	// fetching reports whether a state is on its way here, or wanted.
	fetching() bool
	// progress is when something of the wanted state came last, and whether a peer has announced the
	// state.
	progress() (moved time.Time, welcome bool)
	// receives reports whether a state is arriving.
	receives() bool
	// recovered begins the epoch of a founding or recovery record, or of one that was adopted, now that it
	// is synced.
	recovered(r *epoch.Record)
	// replaceWrong replaces this peer's wrong state by that of a peer with the right digest.
	replaceWrong(from key.ID, right message.Digest)
	// resync replaces the state by that of a peer.
	resync(from key.ID, why string)
	// source is the peer that was asked for its state; zero: none was.
	source() (from key.ID)
	// stop wants no state any more.
	stop()
	// waitsToo reports whether a peer said a moment ago that it has no turns either.
	waitsToo(p *peer) bool
}

// CommitteeI chooses the voters and the leader of the next epoch, and hands over.
type CommitteeI interface {
	// Lossy tells which part of the packets of a peer's link are lost, 0 to 1.
	Lossy(peer key.ID, loss float64)
	// Stop begins a polite end: this peer hands over the islands that it leads and writes a checkpoint.
	Stop(now time.Time)
	// attendance returns the voters beside the leader that are here, and whether one is gone for good: it
	// said so, is another process now, or has been silent for long.
	attendance() (present []key.ID, gone bool)
	// closed notes that a turn was closed so much later than it was due.
	closed(late time.Duration)
	// conclude ends the epoch with a record, in which the next one's voters are still to be named.
	conclude(r *epoch.Record, voters []key.ID, ranked []roster.Member) bool
	// eligible returns the ranked peers that may be named in a record: those that are caught up, and, when
	// stable, have been here for a while.
	eligible(stable bool) []roster.Member
	// fewer are as many voters as a committee can have: this peer, and of those that are here as many as
	// fit.
	fewer(present []key.ID) []key.ID
	// foundWrong notes that the own state differed from the others', which is the only thing that counts
	// as a desync of this peer.
	foundWrong()
	// here reports whether a peer can be counted on: linked, heard of, willing, trusted and staying.
	here(p *peer) bool
	// incumbents returns the committee that goes on when only the state changes, and its heirs.
	incumbents() (voters []key.ID, ranked []roster.Member)
	// leaving reports whether this peer is about to go.
	leaving() bool
	// member is this peer as the roster sees it.
	member() roster.Member
	// name ends the epoch with a record that names the next one's voters, the first of which leads.
	name(reason epoch.Reason, voters []key.ID, ranked []roster.Member)
	// quits reports whether this peer hands the island over, to go or to stay.
	quits() bool
	// quitting reports whether no more turns are to be closed here because the heir has been named.
	quitting() bool
	// renew announces this peer's capacity when it has changed much since the last announcement.
	renew()
	// roundTrip is the round-trip time that half of the links are below, and loss the part of packets that
	// half lose less of.
	roundTrip() (rtt time.Duration, loss float64)
	// trusts reports whether the host policy lets a peer hold the island; never one that told two stories,
	// or put words into others' mouths.
	trusts(k key.ID) bool
}

// ComparisonI compares the digests of turns with those of other peers.
type ComparisonI interface {
	// compareFrom compares only turns after one: the state was replaced.
	compareFrom(turn uint64)
	// deferTurn keeps the fault of a turn that a peer gave, until it is known whether this peer's own
	// state is wrong.
	deferTurn(f forgery, p *peer, relayed bool)
	// drop ends a dispute without a verdict.
	drop()
	// most is how many digests wait for turns to be executed here, of the peer with the most.
	most() (n int)
	// note keeps a peer's digest of a turn.
	note(p *peer, d message.Digest)
	// received takes the digests of a frame of the present epoch.
	received(p *peer, f *message.Frame)
	// remake is rederive for a state that was found wrong before.
	remake(right message.Digest)
	// shared reports whether other peers have the present state, after a turn, too.
	shared(turn uint64) (is, spoilt bool)
	// tellPeriod is how many turns lie between two digests that this peer sends the others: tellTurns
	// times a power of two, so that the turns of a longer period are among those of a shorter one.
	tellPeriod() uint64
}

// EvidenceI proves that leaders lied, and accuses them.
type EvidenceI interface {
	// accusationOfFile takes an accusation from the file: its voters were verified before it was written.
	accusationOfFile(x *epoch.Accusation)
	// accuse says, signed, that a leader of the present epoch forged a turn.
	accuse(accused key.ID)
	// applyProofs tells the present epoch the proven liars.
	applyProofs()
	// gossipHead passes a head that came from its signer to one other peer.
	gossipHead(signer key.ID, h epoch.Head)
	// keepAccusation has an accusation written into the file.
	keepAccusation(x *epoch.Accusation)
	// observeHead remembers a head with a valid signature and compares it with the signer's other heads.
	observeHead(signer key.ID, h epoch.Head) bool
	// resyncAfterLie takes the state of a leader whose chain differs from the one that a liar gave this
	// peer.
	resyncAfterLie(from key.ID, why string)
	// showAccusations sends a peer the accusations that it has not been sent yet.
	showAccusations(p *peer)
}

// PolicyI keeps the charter's word on this island.
type PolicyI interface {
	// Decree makes this peer's provisional fork firm, because the other peers are gone for good.
	Decree(now time.Time) error
	// Write makes an entry of this peer in the world's charter: Act, Subject, Value and Text are given.
	Write(now time.Time, act charter.Entry) error
	// askedToDecree gives the lead to the founder.
	askedToDecree(p *peer) error
	// keepCharter has entries, logins and proofs written into the file.
	keepCharter(items ...[]byte)
	// mayAct reports whether a peer's commands are taken: those of banned and recently kicked peers are
	// refused.
	mayAct(k key.ID) bool
	// openCharter makes the registry once the world is known, with what its file has.
	openCharter(rows []store.CharterRow)
	// proclaim has the laws of the charter hold on the island that this peer leads.
	proclaim(b machine.Builder)
}

// RecoveryI goes on after a loss of the log, with all voters together.
type RecoveryI interface {
	// tell sends a peer the records after an epoch.
	tell(p *peer, after uint64)
	// gathers reports whether reports of other peers are being collected.
	gathers() bool
	// moved is when a peer last promised or signed something; zero: none is being recovered.
	moved() (at time.Time)
	// reported reports whether a peer told its log a moment ago.
	reported(k key.ID) bool
	// stop ends the recovery: there are turns, or this peer went elsewhere.
	stop()
	// takesWhole reports whether a newer log is taken as a snapshot.
	takesWhole() bool
	// waiting describes the wait for absent voters.
	waiting(now time.Time) (words notice.Notice, lacks bool)
}

// LoneRestartI brings back a voter that was alone in its epoch.
type LoneRestartI interface {
	// awaitsMe reports whether an epoch goes on only by a recovery of this peer, that was its lone voter.
	awaitsMe(r *epoch.Record) bool
	// givesState reports whether the state is to be taken of a peer that holds more: it is in a later
	// epoch, or does not tell its log.
	givesState(p *peer) bool
	// holdsMore reports whether a peer claims to hold more of the chain than this peer's file.
	holdsMore(p *peer) bool
	// lengthens takes the longest log that others have of the epoch, and reports whether there is still
	// something to wait for.
	lengthens() bool
	// mayLack takes the file's report.
	mayLack(cut *store.Cut)
	// restartWithoutFile begins a recovery when this peer came back without its file, took the state of
	// others, and finds that all of them wait only for itself.
	restartWithoutFile()
	// recoverAlone begins the recovery of the epoch in which this peer was the lone voter, from a state
	// that others gave and this peer's own turns that follow it.
	recoverAlone(later []past)
}

// ForkI knows the forks of other peers.
type ForkI interface {
	// apart reports whether the present fork is provisional, or about to be archived.
	apart() bool
	// awaitsAbandon reports whether there is such a fork.
	awaitsAbandon() bool
	// greetFork adds this peer's fork to a greeting.
	greetFork(g *message.Greeting)
	// helps reports whether a peer without a place in the log may have the state of another without one:
	// it is the lone voter for which all wait, and its file holds less.
	helps(p *peer) bool
	// inOther reports whether a peer is in another fork.
	inOther(p *peer) bool
	// loadRecord takes a record of the file, with its blob.
	loadRecord(r *epoch.Record, blob []byte)
	// noteFork notes a peer's epoch, and reports whether that is in this peer's own chain.
	noteFork(p *peer, number uint64, forked bool, tag uint32) bool
	// quietNow reports whether the window keeps the last picture and own commands wait, because this
	// peer's branch is about to be merged.
	quietNow() bool
	// showState tells of a state that was taken over.
	showState(turn uint64, number uint64, digest uint64)
}

// ProvisionalI goes on without a majority, and keeps the place in the firm epoch meanwhile.
type ProvisionalI interface {
	// between reports whether this peer is on its way from the firm epoch into a fork of it: it has parked
	// its membership, and done nothing else yet.
	between() bool
	// comeBack resumes the membership of the firm epoch when the peer whose fork this one was about to
	// join is gone, or has left that fork.
	comeBack()
	// lackedIn reports whether a peer in an epoch said a moment ago that it has no quorum.
	lackedIn(r *epoch.Record) bool
	// leavesFirm: observers save the firm state before they follow a provisional fork.
	leavesFirm(records []*epoch.Record)
	// notify sets the words for a banner.
	notify(words string)
	// parkedHash is the chain hash after a turn of the parked firm epoch, if one is parked and its log
	// reaches back so far.
	parkedHash(turn uint64) (hash [32]byte, ok bool)
	// parkedNumber is the number of the parked epoch; zero: none is parked.
	parkedNumber() uint64
	// stillFor is how long the present epoch has no turns before this peer says so.
	stillFor() time.Duration
	// stillLacks reports whether a peer said a moment ago that it has no quorum.
	stillLacks(p *peer) bool
	// turnedBack reports whether a peer whose fork this one was about to join has returned from it to the
	// epoch that this one has parked.
	turnedBack(p *peer) bool
}

// AbandonI leaves a fork for a greater one.
type AbandonI interface {
	// Archived tells that a branch is synced in the file, or why not: then the fork goes on for a while.
	Archived(now time.Time, id [32]byte, err error)
	// Opened gives the states of an archive that Output.Opens named, or why they cannot be read: then the
	// branch stays an archive.
	Opened(now time.Time, id [32]byte, a store.Branch, err error)
	// abandonFork begins to leave the fork after a record, for a peer's fork or, with nil, for the firm
	// epoch.
	abandonFork(p *peer, shared uint64, why string)
	// archiving reports whether the file has been given the branch to archive.
	archiving() bool
	// base is the state at the beginning of a Provisional epoch, or nil.
	base(number uint64) []byte
	// findFirmState finds the archive that has most of the firm epoch, and has it read if it has more than
	// the file's log.
	findFirmState(archives []store.Archive)
	// leaves reports whether this peer is leaving its fork.
	leaves() bool
	// loadArchived takes the archives of the file.
	loadArchived(archives []store.Archive)
	// lookAgain determines again which peers are in this peer's own chain: greetings from before it had
	// one may have named another.
	lookAgain()
	// lostEnd reports whether an epoch is known to have a firm end that this peer has lost.
	lostEnd(r *epoch.Record) bool
	// owes reports whether branches that were lived here wait to be merged, or one is being merged.
	owes() bool
	// readingFirmState reports whether such a place is being read.
	readingFirmState() bool
	// replaced notes that the state is no longer that of the file, and the records that lead to it; none:
	// it is the remaining state.
	replaced(by []*epoch.Record)
	// replayTorn executes the turns of the file up to where the state may change by a record that it lost.
	replayTorn(tail []store.Entry) error
	// resumes notes whether the turns of the file, which have been executed, reach its last record.
	resumes()
	// torn is how many records of the file come after one that it lost.
	torn() int
	// unled notes that the last epoch that the file has a record of ended by one that it lost.
	unled()
	// waiting describes the wait of a peer with a broken file.
	waiting() (words notice.Notice, broken bool)
}

// MergerI merges branches of abandoned forks into the island.
type MergerI interface {
	// give sends pieces of a blob that a peer asked for.
	give(p *peer, budget int) (gives, sends bool)
	// heldBlob returns a blob that is kept here, or nil.
	heldBlob(hash [32]byte) []byte
	// pullBlob fetches a blob from a peer, one at a time.
	pullBlob(from key.ID, hash [32]byte)
	// takeIn makes the change of a Merged record.
	takeIn(r *epoch.Record) error
}

// ParcelsI takes parcels of other islands, and counts the sent and taken ones.
type ParcelsI interface {
	// clearOutbox forgets all marks: the present state does not follow from the marked ones.
	clearOutbox()
	// collectParcels adds the parcels and acknowledgements of other islands to a turn: from their states,
	// where that rests on no other peer's word (see lettersigning.go), and from letters.
	collectParcels(b machine.Builder)
	// mailing reports whether something was sent that is not committed yet.
	mailing() bool
	// markOutbox notes the sent and taken parcels of the state after the turn that was just executed.
	markOutbox()
	// resetOutbox starts again from the present state, which does not follow from the marked ones.
	resetOutbox()
	// rewind drops the marks of turns after one, and notes those of the state after it.
	rewind(turn uint64)
	// sent is the number that the next parcel for an island had after a turn; zero: it is not known.
	sent(to uint64, turn uint64) uint64
	// taken is the number of the parcel that was wanted next of an island after a turn; zero: it is not
	// known.
	taken(from uint64, turn uint64) uint64
	// unsafe reports whether something was sent by committed turns after one.
	unsafe(safe uint64) bool
}

// LetterSigningI signs, as a voter, letters to other islands.
type LetterSigningI interface {
	// answerWaiting answers the requests that it could not answer before.
	answerWaiting()
}

// GivingI gives the island to peers that want it.
type GivingI interface {
	// serveSoon has the peers looked through for those that want something.
	serveSoon()
	// serveWhole gives a peer the state, even if this peer has no place in a log.
	serveWhole(p *peer)
	// withdraw drops the captured state: it is not one to be given any more.
	withdraw()
}

// AcceptorI promises and signs in a recovery by all voters.
type AcceptorI interface {
	// loadPromise takes the acceptor state of the file.
	loadPromise(b []byte) (err error)
	// promisedIn reports whether this peer has promised a ballot for the recovery of an epoch.
	promisedIn(r *epoch.Record) bool
	// promises reports whether an acceptor state is being synced.
	promises() bool
	// promisePersisted adopts the acceptor state that is synced now.
	promisePersisted(err error)
	// row returns the file's row for the acceptor state now in force, or nil before the first promise.
	row() []byte
}
