package host

import (
	"bytes"
	"context"
	"slices"
	"time"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/message"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// logIn has this process' login countersigned, once. A node without a window has no player to log in.
func (y *Policy) logIn() {
	r := y.c.standing.charter
	if r.logged || y.c.options.Offer.Headless || y.c.e == nil || y.c.joining.fetching() || y.c.now.Sub(r.asked) < loginEvery {
		return
	}
	now := uint64(max(1, y.c.today()))
	l := &charter.Login{First: now, Last: now}
	if old := r.set.Login(y.c.me); old != nil {
		if l.First = old.First; old.Last >= now {
			r.logged = true // twice within a second
			return
		}
	}
	l.Sign(y.c.options.Key, y.c.world)
	r.asked, r.login, r.seals, r.under = y.c.now, l.WithSignatures(y.c.e.Record(), nil), nil, y.c.e.Record()
	for _, v := range r.under.Voters {
		if v.Key != y.c.me {
			y.c.send(v.Key, message.StreamChannel, r.login.Append([]byte{byte(wire.Charter), charterLogin}))
		}
	}
	if r.under.Votes(y.c.me) {
		y.countersigned(l.Last, l.Cosign(y.c.options.Key, y.c.world, r.under.Hash()))
	}
}

// countersign signs a player's login, when this peer votes, the dates are right and the player may enter.
func (y *Policy) countersign(p *peer, l *charter.Login) error {
	r := y.c.standing.charter
	if l.Player != p.key || !l.Signed(y.c.world) {
		return errUnexpected
	}
	if y.c.e == nil || !y.c.e.Record().Votes(y.c.me) || y.c.e.Record().Hash() != l.Epoch || !y.mayAct(p.key) {
		return nil
	}
	skew := int64(l.Last) - y.c.today()
	first := l.Last
	if old := r.set.Login(p.key); old != nil {
		first = old.First
	}
	if max(skew, -skew) > int64(loginSkew.Seconds()) || l.First != first {
		return nil // it is heard of again, with a newer charter
	}
	s := l.Cosign(y.c.options.Key, y.c.world, l.Epoch)
	b := wire.AppendU64([]byte{byte(wire.Charter), charterSeal}, l.Last)
	y.c.send(p.key, message.StreamChannel, append(b, s.Signature[:]...))
	return nil
}

// countersigned takes a voter's signature under the own login.
func (y *Policy) countersigned(last uint64, s epoch.Cosignature) {
	r := y.c.standing.charter
	if r.logged || r.login == nil || r.login.Last != last || !r.login.CosignedBy(s, r.under) || slices.ContainsFunc(r.seals, func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
		return
	}
	r.seals = append(r.seals, s)
	l := r.login.WithSignatures(r.under, r.seals)
	if l.Countersigned(r.under) != nil {
		return
	}
	r.logged = true
	if keep, err := y.charterItem(l.Append(nil)); err == nil {
		y.keepCharter(keep...)
		r.changed()
	}
}

func (y *Policy) charterStatus() Charter {
	t := y.c.standing.state()
	if t == nil {
		return Charter{}
	}
	s := Charter{Founder: t.Founder, Policy: t.Policy.String(), Cap: t.Cap, Split: t.Split, Laws: t.Laws, Title: t.Title, Banned: len(t.Bans), Me: t.Rank(y.c.me).String()}
	ban, barred := t.Bans[y.c.me]
	s.Barred, s.Why = barred, ban.Why
	s.Kicked, s.ToDisconnect = t.Kicks[y.c.me], y.toDisconnect()
	s.Entries, s.Logins = y.c.standing.charter.set.Len()
	s.Trusted = append(s.Trusted, t.Founder)
	for k, r := range t.Ranks {
		if r == charter.Keeper {
			s.Keepers++
			s.Trusted = append(s.Trusted, k)
		} else {
			s.Members = append(s.Members, k)
		}
	}
	slices.SortFunc(s.Members, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
	slices.SortFunc(s.Trusted, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
	return s
}

// Write makes an entry of this peer in the world's charter; see Core.Write.
func (w *World) Write(now time.Time, act charter.Entry) error {
	return w.islands.home().policy.Write(now, act)
}

// Write makes an entry of this peer in the world's charter and returns when it is there; see Core.Write.
// Further errors are ErrStopped and the context's.
func (h *Host) Write(ctx context.Context, act charter.Entry) error {
	return h.ask(ctx, func(now time.Time) error {
		err := h.world.Write(now, act)
		h.act()
		return err
	})
}
