//go:build !js

package admin

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store"
	"manyhold/net/store/format"
)

// Check is CheckWith a judge that knows only the chain.
func Check(path string, chain store.Chain) (Report, error) {
	return CheckWith(path, Judge{Chain: chain})
}

// CheckWith verifies a whole world file: SQLite's structure, the sums of rows, the SHA-256 of every part of
// every checkpoint, blob and archive, the chain of hashes through all turns of all logs and archives, and the
// checks of the judge. The file may be open in another process. Its errors are those of Inspect; damage is in
// the report.
func CheckWith(path string, judge Judge) (Report, error) {
	if judge.Chain == nil {
		panic("store: Check without a chain")
	}
	r, info, err := format.OpenToRead(path, judge.Chain)
	report := Report{Info: info}
	if err != nil {
		return report, format.Explain(path, err)
	}
	defer func() { format.RecoverPanic(r.Conn.Close) }()
	err = format.RecoverPanic(func() error {
		if err := r.Conn.Exec(`BEGIN`); err != nil { // a consistent view of a file that is being written
			return err
		}
		if err := inspect(r, &report.Info); err != nil {
			r.Damaged("The file cannot be read everywhere (%v).", err)
		}
		(&checker{Reader: r, judge: judge, report: &report}).run()
		return nil
	})
	if err != nil {
		r.Damaged("The file cannot be read (%v).", err)
	}
	report.Problems = append(r.Damage, report.Problems...)
	for i := range report.Logs {
		l := &report.Logs[i]
		report.Verified += l.Turns
		report.Parts += l.Parts
	}
	return report, nil
}

// checker goes through a whole file.
type checker struct {
	*format.Reader
	judge   Judge
	report  *Report
	records []Records
}

func (c *checker) run() {
	err := format.Query(c.Conn, `PRAGMA quick_check(10)`, nil, func(s *sqlite3.Stmt) error {
		if words := s.ColumnText(0); words != "ok" {
			c.Damaged("SQLite finds: %s.", words)
		}
		return nil
	})
	if err != nil {
		c.Damaged("SQLite cannot read the file (%v).", err)
	}
	c.ReadPlayers()
	c.ReadMarks()
	c.ReadCuts()
	c.charter()
	c.listed()
	living := c.Islands(false)
	for i, island := range c.Islands(true) {
		ended := i > 0 && !slices.Contains(living, island)
		c.log(&format.LogReader{Reader: c.Reader, Island: island}, LogReport{Island: island, Ended: ended})
	}
	for _, a := range c.Archives() {
		c.archive(a)
	}
	if c.judge.Records == nil {
		return
	}
	for _, p := range c.judge.Records(c.Genesis, c.records) {
		for i := range c.report.Logs {
			if l := &c.report.Logs[i]; l.Island == p.Island && l.Archive == p.Archive {
				c.found(l, fmt.Sprintf("%sThe record of epoch %d: %s.", l.place(), p.Number, p.Words))
			}
		}
	}
}

// charter verifies the charter's entries.
func (c *checker) charter() {
	for _, row := range c.ReadCharter() {
		if c.judge.Charter == nil {
			break
		}
		if words := c.judge.Charter(c.Genesis, row); words != "" {
			c.Damaged("The charter's entry %x: %s.", row.ID[:4], words)
		} else {
			c.report.Charter++
		}
	}
}

// listed verifies that every row belongs to an existing log or archive.
func (c *checker) listed() {
	for _, q := range []struct{ sql, words string }{
		{`SELECT count(*) FROM islands WHERE ended NOT IN (0, 1) OR island = 0 OR island = 1 AND ended = 1`, "%d entries of the list of islands are damaged."},
		{`SELECT (SELECT count(*) FROM turns WHERE island NOT IN (SELECT island FROM islands WHERE ended = 0)) +
			(SELECT count(*) FROM checkpoints WHERE island NOT IN (SELECT island FROM islands WHERE ended = 0))`, "%d turns or checkpoints are of an island that is not listed as living."},
		{`SELECT (SELECT count(*) FROM segments WHERE island NOT IN (SELECT island FROM islands)) +
			(SELECT count(*) FROM epochs WHERE island NOT IN (SELECT island FROM islands))`, "%d old turns or records are of an island that is not listed."},
		{`SELECT (SELECT count(*) FROM segments WHERE branch > 1 AND NOT EXISTS (SELECT 1 FROM archives a WHERE a.id = branch AND a.island = segments.island)) +
			(SELECT count(*) FROM epochs WHERE archive <> 0 AND NOT EXISTS (SELECT 1 FROM archives a WHERE a.id = archive AND a.island = epochs.island))`, "%d old turns or records are of an archive that is not there."},
		{`SELECT count(*) FROM islands WHERE ended = 0 AND island NOT IN (SELECT island FROM checkpoints) AND island NOT IN (SELECT island FROM turns)
			AND island NOT IN (SELECT island FROM epochs) AND island <> 1`, "%d living islands have nothing in the file."},
	} {
		n, err := format.Number(c.Conn, q.sql)
		if err != nil {
			c.Damaged("The list of islands cannot be read (%s).", format.PlainCause(err))
			return
		}
		if n > 0 {
			c.Damaged(q.words, n)
		}
	}
}

// place is the beginning of a message about a log.
func (l *LogReport) place() string {
	s := ""
	if l.Island != store.Home {
		s = fmt.Sprintf("Island %016x: ", l.Island)
	}
	if l.Archive != [32]byte{} {
		s += fmt.Sprintf("Archive %x: ", l.Archive[:4])
	}
	return s
}

// found adds a problem of a log.
func (c *checker) found(l *LogReport, words string) {
	l.Problems = append(l.Problems, words)
	c.report.Problems = append(c.report.Problems, words)
}

// take moves the damage found since to the log's report.
func (c *checker) take(l *LogReport, since int) {
	for _, words := range c.Damage[since:] {
		c.found(l, words)
	}
	c.Damage = c.Damage[:since]
}

// log verifies one log.
func (c *checker) log(r *format.LogReader, l LogReport) {
	since := len(c.Damage)
	l.Epochs = len(r.ReadEpochs())
	r.ReadCheckpoints()
	r.ReadCertificates(r.Island)
	checkSegments(r, &l, 0)
	checkSegments(r, &l, format.Replaced)
	for i, f := range r.Found {
		l.States++
		for _, p := range f.Manifest.Parts {
			if _, err := r.Part(p); err != nil {
				r.Damaged("The checkpoint at turn %d is damaged (%s).", f.Turn, format.PlainCause(err))
				break
			}
			l.Parts++
		}
		checkTurns(r, &l, f.Checkpoint, r.Found[i+1:])
	}
	if len(r.Found) == 0 {
		checkTurns(r, &l, format.HistoryEnd(r.History()), nil)
	}
	c.replay(r, &l)
	c.records = append(c.records, Records{Island: r.Island, Epochs: r.Epochs})
	c.take(&l, since)
	c.report.Logs = append(c.report.Logs, l)
}

// archive verifies an archive: its states, the rows of its records and the chain through its turns.
func (c *checker) archive(a format.ArchiveRow) {
	since := len(c.Damage)
	l := LogReport{Island: a.Branch.Island, Archive: a.Branch.ID}
	b := a.Branch
	if err := c.States(a, &b); err != nil {
		c.Damaged("%s%s.", l.place(), format.PlainCause(err))
	} else {
		l.States, l.Parts = 2, len(a.Base.Parts)+len(a.Tip.Parts)
		c.digest(&l, b.Tip)
	}
	r := &format.LogReader{Reader: c.Reader, Island: a.Branch.Island, Archive: a.ID}
	epochs := r.ReadEpochs()
	if len(epochs) == 0 { // they were not in the log
		for i, record := range b.Records {
			epochs = append(epochs, store.EpochRow{Number: uint64(i + 1), Record: record})
		}
	}
	l.Epochs = len(epochs)
	checkSegments(r, &l, a.ID)
	c.records = append(c.records, Records{Island: a.Branch.Island, Archive: a.Branch.ID, From: a.Branch.Turn, Torn: a.Branch.Tip.Turn == a.Branch.Turn, Epochs: epochs})
	c.take(&l, since)
	c.report.Logs = append(c.report.Logs, l)
}

// digest restores a state and compares its digest. It returns the state, or nil.
func (c *checker) digest(l *LogReport, k store.Checkpoint) State {
	if c.judge.State == nil {
		return nil
	}
	s := c.judge.State(c.Genesis)
	if err := s.Restore(k.Snapshot); err != nil {
		c.Damaged("%sThe state at turn %d cannot be restored (%v).", l.place(), k.Turn, err)
		return nil
	}
	if d := s.Digest(); k.Digest != 0 && d != k.Digest {
		c.Damaged("%sThe state at turn %d has digest %016x, and was kept as %016x.", l.place(), k.Turn, d, k.Digest)
		return nil
	}
	l.Digests++
	return s
}

// replay restores every checkpoint and executes the turns up to the next, which must lead to its digest.
func (c *checker) replay(r *format.LogReader, l *LogReport) {
	if c.judge.State == nil {
		return
	}
	for i, f := range r.Found {
		snapshot, err := r.Join(f.Manifest)
		if err != nil {
			continue // already reported
		}
		f.Snapshot = snapshot
		s := c.digest(l, f.Checkpoint)
		if s == nil || i+1 == len(r.Found) || c.changes(r, f.Epoch, r.Found[i+1].Epoch) {
			continue
		}
		next := r.Found[i+1]
		last := f.Turn
		r.WalkTurns(f.Checkpoint, func(e store.Entry) error {
			_ = s.Replay(e.Body)
			if l.Replayed, last = l.Replayed+1, e.Turn; last < next.Turn {
				return nil
			}
			return format.ErrStop
		})
		if last == next.Turn && next.Digest != 0 && s.Digest() != next.Digest {
			r.Damaged("The turns from checkpoint %d do not lead to the state of checkpoint %d.", f.Turn, next.Turn)
		}
	}
}

// changes reports whether the state changes at the beginning of an epoch after one and up to another, or
// whether that is not known.
func (c *checker) changes(r *format.LogReader, after, upTo uint64) bool {
	known := after
	for _, e := range r.Epochs {
		if e.Number <= after || e.Number > upTo {
			continue
		}
		if known++; c.judge.Changes == nil || c.judge.Changes(e.Record) {
			return true
		}
	}
	return known != upTo
}

// checkTurns verifies the rows from one checkpoint to the next, and that the next lies on the same chain.
func checkTurns(r *format.LogReader, l *LogReport, from store.Checkpoint, later []format.FoundCheckpoint) {
	err := r.WalkTurns(from, func(e store.Entry) error {
		l.seen(e.Turn)
		if len(later) == 0 || e.Turn < later[0].Turn {
			return nil
		}
		if e.Hash != later[0].Hash {
			return fmt.Errorf("the checkpoint at turn %d is of another log", e.Turn)
		}
		return format.ErrStop
	})
	var gap format.GapError
	if errors.As(err, &gap) && len(later) > 0 && gap.To == later[0].Turn {
		return // the peer fetched the state from another peer there: its file continues from that checkpoint
	}
	if err != nil && !errors.Is(err, format.ErrStop) {
		r.Damaged("After turn %d: %s.", from.Turn, format.PlainCause(err))
	}
}

// checkSegments verifies the chain through the folded turns of a branch of the log.
func checkSegments(r *format.LogReader, l *LogReport, branch uint64) {
	err := r.Segments(branch, func(g format.SegmentRow) error {
		entries, err := r.Entries(g)
		if err != nil {
			r.Damaged("The old turns %d to %d are damaged (%v).", g.First, g.Last, err)
			return nil
		}
		hash := g.Before
		for _, e := range entries {
			hash = r.ChainHash(hash, e)
		}
		switch {
		case hash == g.After:
			for _, e := range entries {
				l.seen(e.Turn)
			}
		case g.Before != [32]byte{}: // otherwise the hash before the first turns is not known
			r.Damaged("The old turns %d to %d do not lead from one hash to the next.", g.First, g.Last)
		}
		return nil
	})
	if err != nil {
		r.Damaged("Old turns cannot all be read (%s).", format.PlainCause(err))
	}
}
