package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/node"
	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// errDamaged says that `world check` found damage.
var errDamaged = errors.New("the file is damaged; the advice is above")

// judge checks the parts that the store cannot read: records, and states of the island.
func judge() admin.Judge {
	return admin.Judge{
		Chain:   epoch.ChainHash,
		Records: judgeRecords,
		Charter: judgeCharter,
		State:   func(g store.Genesis) admin.State { return node.NewIsland(g) },
		Changes: func(record []byte) bool {
			r, err := epoch.DecodeRecord(record)
			return err != nil || changesState(r.Reason)
		},
	}
}

// changesState reports whether an epoch of that reason begins with another state than the one before it ended
// with.
func changesState(r epoch.Reason) bool {
	switch r {
	case epoch.Provisional, epoch.Merged, epoch.Split, epoch.Absorbed, epoch.Room, epoch.Ended, epoch.Begun:
		return true
	}
	return false
}

// ancestry is the decoded records of a world file.
type ancestry struct {
	genesis store.Genesis
	lines   map[uint64][]*epoch.Record // of the lines themselves, by island
	byHash  map[[32]byte]*epoch.Record // all that could be read
	said    []admin.RecordProblem      // the first of each line and archive
}

// judgeRecords verifies the records of a whole file: signatures and forms, that each continues the one before
// it or begins an island that another's record divided, and that it reads the blob it names.
func judgeRecords(g store.Genesis, all []admin.Records) []admin.RecordProblem {
	a := &ancestry{genesis: g, lines: map[uint64][]*epoch.Record{}, byHash: map[[32]byte]*epoch.Record{}}
	decoded := make([][]*epoch.Record, len(all))
	for i, l := range all {
		decoded[i] = a.decode(l)
		if l.Archive == ([32]byte{}) {
			a.lines[l.Island] = decoded[i]
		}
	}
	for i, l := range all {
		if number, err := a.follow(l, decoded[i]); err != nil {
			a.say(l, number, err.Error())
		}
	}
	return a.said
}

// say notes the first problem of a line or archive.
func (a *ancestry) say(l admin.Records, number uint64, words string) {
	for _, p := range a.said {
		if p.Island == l.Island && p.Archive == l.Archive {
			return
		}
	}
	a.said = append(a.said, admin.RecordProblem{Island: l.Island, Archive: l.Archive, Number: number, Words: words})
}

// decode reads the records of a line. Number 0 is no epoch, but a promise of this peer alone.
func (a *ancestry) decode(l admin.Records) (records []*epoch.Record) {
	for _, row := range l.Epochs {
		if row.Number == 0 {
			continue
		}
		r, err := epoch.DecodeRecord(row.Record)
		switch {
		case err != nil:
			a.say(l, row.Number, err.Error())
			return records
		case r.Island != l.Island:
			a.say(l, row.Number, fmt.Sprintf("it is of island %016x", r.Island))
		case row.Rules != 0 && row.Rules != r.Rules:
			a.say(l, row.Number, fmt.Sprintf("its turns are of rules %d instead of %d", row.Rules, r.Rules))
		case len(row.Blob) > 0 && takes(r) && sha256.Sum256(row.Blob) != r.Taken.Blob:
			a.say(l, row.Number, "its contents do not match its hash")
		}
		records = append(records, r)
		a.byHash[r.Hash()] = r
	}
	return records
}

// takes reports whether the record names a blob.
func takes(r *epoch.Record) bool { return r.Reason == epoch.Merged || r.Reason == epoch.Absorbed }

// follow verifies that records follow one another, and verifies the ancestor of the first.
func (a *ancestry) follow(l admin.Records, records []*epoch.Record) (uint64, error) {
	if len(records) == 0 {
		return 0, nil
	}
	var before []*epoch.Record
	if l.Archive != ([32]byte{}) {
		for _, r := range a.lines[l.Island] {
			if r.Number < records[0].Number {
				before = append(before, r)
			}
		}
	}
	if l.Torn {
		before, records = records[:1], records[1:]
	}
	for _, r := range records {
		err := a.follows(r, before)
		if err != nil {
			return r.Number, err
		}
		before = append(before, r)
	}
	return 0, nil
}

func (a *ancestry) follows(r *epoch.Record, before []*epoch.Record) error {
	switch {
	case r.World != a.genesis.ID():
		return errors.New("it is of another world")
	case len(before) > 0:
		return r.Continues(epoch.PastOf(before, a.genesis.Founder))
	case r.Reason == epoch.Founded && r.Number == 1 && r.Signer == a.genesis.Founder:
		return nil
	case r.Reason != epoch.Begun:
		return errors.New("no record leads to it, and it does not found the world")
	}
	if parent := a.byHash[r.Previous]; parent != nil { // else another peer's file has it
		return r.Begins(parent)
	}
	return nil
}

// The first byte of an item of a charter; see net/charter.
const (
	charterEntry       = 1
	charterLogin       = 2
	charterAppointment = 3
	charterTicket      = 4
)

// judgeCharter names the fault of an entry of the charter, of an appointment, of a login, or of a ticket.
func judgeCharter(g store.Genesis, row store.CharterRow) string {
	signed, err := false, errors.New("neither an entry, a login nor a ticket")
	if p, err := epoch.DecodeEquivocation(row.Entry); err == nil && p.World == g.ID() {
		return "" // its signatures are good
	}
	if c, err := epoch.DecodeAccusation(row.Entry); err == nil && c.World == g.ID() {
		return ""
	}
	switch {
	case len(row.Entry) > 0 && row.Entry[0] == charterEntry:
		var e *charter.Entry
		if e, err = charter.DecodeEntry(row.Entry); err == nil {
			signed = e.Signed(g.ID())
		}
	case len(row.Entry) > 0 && row.Entry[0] == charterAppointment:
		if _, err = charter.DecodeAppointment(row.Entry); err == nil {
			return "" // its epoch may be in another peer's file: whoever uses it checks its signatures
		}
	case len(row.Entry) > 0 && row.Entry[0] == charterTicket:
		var k *charter.Ticket
		if k, err = charter.DecodeTicket(row.Entry); err == nil {
			signed = k.Signed(g.ID())
		}
	case len(row.Entry) > 0 && row.Entry[0] == charterLogin:
		var l *charter.Login
		if l, err = charter.DecodeLogin(row.Entry); err == nil {
			signed = l.Signed(g.ID())
		}
	}
	switch {
	case err != nil:
		return err.Error()
	case !signed:
		return "it is not signed by its author"
	}
	return ""
}

// verifyCopy is the check of export, import and backup before they trust a file.
func verifyCopy(path string) error {
	r, err := admin.CheckWith(path, judge())
	if err == nil && len(r.Problems) > 0 {
		err = fmt.Errorf("%s is damaged: %s (`manyhold world check` lists all damage)", path, node.FirstLines(r.Problems[0], 1))
	}
	return err
}

func checkWorld(c *cobra.Command, path string) error {
	r, err := admin.CheckWith(path, judge())
	if errors.Is(err, store.ErrDamaged) && r.Info.ID != (store.WorldID{}) { // else it is no world's file
		return fmt.Errorf("%w; %s; or restore a backup with `manyhold world import --replace`", err, startIt)
	}
	if err != nil {
		return err
	}
	out := c.OutOrStdout()
	fmt.Fprintf(out, "%d turns in order verified, up to turn %d of epoch %d; %d parts of states\n", r.Verified, r.Info.Turn, r.Info.Epoch, r.Parts)
	for _, l := range r.Logs {
		fmt.Fprintln(out, lineWords(l))
	}
	if r.Charter > 0 {
		fmt.Fprintf(out, "charter: %d entries signed\n", r.Charter)
	}
	said := map[string]bool{}
	for _, p := range r.Problems {
		fmt.Fprintln(out, "damage:", node.FirstLines(p, 3))
		if todo := adviceOn(p); todo != "" && !said[todo] {
			fmt.Fprintln(out, "  to do:", todo)
			said[todo] = true
		}
	}
	if len(r.Problems) > 0 {
		return errDamaged
	}
	fmt.Fprintln(out, "everything is in order")
	return nil
}

// lineWords describes the verified part of one line or archive, and its first fault.
func lineWords(l admin.LogReport) string {
	name := "home"
	if l.Island != store.Home {
		name = fmt.Sprintf("island %016x", l.Island)
	}
	switch {
	case l.Archive != [32]byte{}:
		name = fmt.Sprintf("archive %x of %s", l.Archive[:4], name)
	case l.Ended:
		name += " (ended)"
	}
	parts := []string{"no turns"}
	if l.Turns > 0 {
		parts[0] = fmt.Sprintf("%d turns from %d to %d", l.Turns, l.From, l.To)
	}
	parts = append(parts, fmt.Sprintf("%d records", l.Epochs), fmt.Sprintf("%d states, %d with the digest kept", l.States, l.Digests),
		fmt.Sprintf("%d turns executed again", l.Replayed))
	s := name + ": " + strings.Join(parts, ", ")
	if len(l.Problems) > 0 {
		s += "; wrong: " + node.FirstLines(l.Problems[0], 1)
	}
	return s
}
