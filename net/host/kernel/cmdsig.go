package kernel

import (
	"crypto/sha256"
	"errors"
	"slices"

	"manyhold/net/epoch"
	"manyhold/net/host/authorqueue"
	"manyhold/net/host/counter"
	"manyhold/net/host/machine"
	"manyhold/net/host/message"
	"manyhold/net/host/standing"
	"manyhold/net/host/verify"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// # Signed commands
//
// A player signs each of its commands. No other peer, the leader included, can forge a command signature:
//
//   - the leader takes a command into its queue only with a valid signature, so that it can prove every
//     command that it orders;
//   - the signatures go to the voters with the turn, in the same entry of the log (see net/epoch). A voter
//     refuses a turn with a command that its author did not sign, so that none is committed while most voters
//     are honest. It also bans that leader: it neither votes for it nor gives it a seat again. It cannot
//     prove the forgery, because a missing signature is no evidence. It accuses the leader, and all peers
//     believe an accusation of most voters (see package evidence), so that no single peer can slander
//     another;
//   - every peer refuses a turn with a command in its own name that it did not sign, and tells its player. A
//     peer without a vote would gain nothing from verifying the commands of others: if most voters lie, it
//     could only leave. Among two or three peers every peer verifies all commands even so.
//
// A command signature covers the SHA-256 of the world (32 bytes), the island (u64), the hash of the epoch's
// record (32), the number of the command (u64) and its bytes. It proves nothing in another epoch, of this
// chain or of a fork, and waiting commands are signed again when an epoch begins. Within an epoch a number is
// taken once. A new leader of the same epoch has the signatures in its log, like every voter.
//
// The state before a turn tells the author of each command: a turn may name its authors by something that
// only the state knows. A peer with a diverged state cannot attribute every command. It defers such turns and
// accuses nobody (see package compare).
//
// The leader verifies each signature alone and aggregates those of a turn (see key.Aggregate), so that only
// half of each is sent. In frames to voters the newest entry has its signatures; so have the repeated entries
// for a voter that loses frames. Other peers know their own signatures. A peer that lacks signatures asks for
// them. They cost a voter 33 bytes for each command and 32 for each turn that has any, and other peers
// nothing. A turn whose entry does not fit a frame with its signatures, at some fourteen commands, goes to
// voters by the stream. When an aggregate is invalid, nobody can tell which signature is wrong. The author
// whose name was misused is known only if the turn has a single author, and to that author itself.
//
// A leader verifies SignatureRate signatures of one player in a second; a voter verifies those of turns,
// whose length is bounded.
//
// Signatures do not cover everything. A leader adds some things to a turn by itself: players that fall
// asleep, and parcels of other islands. A forgery by a lone voter is seen by its victim only. Turns that a
// recovery takes over from another log rest on the signatures of all members. A provisional fork is
// executed again before it is merged (package rerun).

const (
	// SignatureRate is how many command signatures of one player a leader verifies in a second, each about 50
	// µs; a turn takes at most eight commands of a player. Further commands are dropped, and come again.
	SignatureRate = 200
	// OwnRemembered is how many of its own command signatures a process remembers: more than may wait at
	// once.
	OwnRemembered = 2 * message.MaxPending
	// returnRate is how often in a second, and returnBurst how often at once, the state goes back to verify a
	// peer's turns that replace ordered ones. An election needs this once. Beyond the bound, checks that
	// depend on the state are deferred.
	returnRate, returnBurst = 1, 3
)

// CommandSignatures verifies that the commands of a turn were signed by their authors.
type CommandSignatures struct {
	c *Core

	looking        verification
	Forged         Forgery // of the last turn that was not signed
	shown          bool    // the present run is valid, and has all command signatures that this peer may see
	lacks          bool    // the last run had not all that are needed
	unattributable bool    // its turn seems not to be signed, by a state that may be this peer's alone
	spoilt         bool    // or that is wrong
}

// CommandSum is the signed digest of a command.
func CommandSum(at epoch.Where, seq uint64, body []byte) [32]byte {
	b := append(make([]byte, 0, 80+message.MaxBody), at.World[:]...)
	b = wire.AppendU64(b, at.Island)
	b = append(b, at.Epoch[:]...)
	return sha256.Sum256(append(wire.AppendU64(b, seq), body...))
}

// Sign signs one of this peer's own commands for the present epoch.
func (w *CommandSignatures) Sign(k *OwnCommand) {
	at := w.c.Epochs.Where()
	if k.epoch == at.Epoch {
		return
	}
	sum := CommandSum(at, k.Seq, k.Body)
	k.epoch, k.Signature = at.Epoch, w.c.Options.SignatureCache.SignCommand(w.c.Options.Key, sum)
	w.c.Own.Signed[w.c.Own.Next%OwnRemembered] = sum
	w.c.Own.Next++
}

// issued reports whether this process signed the command with this sum.
func (o *OwnCommands) issued(sum [32]byte) bool { return slices.Contains(o.Signed[:], sum) }

// VerifyCommand reports whether a command, given by a peer, came from its author, and counts it when it did
// not.
func (w *CommandSignatures) VerifyCommand(p *Peer, author key.ID, k message.Command) bool {
	if !p.Flow.signatures.Take(w.c.Now, 1, SignatureRate, 2*SignatureRate) {
		w.c.Counters[counter.Flooded]++
		w.c.Peers.Tell(p, "exceeds its quota of requests")
		return false
	}
	if w.c.Options.SignatureCache.CommandSigned(author, CommandSum(w.c.Epochs.Where(), k.Seq, k.Body), k.Signature) {
		return true
	}
	w.c.Counters[counter.CommandsForged]++
	w.c.Peers.Tell(p, "a command's signature does not match", "number", k.Seq)
	return false
}

// ShareOf returns which part of an epoch's turns a peer gets unasked: voters get the command signatures, too.
// In a provisional epoch all peers do: any of them may have to prove the turns later.
func ShareOf(e *epoch.Epoch, to key.ID) epoch.Share {
	return epoch.Share{Signatures: e.Record().Votes(to) || !e.Record().Firm}
}

// shareOfFrames returns which part goes with a leader's frames: for a voter, turns are repeated until it
// acknowledges them; see repeated. Of others, it is known what they have executed.
func (w *CommandSignatures) shareOfFrames(p *Peer) epoch.Share {
	share := ShareOf(w.c.Epoch, p.Key)
	if w.c.Epoch.Record().Votes(p.Key) {
		share.Had = w.c.Epoch.Acknowledged(p.Key)
	} else if at, ok := w.c.Epoch.At(p.Acked); ok && w.c.Peers.Hard(p) {
		share.Had = at.Index
	}
	return share
}

// SignaturesOf aggregates the command signatures of a turn. The commands that it took are in its order.
func (w *CommandSignatures) SignaturesOf(turn machine.Turn, all []authorqueue.Taken) (out []byte) {
	if len(all) == 0 {
		return nil // as in most turns
	}
	place, at := 0, w.c.Epochs.Where()
	var signed []key.Statement
	var halves [][key.HalfSize]byte
	w.c.Machine.Commands(turn, func(author [32]byte, seq uint64, b []byte) {
		for i := range all {
			if k := &all[i]; k.Author == author && k.Seq == seq {
				nonce := [key.HalfSize]byte(k.Signature[:])
				out = epoch.AppendCommandSignature(out, place, nonce)
				signed = append(signed, StatementOf(at, author, seq, b, nonce))
				halves = append(halves, [key.HalfSize]byte(k.Signature[key.HalfSize:]))
				all = all[i+1:]
				break
			}
		}
		place++
	})
	if len(signed) == 0 {
		return nil
	}
	half, err := key.Aggregate(verify.CommandDomain, signed, halves)
	if err != nil {
		panic(err) // each was found good before it was taken
	}
	return epoch.AppendAggregate(out, half)
}

// StatementOf is the signed statement of a command.
func StatementOf(at epoch.Where, author key.ID, seq uint64, body []byte, nonce [key.HalfSize]byte) key.Statement {
	sum := CommandSum(at, seq, body)
	return key.Statement{Signer: author, Message: sum[:], Nonce: nonce}
}

// Forgery describes the fault of a turn.
type Forgery struct {
	Turn   uint64
	author key.ID // zero: unknown to the state, or one of several
	seq    uint64
	bare   bool // it came without a signature, not with a wrong one
}

// verification is the working state while the commands of a turn are verified one after the other. A core
// reuses a single one, because every turn of every frame is verified.
type verification struct {
	at     epoch.Where
	votes  bool
	rest   []byte // the signatures of the commands to come
	place  int    // of the next command
	claims []key.Statement
	sums   []byte // their messages
	last   uint64 // the number of the last of them
	// an own command is among them that this process did not sign; an earlier one of the player may have
	strange bool
	mine    uint64  // its number
	forgery Forgery // a command without a required signature, or without an author
	each    func(author [32]byte, seq uint64, body []byte)
}

// verifyTurn checks one command of a turn: the claim of its signature, and whether a required signature is
// missing.
func (w *CommandSignatures) verifyTurn(author [32]byte, seq uint64, body []byte) {
	l := &w.looking
	here, nonce, after, has := epoch.ReadCommandSignature(l.rest)
	if has = has && here == l.place; has {
		l.rest = after
	}
	l.place++
	own := author == w.c.Me
	if !own && !l.votes && !l.strange {
		return // of two or more looks, that of who does not vote begins with its own
	}
	sum := CommandSum(l.at, seq, body)
	if has {
		l.sums, l.last = append(l.sums, sum[:]...), seq
		l.claims = append(l.claims, key.Statement{Signer: author, Message: l.sums[len(l.sums)-len(sum):], Nonce: nonce})
	}
	unknown := own && !w.c.Own.issued(sum)
	if unknown {
		l.strange, l.mine = true, seq
	}
	if !has && !l.forgery.bare && (l.votes || unknown) {
		l.forgery.author, l.forgery.seq, l.forgery.bare = author, seq, true
	}
}

// verifyTurns looks at the commands of a turn.
func (w *CommandSignatures) verifyTurns(number uint64, turn machine.Turn, signatures []byte, strange bool) {
	l := &w.looking
	if l.each == nil {
		l.each = w.verifyTurn
	}
	*l = verification{at: w.c.Epochs.Where(), votes: w.c.Epoch.Member(), rest: signatures, claims: l.claims[:0], sums: l.sums[:0], strange: strange, forgery: Forgery{Turn: number}, each: l.each}
	w.c.Machine.Commands(turn, l.each)
}

// turnSigned is asked whether the commands of a turn that would follow a position are those of their authors.
func (w *CommandSignatures) turnSigned(before epoch.Position, turn epoch.Parsed, signatures []byte) error {
	l := &w.looking
	w.verifyTurns(before.Turn+1, turn, signatures, false)
	if l.strange && !l.votes && !l.forgery.bare { // all the claims are needed to judge one
		w.verifyTurns(before.Turn+1, turn, signatures, true)
	}
	if !l.votes && !l.strange {
		return nil
	}
	switch {
	case l.forgery.bare:
	case len(signatures) == 0, len(l.rest) == key.HalfSize && w.c.Options.SignatureCache.AllCommandsSigned(l.claims, epoch.ReadAggregate(l.rest)):
		return nil
	case l.strange:
		l.forgery.author, l.forgery.seq = w.c.Me, l.mine
	case len(l.claims) == 1:
		l.forgery.author, l.forgery.seq = l.claims[0].Signer, l.last
	}
	lacks := l.forgery.bare && !w.shown
	w.Forged, w.lacks = l.forgery, w.lacks || lacks
	s := &w.c.History
	if lacks || s.Stale || s.Executed != before.Turn || s.Hash != before.Hash || s.Epoch != w.c.Epoch.Record().Number {
		return epoch.ErrUncertain
	}
	is, spoilt := w.c.Comparison.Shared(before.Turn)
	if !is {
		w.unattributable, w.spoilt = true, spoilt
		return epoch.ErrUncertain
	}
	return epoch.ErrUnsigned
}

// accept takes a run if each command in it was signed by its author. Where the run replaces turns that were
// ordered here, the state goes back first, because the state tells the authors of commands.
func (w *CommandSignatures) accept(p *Peer, r *epoch.Run, relayed bool) error {
	after, yes := w.c.Epoch.Replaces(p.Key, r, relayed)
	if yes && !w.c.History.Stale && w.c.History.Executed > after && w.c.History.Base.Turn <= after && p.Flow.returns.Take(w.c.Now, 1, returnRate, returnBurst) {
		w.c.History.Back(after)
		defer w.forward(w.c.Epoch)
	}
	w.lacks, w.unattributable, w.spoilt = false, false, false
	err := w.c.Epoch.Accept(p.Key, r, relayed)
	switch {
	case errors.Is(err, epoch.ErrUnsigned):
		w.ReportForgery(p, relayed)
	case w.spoilt:
		w.c.Committee.FoundWrong()
		w.c.Joining.Resync(key.ID{}, WhyDiffers)
	case w.unattributable:
		w.c.Comparison.DeferTurn(w.Forged, p, relayed)
	}
	return err
}

// forward executes the log's remaining turns again after the state went back for a run that was then refused.
// The state may be that at the end of the epoch before. It orders nothing new.
func (w *CommandSignatures) forward(e *epoch.Epoch) {
	w.c.Epochs.Settle()
	at, returned, firm := w.c.History.OrderedAt, w.c.History.Returned, w.c.History.Firm
	e.Turns(w.c.History.Executed+1, func(t epoch.Turn) bool {
		if w.c.Epoch != e || w.c.History.Stale || w.c.History.Epoch > e.Record().Number || t.Number != w.c.History.Executed+1 {
			return false
		}
		w.c.History.ordered(t)
		w.c.History.OrderedAt, w.c.History.Returned, w.c.History.Firm = at, returned, firm
		return true
	})
}

// ReportForgery counts a turn with a command that its author did not sign, and bans the leader that ordered
// it. A peer that only passed the turn on is not banned; this one answer of it is discarded. A missing
// signature alone means nothing: a restarted voter may have turns without signatures.
func (w *CommandSignatures) ReportForgery(p *Peer, relayed bool) {
	f := w.Forged
	if relayed && f.bare {
		return
	}
	w.c.Counters[counter.TurnsForged]++
	if f.author == w.c.Me {
		w.c.Provisional.Notify("Someone sent commands in your name. They were rejected.")
	}
	if relayed {
		w.c.Peers.Tell(p, "sent a turn with a forged command", "turn", f.Turn, "author", f.author.Short(), "number", f.seq)
		return
	}
	w.c.Event("the leader forged a command", "peer", p.Name(), "turn", f.Turn, "author", f.author.Short(), "number", f.seq)
	w.c.Standing.Ban(standing.Offender{Key: p.Key, Name: p.Name(), Turn: f.Turn})
	w.c.Evidence.Accuse(p.Key)
	w.c.Evidence.ApplyProofs()
}
