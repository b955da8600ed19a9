//go:build !js

package store

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ncruces/go-sqlite3"
)

// Check is CheckWith a judge that knows only the chain.
func Check(path string, chain Chain) (Report, error) { return CheckWith(path, Judge{Chain: chain}) }

// CheckWith verifies a whole world file: SQLite's structure, the sums of rows, the SHA-256 of every part of
// every checkpoint, blob and archive, the chain of hashes through all turns of all logs and archives, and the
// checks of the judge. The file may be open in another process. Its errors are those of Inspect; damage is in
// the report.
func CheckWith(path string, judge Judge) (Report, error) {
	if judge.Chain == nil {
		panic("store: Check without a chain")
	}
	r, info, err := openToRead(path, judge.Chain)
	report := Report{Info: info}
	if err != nil {
		return report, explain(path, err)
	}
	defer func() { recoverPanic(r.conn.Close) }()
	err = recoverPanic(func() error {
		if err := r.conn.Exec(`BEGIN`); err != nil { // a consistent view of a file that is being written
			return err
		}
		if err := r.inspect(&report.Info); err != nil {
			r.damaged("The file cannot be read everywhere (%v).", err)
		}
		(&checker{reader: r, judge: judge, report: &report}).run()
		return nil
	})
	if err != nil {
		r.damaged("The file cannot be read (%v).", err)
	}
	report.Problems = append(r.damage, report.Problems...)
	for i := range report.Logs {
		l := &report.Logs[i]
		report.Verified += l.Turns
		report.Parts += l.Parts
	}
	return report, nil
}

// checker goes through a whole file.
type checker struct {
	*reader
	judge   Judge
	report  *Report
	records []Records
}

func (c *checker) run() {
	err := query(c.conn, `PRAGMA quick_check(10)`, nil, func(s *sqlite3.Stmt) error {
		if words := s.ColumnText(0); words != "ok" {
			c.damaged("SQLite finds: %s.", words)
		}
		return nil
	})
	if err != nil {
		c.damaged("SQLite cannot read the file (%v).", err)
	}
	c.readPlayers()
	c.readMarks()
	c.readCuts()
	c.charter()
	c.listed()
	living := c.islands(false)
	for i, island := range c.islands(true) {
		ended := i > 0 && !slices.Contains(living, island)
		c.log(&logReader{reader: c.reader, island: island}, LogReport{Island: island, Ended: ended})
	}
	for _, a := range c.archives() {
		c.archive(a)
	}
	if c.judge.Records == nil {
		return
	}
	for _, p := range c.judge.Records(c.genesis, c.records) {
		for i := range c.report.Logs {
			if l := &c.report.Logs[i]; l.Island == p.Island && l.Archive == p.Archive {
				c.found(l, fmt.Sprintf("%sThe record of epoch %d: %s.", l.place(), p.Number, p.Words))
			}
		}
	}
}

// charter verifies the charter's entries.
func (c *checker) charter() {
	for _, row := range c.readCharter() {
		if c.judge.Charter == nil {
			break
		}
		if words := c.judge.Charter(c.genesis, row); words != "" {
			c.damaged("The charter's entry %x: %s.", row.ID[:4], words)
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
		n, err := number(c.conn, q.sql)
		if err != nil {
			c.damaged("The list of islands cannot be read (%s).", plainCause(err))
			return
		}
		if n > 0 {
			c.damaged(q.words, n)
		}
	}
}

// place is the beginning of a message about a log.
func (l *LogReport) place() string {
	s := ""
	if l.Island != Home {
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
	for _, words := range c.damage[since:] {
		c.found(l, words)
	}
	c.damage = c.damage[:since]
}

// log verifies one log.
func (c *checker) log(r *logReader, l LogReport) {
	since := len(c.damage)
	l.Epochs = len(r.readEpochs())
	r.readCheckpoints()
	r.readCertificates(r.island)
	r.checkSegments(&l, 0)
	r.checkSegments(&l, replaced)
	for i, f := range r.found {
		l.States++
		for _, p := range f.manifest.Parts {
			if _, err := r.part(p); err != nil {
				r.damaged("The checkpoint at turn %d is damaged (%s).", f.Turn, plainCause(err))
				break
			}
			l.Parts++
		}
		r.checkTurns(&l, f.Checkpoint, r.found[i+1:])
	}
	if len(r.found) == 0 {
		r.checkTurns(&l, historyEnd(r.history()), nil)
	}
	c.replay(r, &l)
	c.records = append(c.records, Records{Island: r.island, Epochs: r.epochs})
	c.take(&l, since)
	c.report.Logs = append(c.report.Logs, l)
}

// archive verifies an archive: its states, the rows of its records and the chain through its turns.
func (c *checker) archive(a archiveRow) {
	since := len(c.damage)
	l := LogReport{Island: a.b.Island, Archive: a.b.ID}
	b := a.b
	if err := c.states(a, &b); err != nil {
		c.damaged("%s%s.", l.place(), plainCause(err))
	} else {
		l.States, l.Parts = 2, len(a.base.Parts)+len(a.tip.Parts)
		c.digest(&l, b.Tip)
	}
	r := &logReader{reader: c.reader, island: a.b.Island, archive: a.id}
	epochs := r.readEpochs()
	if len(epochs) == 0 { // they were not in the log
		for i, record := range b.Records {
			epochs = append(epochs, EpochRow{Number: uint64(i + 1), Record: record})
		}
	}
	l.Epochs = len(epochs)
	r.checkSegments(&l, a.id)
	c.records = append(c.records, Records{Island: a.b.Island, Archive: a.b.ID, From: a.b.Turn, Torn: a.b.Tip.Turn == a.b.Turn, Epochs: epochs})
	c.take(&l, since)
	c.report.Logs = append(c.report.Logs, l)
}

// digest restores a state and compares its digest. It returns the state, or nil.
func (c *checker) digest(l *LogReport, k Checkpoint) State {
	if c.judge.State == nil {
		return nil
	}
	s := c.judge.State(c.genesis)
	if err := s.Restore(k.Snapshot); err != nil {
		c.damaged("%sThe state at turn %d cannot be restored (%v).", l.place(), k.Turn, err)
		return nil
	}
	if d := s.Digest(); k.Digest != 0 && d != k.Digest {
		c.damaged("%sThe state at turn %d has digest %016x, and was kept as %016x.", l.place(), k.Turn, d, k.Digest)
		return nil
	}
	l.Digests++
	return s
}

// replay restores every checkpoint and executes the turns up to the next, which must lead to its digest.
func (c *checker) replay(r *logReader, l *LogReport) {
	if c.judge.State == nil {
		return
	}
	for i, f := range r.found {
		snapshot, err := r.join(f.manifest)
		if err != nil {
			continue // already reported
		}
		f.Snapshot = snapshot
		s := c.digest(l, f.Checkpoint)
		if s == nil || i+1 == len(r.found) || c.changes(r, f.Epoch, r.found[i+1].Epoch) {
			continue
		}
		next := r.found[i+1]
		last := f.Turn
		r.walkTurns(f.Checkpoint, func(e Entry) error {
			_ = s.Replay(e.Body)
			if l.Replayed, last = l.Replayed+1, e.Turn; last < next.Turn {
				return nil
			}
			return errStop
		})
		if last == next.Turn && next.Digest != 0 && s.Digest() != next.Digest {
			r.damaged("The turns from checkpoint %d do not lead to the state of checkpoint %d.", f.Turn, next.Turn)
		}
	}
}

// changes reports whether the state changes at the beginning of an epoch after one and up to another, or
// whether that is not known.
func (c *checker) changes(r *logReader, after, upTo uint64) bool {
	known := after
	for _, e := range r.epochs {
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
func (r *logReader) checkTurns(l *LogReport, from Checkpoint, later []foundCheckpoint) {
	err := r.walkTurns(from, func(e Entry) error {
		l.seen(e.Turn)
		if len(later) == 0 || e.Turn < later[0].Turn {
			return nil
		}
		if e.Hash != later[0].Hash {
			return fmt.Errorf("the checkpoint at turn %d is of another log", e.Turn)
		}
		return errStop
	})
	var gap gapError
	if errors.As(err, &gap) && len(later) > 0 && gap.to == later[0].Turn {
		return // the peer fetched the state from another peer there: its file continues from that checkpoint
	}
	if err != nil && !errors.Is(err, errStop) {
		r.damaged("After turn %d: %s.", from.Turn, plainCause(err))
	}
}

// checkSegments verifies the chain through the folded turns of a branch of the log.
func (r *logReader) checkSegments(l *LogReport, branch uint64) {
	err := r.segments(branch, func(g segmentRow) error {
		entries, err := r.entries(g)
		if err != nil {
			r.damaged("The old turns %d to %d are damaged (%v).", g.first, g.last, err)
			return nil
		}
		hash := g.before
		for _, e := range entries {
			hash = r.chainHash(hash, e)
		}
		switch {
		case hash == g.after:
			for _, e := range entries {
				l.seen(e.Turn)
			}
		case g.before != [32]byte{}: // otherwise the hash before the first turns is not known
			r.damaged("The old turns %d to %d do not lead from one hash to the next.", g.first, g.last)
		}
		return nil
	})
	if err != nil {
		r.damaged("Old turns cannot all be read (%s).", plainCause(err))
	}
}
