package host

import (
	"crypto/sha256"
	"errors"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/mutant"
	"manyhold/net/wire"
)

// # Who asked for it
//
// A player signs each of its commands: its warrant. Nobody else can issue one, the leader included:
//
//   - the leader takes a command into its queue only with a good warrant, so that nobody has it order what it cannot show;
//   - the warrants go with the turn to those who vote, in the same entry of the log (see net/epoch). A voter takes no turn with
//     a command that its author did not sign, so that none is committed while most voters are honest; and it is done with that
//     leader, which has no vote and no seat with it any more. It can show it to nobody, because what is not there cannot be
//     shown; it says so, and what most voters say all believe (see charge.go), so that none can slander another;
//   - everybody takes no turn with a command of its own that it did not sign, and tells its player. Looking at those of others
//     would be of no use to who does not vote: of most voters, if they lie, it could only take leave. Of two or three peers
//     everybody looks at all there is to be seen even so.
//
// What is signed is SHA-256 of the world (32 bytes), the island (u64), the hash of the epoch's record (32), the number of the
// command (u64) and its bytes: in another epoch, of this line or of a branch, it proves nothing, and commands that wait are
// signed again when one begins. Within an epoch a number is taken once. When another leads the same epoch the warrants are
// in its log, as in that of everybody who votes.
//
// Whose a command is the state before its turn tells: a turn may name its authors by what only the state knows. A peer whose state
// is another takes only what it can tell by the one that it has, leaves the rest for later, and thinks nobody the worse of; and
// it accuses nobody by a state that may be its own alone, see doubt.go.
//
// In frames the newest entry has the warrants, for voters, and what is repeated to who loses frames; others know
// their own. Who lacks one asks, and what comes then has all that it may see. That costs a voter 66 bytes for each command,
// and others nothing. A turn whose entry does not fit a frame with its warrants, about eight commands, goes to voters by the stream.
//
// A leader looks at warrantRate of one player's warrants in a second, a voter at those of turns, whose length is bounded.
//
// What this does not cover: what a leader may add to a turn by itself (that somebody sleeps, what other islands send); a lone voter,
// whom nobody but the victim sees; turns that a recovery takes over from the log of another, which the signatures of all members
// vouch for; and a provisional line, which is merged as the state that its voters made.

const (
	warrantDomain = "manyhold command 1"
	// warrantRate is how many warrants of one player a leader looks at in a second, each about 50 µs; a turn takes at most
	// eight commands of a player. What is beyond is dropped, and comes again.
	warrantRate = 200
	// ownRemembered is how many of the own warrants are known again: more than may wait at once.
	ownRemembered = 2 * MaxPending
	// maxForgers is how many leaders that ordered what nobody asked for are kept in mind.
	maxForgers = 32
	// returnRate is how often in a second, and returnBurst how often at once, the state goes back for what a peer shows instead of
	// turns that were ordered: an election has it happen once. Beyond that what depends on the state is left for later.
	returnRate, returnBurst = 1, 3
)

// commandSum is what is signed of a command.
func commandSum(at epoch.Where, seq uint64, body []byte) [32]byte {
	b := append(make([]byte, 0, 80+MaxBody), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	b = append(b, at.Epoch[:]...)
	return sha256.Sum256(append(wire.AppendU64(b, seq), body...))
}

// warrant gives an own command its warrant for the present epoch.
func (c *Core) warrant(k *ownCommand) {
	at := c.where()
	if k.epoch == at.Epoch {
		return
	}
	sum := commandSum(at, k.seq, k.body)
	k.epoch, k.warrant = at.Epoch, c.options.GoodHeads.warrant(c.options.Key, sum)
	c.own.signed[c.own.next%ownRemembered] = sum
	c.own.next++
}

// issued reports whether this process signed what has a sum.
func (o *ownCommands) issued(sum [32]byte) bool { return slices.Contains(o.signed[:], sum) }

// entitled reports whether a command came from its author, and counts it when it did not.
func (c *Core) entitled(p *peer, k command) bool {
	if !p.flow.warrants.take(c.now, 1, warrantRate, 2*warrantRate) {
		c.counters.Flooded++
		c.tell(p, "asks for more than anybody needs")
		return false
	}
	if c.options.GoodHeads.warranted(p.key, commandSum(c.where(), k.seq, k.body), k.warrant) || mutant.Is(mutant.Forged) {
		return true
	}
	c.counters.CommandsForged++
	c.tell(p, "signs its commands badly", "number", k.seq)
	return false
}

// shareOf says which warrants of an epoch's turns a peer gets that lacks them: who votes all, others their own.
func shareOf(e *epoch.Epoch, to key.ID) epoch.Share {
	return epoch.Share{All: e.Record().Votes(to), Of: to}
}

// shareOfFrames says which go with the frames of a leader: all to who votes. A turn is repeated to it, with its warrants, until it
// has said that it has it; see repeated.
func (c *Core) shareOfFrames(p *peer) epoch.Share {
	if !c.e.Record().Votes(p.key) {
		return epoch.Share{}
	}
	return epoch.Share{All: true, Had: c.e.Acknowledged(p.key)}
}

// warranted is a command that the turn under construction takes.
type warranted struct {
	author  key.ID
	seq     uint64
	warrant [key.SignatureSize]byte
}

// warrantsOf puts the warrants of a turn together.
func (c *Core) warrantsOf(body []byte, all []warranted) (out []byte) {
	place := 0
	_ = c.machine.Commands(body, func(author [32]byte, seq uint64, _ []byte) {
		for i := range all {
			if all[i].author == author && all[i].seq == seq {
				out = epoch.AppendWarrant(out, place, author, all[i].warrant)
				break
			}
		}
		place++
	})
	return out
}

// forgery is what is wrong with a turn.
type forgery struct {
	turn   uint64
	author key.ID // zero: nobody whom the state knows
	seq    uint64
	bare   bool // it came without a signature, not with a wrong one
}

// looking is what there is to know while the commands of a turn are looked at, one after the other. A core has one for all: this is
// done for every turn of every frame.
type looking struct {
	at    epoch.Where
	turn  uint64
	votes bool
	rest  []byte // the warrants of the commands to come
	place int    // of the next command
	wrong bool   // a command is not its author's, or
	lacks bool   // its warrant did not come with it
	each  func(author [32]byte, seq uint64, body []byte)
}

// lookAt looks whether a command of the turn that is looked at is its author's.
func (c *Core) lookAt(author [32]byte, seq uint64, body []byte) {
	l := &c.looking
	here, signature, after, has := epoch.Warrant(l.rest)
	if has = has && here == l.place; has {
		l.rest = after
	}
	l.place++
	if l.wrong || !l.votes && author != c.me {
		return
	}
	sum := commandSum(l.at, seq, body)
	if has && c.options.GoodHeads.warranted(author, sum, signature) || !l.votes && c.own.issued(sum) {
		return
	}
	l.wrong, l.lacks, c.turn.forged = true, !has && !c.turn.shown, forgery{l.turn, author, seq, !has}
}

// warranted is asked whether the commands of a turn that would follow a position are those of their authors.
func (c *Core) warranted(before epoch.Position, body, warrants []byte) error {
	l := &c.looking
	if l.each == nil {
		l.each = c.lookAt
	}
	*l = looking{at: c.where(), turn: before.Turn + 1, votes: c.e.Member(), rest: warrants, each: l.each}
	err := c.machine.Commands(body, l.each)
	if err != nil || !l.wrong && (!l.votes || len(l.rest) == 0) || mutant.Is(mutant.Forged) {
		return err
	}
	s := &c.state
	c.turn.lacks = c.turn.lacks || l.lacks
	if l.lacks || s.frozen || s.executed != before.Turn || s.hash != before.Hash || s.epoch != c.e.Record().Number {
		return epoch.ErrUncertain
	}
	if !l.wrong { // more warrants than commands
		c.turn.forged = forgery{turn: before.Turn + 1}
	}
	is, spoilt := c.shared(before.Turn)
	if !is {
		c.turn.doubts, c.turn.spoilt = true, spoilt
		return epoch.ErrUncertain
	}
	return epoch.ErrUnwarranted
}

// accept takes a run, if everything in it was asked for by those whose names it bears. Where it takes the place of turns that
// were ordered here, the state goes back first: it tells whose the commands are.
func (c *Core) accept(p *peer, r *epoch.Run, relayed bool) error {
	after, yes := c.e.Replaces(p.key, r, relayed)
	if yes && !c.state.frozen && c.state.executed > after && c.state.base.turn <= after && p.flow.returns.take(c.now, 1, returnRate, returnBurst) {
		c.back(after)
		defer c.forward(c.e)
	}
	c.turn.lacks, c.turn.doubts, c.turn.spoilt = false, false, false
	err := c.e.Accept(p.key, r, relayed)
	switch {
	case errors.Is(err, epoch.ErrUnwarranted):
		c.accuse(p, relayed)
	case c.turn.spoilt:
		c.foundWrong()
		c.resync(key.ID{}, whyDiffers)
	case c.turn.doubts:
		c.suspect(c.turn.forged, p, relayed)
	}
	return err
}

// forward executes again what the log still has after the state went back for a run that was not taken. The state may be that
// at the end of the epoch before. Nothing new is ordered by it.
func (c *Core) forward(e *epoch.Epoch) {
	c.settle()
	at, returned, firm := c.state.orderedAt, c.state.returned, c.line.firm
	e.Turns(c.state.executed+1, func(t epoch.Turn) bool {
		if c.e != e || c.state.frozen || c.state.epoch > e.Record().Number || t.Number != c.state.executed+1 {
			return false
		}
		c.ordered(t)
		c.state.orderedAt, c.state.returned, c.line.firm = at, returned, firm
		return true
	})
}

// accuse counts a turn with a command that its author did not sign, and has done with the leader that ordered it. Who only
// passed it on is not believed this once; and where it has no signature to show that means nothing: a voter that is another
// process now may have turns without them.
func (c *Core) accuse(p *peer, relayed bool) {
	f := c.turn.forged
	if relayed && f.bare {
		return
	}
	c.counters.TurnsForged++
	if f.author == c.me {
		c.notify("Somebody tried to act in your name; it was not let through.")
	}
	if relayed {
		c.tell(p, "shows a turn with what nobody asked for", "turn", f.turn, "author", f.author.Short(), "number", f.seq)
		return
	}
	c.event("the leader ordered what nobody asked for", "peer", p.name(), "turn", f.turn, "author", f.author.Short(), "number", f.seq)
	c.guilt.blame(Forger{Key: p.key, Name: p.name(), Turn: f.turn})
	c.charges(p.key)
	c.heed()
}
