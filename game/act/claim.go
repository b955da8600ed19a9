package act

import (
	"manyhold/game"
	"manyhold/game/beacon"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/codec"
	"manyhold/game/entity"
	"manyhold/game/event"
	"manyhold/game/grid"
	"manyhold/game/random"
	"manyhold/game/rights"
	"manyhold/game/terrain"
	"manyhold/game/world"
)

const (
	// OpenRadius is how far the land round the arrival is everybody's, in tiles: only keepers claim there.
	OpenRadius = 12
	// seekRadius is how far a free place is looked for, in tiles.
	seekRadius = 48
	// lapseEvery is how often claims end to which nobody came, visitEvery how often visitors are looked for.
	lapseEvery, visitEvery = 60 * game.TicksPerSecond, game.TicksPerSecond
	// streamClaim sets the numbers of claims apart from others.
	streamClaim = 0x636c61696d
)

// FitsClaim returns event.NoReason if a player may claim a plot now, else the reason why not.
func FitsClaim(i *world.State, p *entity.PlayerState, b *entity.Body, plot claim.Plot) event.Reason {
	rank := i.Rank(p)
	if why := rights.May(rights.Claim, rank, rights.Common, rights.Law{}); why != event.NoReason {
		return why
	}
	claims, tiles := i.Claims.Of(p.Key)
	if most := rights.AllotmentOf(rank); !plot.Valid() || claims+1 > most.Claims || tiles+plot.Tiles() > most.Tiles {
		return event.ClaimLimit
	}
	full := len(i.Claims.List()) >= claim.Max
	for _, at := range plot.Regions() {
		if !nearby(i, b, at) {
			return event.TooFar
		}
		full = full || i.Claims.In(at) >= claim.MaxIn
	}
	switch {
	case i.Claims.Meeting(plot) != nil:
		return event.Overlap
	case rank < rights.Keeper && (plot.Meets(openGround(i.Arrival())) || plot.Meets(openGround(i.SpawnTile)) || meetsLight(i, plot)):
		return event.OpenGround
	case full:
		return event.NoRoom
	}
	return event.NoReason
}

// nearby reports whether a player may claim in a region: the one where it is, or one beside it. An island
// keeps only its own land active.
func nearby(i *world.State, b *entity.Body, at grid.Region) bool {
	here := grid.TileAt(b.Pos).Region()
	return at.X-here.X >= -1 && at.X-here.X <= 1 && at.Y-here.Y >= -1 && at.Y-here.Y <= 1 && i.Land.Active(at) != nil
}

// openGround is the land round an arrival that is everybody's.
func openGround(t grid.Tile) claim.Plot {
	return claim.Plot{At: t.Add(-OpenRadius, -OpenRadius), W: 2*OpenRadius + 1, H: 2*OpenRadius + 1}
}

// meetsLight reports whether a plot has some of the grounds of a lighthouse: nobody keeps others from it.
func meetsLight(i *world.State, plot claim.Plot) bool {
	for _, at := range beacon.Lanterns(i)[1:] { // that of the home stands on the open ground
		if plot.Meets(claim.Plot{At: at.Add(-terrain.LightReach, -terrain.LightReach), W: 2*terrain.LightReach + 1, H: 2*terrain.LightReach + 1}) {
			return true
		}
	}
	return false
}

// Claim gives a player a plot. If others have some of it, it also tells where the next free place is.
func Claim(i *world.State, p *entity.PlayerState, b *entity.Body, plot claim.Plot, seq uint64) event.Reason {
	why := FitsClaim(i, p, b, plot)
	switch why {
	case event.NoReason:
	case event.Overlap, event.OpenGround:
		if at, ok := NextPlace(i, p, b, plot); ok {
			i.Tell(event.ClaimFree, p, at, int32(plot.W), int32(plot.H))
			i.Happened[len(i.Happened)-1].Seq = seq
		}
		return why
	default:
		return why
	}
	id := random.Hash(i.Gen.Seed^streamClaim, KeyHash(p.Key), seq, uint64(i.Clock))
	for id == 0 || i.Claims.Find(id) != nil {
		id++
	}
	i.Claims.Put(claim.Claim{Plot: plot, ID: id, Owner: p.Key, Name: p.Name, Since: i.Clock, Visited: i.Clock})
	i.Tell(event.ClaimMade, p, plot.At, int32(plot.W), int32(plot.H))
	return event.NoReason
}

// NextPlace returns the free place for a plot that is next to where it was wanted; ok is false if there is
// none near. Of places that are equally near, the first by row and column is it.
func NextPlace(i *world.State, p *entity.PlayerState, b *entity.Body, plot claim.Plot) (at grid.Tile, ok bool) {
	const side = 2*seekRadius + claim.MaxSide
	origin := plot.At.Add(-seekRadius, -seekRadius)
	var taken [side * side]bool
	take := func(q claim.Plot) {
		for y := range int32(q.H) {
			for x := range int32(q.W) {
				if u, v := q.At.X+x-origin.X, q.At.Y+y-origin.Y; u >= 0 && v >= 0 && u < side && v < side {
					taken[v*side+u] = true
				}
			}
		}
	}
	a, z := origin.Region(), origin.Add(side-1, side-1).Region()
	for y := a.Y; y <= z.Y; y++ {
		for x := a.X; x <= z.X; x++ {
			r := grid.Region{X: x, Y: y}
			if !nearby(i, b, r) || i.Claims.In(r) >= claim.MaxIn {
				take(claim.Plot{At: r.Tile(0), W: grid.RegionSide, H: grid.RegionSide})
			}
		}
	}
	if i.Rank(p) < rights.Keeper {
		take(openGround(i.Arrival()))
		take(openGround(i.SpawnTile))
	}
	i.Claims.Each(claim.Plot{At: origin, W: side, H: side}, func(c *claim.Claim) bool { take(c.Plot); return true })

	// sums[y][x] counts what is taken north-west of there (Crow, "Summed-area tables", SIGGRAPH 1984)
	var sums [(side + 1) * (side + 1)]uint16
	for y := range side {
		row := uint16(0)
		for x := range side {
			row += uint16(codec.Bit(taken[y*side+x]))
			sums[(y+1)*(side+1)+x+1] = sums[y*(side+1)+x+1] + row
		}
	}
	free := func(x, y int) bool {
		at := func(x, y int) uint16 { return sums[y*(side+1)+x] }
		w, h := int(plot.W), int(plot.H)
		return at(x+w, y+h)-at(x, y+h)-at(x+w, y)+at(x, y) == 0
	}
	best := 1 << 30
	for y := 0; y <= 2*seekRadius; y++ {
		for x := 0; x <= 2*seekRadius; x++ {
			dx, dy := x-seekRadius, y-seekRadius
			if d := dx*dx + dy*dy; d < best && free(x, y) {
				best, at, ok = d, origin.Add(int32(x), int32(y)), true
			}
		}
	}
	return at, ok
}

// Unclaim gives up the claim on a tile: the owner's own, or as a keeper anybody's.
func Unclaim(i *world.State, p *entity.PlayerState, t grid.Tile) event.Reason {
	c := i.Claims.At(t)
	switch {
	case c == nil:
		return event.NothingThere
	case c.Owner != p.Key && i.Rank(p) < rights.Keeper:
		return event.Claimed
	case !ours(i, t):
		return event.TooFar
	}
	endClaim(i, *c, int32(codec.Bit(c.Owner != p.Key)))
	return event.NoReason
}

// ours reports whether this island holds the land of a tile: what is known of other land may be out of date.
func ours(i *world.State, t grid.Tile) bool { return i.Partial || i.Register.Owns(t.Region()) }

// endClaim takes a claim away, and tells why: see event.ClaimEnded.
func endClaim(i *world.State, c claim.Claim, why int32) {
	i.Claims.Keep(func(o *claim.Claim) bool { return o.ID != c.ID })
	i.Tell(event.ClaimEnded, i.Roster.ByKey(c.Owner), c.At, why, int32(c.W)<<8|int32(c.H))
}

// Share changes what the owner of the claim on a tile grants. who is the body of the player that it is about,
// or the seat of one that is away; of claim.UseLand it is the ID of the blueprint.
func Share(i *world.State, p *entity.PlayerState, t grid.Tile, who game.EntityID, g claim.Grant) event.Reason {
	found := i.Claims.At(t)
	switch {
	case found == nil:
		return event.NothingThere
	case found.Owner != p.Key:
		return event.Claimed
	case !ours(i, t):
		return event.TooFar
	}
	c, friend := *found, playerNamed(i, who)
	switch g {
	case claim.Befriend:
		switch {
		case friend == nil || friend.Key == p.Key || c.Befriended(friend.Key):
			return event.NothingThere
		case len(c.Friends) >= claim.MaxFriends:
			return event.NoRoom
		}
		c.Friends = c.WithFriend(friend.Key)
	case claim.Unfriend:
		switch {
		case len(c.Friends) == 0, who != 0 && (friend == nil || !c.Befriended(friend.Key)):
			return event.NothingThere
		case who == 0:
			c.Friends = nil
		default:
			c.Friends = c.WithoutFriend(friend.Key)
		}
	case claim.OpenToAll:
		c.Flags |= claim.Open
	case claim.CloseToAll:
		c.Flags &^= claim.Open
	case claim.FriendsBuild:
		c.Flags &^= claim.UseOnly
	case claim.FriendsUse:
		c.Flags |= claim.UseOnly
	case claim.UseLand:
		if e := i.Blueprints.Find(blueprint.ID(who)); who != 0 && (e == nil || e.Shape.Form != blueprint.Land || e.Has(blueprint.Withdrawn)) {
			return event.NoBlueprint
		}
		c.Land, friend = uint64(who), nil
	default:
		return event.NothingThere
	}
	c.Edition++
	i.Claims.Put(c)
	i.Tell(event.ClaimShared, p, c.At, int32(g), 0)
	if e := &i.Happened[len(i.Happened)-1]; friend != nil {
		e.B, e.Text = int32(friend.Seat), friend.Name.String()
	}
	return event.NoReason
}

// playerNamed returns the player with a body, or with a seat; nil if there is none.
func playerNamed(i *world.State, who game.EntityID) *entity.PlayerState {
	if who == 0 {
		return nil
	}
	if b := i.Space.Body(who); b != nil && b.Kind == entity.Player {
		return i.Roster.BySeat(b.Seat)
	}
	if who < 1<<16 {
		return i.Roster.BySeat(entity.Seat(who))
	}
	return nil
}

// KeepClaims notes who visits claims, and ends those to which nobody came for the charter's time. A claim
// that lies on the land of two islands does not end before they are one.
func KeepClaims(i *world.State) {
	if i.Partial || len(i.Claims.List()) == 0 {
		return
	}
	if i.Clock%visitEvery == 0 {
		for k := range i.Roster.Here {
			noteVisit(i, &i.Roster.Here[k])
		}
	}
	if i.Clock%lapseEvery != 0 {
		return
	}
	days := i.Code.ClaimDays()
	for _, c := range i.Claims.List() {
		own, others := 0, 0
		for _, at := range c.Regions() {
			if i.Register.Owns(at) {
				own++
			} else {
				others++
			}
		}
		if i.Clock >= c.Ends(days) && (own == 0 || others == 0) {
			endClaim(i, c, 2)
		}
	}
}

// noteVisit notes that a player is on a claim of its own or a friend's.
func noteVisit(i *world.State, p *entity.PlayerState) {
	b := i.Space.Body(p.Body)
	if b == nil || b.Flags&entity.Asleep != 0 {
		return
	}
	c := i.Claims.At(grid.TileAt(b.Pos))
	if c == nil || c.Owner != p.Key && !c.Befriended(p.Key) {
		return
	}
	renamed := c.Owner == p.Key && c.Name != p.Name
	if i.Clock < c.Visited+claim.VisitEvery && !renamed {
		return
	}
	next := *c
	next.Visited = max(next.Visited, i.Clock)
	if renamed {
		next.Name = p.Name
	}
	i.Claims.Put(next)
}
