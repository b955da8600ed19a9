package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"manyhold/app/cli/arity"
	"manyhold/app/node"
	"manyhold/net/epoch"
	"manyhold/net/store"
	"manyhold/net/store/admin"
)

// ErrUnsigned says that `world verify` did not find a signed state.
var ErrUnsigned = errors.New("an island has no state signed by two thirds of its committee; a running world signs one each minute")

// verifyCommand shows the signers of the states in a file.
func verifyCommand(data *string) *cobra.Command {
	var large bool
	c := &cobra.Command{Use: "verify WORLD", Short: "Verify the voters' signatures in a world file or an exported world",
		Long: `Verifies the signatures of the states in a world file, or in a file made by
` + "`manyhold world export` or `backup`" + `.

Each minute, the voters of an island sign its state, and the signatures are stored with it. For
each island, this command takes the newest state that two thirds of the committee signed, hashes
its bytes again, and follows the records that name the committee back to the founding of the world.

Exit code 1: an island has no such state, or the file does not match its signatures.`,
		Args: arity.Exactly(1, "a world: its name, id or file, last, or an exported file"),
		RunE: func(c *cobra.Command, args []string) error { return verifyWorld(c, *data, args[0], large) }}
	c.Flags().BoolVar(&large, "large", false, "unpack an exported world above 1 GiB, or above 200 times the size of its file")
	return c
}

func verifyWorld(c *cobra.Command, data, word string, large bool) error {
	path := word
	if !strings.HasSuffix(word, ExportSuffix) {
		var err error
		if path, err = worldPath(data, word); err != nil {
			return err
		}
		return VerifyFile(c.OutOrStdout(), path)
	}
	dir, err := os.MkdirTemp("", "manyhold-verify-")
	if err != nil {
		return fmt.Errorf("cannot unpack the exported file: %w", err)
	}
	defer os.RemoveAll(dir)
	path = filepath.Join(dir, "world.db")
	if err := admin.Unpack(word, path, large); errors.Is(err, admin.ErrLarge) {
		return fmt.Errorf("%w; --large verifies it all the same", err)
	} else if err != nil {
		return err
	}
	return VerifyFile(c.OutOrStdout(), path)
}

// VerifyFile tells of each living island of a file which of its states is signed by two thirds of a committee
// that goes back to the world's founding.
func VerifyFile(out io.Writer, path string) error {
	c, err := admin.ReadCheckpoints(path)
	if err != nil {
		return err
	}
	var wrong error
	for _, d := range c.Damage {
		fmt.Fprintln(out, "damage:", node.FirstLines(d, 3))
		wrong = errDamaged
	}
	v := newVerifier(c)
	for _, p := range judgeRecords(c.Genesis, c.Records) {
		if p.Archive == ([32]byte{}) {
			v.doubtful[p.Island] = p
		}
	}
	for _, island := range c.Islands {
		words, ok := v.island(island)
		fmt.Fprintln(out, words)
		if !ok && wrong == nil {
			wrong = ErrUnsigned
		}
	}
	return wrong
}

// verifier judges the signers of states.
type verifier struct {
	admin.Checkpoints
	records  map[uint64]map[uint64]*epoch.Record // by island and number
	doubtful map[uint64]admin.RecordProblem      // the first record of an island that does not follow
}

func newVerifier(c admin.Checkpoints) *verifier {
	v := &verifier{Checkpoints: c, records: map[uint64]map[uint64]*epoch.Record{}, doubtful: map[uint64]admin.RecordProblem{}}
	for _, l := range c.Records {
		if l.Archive != ([32]byte{}) {
			continue
		}
		v.records[l.Island] = map[uint64]*epoch.Record{}
		for _, row := range l.Epochs {
			if r, err := epoch.DecodeRecord(row.Record); err == nil && row.Number != 0 && r.Island == l.Island {
				v.records[l.Island][row.Number] = r
			}
		}
	}
	return v
}

// island describes in a line the signed state of an island, and reports whether one is in order. The newest
// state signed by two thirds counts. Without one, the words name the fault of the newest signed state.
func (v *verifier) island(island uint64) (words string, ok bool) {
	name := "home"
	if island != store.Home {
		name = fmt.Sprintf("island %016x", island)
	}
	words = "no state is signed"
	for i := range v.List {
		s := &v.List[len(v.List)-1-i]
		if s.Island != island || s.Certificate == nil {
			continue
		}
		said, good := v.signed(s)
		if good {
			return name + ": " + said, true
		}
		if words == "no state is signed" {
			words = said
		}
	}
	return name + ": " + words, false
}

// signed says how a state is signed, and whether two thirds of its committee have signed just this one.
func (v *verifier) signed(s *admin.Signed) (words string, ok bool) {
	at := fmt.Sprintf("turn %d of epoch %d", s.Turn, s.Epoch)
	c, err := epoch.DecodeCertificate(s.Certificate)
	r := v.records[s.Island][s.Epoch]
	p, doubtful := v.doubtful[s.Island]
	switch {
	case err != nil:
		return at + ": its signatures are unreadable", false
	case r == nil:
		return at + ": the record that names its committee is missing", false
	case doubtful && p.Number <= s.Epoch:
		return fmt.Sprintf("%s: its committee is not proven: the record of epoch %d: %s", at, p.Number, p.Words), false
	case s.Problem != "":
		return at + ": the state in the file is incomplete: " + s.Problem, false
	case c.Turn != s.Turn || c.Number != s.Epoch || c.Hash != s.Hash || c.Root != s.Root:
		return at + ": the state in the file is not the signed one", false
	}
	good, of := c.Good(r)
	firm := ""
	if !r.Firm {
		firm = ", provisional"
	}
	return fmt.Sprintf("%s%s: %d of %d signatures ok", at, firm, good, of), epoch.Enough(good, of)
}
