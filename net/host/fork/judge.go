package fork

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/branchblob"
	"manyhold/net/host/counter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/notice"
	"manyhold/net/host/rerun"
	"manyhold/net/host/status"
	"manyhold/net/host/trial"
	"manyhold/net/key"
	"manyhold/net/store"
)

// # Judging a branch
//
// A branch is believed only as far as its turns lead. The leader executes them from the state that it has
// itself of where the branch leaves the chain (see package trial), and names a blob with the states that it
// came to. Every voter does the same before it says that it holds the blob, and acknowledges no record that
// names another one. So an edited state comes in only with a majority of voters that lie.
//
// Where the turns are wrong, or lead elsewhere, the branch is refused, and people are told whose it was and
// why. Where they cannot be checked (there are none, they have no signatures, they are too many), only the
// land comes in; see accept.go for the rest.

// maxVerdicts is how many judged blobs are remembered.
const maxVerdicts = 16

// verdict is this peer's judgement of a blob; "": it may be named.
type verdict struct {
	blob [32]byte
	why  notice.Notice
}

// Judge executes the turns of branches before they are merged.
type Judge struct {
	c        *kernel.Core
	in       *Mechanisms
	trials   trial.Trials
	verdicts []verdict // newest last
}

// verdict returns the judgement of a blob.
func (j *Judge) verdict(blob [32]byte) (why notice.Notice, known bool) {
	for _, v := range j.verdicts {
		if v.blob == blob {
			return v.why, true
		}
	}
	return "", false
}

func (j *Judge) judge(blob [32]byte, why notice.Notice) {
	j.verdicts = append(j.verdicts, verdict{blob, why})
	j.verdicts = j.verdicts[max(0, len(j.verdicts)-maxVerdicts):]
}

// Read gives the trial at work what the file had.
func (j *Judge) Read(what store.Reading, s store.Stretch, err error) { j.trials.Read(what, s, err) }

// collected begins to execute a branch that has come to the leader.
func (j *Judge) collected(b []byte) {
	m := j.in.Merger.Merging
	d, err := branchblob.Decode(b)
	if err == nil && (!sameRecords(d.Records, m.Offer.Records) || d.Shared != m.Offer.Shared || d.Last != m.Offer.Turn || d.Hash != m.Offer.Hash || d.Mode != branchblob.Offered) {
		err = notice.New("branch_replaced")
	}
	if err != nil {
		j.in.Merger.abandon(notice.Of(err))
		return
	}
	d.Turn, d.Before, d.Records = m.plan.turn, m.plan.before, m.plan.records
	for n := range d.Later {
		if !d.Parts(n) {
			delete(d.Later, n)
		}
	}
	m.tried = true
	if !j.c.Options.Hooks.Executes() {
		if m.plan.own != nil {
			d.Base = m.plan.own
		}
		j.tried(m, &d, trial.Result{Base: d.Base, Tip: d.Tip})
		return
	}
	task := trial.Task{Name: m.packed, Content: &d, Root: m.plan.root, Done: func(r trial.Result) {
		if j.in.Merger.Merging == m {
			j.tried(m, &d, r)
		}
	}}
	if long := trial.Length(&d, m.plan.root, j.c.Ancestry.Records[m.plan.root.Epoch-1]); long > j.longest() {
		d.Turns = nil // its base is still wanted
		task.Done = func(r trial.Result) {
			if j.in.Merger.Merging == m {
				r.Tip, r.Err = nil, rerun.Unproven("branch_too_long", "minutes", fmt.Sprint(int(j.longest().Minutes())))
				j.tried(m, &d, r)
			}
		}
	}
	j.trials.Begin(task)
}

// longest is the greatest length of a branch whose goods come in without a keeper. The charter sets it;
// without a charter it is a day.
func (j *Judge) longest() time.Duration {
	if t := j.c.Standing.State(); t != nil {
		return time.Duration(t.BranchTime) * time.Minute
	}
	return trial.Longest()
}

// tried goes on with a branch whose turns were executed.
func (j *Judge) tried(m *Merging, d *branchblob.Content, r trial.Result) {
	err := r.Err
	if j.c.Epoch == nil || !j.c.Epoch.Leading() || j.c.Epoch.Ending() {
		j.in.Merger.Merging = nil // another peer leads by now, and is offered the branch
		return
	}
	if p, failed := j.in.Merger.planFor(m.Offer); failed != nil || p.done || p.turn != m.plan.turn {
		j.in.Merger.abandon("") // the chain has changed meanwhile
		return
	}
	switch {
	case err == nil:
		d.Mode, d.Base, d.Tip = branchblob.Proven, r.Base, r.Tip
	case errors.Is(err, rerun.ErrUnproven):
		err = j.landOf(m, d, r.Base)
		j.c.Event("the goods of a branch are not proven", "to", d.Last, "why", r.Err.Error())
	}
	if err == nil {
		err = j.tryBranch(d)
	}
	var blob []byte
	if err == nil {
		blob, err = d.Encode()
	}
	if err != nil {
		j.in.Merger.abandon(notice.Of(err))
		return
	}
	m.blob, m.hold = j.in.Merger.HoldBlob(blob), j.c.Now
	j.judge(m.blob, "")
	m.Held[j.c.Me] = true
	j.in.Merger.spread()
}

// landOf prepares a branch that brings only its land: from the state at its beginning that is known
// here, or else from the one that it brought.
func (j *Judge) landOf(m *Merging, d *branchblob.Content, base []byte) error {
	d.Mode, d.Turns = branchblob.Land, nil
	switch {
	case base != nil:
		d.Base = base
	case m.plan.own != nil:
		d.Base = m.plan.own
	case m.plan.tip != [32]byte{}:
		before, err := branchblob.Decode(j.in.Merger.HeldBlob(m.plan.tip))
		if err != nil {
			return errIncluded
		}
		if d.Base = before.Tip; m.plan.later != 0 {
			d.Base = before.Later[m.plan.later]
		}
	}
	if len(d.Base) == 0 {
		return notice.New("branch_no_base")
	}
	return nil
}

// try has a voter judge a blob that it holds.
func (j *Judge) try(hash [32]byte) {
	if j.trials.Tries(hash) || j.in.Merger.Merging != nil {
		return
	}
	d, err := branchblob.Decode(j.in.Merger.HeldBlob(hash))
	if err != nil {
		j.judge(hash, notice.Of(err))
		return
	}
	offer := d.Offer()
	p, err := j.in.Merger.planFor(offer)
	switch {
	case d.Mode == branchblob.Goods:
		if j.in.Acceptance.mayAccept(&d) == "" { // else the charter may still be on its way here
			j.judge(hash, "")
		}
		return
	case err != nil || p.done || p.turn != d.Turn || !sameRecords(p.records, d.Records) || d.Mode == branchblob.Offered:
		return // it is of another chain than this peer's present one, which may be behind
	}
	task := d
	if d.Mode == branchblob.Land {
		task.Turns = nil
	}
	j.trials.Begin(trial.Task{Name: hash, Content: &task, Root: p.root, Done: func(r trial.Result) { j.judgedHere(hash, &d, p.root, r) }})
}

// judgedHere ends a voter's trial.
func (j *Judge) judgedHere(hash [32]byte, d *branchblob.Content, root trial.Root, r trial.Result) {
	why := notice.Notice("")
	switch {
	case r.Base != nil && string(r.Base) != string(d.Base):
		why = notice.New("branch_other_state")
	case d.Mode == branchblob.Land:
	case r.Err != nil:
		why = notice.Of(r.Err)
	case trial.Length(d, root, j.c.Ancestry.Records[root.Epoch-1]) > j.longest():
		why = notice.New("branch_too_long", "minutes", fmt.Sprint(int(j.longest().Minutes())))
	}
	if j.judge(hash, why); why != "" {
		j.c.Counters[counter.BranchesRefused]++
		j.c.Event("found a branch wrong", "to", d.Last, "who", d.Who, "why", why.String())
	}
	if j.c.Epoch != nil && !j.c.Epoch.Leading() && j.c.Peers.Get(j.c.Epoch.Leader()) != nil {
		j.in.Merger.holdOrTry(j.c.Epoch.Leader(), hash)
	}
}

// forgeries are the codes of what no honest leader names.
var forgeries = map[string]bool{"branch_other_end": true, "branch_broken_chain": true, "branch_forged_command": true, "branch_other_state": true}

// decided reports whether a majority of the voters have gone on by a record: what this peer thinks of the
// branch does not matter any more.
func (j *Judge) decided(r *epoch.Record) bool {
	n, voters := 0, j.c.Epoch.Record().Voters
	for _, v := range voters {
		if p := j.c.Peers.Get(v.Key); p != nil && max(p.Epoch, p.Said.Epoch) >= r.Number {
			n++
		}
	}
	return 2*n > len(voters)
}

// MayFollow is kernel.Judge's.
func (j *Judge) MayFollow(r *epoch.Record) error {
	if r.Reason != epoch.Merged || j.c.Epoch == nil || !j.c.Epoch.Member() || !j.c.Options.Hooks.Executes() {
		return nil
	}
	why, known := j.verdict(r.Taken.Blob)
	switch {
	case known && why == "", j.decided(r):
		return nil
	case known && forgeries[why.Code()]:
		return fmt.Errorf("host: a branch that is wrong: %s", why)
	case known: // not acknowledged; if most voters could check it, this peer follows them later
	case j.in.Merger.HeldBlob(r.Taken.Blob) == nil:
		j.in.Merger.PullBlob(j.c.Epoch.Leader(), r.Taken.Blob)
	default:
		j.try(r.Taken.Blob)
	}
	return epoch.ErrUncertain
}

// tryBranch lets the machine take a branch in, and goes back.
func (j *Judge) tryBranch(d *branchblob.Content) error {
	before := j.c.Machine.Snapshot(nil)
	_, err := j.merge(d)
	j.c.History.Restore(before)
	return err
}

// merge makes the change of a branch to the state.
func (j *Judge) merge(d *branchblob.Content) (report []byte, err error) {
	switch d.Mode {
	case branchblob.Land:
		return j.c.Machine.ReconcileLand(d.Base, d.Tip)
	case branchblob.Goods:
		landed := j.c.Machine.Another()
		if err := landed.Restore(d.Base); err != nil {
			return nil, err
		}
		if _, err := landed.ReconcileLand(d.Base, d.Tip); err != nil {
			return nil, err
		}
		return j.c.Machine.Reconcile(landed.Snapshot(nil), d.Tip)
	case branchblob.Proven:
		return j.c.Machine.Reconcile(d.Base, d.Tip)
	}
	return nil, errors.New("host: a branch that nobody has judged")
}

// takeIn makes the change of a Merged record.
func (j *Judge) takeIn(r *epoch.Record) error {
	d, err := branchblob.Decode(j.in.Merger.HeldBlob(r.Taken.Blob))
	if err != nil {
		return errors.New("the turns of another fork are missing here")
	}
	before := j.c.Machine.Snapshot(nil)
	report, err := j.merge(&d)
	told := status.Merge{Epoch: r.Number, Turn: j.c.History.Executed, Who: d.Who, Report: reportLines(report)}
	if err != nil { // on every peer alike: it depends on the state and the blob
		j.c.History.Restore(before)
		told.Refused = notice.Of(err)
	}
	switch d.Mode {
	case branchblob.Land:
		told.Land, told.Branch = notice.New("branch_land_only"), sha256.Sum256(j.in.Merger.HeldBlob(r.Taken.Blob))
	case branchblob.Goods:
		told.Keeper = d.Keeper.Short()
	}
	j.c.Counters[counter.Merges]++
	j.c.History.Rewound = true
	j.c.Event("merged a branch", "epoch", r.Number, "turn", j.c.History.Executed, "who", d.Who, "land only", d.Mode == branchblob.Land)
	j.in.Merger.tellMerge(told)
	return nil
}

// Works goes on with executing a branch, and with this player's wish to accept one.
func (j *Judge) Works() {
	j.trials.Work()
	j.in.Acceptance.Wishes()
}

// faulty ends the naming of a blob that half of the voters do not hold. If they only lack the state at the
// branch's beginning, its land still comes in.
func (j *Judge) faulty(m *Merging) {
	d, err := branchblob.Decode(j.in.Merger.HeldBlob(m.blob))
	for _, why := range m.faults {
		if err != nil || d.Mode != branchblob.Proven || why.Code() != "branch_no_base" {
			j.in.Merger.abandon(why)
			return
		}
	}
	j.c.Event("most voters cannot check a branch: only its land comes in", "to", d.Last)
	m.faults, m.Held = nil, map[key.ID]bool{}
	j.tried(m, &d, trial.Result{Base: d.Base, Err: rerun.Unproven("branch_no_base")})
}

// TrialAt is the turn that the execution of a branch has reached; zero: none is at work.
func (j *Judge) TrialAt() uint64 { return j.trials.At() }
