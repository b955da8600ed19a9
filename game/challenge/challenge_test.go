package challenge

import (
	"testing"

	"pgregory.net/rapid"

	"manyhold/game"
	"manyhold/game/codec"
	"manyhold/game/event"
)

// TestWeeks: every week has three different challenges, the same whenever they are asked for; all rows of the
// table come up, and hardly any two weeks are alike.
func TestWeeks(t *testing.T) {
	if len(Rows) < 12 {
		t.Errorf("%d challenges", len(Rows))
	}
	seen, weeks := map[int]int{}, map[[Slots]int]int{}
	for seed := range uint64(4) {
		for week := uint32(1); week <= 100; week++ {
			rows := Of(seed, week)
			if rows != Of(seed, week) || rows[0] == rows[1] || rows[1] == rows[2] || rows[0] == rows[2] {
				t.Fatalf("week %d: %v", week, rows)
			}
			for _, r := range rows {
				seen[r]++
			}
			weeks[rows]++
		}
	}
	for r := range Rows {
		if seen[r] < 20 {
			t.Errorf("%s comes up %d times in 400 weeks", Rows[r].Name, seen[r])
		}
	}
	if len(weeks) < 300 {
		t.Errorf("400 weeks have %d different choices", len(weeks))
	}
	if WeekOf(0) != 1 || WeekOf(WeekTicks-1) != 1 || WeekOf(WeekTicks) != 2 || WeekOf(1<<62) == 0 {
		t.Error("weeks do not begin where they should")
	}
}

// TestRows: each challenge has a name of its own, a goal, a prize to show, and counts its events and no
// other.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for k := range Rows {
		r := &Rows[k]
		if names[r.Name] || r.Goal == 0 || r.Goal > Most || !r.Prize.Valid() || r.Prize.Count == 0 {
			t.Errorf("%+v", r)
		}
		names[r.Name] = true
		e := event.Event{Kind: r.On, A: r.A, B: 3}
		want := uint32(1)
		if r.Sum {
			want = 3
		}
		if n := r.Count(&e); n != want {
			t.Errorf("%s counts %d, want %d", r.Name, n, want)
		}
		e.A++
		if n := r.Count(&e); n != 0 {
			t.Errorf("%s counts something else", r.Name)
		}
		e = event.Event{Kind: r.On + 1, A: r.A, B: -5}
		if n := r.Count(&e); n != 0 {
			t.Errorf("%s counts another event", r.Name)
		}
	}
}

// TestNoDeedCountsTwice: islands that do something, tell each other, part and meet in any order know in the
// end exactly what was done.
func TestNoDeedCountsTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const week, goal = 4, 1 << 16
		home := &Table{}
		kids := []*Table{}
		var done [Slots]uint32
		var mail []func()
		tell := func(from *Table, to []*Table, total bool) {
			if !from.News() {
				return
			}
			letter := *from
			from.Told()
			for _, o := range to {
				mail = append(mail, func() { o.Hear(&letter, total) })
			}
		}
		deliver := func() {
			for _, m := range mail {
				m()
			}
			mail = nil
		}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			all := append([]*Table{home}, kids...)
			at := all[rapid.IntRange(0, len(all)-1).Draw(t, "island")]
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				slot, n := rapid.IntRange(0, Slots-1).Draw(t, "slot"), rapid.Uint32Range(1, 9).Draw(t, "n")
				at.Add(week, slot, n, goal)
				done[slot] += n
			case 2:
				if at == home {
					tell(home, kids, true)
				} else {
					tell(at, []*Table{home}, false)
				}
			case 3:
				deliver()
			case 4:
				deliver()
				if len(kids) < 4 {
					c := at.Part(at == home)
					kids = append(kids, &c)
				}
			case 5:
				deliver()
				if n := len(kids); n > 1 && rapid.Bool().Draw(t, "with a child") {
					kids[n-1].Join(kids[0], false)
					kids = kids[1:]
				} else if n > 0 {
					home.Join(kids[0], true)
					kids = kids[1:]
				}
			}
		}
		deliver()
		for _, k := range kids {
			home.Join(k, true)
		}
		for slot := range Slots {
			if got := home.Of(week, slot); got != done[slot] {
				t.Fatalf("challenge %d: %d of %d", slot, got, done[slot])
			}
		}
	})
}

// TestBranches: what was done on both sides of a fork counts, what was done before it once.
func TestBranches(t *testing.T) {
	var base Table
	base.Add(2, 0, 5, 100)
	firm, branch := base, base
	firm.Add(2, 0, 3, 100)
	branch.Add(2, 0, 4, 100)
	branch.Add(2, 1, 1, 100)
	firm.Since(&base, &branch)
	if firm.Of(2, 0) != 12 || firm.Of(2, 1) != 1 {
		t.Errorf("%+v", firm)
	}
	old := base
	firm.In(3)
	if firm.Since(&base, &old); firm.Of(3, 0) != 0 || firm.Of(2, 0) != 0 {
		t.Errorf("an old week counts: %+v", firm)
	}
}

// TestGoal: a challenge is met once, and nothing counts beyond its goal. A new week begins with nothing.
func TestGoal(t *testing.T) {
	var x Table
	if x.Add(1, 2, 9, 10) || !x.Add(1, 2, 9, 10) || x.Add(1, 2, 1, 10) || x.Of(1, 2) != 10 || x.Of(1, 3) != 0 || x.Of(1, -1) != 0 {
		t.Errorf("%+v", x)
	}
	if x.Add(2, 0, 1, 10); x.Of(1, 2) != 0 || x.Of(2, 2) != 0 || x.Of(2, 0) != 1 || x.Add(1, 1, 1, 1) {
		t.Errorf("%+v", x)
	}
	if WeekOf(7*game.TicksPerDay) != 2 {
		t.Error("a week has seven days")
	}
}

// FuzzRead: bytes of a table are refused, or are those of what was read.
func FuzzRead(f *testing.F) {
	x := Table{week: 3, count: [Slots]uint32{4, 5, 6}, fresh: [Slots]uint32{1, 0, 6}}
	f.Add(x.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := codec.Read(data)
		x := ReadTable(&c)
		if c.Done() == nil && string(x.Append(nil)) != string(data) {
			t.Errorf("%x is read as %+v", data, x)
		}
	})
}
