package fork

import (
	"crypto/sha256"
	"errors"
	"fmt"

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
// A branch is believed only as far as its turns lead. The leader executes them from the state that it has itself
// of where the branch leaves the chain (see package trial), and names a blob with the states that it came to. Every
// voter does the same before it says that it holds the blob, and acknowledges no record that names another one. So
// an edited state comes in only with a majority of voters that lie.
//
// Where the turns are wrong, or lead elsewhere, the branch is refused, and people are told whose it was and why.
// Where they cannot be checked (there are none, they have no signatures, they are too many), only the land comes in;
// see accept.go for the rest.

// maxVerdicts is how many judged blobs are remembered.
const maxVerdicts = 16

// verdict is this peer's judgement of a blob; "": it may be named.
type verdict struct {
	blob [32]byte
	why  notice.Notice
}

// verdict returns the judgement of a blob.
func (g *Merger) verdict(blob [32]byte) (why notice.Notice, known bool) {
	for _, v := range g.verdicts {
		if v.blob == blob {
			return v.why, true
		}
	}
	return "", false
}

func (g *Merger) judge(blob [32]byte, why notice.Notice) {
	g.verdicts = append(g.verdicts, verdict{blob, why})
	g.verdicts = g.verdicts[max(0, len(g.verdicts)-maxVerdicts):]
}

// Read gives the trial at work what the file had.
func (g *Merger) Read(what kernel.FileRead, s store.Stretch, err error) { g.trials.Read(what, s, err) }

// collected begins to execute a branch that has come to the leader.
func (g *Merger) collected(b []byte) {
	m := g.Merging
	d, err := branchblob.Decode(b)
	if err == nil && (!sameRecords(d.Records, m.Offer.Records) || d.Shared != m.Offer.Shared || d.Last != m.Offer.Turn || d.Hash != m.Offer.Hash || d.Mode != branchblob.Offered) {
		err = notice.New("branch_replaced")
	}
	if err != nil {
		g.abandon(notice.Of(err))
		return
	}
	d.Turn, d.Before, d.Records = m.plan.turn, m.plan.before, m.plan.records
	for n := range d.Later {
		if !d.Parts(n) {
			delete(d.Later, n)
		}
	}
	m.tried = true
	if !g.c.Options.Hooks.Executes() {
		if m.plan.own != nil {
			d.Base = m.plan.own
		}
		g.tried(m, &d, trial.Result{Base: d.Base, Tip: d.Tip})
		return
	}
	task := trial.Task{Name: m.packed, Content: &d, Root: m.plan.root, Done: func(r trial.Result) {
		if g.Merging == m {
			g.tried(m, &d, r)
		}
	}}
	if long := trial.Length(&d, m.plan.root, g.c.Ancestry.Records[m.plan.root.Epoch-1]); long > trial.Longest() {
		d.Turns = nil // its base is still wanted
		task.Done = func(r trial.Result) {
			if g.Merging == m {
				r.Tip, r.Err = nil, rerun.Unproven("branch_too_long", "hours", fmt.Sprint(int(trial.Longest().Hours())))
				g.tried(m, &d, r)
			}
		}
	}
	g.trials.Begin(task)
}

// tried goes on with a branch whose turns were executed.
func (g *Merger) tried(m *Merging, d *branchblob.Content, r trial.Result) {
	err := r.Err
	if p, failed := g.planFor(m.Offer); failed != nil || p.done || p.turn != m.plan.turn {
		g.abandon("") // the chain has changed meanwhile
		return
	}
	switch {
	case err == nil:
		d.Mode, d.Base, d.Tip = branchblob.Proven, r.Base, r.Tip
	case errors.Is(err, rerun.ErrUnproven):
		err = g.landOf(m, d, r.Base)
		g.c.Event("the goods of a branch are not proven", "to", d.Last, "why", r.Err.Error())
	}
	if err == nil {
		err = g.tryBranch(d)
	}
	var blob []byte
	if err == nil {
		blob, err = d.Encode()
	}
	if err != nil {
		g.abandon(notice.Of(err))
		return
	}
	m.blob, m.hold = g.HoldBlob(blob), g.c.Now
	g.judge(m.blob, "")
	m.Held[g.c.Me] = true
	g.spread()
}

// landOf prepares a branch of which only the land comes in: from the state at its beginning that is known here, or
// else from the one that it brought.
func (g *Merger) landOf(m *Merging, d *branchblob.Content, base []byte) error {
	d.Mode, d.Turns = branchblob.Land, nil
	switch {
	case base != nil:
		d.Base = base
	case m.plan.own != nil:
		d.Base = m.plan.own
	case m.plan.tip != [32]byte{}:
		before, err := branchblob.Decode(g.HeldBlob(m.plan.tip))
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
func (g *Merger) try(hash [32]byte) {
	if g.trials.Tries(hash) || g.Merging != nil {
		return
	}
	d, err := branchblob.Decode(g.HeldBlob(hash))
	if err != nil {
		g.judge(hash, notice.Of(err))
		return
	}
	offer := d.Offer()
	p, err := g.planFor(offer)
	switch {
	case d.Mode == branchblob.Goods:
		if g.mayAccept(&d) == "" { // else the charter may still be on its way here
			g.judge(hash, "")
		}
		return
	case err != nil:
		g.judge(hash, notice.Of(err))
		return
	case p.done || p.turn != d.Turn || !sameRecords(p.records, d.Records) || d.Mode == branchblob.Offered:
		g.judge(hash, notice.New("branch_replaced"))
		return
	}
	task := d
	if d.Mode == branchblob.Land {
		task.Turns = nil
	}
	g.trials.Begin(trial.Task{Name: hash, Content: &task, Root: p.root, Done: func(r trial.Result) { g.judged2(hash, &d, p.root, r) }})
}

// judged2 ends a voter's trial.
func (g *Merger) judged2(hash [32]byte, d *branchblob.Content, root trial.Root, r trial.Result) {
	why := notice.Notice("")
	switch {
	case r.Base != nil && string(r.Base) != string(d.Base):
		why = notice.New("branch_other_state")
	case d.Mode == branchblob.Land:
	case r.Err != nil:
		why = notice.Of(r.Err)
	case trial.Length(d, root, g.c.Ancestry.Records[root.Epoch-1]) > trial.Longest():
		why = notice.New("branch_too_long", "hours", fmt.Sprint(int(trial.Longest().Hours())))
	}
	if g.judge(hash, why); why != "" {
		g.c.Counters[counter.BranchesRefused]++
		g.c.Event("found a branch wrong", "to", d.Last, "who", d.Who, "why", why.String())
	}
	if g.c.Epoch != nil && !g.c.Epoch.Leading() && g.c.Peers.Get(g.c.Epoch.Leader()) != nil {
		g.holdOrTry(g.c.Epoch.Leader(), hash)
	}
}

// MayFollow is kernel.Merger's.
func (g *Merger) MayFollow(r *epoch.Record) error {
	if r.Reason != epoch.Merged || g.c.Epoch == nil || !g.c.Epoch.Member() || !g.c.Options.Hooks.Executes() {
		return nil
	}
	why, known := g.verdict(r.Taken.Blob)
	switch {
	case known && why == "":
		return nil
	case known:
		return fmt.Errorf("host: a branch that is wrong: %s", why)
	case g.HeldBlob(r.Taken.Blob) == nil:
		g.PullBlob(g.c.Epoch.Leader(), r.Taken.Blob)
	default:
		g.try(r.Taken.Blob)
	}
	return epoch.ErrUncertain
}

// tryBranch lets the machine take a branch in, and goes back.
func (g *Merger) tryBranch(d *branchblob.Content) error {
	before := g.c.Machine.Snapshot(nil)
	_, err := g.merge(d)
	g.c.History.Restore(before)
	return err
}

// merge makes the change of a branch to the state.
func (g *Merger) merge(d *branchblob.Content) (report []byte, err error) {
	switch d.Mode {
	case branchblob.Land:
		return g.c.Machine.ReconcileLand(d.Base, d.Tip)
	case branchblob.Goods:
		landed := g.c.Machine.Another()
		if err := landed.Restore(d.Base); err != nil {
			return nil, err
		}
		if _, err := landed.ReconcileLand(d.Base, d.Tip); err != nil {
			return nil, err
		}
		return g.c.Machine.Reconcile(landed.Snapshot(nil), d.Tip)
	case branchblob.Proven:
		return g.c.Machine.Reconcile(d.Base, d.Tip)
	}
	return nil, errors.New("host: a branch that nobody has judged")
}

// TakeIn makes the change of a Merged record.
func (g *Merger) TakeIn(r *epoch.Record) error {
	d, err := branchblob.Decode(g.HeldBlob(r.Taken.Blob))
	if err != nil {
		return errors.New("the turns of another fork are missing here")
	}
	before := g.c.Machine.Snapshot(nil)
	report, err := g.merge(&d)
	told := status.Merge{Epoch: r.Number, Turn: g.c.History.Executed, Who: d.Who, Report: reportLines(report)}
	if err != nil { // on every peer alike: it depends on the state and the blob
		g.c.History.Restore(before)
		told.Refused = notice.Of(err)
	}
	switch d.Mode {
	case branchblob.Land:
		told.Land, told.Branch = notice.New("branch_land_only"), sha256.Sum256(g.HeldBlob(r.Taken.Blob))
	case branchblob.Goods:
		told.Keeper = d.Keeper.Short()
	}
	g.c.Counters[counter.Merges]++
	g.c.History.Rewound = true
	g.c.Event("merged a branch", "epoch", r.Number, "turn", g.c.History.Executed, "who", d.Who, "land only", d.Mode == branchblob.Land)
	g.tellMerge(told)
	return nil
}

// Works goes on with executing a branch, and with this player's wish to accept one.
func (g *Merger) Works() {
	g.trials.Work()
	g.Wishes()
}

// faulty ends the naming of a blob that half of the voters do not hold. If they only lack the state at the branch's
// beginning, its land still comes in.
func (g *Merger) faulty(m *Merging) {
	d, err := branchblob.Decode(g.HeldBlob(m.blob))
	for _, why := range m.faults {
		if err != nil || d.Mode != branchblob.Proven || why.Code() != "branch_no_base" {
			g.abandon(why)
			return
		}
	}
	g.c.Event("most voters cannot check a branch: only its land comes in", "to", d.Last)
	m.faults, m.Held = nil, map[key.ID]bool{}
	g.tried(m, &d, trial.Result{Base: d.Base, Err: rerun.Unproven("branch_no_base")})
}

// TrialAt is the turn that the execution of a branch has reached; zero: none is at work.
func (g *Merger) TrialAt() uint64 { return g.trials.At() }
