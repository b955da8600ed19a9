package menu

import (
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/render/ui/hud"
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

// Land is the state of the screen of the player's claims between ticks.
type Land struct {
	at     grid.Tile // the corner of the claim that is shown
	shown  bool      // at is chosen
	askedT uint64    // tick of the first press on giving it up
}

const (
	landWidth  = 420
	landPeople = 5 // the most friends and players that are listed
	friendRow  = 28
)

// Open opens the screen with the claim on which the player stands.
func (l *Land) Open(u *kit.Context) {
	l.shown, l.askedT = false, 0
	u.Open(l)
}

// claims returns the claims that the player may change, and which of them is shown: the chosen one, else that
// under its feet, else the first.
func (l *Land) claims(u *kit.Context) (list []*model.Claim, which int) {
	for k := range u.Model.Land.Claims {
		if c := &u.Model.Land.Claims[k]; c.Mine || u.Model.Land.MayEndAll {
			list = append(list, c)
		}
	}
	for k, c := range list {
		if l.shown && c.At == l.at || !l.shown && c.Has(u.Model.Game.Centre) {
			return list, k
		}
	}
	for k, c := range list {
		if c.Mine {
			return list, k
		}
	}
	return list, 0
}

// companion is a row of the list of friends: a friend, or somebody who may become one.
type companion struct {
	seat   entity.Seat
	name   string
	friend bool
}

// companions returns the friends of a claim and the players present, at most landPeople.
func companions(u *kit.Context, c *model.Claim) (list []companion) {
	for _, f := range c.Friends {
		name := f.Name
		if f.Seat == 0 {
			name = u.Say("claim.unknown")
		}
		list = append(list, companion{f.Seat, name, true})
	}
	for i := range u.Model.Game.People {
		p := &u.Model.Game.People[i]
		known := p.Me || p.Far() || p.Name == c.Owner
		for _, f := range c.Friends {
			known = known || f.Seat == p.Seat
		}
		if !known {
			list = append(list, companion{p.Seat, p.Name, false})
		}
	}
	return list[:min(len(list), landPeople)]
}

// Show lays out one claim, what it grants, and to whom.
func (l *Land) Show(u *kit.Context) {
	u.Veil()
	list, which := l.claims(u)
	w := min(landWidth, u.W-16)
	if len(list) == 0 {
		l.none(u, w)
		return
	}
	c := list[which]
	people := companions(u, c)
	rows := max(1, len(people))
	tall := 24 + 3*16 + 8 + 8 + rows*friendRow + 24 + 4 + kit.ButtonHeight + 2*kit.Padding
	if c.Mine {
		tall += 3 * kit.RowHeight
	}
	panel := u.Centred(w, tall)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, hud.OwnerWords(u, c)+" · "+u.Say2("claim.which", "n", kit.Itoa(which+1), "all", kit.Itoa(len(list))))
	m := &u.Model.Land
	for n, words := range [...]string{
		u.Words.Fill("claim.where", "w", kit.Itoa(int(c.W)), "h", kit.Itoa(int(c.H)), "x", offset(u, c.At.X-m.Arrival.X, "claim.west", "claim.east"), "y", offset(u, c.At.Y-m.Arrival.Y, "claim.north", "claim.south")),
		landDays(u, c.Days),
		u.Words.Fill("claim.cost", "n", kit.Itoa(m.Claimed), "most", kit.Itoa(m.MostClaims), "tiles", kit.Itoa(m.Tiles), "all", kit.Itoa(m.MostTiles)),
	} {
		col := kit.TextColour
		if n > 0 {
			col = kit.DimColour
		}
		u.Text(r.Cut(16), words, kit.Style{Col: col})
	}
	r.Cut(8)
	if c.Mine {
		l.grant(u, r.Cut(kit.RowHeight), "claim.everybody", c.Open, c, claim.CloseToAll, claim.OpenToAll)
		l.grant(u, r.Cut(kit.RowHeight), "claim.build", !c.UseOnly, c, claim.FriendsUse, claim.FriendsBuild)
		l.kind(u, r.Cut(kit.RowHeight), c)
	}
	r.Cut(8)
	l.people(u, &r, c, people)
	r.Cut(4)
	l.buttons(u, r, list, which)
}

// offset writes how many tiles something is off, to one side or the other.
func offset(u *kit.Context, n int32, less, more string) string {
	if n < 0 {
		return u.Say1(less, "n", kit.Itoa(int(-n)))
	}
	return u.Say1(more, "n", kit.Itoa(int(n)))
}

func landDays(u *kit.Context, n int) string {
	if n == 1 {
		return u.Say("claim.days_one")
	}
	return u.Say1("claim.days", "n", kit.Itoa(n))
}

// none says how one gets land.
func (l *Land) none(u *kit.Context, w int) {
	words := u.Say("claim.none")
	if u.Model.Land.MostClaims == 0 {
		words = u.Say("tool.no_claim")
	}
	panel := u.Centred(w, 24+u.Height(words, w-2*kit.Padding, false)+12+kit.ButtonHeight+2*kit.Padding)
	u.Panel(panel)
	r := panel.Inset(kit.Padding)
	u.Heading(&r, u.Say("claim.title"))
	u.Paragraph(r.Cut(u.Height(words, r.W, false)+12), words, kit.Style{Col: kit.TextColour})
	l.buttons(u, r, nil, 0)
}

// grant lays out the switch of something that a claim grants.
func (l *Land) grant(u *kit.Context, r kit.Rect, key string, holds bool, c *model.Claim, off, on claim.Grant) {
	r.H = kit.ButtonHeight
	focused, chosen := u.Take(kit.Widget{ID: kit.Ident(key, 0), R: r, Hold: true})
	u.Face(r, focused, false)
	u.Knob(r, holds)
	u.Text(kit.R(r.X+36, r.Y, r.W-44, r.H), u.Say(key), kit.Style{Col: kit.TextColour})
	if u.Turned(focused) != 0 {
		chosen = true
	}
	if !u.Answer(chosen, "") {
		return
	}
	g := on
	if holds {
		g = off
	}
	u.Do(model.ShareClaim{At: c.At, Grant: g})
}

// kind lays out the button that says what the land is like: each press chooses the next one.
func (l *Land) kind(u *kit.Context, r kit.Rect, c *model.Claim) {
	lands := u.Model.Land.Lands
	words, next := u.Say("claim.land_plain"), 0
	for k := range lands {
		if lands[k].ID == c.Land {
			words, next = u.Say1("claim.land", "name", lands[k].Name), k+1
		}
	}
	r.H = kit.ButtonHeight
	if !u.Button(r, kit.Ident("claim.land", 0), words, "") {
		return
	}
	of := blueprint.ID(0)
	if next < len(lands) {
		of = lands[next].ID
	}
	if of != c.Land {
		u.Do(model.UseLand{At: c.At, Of: of})
	}
}

// people lays out the friends of a claim, and those who may become friends.
func (l *Land) people(u *kit.Context, r *kit.Rect, c *model.Claim, list []companion) {
	u.Text(r.Cut(24), u.Say2("claim.friends", "n", kit.Itoa(len(c.Friends)), "most", kit.Itoa(claim.MaxFriends)), kit.Style{Col: kit.FocusColour})
	if len(list) == 0 {
		u.Text(r.Cut(friendRow), u.Say("claim.nobody"), kit.Style{Col: kit.DimColour})
	}
	for k, f := range list {
		row := r.Cut(friendRow)
		col := kit.DimColour
		if f.friend {
			col = kit.NameColour(int(f.seat))
		}
		u.Text(kit.R(row.X+8, row.Y, row.W-120, kit.ButtonHeight), f.name, kit.Style{Col: col})
		if !c.Mine || f.friend && f.seat == 0 {
			continue
		}
		say, g := "claim.add", claim.Befriend
		if f.friend {
			say, g = "claim.remove", claim.Unfriend
		}
		if u.Button(kit.R(row.X+row.W-100, row.Y, 100, kit.ButtonHeight), kit.Ident("claim.friend", k), u.Say(say), "") {
			u.Do(model.ShareClaim{At: c.At, Grant: g, Who: f.seat})
		}
	}
}

// buttons lays out the row at the foot: the next claim, a new one, giving this one up, and back.
func (l *Land) buttons(u *kit.Context, r kit.Rect, list []*model.Claim, which int) {
	row := r.Cut(kit.ButtonHeight)
	w := (row.W - 12) / 4
	at := func(n int) kit.Rect { return kit.R(row.X+n*(w+4), row.Y, w, row.H) }
	if len(list) > 1 && u.Button(at(0), kit.Ident("claim.next", 0), u.Say("claim.next"), "") {
		l.at, l.shown, l.askedT = list[(which+1)%len(list)].At, true, 0
	}
	if u.Model.Land.MostClaims > 0 && u.Button(at(1), kit.Ident("claim.draw", 0), u.Say("claim.draw"), "") {
		u.Do(model.SetTool{Tool: model.ToolClaim})
		u.CloseAll()
		return
	}
	if len(list) > 0 {
		say := "claim.end"
		if l.askedT > 0 && u.Now-l.askedT < sureTicks {
			say = "claim.sure"
		}
		if u.Button(at(2), kit.Ident("claim.end", 0), u.Say(say), "") {
			if say == "claim.sure" {
				u.Do(model.EndClaim{At: list[which].At})
				l.shown, l.askedT = false, 0
			} else {
				l.at, l.shown, l.askedT = list[which].At, true, u.Now
			}
		}
	}
	if u.Button(at(3), kit.Ident("claim.back", 0), u.Say("menu.back"), "") || u.Backed() {
		u.Close()
	}
}
