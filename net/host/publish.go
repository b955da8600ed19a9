package host

import (
	"context"
	"time"

	"manyhold/net/charter"
	"manyhold/net/host/kernel"
	"manyhold/net/host/machine"
	"manyhold/net/key"
	"manyhold/net/register"
)

// publishedWorld is a world as the exchange of blueprints sees it.
type publishedWorld struct{ w *World }

func (p publishedWorld) Prints() *register.Book { return &p.w.islands.home().Standing.Prints }

// MayPublish reports whether a player may take part, and has the rank to build: by name, or as a player that
// the world knows.
func (p publishedWorld) MayPublish(k key.ID) bool {
	home := p.w.islands.home()
	t := home.Standing.State()
	switch {
	case !home.Policy.MayAct(k):
		return false
	case t == nil || t.Member(k):
		return true
	}
	return t.Rank(k) >= charter.Builder && (home.Standing.Charter.Set.Login(k) != nil || p.holds(k))
}

// holds reports whether an island that is executed here knows a player.
func (p publishedWorld) holds(k key.ID) (known bool) {
	p.w.islands.each(func(c *kernel.Core) { known = known || c.Machine != nil && c.Machine.Holds(k) })
	return known
}

// Member reports whether a player has the rank to build by name.
func (p publishedWorld) Member(k key.ID) bool {
	t := p.w.islands.home().Standing.State()
	return t != nil && t.Member(k)
}

func (p publishedWorld) Machines(f func(island uint64, m machine.Library)) {
	p.w.islands.each(func(c *kernel.Core) {
		if c.Machine != nil && !c.AtRest {
			f(c.ID, c.Machine)
		}
	})
}

func (p publishedWorld) Here() machine.Library {
	if m := p.w.player.here().Machine; m != nil {
		return m
	}
	return nil
}

// Publish lets the world know a blueprint. Errors are those of publishing.Publishing.Publish, ErrStopped and
// the context's.
func (h *Host) Publish(ctx context.Context, data []byte) error {
	return h.ask(ctx, func(now time.Time) error {
		h.world.at(now)
		err := h.world.prints.Publish(data)
		h.act()
		return err
	})
}
