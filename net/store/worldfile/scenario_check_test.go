//go:build !js

package worldfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"manyhold/net/store/admin"
	"manyhold/net/store/format"
)

// unguarded are the columns in which a wrong value is not found, and why.
var unguarded = map[string]string{
	"segments.id":     "names nothing",
	"epochs.id":       "names nothing",
	"parts.id":        "names nothing",
	"parts.size":      "only told; the data are hashed",
	"checkpoints.id":  "names nothing",
	"notes.id":        "for people",
	"notes.at":        "for people",
	"notes.words":     "for people",
	"segments.branch": "history of the line becomes history that was replaced: a hole is allowed there",
}

// TestEveryColumnIsGuarded flips a bit in each column of each table. Check finds it and names the place.
func TestEveryColumnIsGuarded(t *testing.T) {
	_, path := rich(t, t.TempDir())
	pristine, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]string{"genesis": "genesis", "epochs": "record of epoch|what the record|archive", "turns": "turn", "segments": "old turns|after turn",
		"parts": "checkpoint|what the record|archive", "checkpoints": "checkpoint|turn", "archives": "archive", "players": "player", "charter": "charter", "marks": "how the file was closed", "cuts": "power cuts", "islands": "island", "notes": ""}
	for table, places := range tables {
		for _, column := range columns(t, path, table) {
			if unguarded[table+"."+column] != "" {
				continue
			}
			t.Run(table+"."+column, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), filepath.Base(path))
				if err := os.WriteFile(file, pristine, 0o600); err != nil {
					t.Fatal(err)
				}
				flipColumn(t, file, table, column)
				report, err := admin.Check(file, testChain)
				words := strings.ToLower(strings.Join(append(report.Problems, fmt.Sprint(err)), " "))
				if err == nil && len(report.Problems) == 0 {
					t.Fatal("it is not found")
				}
				for _, place := range strings.Split(places, "|") {
					if strings.Contains(words, strings.ToLower(place)) {
						return
					}
				}
				t.Errorf("it names another place: %s", words)
			})
		}
	}
}

func columns(t *testing.T, path, table string) (names []string) {
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	err = format.Query(c, `SELECT name FROM pragma_table_info('`+table+`')`, nil, func(s *sqlite3.Stmt) error {
		names = append(names, s.ColumnText(0))
		return nil
	})
	if err != nil || len(names) == 0 {
		t.Fatal(table, names, err)
	}
	return names
}

// flipColumn flips one bit of a column in the last row that has something in it.
func flipColumn(t *testing.T, path, table, column string) {
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	key := "rowid"
	switch table {
	case "turns":
		key = "island * 1000000 + turn"
	case "players":
		key = "key"
	case "charter":
		key = "id"
	case "cuts":
		key = "island * 1000000000000000 + at"
	}
	where := fmt.Sprintf(` WHERE %s = (SELECT max(%s) FROM %s WHERE length(%s) > 0)`, key, key, table, column)
	var value any
	err = format.Query(c, `SELECT `+column+` FROM `+table+where, nil, func(s *sqlite3.Stmt) error {
		switch s.ColumnType(0) {
		case sqlite3.INTEGER:
			value = s.ColumnInt64(0) ^ 1<<20
		case sqlite3.TEXT:
			value = s.ColumnText(0) + "!"
		default:
			b := s.ColumnBlob(0, nil)
			b[len(b)/2] ^= 4
			value = b
		}
		return nil
	})
	if err != nil || value == nil {
		t.Fatal(value, err)
	}
	err = c.Exec(`PRAGMA ignore_check_constraints = ON`)
	if err == nil {
		err = format.Query(c, `UPDATE `+table+` SET `+column+` = ?`+where, func(s *sqlite3.Stmt) error {
			switch v := value.(type) {
			case int64:
				return s.BindInt64(1, v)
			case string:
				return s.BindText(1, v)
			}
			return s.BindBlob(1, value.([]byte))
		}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}
