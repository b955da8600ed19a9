package policy

import (
	"slices"
	"testing"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/machine"
	"manyhold/net/key"
)

// island is a machine that only has ordinances.
type island struct {
	machine.Machine
	list []charter.Ordinance
	sum  uint64
}

func (i *island) Ordinances(dst []charter.Ordinance) []charter.Ordinance {
	return append(dst, i.list...)
}
func (i *island) OrdinanceSum() uint64 { return i.sum }

// TestComparison: what the island lacks, and what it has without the charter's word.
func TestComparison(t *testing.T) {
	ada, bo := key.ID{1}, key.ID{2}
	o := func(topic charter.Topic, who key.ID, value, word uint64) charter.Ordinance {
		return charter.Ordinance{Topic: topic, Subject: who, Value: value, Word: word}
	}
	for _, c := range []struct {
		name                           string
		charter, island, lacks, untrue []charter.Ordinance
	}{
		{"nothing", nil, nil, nil, nil},
		{"the same", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil, nil},
		{"a new one", []charter.Ordinance{o(1, key.ID{}, 3, 9), o(64, bo, 2, 4)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(64, bo, 2, 4)}, nil},
		{"a later word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 8)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil},
		{"another value by the same word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 9)}, []charter.Ordinance{o(1, key.ID{}, 3, 9)}, nil},
		{"an earlier word", []charter.Ordinance{o(1, key.ID{}, 3, 9)}, []charter.Ordinance{o(1, key.ID{}, 2, 10)}, nil, []charter.Ordinance{o(1, key.ID{}, 3, 9)}},
		{"a rank that nobody gave", []charter.Ordinance{o(64, bo, 1, 2)}, []charter.Ordinance{o(64, ada, 2, 7), o(64, bo, 1, 2)}, nil, []charter.Ordinance{o(64, ada, 0, 0)}},
	} {
		var d ordinances
		now := time.Unix(1000, 0)
		d.compare([32]byte{1}, c.charter, &island{list: c.island, sum: 1}, now)
		if !slices.Equal(d.missing, c.lacks) || !slices.Equal(d.untrue, c.untrue) {
			t.Errorf("%s: lacks %v, untrue %v", c.name, d.missing, d.untrue)
		}
		if d.since.IsZero() != (len(c.lacks) == 0) || d.odd.IsZero() != (len(c.untrue) == 0) {
			t.Errorf("%s: since %v and %v", c.name, d.since, d.odd)
		}
	}
}

// TestComparisonGoesOn: the time counts from when the difference began, until it is gone.
func TestComparisonGoesOn(t *testing.T) {
	var d ordinances
	want := []charter.Ordinance{{Topic: charter.OnEntry, Value: 1, Word: 5}}
	i := &island{sum: 1}
	now := time.Unix(1000, 0)
	d.compare([32]byte{1}, want, i, now)
	began := d.since
	want = append(want, charter.Ordinance{Topic: charter.OnDefaultRank, Word: 6})
	d.compare([32]byte{2}, want, i, now.Add(3*time.Second))
	if d.since != began || len(d.missing) != 2 {
		t.Errorf("since %v, %d missing", d.since, len(d.missing))
	}
	i.list, i.sum = want, 2
	if d.compare([32]byte{2}, want, i, now.Add(4*time.Second)); !d.since.IsZero() || len(d.missing) != 0 {
		t.Errorf("since %v, %d missing", d.since, len(d.missing))
	}
}
