package window

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/byhand"
	"manyhold/app/dial/remedy"
	"manyhold/app/node"
	"manyhold/app/status"
	"manyhold/app/window/hand"
	"manyhold/app/window/showroom"
	"manyhold/app/window/wording"
	"manyhold/net/beacon"
	"manyhold/net/host/notice"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// joining is the mode in which a node is being started, in a goroutine of its own. The mode behind it goes on
// meanwhile, and has the picture: the title, or a world that has ended.
type joining struct {
	base
	behind  mode
	cancel  context.CancelFunc
	result  chan joined
	text    string
	since   time.Time
	failed  error
	node    node.Backend // started, but not yet in the world
	outlook outlook
}

// joined is the result of joining.
type joined struct {
	node node.Backend
	err  error
}

// enter starts a node in a goroutine of its own, so that the window never waits for the network.
func (s *session) enter(c node.Choice, text string) {
	if c.Founded != nil && !s.id.Conf.Settings.Net.Host {
		s.fail(errors.New(s.words.Get("note.hosts_nothing")))
		return
	}
	if k := s.travel.kicked; k.keepsOut(c, s.id.LastWorld) {
		s.fail(k)
		s.travel.wanted = &c
		return
	}
	s.travel.wanted = &c
	ctx, cancel := context.WithCancel(s.ctx)
	result := make(chan joined, 1)
	s.wait(&joining{base: base{s}, cancel: cancel, result: result, text: text, since: time.Now()})
	id, conf := *s.id, *s.id.Conf // a copy: the window goes on changing its settings
	id.Conf = &conf
	go func() {
		s.nodes.single.Lock() // the world one was in before is left by then; partFrom and giveUp unlock
		var n node.Backend
		err := ctx.Err()
		if err == nil {
			n, err = enterWorld(ctx, &id, c, s.log)
		}
		if err != nil {
			s.nodes.single.Unlock()
		}
		result <- joined{n, err}
	}()
}

// enterWorld enters a world: by a node of this process, or as a window on the one that runs already.
func enterWorld(ctx context.Context, id *node.Identity, c node.Choice, log *slog.Logger) (node.Backend, error) {
	if c.Exhibit != "" {
		x, err := showroom.Open(id, c.Exhibit, c.Name, log)
		if err != nil {
			return nil, err
		}
		return x, nil
	}
	if !id.Attached {
		n, err := id.Enter(ctx, c, log)
		if err != nil {
			return nil, err // and no node: not an interface that holds none
		}
		return n, nil
	}
	if c != (node.Choice{}) {
		return nil, errors.New("this window shows the world of the node in the background; for another world, stop that node and start without --attach")
	}
	a, err := node.Attach(ctx, id, log)
	if err != nil {
		return nil, err
	}
	return a, nil
}

const (
	// joinTime is how long joining may take without any sign of the world.
	joinTime = 20 * time.Second
	// crowdTime is how long it may take while there are signs: a link, or a peer that has no room yet. Sixty
	// players who start at once are all in after 40 s.
	crowdTime = 90 * time.Second
	// sureTime is how long it takes at most when a peer says that it will not link.
	sureTime = 4 * time.Second
	// askEvery is how often the node is asked meanwhile.
	askEvery = time.Second
)

// wait starts a node in front of the present mode. It gives up the one that was being started.
func (s *session) wait(j *joining) {
	j.behind = s.mode
	if old, ok := s.mode.(*joining); ok {
		old.giveUp()
		j.behind = old.behind
	}
	s.mode = j
}

// poll looks whether the node that is being started is there and executes turns.
func (j *joining) poll() {
	if j.failed != nil {
		retreat(j.s, j.failed)
		return
	}
	select {
	case r := <-j.result:
		j.node, j.failed = r.node, r.err
		if j.node != nil {
			j.node.Copies().Want(true)
		}
	default:
	}
	if j.node == nil {
		return
	}
	select {
	case <-j.node.Done():
		j.failed = fmt.Errorf("cannot enter the world: %w", j.node.Err())
		j.s.partFrom(j.node)
		j.node = nil
		return
	default:
	}
	if c := j.node.Copies().Take(); c != nil {
		j.behind.end() // and not this one: the node goes on
		j.s.mode = newPlay(j.s, j.node, c)
		return
	}
	switch h := j.node.ByHand().State(); h.Phase {
	case byhand.Answering, byhand.Making:
		j.since = time.Now() // a person has to do something
	case byhand.Failed:
		j.failed = errors.New(hand.Words(j.s.words, h))
		j.s.partFrom(j.node)
		j.node = nil
		return
	}
	j.look(time.Now())
}

// look asks the node now and then for its way into the world, and gives it up if that takes too long.
func (j *joining) look(now time.Time) {
	if min(now.Sub(j.outlook.asked), now.Sub(j.since)) >= askEvery {
		st := j.node.Status()
		j.outlook.take(&st, now)
	}
	if j.outlook.overdue(j.since, now) {
		j.failed = errors.New(j.outlook.verdict(j.s.words))
		j.s.partFrom(j.node)
		j.node = nil
	}
}

// fill says how far joining has come.
func (j *joining) fill(m *model.Model) {
	m.Phase = model.Joining
	m.Join = j.status()
	clearWorld(m)
}

func (j *joining) update()                   { j.behind.update() }
func (j *joining) draw(screen *ebiten.Image) { j.behind.draw(screen) }

// act handles the wish to give up. The screen behind goes on; if it has ended, the title follows.
func (j *joining) act(a model.Action) {
	if _, ok := a.(model.CancelJoin); !ok {
		return
	}
	if _, ended := j.behind.(*lostWorld); ended {
		j.s.showTitle()
		return
	}
	j.giveUp()
	j.s.mode = j.behind
}

// end gives up joining, and ends the mode behind.
func (j *joining) end() {
	j.giveUp()
	j.behind.end()
}

// giveUp ends the node that is being started.
func (j *joining) giveUp() {
	s := j.s
	j.cancel()
	if j.node != nil {
		s.partFrom(j.node)
		return
	}
	if j.failed != nil {
		return
	}
	s.nodes.parting.Add(1)
	go func() {
		defer s.nodes.parting.Done()
		if r := <-j.result; r.node != nil {
			r.node.Stop()
			s.nodes.single.Unlock()
		}
	}()
}

// partFrom ends a node while the window goes on.
func (s *session) partFrom(n node.Backend) {
	s.nodes.parting.Add(1)
	go func() {
		defer s.nodes.parting.Done()
		n.Stop()
		s.nodes.single.Unlock()
		s.nodes.parted.Store(true)
	}()
}

// fail shows why a world cannot be entered, with a way back to the title.
func (s *session) fail(err error) {
	s.travel.wanted = nil
	s.wait(&joining{base: base{s}, cancel: func() {}, failed: err, since: time.Now()})
}

// offers lists the worlds heard on the LAN, those with most players first.
func (s *session) offers() []beacon.Announcement {
	if s.id.Lan == nil {
		return nil
	}
	list := s.id.Lan.Snapshot()
	slices.SortStableFunc(list, func(a, b beacon.Announcement) int { return b.Players - a.Players })
	return list
}

// status says how far joining has come.
func (j *joining) status() model.JoinStatus {
	text := strings.TrimSpace(j.text + " " + j.outlook.words(j.s.words))
	out := model.JoinStatus{Text: text, Progress: -1, Again: j.s.travel.wanted != nil}
	if j.node != nil && j.failed == nil {
		if h := j.node.ByHand().State(); h.Phase == byhand.Answering {
			out.Text, out.Answer = hand.Words(j.s.words, h), h.Text
		}
	}
	if j.failed != nil {
		out.Error = wording.Error(j.s.words, j.failed)
		if out.Error != "" && !strings.HasSuffix(out.Error, ".") && !strings.HasSuffix(out.Error, "?") {
			out.Error += "."
		}
	}
	if k := (*kicked)(nil); errors.As(j.failed, &k) {
		out.Wait = k.wait()
	}
	return out
}

// outlook is the node's last report on its way into a world.
type outlook struct {
	asked   time.Time
	sign    time.Time      // of the world, the last one: a link, or a refusal because many are joining
	waits   notice.Notice  // what the node waits for
	trouble remedy.Trouble // why it reaches nobody
	linked  bool
	patient bool // the node only plays, and waits for a host however long
}

// take takes the node's present status.
func (o *outlook) take(st *status.Status, now time.Time) {
	o.asked, o.waits, o.trouble, o.linked, o.patient = now, st.Waiting, st.Trouble, len(st.Links) > 0, st.PlayOnly
	if o.linked || o.trouble == remedy.Busy {
		o.sign = now
	}
}

// overdue reports whether joining, begun at since, has taken too long.
func (o *outlook) overdue(since, now time.Time) bool {
	if (o.trouble == remedy.Twice || o.trouble == remedy.Version) && now.Sub(since) > sureTime {
		return true // waiting does not help
	}
	if o.patient || now.Sub(since) <= joinTime {
		return false
	}
	return now.Sub(o.sign) > joinTime || now.Sub(since) > crowdTime
}

// noState are the notices of a node that has no state of the world. A linked peer is sending it, or will.
var noState = []string{"waits_for_world", "waits_for_holder"}

// words says what joining waits for, "" before anything is known.
func (o *outlook) words(w *kit.Words) string {
	switch {
	case o.trouble == remedy.Busy:
		return w.Get("reach.busy")
	case o.linked && slices.Contains(noState, o.waits.Code()):
		return w.Get("reach.linked")
	case o.waits != "":
		return w.Fill("note.waiting", "what", wording.Notice(w, o.waits))
	}
	return ""
}

// verdict says why joining has failed.
func (o *outlook) verdict(w *kit.Words) string {
	switch {
	case o.trouble == remedy.Busy:
		return w.Get("reach.busy_late")
	case o.linked:
		return w.Get("reach.linked_late")
	}
	return w.Get("reach." + string(cmp.Or(o.trouble, remedy.Nobody)))
}
