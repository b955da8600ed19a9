// Package publish signs the drafts of a player and publishes them, and gives out the blueprints of the world:
// a node's part in making.
package publish

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"manyhold/app/replica"
	"manyhold/app/status"
	"manyhold/app/usage"
	"manyhold/game"
	"manyhold/game/act"
	"manyhold/game/blueprint"
	"manyhold/game/event"
	"manyhold/game/rights"
	"manyhold/game/world"
	"manyhold/net/host/machine"
	"manyhold/net/host/publishing"
	"manyhold/net/key"
	"manyhold/net/register"
)

// Desk publishes for one player.
type Desk struct {
	Host   Host
	Key    key.Pair
	Name   string // of the player
	Log    *slog.Logger
	Joined string // the words for a world that is not there yet
}

// Host is what a Desk needs of a host.
type Host interface {
	Publish(ctx context.Context, data []byte) error
	Do(ctx context.Context, f func(m machine.Machine)) error
}

// look is how often a node looks whether a blueprint holds.
const look = 20 * time.Millisecond

func (p *Desk) me() game.PlayerID { return game.PlayerID(p.Key.ID()) }

// Publish publishes a draft as the node's player, and returns when it holds on the player's island. The draft
// is an encoded blueprint. Its author, editor, version and seal are set here: the player becomes the author,
// unless the draft names another author and the player may change that author's blueprint. If the player may
// not, the work becomes the player's own, with a credit for its author. Errors are for people; a draft that
// can never be published is a usage error.
func (p *Desk) Publish(ctx context.Context, draft []byte) (said string, err error) {
	b, err := blueprint.Decode(draft)
	if err != nil {
		return "", usage.Mark(err)
	}
	var own rights.Rank
	var was *blueprint.Entry
	err = p.inside(ctx, func(w *world.State) {
		own = w.Code.Rank(p.me())
		was = p.owned(b, &w.Blueprints, own)
	})
	if err != nil {
		return "", err
	}
	b.Editor, b.Version = p.me(), 1
	if was != nil {
		b.Version = was.Version + 1
		if same(b, was) {
			return fmt.Sprintf("%s version %d is the same already", was.Name(), was.Version), nil
		}
	}
	b.Seal = register.Seal(p.Key, blueprint.Unsealed(nil, b))
	data := blueprint.Append(nil, b)
	if err := b.Check(); err != nil {
		return "", usage.Mark(err)
	}
	if err := p.Host.Publish(ctx, data); err != nil {
		return "", p.raced(ctx, b, err)
	}
	p.Log.Info("published a blueprint", "name", b.Name(), "version", b.Version, "bytes", len(data))
	if err := p.await(ctx, b, blueprint.HashOf(data), len(data)); err != nil {
		return "", err
	}
	return fmt.Sprintf("published %s version %d", b.Name(), b.Version), nil
}

// owned gives a draft its author, and returns the version that it follows, nil if there is none.
func (p *Desk) owned(b *blueprint.Blueprint, r *blueprint.Register, own rights.Rank) *blueprint.Entry {
	me := p.me()
	if b.Author != me && b.Author != blueprint.Nobody {
		old := r.Find(b.ID())
		if old != nil && blueprint.MayEdit(old.Blueprint, me, own) {
			b.By = old.By
			return old
		}
		credit := blueprint.Credit{Author: b.Author, By: b.By, Title: b.Title}
		if len(b.Credits) < blueprint.MaxCredits && !slices.Contains(b.Credits, credit) {
			b.Credits = append(slices.Clone(b.Credits), credit)
		}
	}
	b.Author, b.By = me, p.Name
	return r.Find(b.ID())
}

// same reports whether a draft is the version that holds, but for its number.
func same(b *blueprint.Blueprint, was *blueprint.Entry) bool {
	x := *b
	x.Version, x.Editor = was.Version, was.Editor
	return slices.Equal(blueprint.Unsealed(nil, &x), blueprint.Unsealed(nil, was.Blueprint))
}

// raced says an error of publishing in words: if another version has come to hold since this one was
// numbered, that is the reason, whatever the host says.
func (p *Desk) raced(ctx context.Context, b *blueprint.Blueprint, err error) error {
	why := p.words(err)
	_ = p.inside(ctx, func(w *world.State) {
		if e := w.Blueprints.Find(b.ID()); e != nil && e.Version >= b.Version {
			why = other(e)
		}
	})
	return why
}

// other says that another version holds.
func other(e *blueprint.Entry) error {
	return fmt.Errorf("another player published version %d of %s at the same time, and that one holds; look at it, and publish yours again", e.Version, e.Name())
}

// await returns when a version of some bytes holds on the player's island, when another one took its place,
// or when the island does not admit it any more.
func (p *Desk) await(ctx context.Context, b *blueprint.Blueprint, hash blueprint.Hash, size int) error {
	for {
		holds := false
		var lost error
		err := p.inside(ctx, func(w *world.State) {
			e := w.Blueprints.Find(b.ID())
			if holds = e != nil && e.Hash == hash; holds {
				return
			}
			switch why := act.Admits(w, b, hash, size); why {
			case event.NoReason:
			case event.OldVersion:
				lost = other(e)
			default:
				lost = p.words(replica.Refusal(why))
			}
		})
		if err = errors.Join(err, lost); err != nil || holds {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.New("it is signed and sent, but this island has not taken it yet")
		case <-time.After(look):
		}
	}
}

// inside runs f on the state of the player's island, between two turns.
func (p *Desk) inside(ctx context.Context, f func(w *world.State)) error {
	there := false
	err := p.Host.Do(ctx, func(m machine.Machine) {
		if w := replica.Of(m); w != nil {
			there = true
			f(&w.State)
		}
	})
	if err == nil && !there {
		return errors.New(p.Joined)
	}
	return err
}

// words says an error of publishing in words for people.
func (p *Desk) words(err error) error {
	switch {
	case errors.Is(err, publishing.ErrBarred), errors.Is(err, replica.Refusal(event.NotAllowed)):
		return errors.New("your rank in this world does not let you publish that blueprint")
	case errors.Is(err, publishing.ErrNoState):
		return errors.New(p.Joined)
	case errors.Is(err, register.ErrFull), errors.Is(err, replica.Refusal(event.NoRoom)):
		return errors.New("this world has as many blueprints as it may have, or you have")
	case errors.Is(err, replica.Refusal(event.Uncredited)):
		return errors.New("it contains another player's work without its licence and its author: keep the licence, and name the author below [[credit]]")
	}
	return err
}

// Blueprints lists the blueprints of the player's island, by name.
func (p *Desk) Blueprints(ctx context.Context) (list []status.Blueprint, err error) {
	err = p.inside(ctx, func(w *world.State) {
		for k := range w.Blueprints.List() {
			list = append(list, status.BlueprintOf(&w.Blueprints.List()[k]))
		}
	})
	slices.SortStableFunc(list, func(a, b status.Blueprint) int { return status.CompareNames(a.Name, b.Name) })
	return list, err
}

// Blueprint returns the bytes of the blueprint of a name, as it was signed.
func (p *Desk) Blueprint(ctx context.Context, name string) (data []byte, err error) {
	var why event.Reason
	err = p.inside(ctx, func(w *world.State) {
		var e *blueprint.Entry
		if e, why = w.Blueprints.Named(name); e != nil {
			data = slices.Clone(e.Bytes)
		}
	})
	if err == nil && why != event.NoReason {
		return nil, usage.Mark(fmt.Errorf("%s: %s", name, why))
	}
	return data, err
}

// BlueprintList is Blueprints as JSON, for the control port.
func (p *Desk) BlueprintList(ctx context.Context) (text string, err error) {
	list, err := p.Blueprints(ctx)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(list)
	return string(b), err
}

// BlueprintText is Blueprint in base64, for the control port.
func (p *Desk) BlueprintText(ctx context.Context, name string) (text string, err error) {
	data, err := p.Blueprint(ctx, name)
	return base64.StdEncoding.EncodeToString(data), err
}
