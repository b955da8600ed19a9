package policy

import (
	"bytes"
	"slices"

	"manyhold/net/charter"
	"manyhold/net/epoch"
	"manyhold/net/host/kernel"
	"manyhold/net/host/message"
	"manyhold/net/host/status"
	"manyhold/net/key"
	"manyhold/net/wire"
)

// loginAgain is after how many seconds the login of a player that stays is renewed: it must not count as
// absent.
const loginAgain = 86400

// logIn has this process' login countersigned, once a day. A node without a window has no player to log in.
func (y *Policy) logIn() {
	r := y.c.Standing.Charter
	if l := r.Set.Login(y.c.Me); r.Logged && l != nil && y.c.Today() >= int64(l.Last)+loginAgain {
		r.Logged = false
	}
	if r.Logged || y.c.Options.Offer.Headless || y.c.Epoch == nil || y.c.Joining.Fetching() || y.c.Now.Sub(r.Asked) < loginEvery {
		return
	}
	now := uint64(max(1, y.c.Today()))
	l := &charter.Login{First: now, Last: now}
	if old := r.Set.Login(y.c.Me); old != nil {
		if l.First = old.First; old.Last >= now {
			r.Logged = true // twice within a second
			return
		}
	}
	l.Sign(y.c.Options.Key, y.c.World)
	r.Asked, r.Login, r.Seals, r.Under = y.c.Now, l.WithSignatures(y.c.Epoch.Record(), nil), nil, y.c.Epoch.Record()
	for _, v := range r.Under.Voters {
		if v.Key != y.c.Me {
			y.c.Send(v.Key, message.StreamChannel, r.Login.Append([]byte{byte(wire.Charter), CharterLogin}))
		}
	}
	if r.Under.Votes(y.c.Me) {
		y.countersigned(l.Last, l.Cosign(y.c.Options.Key, y.c.World, r.Under.Hash()))
	}
}

// countersign signs a player's login, when this peer votes, the dates are right and the player may enter.
func (y *Policy) countersign(p *kernel.Peer, l *charter.Login) error {
	r := y.c.Standing.Charter
	if l.Player != p.Key || !l.Signed(y.c.World) {
		return kernel.ErrUnexpected
	}
	if y.c.Epoch == nil || !y.c.Epoch.Record().Votes(y.c.Me) || y.c.Epoch.Record().Hash() != l.Epoch || !y.MayAct(p.Key) {
		return nil
	}
	skew := int64(l.Last) - y.c.Today()
	first := l.Last
	if old := r.Set.Login(p.Key); old != nil {
		first = old.First
	}
	if max(skew, -skew) > int64(loginSkew.Seconds()) || l.First != first {
		return nil // it is heard of again, with a newer charter
	}
	s := l.Cosign(y.c.Options.Key, y.c.World, l.Epoch)
	b := wire.AppendU64([]byte{byte(wire.Charter), charterSeal}, l.Last)
	y.c.Send(p.Key, message.StreamChannel, append(b, s.Signature[:]...))
	return nil
}

// countersigned takes a voter's signature under the own login.
func (y *Policy) countersigned(last uint64, s epoch.Cosignature) {
	r := y.c.Standing.Charter
	if r.Logged || r.Login == nil || r.Login.Last != last || !r.Login.CosignedBy(s, r.Under) || slices.ContainsFunc(r.Seals, func(o epoch.Cosignature) bool { return o.Key == s.Key }) {
		return
	}
	r.Seals = append(r.Seals, s)
	l := r.Login.WithSignatures(r.Under, r.Seals)
	if l.Countersigned(r.Under) != nil {
		return
	}
	r.Logged = true
	if keep, err := y.charterItem(l.Append(nil)); err == nil {
		y.KeepCharter(keep...)
		r.Changed()
	}
}

func (y *Policy) charterStatus() status.Charter {
	t := y.c.Standing.State()
	if t == nil {
		return status.Charter{}
	}
	s := status.Charter{Founder: t.Founder, Policy: t.Policy.String(), Cap: t.Cap, Split: t.Split, Laws: t.Laws, Title: t.Title, Banned: len(t.Bans), Me: t.Rank(y.c.Me).String(), State: t}
	ban, barred := t.Bans[y.c.Me]
	s.Barred, s.Why, s.Usurped = barred && !t.MayEnter(y.c.Me, y.c.Today()), ban.Why, usurped(y.c)
	if k := tyrant(y.c); !k.IsZero() {
		s.Usurped, s.Tyrant = true, y.c.Measures.Called(epoch.Voter{Key: k})
	}
	s.Kicked, s.ToDisconnect = t.Kicks[y.c.Me], y.ToDisconnect()
	s.Entries, s.Logins = y.c.Standing.Charter.Set.Len()
	s.Trusted = append(s.Trusted, t.Founder)
	for k, r := range t.Ranks {
		if r == charter.Keeper {
			s.Keepers++
			s.Trusted = append(s.Trusted, k)
		} else {
			s.Members = append(s.Members, k)
		}
	}
	s.Government = y.regency.government()
	s.Absence, s.Recent = t.Absence, t.Recent
	for _, g := range s.Government {
		if g.Temporary {
			s.Trusted = append(s.Trusted, g.Player)
		}
	}
	slices.SortFunc(s.Members, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
	slices.SortFunc(s.Trusted, func(a, b key.ID) int { return bytes.Compare(a[:], b[:]) })
	return s
}
