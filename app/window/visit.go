package window

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"manyhold/app/node"
	"manyhold/app/options"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/app/window/film"
	"manyhold/app/window/wording"
	"manyhold/game"
	"manyhold/game/entity"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/island"
	"manyhold/game/living"
	"manyhold/game/predict"
	"manyhold/input"
	"manyhold/net/store"
	"manyhold/net/store/admin"
	"manyhold/net/store/worldfile"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// visit is the mode in which one looks at a lost branch of a world: its end, as it was. Nothing in it moves
// or can be changed, no node runs, and no peer hears of it. The camera floats through it.
type visit struct {
	base
	world *island.Island // of this window alone
	view  predict.View
	at    fixed.Vec // where one looks
	words string    // which branch it is, of these:

	who      []string // players of the branch
	archived time.Time
	lasted   game.Tick
}

const (
	// lastArchive is the word for the branch that was archived last.
	lastArchive = "last"
	// archivePrefix begins the IDs of branches in the title's list; the world's and the branch's follow.
	archivePrefix = "branch:"
)

// findArchive returns the archive of a world's file whose id begins with the word, or the last one.
func findArchive(path, word string) (admin.BranchInfo, error) {
	list, err := admin.Archives(path)
	if err != nil {
		return admin.BranchInfo{}, err
	}
	if len(list) == 0 {
		return admin.BranchInfo{}, usage.Errorf("no archived branch of this world has that id; `manyhold world info` lists them")
	}
	if word == lastArchive {
		return list[len(list)-1], nil
	}
	list = slices.DeleteFunc(list, func(b admin.BranchInfo) bool {
		return len(word) < 4 || !strings.HasPrefix(hex.EncodeToString(b.ID[:]), strings.ToLower(word))
	})
	if len(list) != 1 {
		return admin.BranchInfo{}, usage.Errorf("%d archived branches of this world begin with %q; `manyhold world info` lists them", len(list), word)
	}
	return list[0], nil
}

// openVisit reads a branch from a world's file.
func openVisit(path string, id [32]byte) (*visit, error) {
	b, err := worldfile.OpenArchive(path, id)
	if err != nil {
		return nil, err
	}
	return visitBranch(b)
}

// visitBranch opens a branch at the place where a player of it stood last.
func visitBranch(b store.Branch) (*visit, error) {
	v := &visit{world: new(island.Island)}
	base := new(island.Island)
	if err := v.world.Restore(b.Tip.Snapshot); err != nil {
		return nil, fmt.Errorf("cannot open the branch: %w", err)
	}
	if err := base.Restore(b.Base); err != nil {
		return nil, fmt.Errorf("cannot open the beginning of the branch: %w", err)
	}
	v.at = v.world.SpawnTile.Centre()
	var who []string
	for _, p := range v.world.Roster.Everybody() {
		if old := base.Roster.ByKey(p.Key); old != nil && old.LastSeq >= p.LastSeq {
			continue
		}
		if who = append(who, p.Name.String()); len(who) == 1 {
			v.at = whereIs(v.world, p)
		}
	}
	v.who, v.archived, v.lasted = who, b.At, v.world.Clock-min(base.Clock, v.world.Clock)
	v.look()
	return v, nil
}

// whereIs returns where a player stands, or stood when it left.
func whereIs(w *island.Island, p *entity.PlayerState) fixed.Vec {
	if b := w.Space.Body(p.Body); b != nil {
		return b.Pos
	}
	return p.Last
}

// branchWords says which branch it is: "Offline changes by Bo (34 minutes), archived on November 20".
func branchWords(w *kit.Words, who []string, at time.Time, lasted game.Tick) string {
	return w.Fill("visit.branch", "names", wording.Names(w, who), "time", durationWords(w, lasted), "day", dayWords(w, at))
}

// durationWords says how long some ticks are.
func durationWords(w *kit.Words, t game.Tick) string {
	n, key := t/game.TicksPerSecond, "date.seconds"
	switch {
	case n >= 2*3600:
		n, key = n/3600, "date.hours"
	case n >= 2*60:
		n, key = n/60, "date.minutes"
	}
	if n == 1 {
		key += "_one"
	}
	return w.Fill(key, "n", strconv.FormatUint(uint64(n), 10))
}

// dayWords names a day: November 20. momentWords adds the time.
func dayWords(w *kit.Words, at time.Time) string {
	return w.Fill("date.day", "month", w.Get("date.month_"+strconv.Itoa(int(at.Month()))), "day", strconv.Itoa(at.Day()))
}

func momentWords(w *kit.Words, at time.Time) string {
	return w.Fill("date.moment", "month", w.Get("date.month_"+strconv.Itoa(int(at.Month()))), "day", strconv.Itoa(at.Day()), "time", at.Format("15:04"))
}

// look loads the surroundings of the viewed place.
func (v *visit) look() {
	living.LookAt(&v.world.State, grid.TileAt(v.at))
	v.view.World, v.view.Tick = v.world, v.world.Clock
	v.view.Bodies = v.view.Bodies[:0]
	for _, b := range v.world.Space.Bodies() {
		v.view.Bodies = append(v.view.Bodies, predict.Drawn{Body: b})
	}
}

// float moves where one looks, by parts of the speed of the camera.
func (v *visit) float(x, y float64) {
	before := grid.TileAt(v.at).Region()
	v.at = film.Floated(v.at, x, y)
	if grid.TileAt(v.at).Region() != before {
		v.look()
	}
}

// visitArchive opens the branch that --archive names, of the world that --world names or the last one.
func (s *session) visitArchive(f options.Play) error {
	w, ok, err := s.id.LastWorld()
	if f.World != "" {
		w, err = node.FindWorld(s.id.Dir, f.World)
		ok = err == nil
	}
	if err == nil && !ok {
		err = usage.Errorf("there is no world here yet, and so no archived branch")
	}
	if err != nil {
		return err
	}
	path := store.Path(s.id.Dir, w.ID)
	b, err := findArchive(path, f.Archive)
	if err != nil {
		return err
	}
	return s.beginVisit(path, b.ID)
}

// beginVisit goes from the title into a branch.
func (s *session) beginVisit(path string, id [32]byte) error {
	v, err := openVisit(path, id)
	if err != nil {
		return err
	}
	v.base = base{s}
	v.words = branchWords(s.words, v.who, v.archived, v.lasted)
	s.turnTo(v)
	s.look()
	s.renderer.Camera().Jump(v.at)
	return nil
}

// update floats on by one tick.
func (v *visit) update() {
	s := v.s
	if !s.ui.Captures() {
		v.float(s.in.MoveX, s.in.MoveY)
		s.zoom()
	}
	s.photo.follow(s.renderer.Camera(), v.at)
	s.renderer.ClearGhost()
	s.renderer.Observe(nil)
	s.scene.Take(&v.view)
	s.renderer.UpdateScene(&s.scene)
	s.ui.Observe(nil, &s.model)
	s.sound.Frame(&v.view, v.at, nil)
}

// act leaves the branch.
func (v *visit) act(a model.Action) {
	if _, ok := a.(model.LeaveWorld); ok {
		v.s.showTitle()
	}
}

// fill shows the visited branch.
func (v *visit) fill(m *model.Model) {
	s := v.s
	m.Phase = model.Playing
	showWorld(m, &s.scene, v.world)
	m.Game.Centre = grid.TileAt(v.at)
	m.Game.Me, m.Share.Invite, m.ByHand, m.Game.Name = nil, "", model.ByHand{}, s.words.Get("visit.name")
	m.Journal, m.Map, m.Game.Attached, m.Game.Visiting = model.Collection{}, model.Map{}, false, true
	m.HUD.Recording, m.HUD.Hints, m.HUD.Aim = false, false, model.Aim{}
	m.HUD.Inspect.On, m.Revert = false, model.Revert{}
	m.Net = model.NetView{Banner: s.words.Fill("visit.how", "branch", v.words, "key", s.in.Name(input.Menu)), Waiting: true}
}

// branchOffers lists the lost branches of a world for the title.
func (s *session) branchOffers(w store.Info) (list []model.WorldOffer) {
	branches, err := admin.Archives(store.Path(s.id.Dir, w.ID))
	if err != nil {
		s.log.Warn("cannot list the archived branches", "world", status.Short(w.ID.String()), "why", err)
	}
	for _, b := range branches {
		list = append(list, model.WorldOffer{
			ID:   archivePrefix + w.ID.String() + ":" + hex.EncodeToString(b.ID[:]),
			Name: s.words.Fill("visit.offer", "world", w.Genesis.Name, "when", momentWords(s.words, b.At)),
		})
	}
	return list
}

// visitOffer opens a branch of the title's list; ok is false if id is not a branch.
func (s *session) visitOffer(id string) (ok bool) {
	rest, ok := strings.CutPrefix(id, archivePrefix)
	if !ok {
		return false
	}
	world, branch, _ := strings.Cut(rest, ":")
	w, err := store.ParseWorldID(world)
	if err == nil {
		path := store.Path(s.id.Dir, w)
		var b admin.BranchInfo
		if b, err = findArchive(path, branch); err == nil {
			err = s.beginVisit(path, b.ID)
		}
	}
	if err != nil {
		s.ui.Toast(wording.Error(s.words, err))
	}
	return true
}
