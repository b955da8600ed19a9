package terrain

import "manyhold/game/grid"

// This file adds a vault for two to the home, so that the first thing that one cannot do alone is in sight of
// the spawn, and the notice board by the hearth.

const (
	// The vault of the home is homeVaultAside tiles beside the way to the sea, on the side without the
	// lighthouse, and homeVaultInland tiles away from the sea.
	homeVaultAside, homeVaultInland = 13, 4
	// vaultGrounds bounds the squared distance of the grounds that are cleared around it.
	vaultGrounds = 58
)

// vault is where the vault of the home stands: its middle, as of the ruin of another one.
func (h *home) vault() grid.Tile {
	sx, sy := h.seawardX, h.seawardY
	ax, ay := sy, -sx // across the way to the sea
	if l := h.light(); ax*(l.X-h.at.X)+ay*(l.Y-h.at.Y) > 0 {
		ax, ay = -ax, -ay
	}
	return h.at.Add((ax*homeVaultAside-sx*homeVaultInland)/bearingLength, (ay*homeVaultAside-sy*homeVaultInland)/bearingLength)
}

// HomeVault returns where the vault for two stands that is in sight of the spawn: its middle.
func HomeVault(seed uint64) grid.Tile {
	h := homeOf(seed)
	return h.vault()
}

// nearVault reports whether a landmark that extends so far would reach into the grounds of the vault of the
// home.
func (f *finder) nearVault(at grid.Tile, reach int32) bool {
	v := f.home.vault()
	return magnitude(at.X-v.X) <= reach+vaultReach+1 && magnitude(at.Y-v.Y) <= reach+vaultReach+1
}

// homeTrove is the chest of the vault of the home.
func (f *finder) homeTrove() Trove {
	at := f.home.vault()
	return Trove{Tile: at.Add(0, -4), At: Ruin, Of: at, Deep: true, Roll: chance(f.seed, streamTrove, at.X, at.Y)}
}

// grounds clears the land around the vault of the home, and a way from the spawn to its gate.
func (h *home) grounds(p *plot) {
	at := h.vault()
	if !p.touches(h.at, homeVaultAside+homeVaultInland+2*vaultReach) {
		return
	}
	around(at, vaultReach+1, func(t grid.Tile, dx, dy int32) {
		if dx*dx+dy*dy <= vaultGrounds {
			p.level(t)
		}
	})
	t := at.Add(0, 2) // before the gate, and round the walls where the spawn is behind them
	step := func(x, y int32) {
		for t.X != x || t.Y != y {
			switch {
			case t.X < x:
				t.X++
			case t.X > x:
				t.X--
			case t.Y < y:
				t.Y++
			default:
				t.Y--
			}
			if magnitude(t.X-h.at.X)+magnitude(t.Y-h.at.Y) > 1 {
				p.pave(t)
			}
		}
	}
	side := at.X + 6
	if h.at.X < at.X {
		side = at.X - 6
	}
	step(side, t.Y)
	step(side, h.at.Y)
	step(h.at.X, h.at.Y)
}

// notice returns where the notice board stands: beside the match board, on the side without the hearth.
func (h home) notice() grid.Tile {
	board := h.board()
	switch {
	case board.X > h.at.X:
		return board.Add(-6, 0)
	case board.X < h.at.X:
		return board.Add(6, 0)
	case h.hearthX > 0:
		return board.Add(-2, 0)
	}
	return board.Add(2, 0)
}

// Notice returns where the notice board of a world stands, within a few tiles of the hearth.
func Notice(seed uint64) grid.Tile { return homeOf(seed).notice() }
