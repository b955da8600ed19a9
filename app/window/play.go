package window

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"manyhold/app/emblem"
	"manyhold/app/feed"
	"manyhold/app/node"
	"manyhold/app/order"
	"manyhold/app/window/deed"
	"manyhold/app/window/entrance"
	"manyhold/app/window/goals"
	"manyhold/app/window/land"
	"manyhold/app/window/notifier"
	"manyhold/app/window/office"
	"manyhold/app/window/showroom"
	"manyhold/app/window/wording"
	"manyhold/app/window/worldpage"
	"manyhold/audio"
	"manyhold/game/command"
	"manyhold/game/fixed"
	"manyhold/game/grid"
	"manyhold/game/journal"
	"manyhold/input"
	"manyhold/net/key"
	"manyhold/net/store"
	"manyhold/render"
	"manyhold/render/ui/model"
)

// play is the mode in which one plays in a world.
type play struct {
	base
	p      *Playing
	alive  []journal.Creature // seen in the last look around, reused
	looked uint64             // tick of that look
	entry  entrance.View
	things things
	office *office.Office // carries out what the node is asked for
	pasted chan string    // from the clipboard, at the door
	lossy  float64        // share of messages lost, eased
	bouts  bouts
	guide  goals.Guide
}

const (
	// lookEvery is how often the player's surroundings are looked at for something new, in ticks.
	lookEvery = 20
	// themeEvery is how often the music of the place is chosen anew, in ticks.
	themeEvery = 15
)

// officeLimits are how long the node may take.
var officeLimits = office.Limits{Answer: order.DecreeTime, Shout: order.ShoutTime, Line: order.LineTime}

// newPlay starts playing in a world after its first state has come.
func newPlay(s *session, n node.Backend, first *feed.Confirmed) *play {
	v := &play{base: base{s}, p: NewPlaying(n, first), pasted: make(chan string, 1)}
	v.things, v.bouts = s.newThings(v.p), newBouts(v, n)
	if w := s.travel.wanted; w != nil && w.Room != (store.WorldID{}) {
		v.bouts.sought, w.Room = w.Room.String(), store.WorldID{}
	}
	v.office = office.New(s.ctx, n, officeLimits, func(key string) string { return s.words.Get(key) }, s.tell, s.news.explain)
	v.p.Hand.Offer = s.prefs.offer
	v.p.net.notifier = notifier.Notifier{Words: s.words, Fresh: !s.id.Attached}
	go debug.FreeOSMemory() // of what coming here took
	if id, err := store.ParseWorldID(n.Status().World.ID); err == nil {
		s.travel.world = id
	}
	s.look()
	s.sound.UI(audio.SoundJoined)
	if s.id.Attached {
		s.ui.Lane().News(s.words.Get("net.attached"))
	}
	if x, ok := n.(*showroom.Exhibition); ok {
		s.ui.Lane().News(s.words.Get("showroom." + x.Name + "_about"))
	}
	for _, note := range n.Remarks() {
		s.ui.Lane().News(note)
	}
	s.travel.arrive(s.ui)
	if s.flags.Record != "" {
		if err := n.Recorder().Start(s.flags.Record); err != nil {
			s.ui.Toast(err.Error())
		}
		s.flags.Record = ""
	}
	if s.flags.Do != "" {
		go n.DoAtStart(s.ctx, s.flags.Do)
		s.flags.Do = ""
	}
	return v
}

// end leaves the world. Its node hands over while the window goes on.
func (v *play) end() {
	s := v.s
	if v.bouts.end() {
		return
	}
	v.things.views.Leave(&s.model.Things)
	s.nodes.parting.Go(v.p.finds.close(v.journalWarning))
	s.photo = photo{}
	s.partFrom(v.p.node)
}

// ExtraKeys answers keys of special builds while one plays, and returns a note to be shown, "" for none. It
// is nil in other builds.
var ExtraKeys func(in *input.State, hand *order.Actor) (note string)

// keys answers the keys that work in menus as well.
func (v *play) keys() {
	s := v.s
	if ExtraKeys != nil {
		if note := ExtraKeys(&s.in, &v.p.Hand); note != "" {
			s.ui.Toast(note)
		}
	}
	if s.in.Pressed(input.Record) {
		v.toggleRecording()
	}
}

// act carries out an action on the world or its view.
func (v *play) act(a model.Action) {
	if v.bouts.act(a) || actAtDoor(v, a) {
		return
	}
	switch a.(type) {
	case model.LeaveWorld:
		v.s.showTitle()
	case model.PauseReplay, model.StepReplay, model.SeekReplay, model.PaceReplay, model.FollowReplay, model.RestartTrial:
		if x := v.p.shown(); x != nil {
			x.Lead.Act(a)
		}
	case model.OfferByHand, model.TakeByHand:
		v.handAct(a)
	default:
		if v.p.me() != nil && !actOnMap(v, a) && !v.actOnThing(a) {
			v.actInWorld(a)
		}
	}
}

// draw draws the world, torn by messages lost on the way to linked peers.
func (v *play) draw(screen *ebiten.Image) {
	if !v.bouts.draw(screen) {
		v.s.drawWorld(screen, v.torn())
	}
}

// torn returns how much the picture is torn by messages lost on the way to linked peers, from 0 to 1.
func (v *play) torn() float64 {
	s := v.s
	if c := &s.id.Conf.Settings.Video; !c.Distortion || c.ReducedMotion {
		return 0
	}
	worst := 0.0
	for i := range s.model.Net.Links {
		worst = max(worst, s.model.Net.Links[i].Loss)
	}
	v.lossy += (worst - v.lossy) * lossEase
	return s.canvas.tear.Strength(v.lossy)
}

// lossEase is the part of the way that the loss by which the picture is torn goes to the measured one in a
// frame: it takes about a second and a half, so that a few late messages tear nothing.
const lossEase = 0.012

// update advances the world in the window by one tick.
func (v *play) update() {
	s, p := v.s, v.p
	p.ticks++
	if !v.bouts.shown() { // the end of a match leads back to its world
		select {
		case <-p.node.Done():
			v.lose(p.node.Err())
			return
		default:
		}
	}
	if v.bouts.update() {
		return
	}
	come := p.receive()
	switch {
	case p.me() == nil && barred(p):
		p.asked = false // at once, when it is let in
	case p.me() == nil && v.bouts.shown(): // it watches
	case p.me() == nil:
		p.comeIn()
	case s.ui.Captures() || p.still():
		v.rest()
	default:
		v.steer()
		v.work()
	}
	if p.me() != nil {
		v.goOnBuilding(!s.ui.Captures())
	}
	v.drop(ebiten.DroppedFiles())
	if c, ok := v.things.unlink.Next(&p.View.World.State); ok {
		p.Issue(c)
	}
	p.advance(come)
	p.View = p.Predict.View(fixed.One)
	v.find()
	v.show()
}

// show lets eye and ear follow the view.
func (v *play) show() {
	s, p := v.s, v.p
	events := p.Predict.Events()
	for i := range events {
		if p.View.Me != nil && events[i].Seat == p.View.Me.Seat {
			p.build.Note(&events[i])
			p.build.Land.Hear(&events[i], p.View.Me.Seat, p.ticks)
		}
	}
	cam := s.renderer.Camera()
	switch {
	case p.View.Me == nil || p.View.Me.Body == 0:
		cam.Follow(v.bouts.watch())
	case s.ui.Captures():
	case s.in.Pointing:
		cam.SetCursor(s.in.CursorX, s.in.CursorY)
	default:
		cam.SetCursor(float64(s.width)*(1+s.in.AimX)/2, float64(s.height)*(1+s.in.AimY)/2)
	}
	s.renderer.Observe(events)
	v.bouts.dress()
	s.scene.Take(p.View)
	p.beheld.gallery.Show(s.scene.Gadgets, p.here())
	s.scene.Avatars = v.things.worn.Show(p.View.World, p.beheld.gallery, s.ui.Hides)
	s.scene.Restored = p.inspect.Show(s.scene.Restored[:0])
	v.behold()
	v.things.see(s, p, events)
	s.scene.Elsewhere = p.net.elsewhere
	p.build.Land.Show(&s.model.Land, &p.View.World.State, p.me(), p.aim, p.build.Tool == model.ToolClaim, p.ticks)
	s.scene.Claims = land.Bounds(s.scene.Claims, &s.model.Land)
	if s.photo.on {
		s.scene.Me = nil // the camera does not follow the player
		cam.Follow(s.photo.at)
	}
	s.renderer.UpdateScene(&s.scene)
	v.things.look.Hear(events)
	s.ui.Observe(events, &s.model)
	v.opened(events)
	v.consider(events)
	v.hearVisitRequests(events)
	if b := p.body(); b != nil && p.finds.Opened() && p.ticks%themeEvery == 0 {
		p.theme = p.finds.Theme(p.View.World, grid.TileAt(b.Pos), p.theme)
	}
	s.sound.Play(p.theme)
	p.beheld.jukebox.Frame(&p.View.World.State, events, p.here(), s.sound)
	s.sound.Frame(p.View, cam.Centre(), events)
}

// actInWorld turns an action of the interface into a command.
func (v *play) actInWorld(a model.Action) {
	s, p := v.s, v.p
	switch a := a.(type) {
	case model.Shout:
		v.office.Shout(a.Text)
	case model.SetName:
		s.prefs.set("player.name", a.Text)
	case model.PutOn:
		p.Issue(command.Command{Kind: command.Place, Tile: p.here(), Slot: a.Slot})
	case model.RankPlayer:
		v.office.Write([]string{"rank", key.ID(a.Key).String(), a.Rank.String()})
	case model.VisitPlayer:
		p.call(command.Visit, a.Seat)
	case model.WelcomePlayer:
		p.call(command.Welcome, a.Seat)
	case model.KickPlayer:
		v.office.WriteThat(sentAway(v, "note.kicked_away", a.Key), []string{"kick", key.ID(a.Key).String()})
	case model.MutePlayer:
		v.office.Write([]string{map[bool]string{true: "mute", false: "unmute"}[a.On], key.ID(a.Key).String()})
	case model.TakeBack:
		v.office.TakeBack()
	case model.BanPlayer:
		v.office.WriteThat(sentAway(v, "note.kicked_banned", a.Key), []string{"ban", key.ID(a.Key).String()})
	case model.PardonPlayer:
		v.office.Write([]string{"pardon", key.ID(a.Key).String()})
	case model.RevokeInvitation:
		v.office.AskDoor("uninvite", a.ID)
	case model.SaveWorld:
		var all [][]string
		for _, c := range a.Changes {
			all = append(all, worldpage.Words(c))
		}
		v.office.Write(all...)
	case model.UseView:
		v.office.Write([]string{"picture", emblem.Around(grid.TileAt(p.body().Pos), p.View.World.TileAt, render.MapColour).Text()})
	case model.Carry:
		v.carry(a.Line)
	case model.SetTool:
		p.build.Tool = a.Tool
	case model.TurnPlan:
		p.build.Turn()
	case model.Undo:
		v.undo()
	case model.StopBuilding:
		p.build.Stop()
	case model.TuneRevert:
		p.inspect.Tune(a.Player, a.Minutes, a.Radius)
	case model.DoRevert:
		p.Issue(p.inspect.Command())
		p.inspect.End()
	case model.EndRevert:
		p.inspect.End()
	default:
		if c, ok := deed.Of(a); ok {
			p.Issue(c)
		}
	}
}

// toggleRecording begins or ends a recording of the world, in the data directory. A match is known from its
// beginning on: it is saved up to now.
func (v *play) toggleRecording() {
	s, p := v.s, v.p
	n := p.node
	if x, ok := n.(keeper); ok {
		keepMatch(s, x)
		return
	}
	if on, _ := n.Recorder().Recording(); on {
		words := s.words
		go func() { // it waits for the disk
			if path := n.Recorder().Stop(); path != "" {
				s.tell(words.Fill("note.recorded", "path", path))
			}
		}()
		return
	}
	path := filepath.Join(RecordingsDir(s.id.Dir), time.Now().Format(recordingTime)+RecordingEnding)
	if err := n.Recorder().Start(path); err != nil {
		s.ui.Toast(err.Error())
		return
	}
	s.ui.Toast(s.words.Fill("note.recording", "key", s.in.Name(input.Record)))
}

// carry carries a slash command out, between the commands of the hands, and shows what comes of it.
func (v *play) carry(line string) {
	o, err := order.ParseLine(line)
	if err != nil { // the chat has read it before
		v.s.ui.Toast(wording.Error(v.s.words, err))
		return
	}
	node := v.p.node
	v.office.Carry(func(ctx context.Context, said func(string)) error {
		return node.Orders().Do(ctx, node.Done(), []order.Order{o}, said)
	})
}

// handAct carries out an action on connecting by hand.
func (v *play) handAct(a model.Action) {
	d := v.p.node.ByHand()
	switch a := a.(type) {
	case model.OfferByHand:
		v.p.net.hand.Offer(d)
	case model.TakeByHand:
		if v.p.net.hand.Take(d, a.Text) {
			v.s.joinInvite(a.Text)
		}
	}
}
