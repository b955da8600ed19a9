//go:build !js

package status

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/key"
	"manyhold/net/store/admin"
)

// logins are the logins in a world's file: signed by the player, and countersigned by the committee.
type logins struct {
	world   charter.World
	records map[[32]byte]*epoch.Record // of all epochs in the file
	names   map[key.ID]string
}

// readLogins reads the data that logins are checked against.
func readLogins(path string, world charter.World) (*logins, error) {
	l := &logins{world: world, records: map[[32]byte]*epoch.Record{}, names: map[key.ID]string{}}
	people, err := admin.Players(path)
	if err != nil {
		return nil, err
	}
	for _, p := range people {
		l.names[p.Key] = p.Name
	}
	rows, err := admin.Epochs(path)
	for _, row := range rows {
		if r, err := epoch.DecodeRecord(row.Record); err == nil && row.Number != 0 {
			l.records[r.Hash()] = r
		}
	}
	return l, err
}

// record finds the record of an epoch in the file.
func (l *logins) record(name [32]byte) *epoch.Record { return l.records[name] }

// words describes a player's first and last login with their times and countersigners. All signatures are
// verified once more: the file's own word is no proof.
func (l *logins) words(g *charter.Login) string {
	s := fmt.Sprintf("%s, first login %s, last %s, ", l.called(g.Player), loginTime(g.First), loginTime(g.Last))
	r := l.records[g.Epoch]
	switch err := g.Countersigned(r); {
	case !g.Signed(l.world.ID):
		return s + "void: not signed by the player"
	case r == nil:
		return s + fmt.Sprintf("%d signatures of an epoch that is not in this file: unverifiable here", len(g.Signatures))
	case err != nil:
		return s + fmt.Sprintf("void: not countersigned by a majority of epoch %d (%v)", r.Number, err)
	}
	var by []string
	for _, seal := range g.Signatures {
		by = append(by, l.called(seal.Key))
	}
	return s + fmt.Sprintf("countersigned by %s: %d of %d voters of epoch %d", strings.Join(by, ", "), len(by), len(r.Voters), r.Number)
}

// called is a player's name with the beginning of the key.
func (l *logins) called(k key.ID) string {
	return fmt.Sprintf("%s (%s)", cmp.Or(l.names[k], "somebody"), k.Short())
}

func loginTime(seconds uint64) string { return time.Unix(int64(seconds), 0).Format(time.DateTime) }
