package matches

import (
	"context"
	"encoding/json"

	"manyhold/app/rooms/hall"
	"manyhold/game/match"
	"manyhold/net/room"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// ask runs something that waits for a room.
func (d *Desk) ask(do func(ctx context.Context) error) {
	d.mu.Lock()
	d.busy++
	d.mu.Unlock()
	go func() {
		ctx, cancel := context.WithTimeout(d.o.Ctx, answerTime)
		err := do(ctx)
		cancel()
		d.mu.Lock()
		d.busy--
		d.mu.Unlock()
		if err != nil && d.o.Ctx.Err() == nil {
			d.o.Fail(err)
		}
	}()
}

// glance enters the room that is looked at for a moment, so that its roster is known.
func (d *Desk) glance() {
	d.glanced = d.tick
	id := d.looked
	d.ask(func(ctx context.Context) error {
		_, err := d.o.Hall.Show(ctx, id)
		return err
	})
}

// present returns the room that screens are about: the one that is looked at, else that of the player.
func (d *Desk) present() string {
	if d.looked != "" {
		return d.looked
	}
	return d.own
}

// Act carries out an action of the screens, and reports whether it was one of them.
func (d *Desk) Act(a model.Action) bool {
	if !d.Able() {
		return false
	}
	h, id := d.o.Hall, d.present()
	tell := func(do func(ctx context.Context) (*hall.State, error)) {
		d.ask(func(ctx context.Context) error {
			_, err := do(ctx)
			return err
		})
	}
	switch a := a.(type) {
	case model.LookAtMatches:
		d.asked = 0
	case model.LookAtMatch:
		d.looked = a.ID
		clear(d.pending)
		d.glance()
	case model.CreateMatch:
		d.create(a)
	case model.TakeSeat:
		tell(func(ctx context.Context) (*hall.State, error) { return h.Join(ctx, id, a.Seat, "") })
	case model.LeaveSeat:
		tell(func(ctx context.Context) (*hall.State, error) { return h.Stand(ctx, id) })
	case model.SetReady:
		tell(func(ctx context.Context) (*hall.State, error) { return h.Ready(ctx, id, a.On) })
	case model.SetMatch:
		d.set(id, a)
	case model.SetMatchDelay:
		d.pending[delayKey] = pending{kit.Itoa(a.Seconds), d.tick + pendingFor}
		tell(func(ctx context.Context) (*hall.State, error) { return h.Delay(ctx, id, uint32(max(a.Seconds, 0))) })
	case model.WatchMatch:
		d.Reopen()
		tell(func(ctx context.Context) (*hall.State, error) { return h.Watch(ctx, id) })
	case model.PlayMatch:
		d.Reopen()
	case model.VoteInMatch:
		b := [...]room.Ballot{model.VotePause: room.ForPause, model.VoteResume: room.ForResume, model.VoteGoOn: room.ForGoingOn}[a.For]
		tell(func(ctx context.Context) (*hall.State, error) { return h.Vote(ctx, id, b) })
	case model.ReconnectMatch:
		id, d.anew = d.own, true
		d.ask(func(ctx context.Context) error { return h.Rejoin(ctx, id) })
	case model.QuitMatch:
		d.looked, d.asked = "", 0
		d.ask(func(ctx context.Context) error { return h.Leave(ctx, id) })
	default:
		return false
	}
	return true
}

// delayKey is the pending value of the viewers' delay: no engine has such a setting.
const delayKey = " delay"

// create founds a match, and looks at it.
func (d *Desk) create(a model.CreateMatch) {
	d.looked = ""
	clear(d.pending)
	x := hall.Order{Engine: a.Engine, Title: a.Title, Strict: a.Strict}
	if x.Title == "" {
		x.Title = d.titleOf(a.Engine)
	}
	if p := d.titles[a.Engine]; p != nil && len(a.Values) > 0 {
		if config, err := configure(p, nil, a.Values); err == nil {
			x.Config = json.RawMessage(config)
		}
	}
	d.ask(func(ctx context.Context) error {
		s, err := d.o.Hall.Create(ctx, x)
		if err != nil {
			return err
		}
		d.mu.Lock()
		d.created = s.ID
		d.mu.Unlock()
		return nil
	})
}

// titleOf returns the name of a match to which the player gives none, "" if it is too long.
func (d *Desk) titleOf(engine string) string {
	name := engine
	if p := d.titles[engine]; p != nil {
		name = titled(p)
	}
	if t := d.o.Words.Fill("note.match_title", "engine", name, "name", d.o.Name); room.IsName(t) {
		return t
	}
	return ""
}

// set changes a setting of a match.
func (d *Desk) set(id string, a model.SetMatch) {
	p := d.packageOf(id)
	if p == nil {
		return
	}
	d.pending[a.Key] = pending{a.Value, d.tick + pendingFor}
	d.ask(func(ctx context.Context) error {
		_, err := d.o.Hall.Configure(ctx, id, nil, func(old []byte) ([]byte, error) {
			return configure(p, old, map[string]string{a.Key: a.Value})
		})
		return err
	})
}

// packageOf returns the engine of a room, nil if it is not known here.
func (d *Desk) packageOf(id string) *match.Package {
	if c := d.client(id); c != nil {
		if p := c.Glance().Package; p != nil {
			return p
		}
	}
	if v := d.view(id); v != nil {
		return d.titles[v.Engine.Name]
	}
	return nil
}
