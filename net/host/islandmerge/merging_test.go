package islandmerge

import (
	"errors"
	"slices"
	"testing"
	"time"

	"manyhold/net/epoch"
	"manyhold/net/host/links"
	"manyhold/net/host/message"
	"manyhold/net/key"
)

// islet is an island whose answers a test sets.
type islet struct {
	id       uint64
	near     []uint64
	towards  []uint64
	contains []uint64
	people   uint64
	leader   key.ID
	leads    bool
	end      *epoch.Record
	refuses  error
	durable  bool
	retired  time.Time
	voters   []epoch.Voter
	execute  []key.ID

	endedInto uint64
	took      []uint64
	now       *time.Time
}

func (i *islet) Island() uint64                  { return i.id }
func (i *islet) Merges() bool                    { return true }
func (i *islet) Steady() bool                    { return i.leads }
func (i *islet) Over() bool                      { return i.end != nil }
func (i *islet) Remind()                         {}
func (i *islet) Near() []uint64                  { return i.near }
func (i *islet) Towards() []uint64               { return i.towards }
func (i *islet) People() uint64                  { return i.people }
func (i *islet) TookIn(island uint64) bool       { return slices.Contains(i.contains, island) }
func (i *islet) Leader() key.ID                  { return i.leader }
func (i *islet) Leads() bool                     { return i.leads }
func (i *islet) Linked(key.ID) bool              { return true }
func (i *islet) Executes(k key.ID) bool          { return slices.Contains(i.execute, k) }
func (i *islet) Record() *epoch.Record           { return &epoch.Record{Voters: i.voters} }
func (i *islet) Ending() (*epoch.Record, []byte) { return i.end, []byte{1} }
func (i *islet) EndInto(island uint64)           { i.endedInto = island }
func (i *islet) TryIn([]byte) error              { return i.refuses }
func (i *islet) NewRecords() []*epoch.Record     { return nil }
func (i *islet) Stowed() bool                    { return true }
func (i *islet) Durable() bool                   { return i.durable }
func (i *islet) RetiredAt() time.Time            { return i.retired }
func (i *islet) Retire()                         { i.retired = *i.now }
func (i *islet) Log(string, ...any)              {}

func (i *islet) TakeIn(end *epoch.Record, final []byte) bool {
	i.took = append(i.took, end.Island)
	return true
}

// archipelago is a world of islets, and what is known of those that have ended. Methods that it lacks are not
// called.
type archipelago struct {
	World
	Endings
	all       []*islet
	most      uint64
	by        map[uint64]uint64
	forgotten []uint64
}

func (a *archipelago) All() (all []Island) {
	for _, i := range a.all {
		all = append(all, i)
	}
	return all
}

func (a *archipelago) Find(id uint64) (Island, bool) {
	for _, i := range a.all {
		if i.id == id {
			return i, true
		}
	}
	return nil, false
}

func (a *archipelago) Most() uint64                       { return a.most }
func (a *archipelago) Forget(id uint64)                   { a.forgotten = append(a.forgotten, id) }
func (a *archipelago) Learn(uint64)                       {}
func (a *archipelago) Ended(id uint64) bool               { return a.by[id] != 0 }
func (a *archipelago) AnyEnded() bool                     { return len(a.by) > 0 }
func (a *archipelago) Successor(id uint64) uint64         { return id }
func (a *archipelago) Container(id uint64) (uint64, bool) { return a.by[id], a.by[id] != 0 }
func (a *archipelago) NeedsTaker(uint64) bool             { return true }
func (a *archipelago) Newest(uint64) *epoch.Record        { return nil }

// An island ends into a near one only if this peer leads it, all people fit on one, and nothing of it is
// under way elsewhere.
func TestEndInto(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(a *archipelago, i *islet)
		want   uint64
	}{
		{"near and quiet", func(*archipelago, *islet) {}, 3},
		{"led by another peer", func(_ *archipelago, i *islet) { i.leads, i.leader = false, key.ID{5} }, 0},
		{"too many people", func(a *archipelago, _ *islet) { a.most = 4 }, 0},
		{"as many people as fit", func(a *archipelago, _ *islet) { a.most = 5 }, 3},
		{"not near as it says", func(_ *archipelago, i *islet) { i.near = nil }, 0},
		{"a parcel for the taker waits", func(_ *archipelago, i *islet) { i.towards = []uint64{3} }, 3},
		{"a parcel for another waits", func(_ *archipelago, i *islet) { i.towards = []uint64{9} }, 0},
		{"it is to take one in", func(a *archipelago, _ *islet) {
			a.all = append(a.all, &islet{id: 11, end: &epoch.Record{Island: 11, Into: 7}})
		}, 0},
	} {
		into, from := &islet{id: 3, near: []uint64{7}, people: 2, leads: true}, &islet{id: 7, near: []uint64{3}, people: 3, leads: true}
		a := &archipelago{all: []*islet{into, from}}
		sent := 0
		hub := &links.Hub{Now: time.Unix(100, 0), Send: func(key.ID, []byte) { sent++ }}
		c.change(a, from)
		New(hub, a, a).Propose()
		if from.endedInto != c.want {
			t.Errorf("%s: it ends into %d, want %d", c.what, from.endedInto, c.want)
		}
		if asked := sent == 1; asked == from.leads {
			t.Errorf("%s: its leader was asked %d times", c.what, sent)
		}
	}
}

// A request is believed only from a voter of the taker, and only where this peer leads the other island.
func TestReceive(t *testing.T) {
	leader, stranger := key.ID{1}, key.ID{2}
	for _, c := range []struct {
		from  key.ID
		leads bool
		want  uint64
	}{{leader, true, 3}, {stranger, true, 0}, {leader, false, 0}} {
		from := &islet{id: 7, near: []uint64{3}, leads: c.leads}
		a := &archipelago{all: []*islet{{id: 3, leader: leader}, from}}
		hub := &links.Hub{Now: time.Unix(100, 0)}
		New(hub, a, a).Receive(c.from, message.MergeRequest{Step: message.StepAskEnd, Into: 3, From: 7}.Encode())
		if from.endedInto != c.want {
			t.Errorf("asked by %v, leading %v: it ends into %d, want %d", c.from[0], c.leads, from.endedInto, c.want)
		}
	}
}

// A leader that says that fewer people are on its island is not believed where that is executed.
func TestPeopleAreCounted(t *testing.T) {
	leader := key.ID{1}
	for said, want := range map[uint64]uint64{3: 0, 0: 0} {
		from := &islet{id: 7, near: []uint64{3}, people: 2, leads: true}
		a := &archipelago{most: 4, all: []*islet{{id: 3, leader: leader, people: 3}, from}}
		New(&links.Hub{Now: time.Unix(100, 0)}, a, a).Receive(leader, message.MergeRequest{Step: message.StepAskEnd, Into: 3, From: 7, People: said}.Encode())
		if from.endedInto != want {
			t.Errorf("%d people are said: it ends into %d, want %d", said, from.endedInto, want)
		}
	}
}

// An ended island is taken in once a majority of the taker's voters execute it. If the state refuses it, it
// is tried again after failedFor.
func TestTakeIn(t *testing.T) {
	v := []epoch.Voter{{Key: key.ID{1}}, {Key: key.ID{2}}, {Key: key.ID{3}}}
	taker := &islet{id: 3, leads: true, voters: v}
	ended := &islet{id: 7, end: &epoch.Record{Island: 7, Into: 3}}
	a := &archipelago{all: []*islet{taker, ended}}
	hub := &links.Hub{Me: v[0].Key, Now: time.Unix(100, 0)}
	g := New(hub, a, a)
	step := func(d time.Duration) int {
		hub.Now = hub.Now.Add(d)
		g.Propose()
		return len(taker.took)
	}
	if step(time.Second) != 0 {
		t.Error("taken in though one of three voters has it")
	}
	ended.execute, taker.refuses = []key.ID{v[1].Key}, errors.New("no")
	if step(time.Second) != 0 {
		t.Error("taken in though the state refuses it")
	}
	taker.refuses = nil
	if step(failedFor/2) != 0 || step(failedFor/2) != 1 {
		t.Errorf("it was taken in %d times", len(taker.took))
	}
}

// A retired island stays for a while, for peers that are behind, and is then forgotten. It retires when the
// record that took it in is synced.
func TestSettle(t *testing.T) {
	hub := &links.Hub{Now: time.Unix(100, 0)}
	taker, ended := &islet{id: 3}, &islet{id: 7, end: &epoch.Record{Island: 7, Into: 3}, now: &hub.Now}
	a := &archipelago{all: []*islet{taker, ended}, by: map[uint64]uint64{7: 3}}
	g := New(hub, a, a)
	if g.Settle(); !ended.retired.IsZero() {
		t.Error("it retires before the taker's record is synced")
	}
	taker.durable = true
	if g.Settle(); ended.retired.IsZero() {
		t.Error("it does not retire")
	}
	hub.Now = hub.Now.Add(Lingers - 1)
	if g.Settle(); len(a.forgotten) != 0 {
		t.Error("it is forgotten at once")
	}
	hub.Now = hub.Now.Add(1)
	if g.Settle(); !slices.Equal(a.forgotten, []uint64{7}) {
		t.Errorf("forgotten: %v", a.forgotten)
	}
}
