package menu

import (
	"manyhold/render/ui/kit"
	"manyhold/render/ui/model"
)

const (
	// logoTop is where the name begins, in logical pixels.
	logoTop     = 28
	logoColumns = 8*6 - 1
)

// tileSide returns the side of a tile of the title in this window.
func tileSide(u *kit.Context) int {
	if u.W >= logoColumns*kit.WideTile+32 {
		return kit.WideTile
	}
	return kit.NarrowTile
}

// logoShapes are the eight letters of the title, seven rows of five.
var logoShapes = [8][7]string{
	{"#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#"},
	{".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"},
	{"#...#", "##..#", "##..#", "#.#.#", "#..##", "#..##", "#...#"},
	{"#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."},
	{"#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"},
	{".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."},
	{"#....", "#....", "#....", "#....", "#....", "#....", "#####"},
	{"###..", "#..#.", "#...#", "#...#", "#...#", "#..#.", "###.."},
}

// logoLamps are the tiles that are lamps, one to each letter, in the order in which they are lit as
// worlds are found: column, row.
var logoLamps = [8][3]int{{5, 0, 3}, {1, 2, 3}, {6, 4, 6}, {3, 2, 4}, {4, 2, 3}, {0, 2, 2}, {7, 4, 3}, {2, 2, 3}}

// logo draws the title: tiles put down one by one by hands from both sides.
func (t *Title) logo(u *kit.Context) {
	if u.Phase == model.AtTitle && t.began == 0 {
		t.began = u.Now + 1
	}
	if !u.P.On {
		return
	}
	side := tileSide(u)
	x0 := (u.W - logoColumns*side) / 2
	age := int(u.Now + 1 - t.began)
	if u.Model.Window.ReducedMotion {
		age = 1 << 20
	}
	lit := 1 // the light that is always on
	for i := range u.Model.Title.Worlds {
		if u.Model.Title.Worlds[i].Nearby {
			lit++
		}
	}
	eachTile(u, x0, side, age, func(x, y, l, col, row, since int) {
		u.P.Fill(kit.R(x-2, y-2, side+4, side+5), kit.InkColour)
	})
	var hands [2][2]int
	eachTile(u, x0, side, age, func(x, y, l, col, row, since int) {
		if since < settleTicks {
			_, hand := tileDue(l*6+col, row)
			hands[hand] = [2]int{x, y}
		}
		drawTile(u, kit.R(x, y, side, side), l, col, row, since, lit)
	})
	for hand, at := range hands {
		if at != [2]int{} {
			drawHand(u, at[0], at[1], side, hand)
		}
	}
	halos(u, x0, side, age, lit)
}

// eachTile calls draw for each tile that is there at an age of the title, in ticks.
func eachTile(u *kit.Context, x0, side, age int, draw func(x, y, letter, col, row, since int)) {
	for l := range logoShapes {
		for row := range logoShapes[l] {
			for col := range 5 {
				if logoShapes[l][row][col] != '#' {
					continue
				}
				if due, _ := tileDue(l*6+col, row); age >= due {
					draw(x0+(l*6+col)*side, logoTop+row*side, l, col, row, age-due)
				}
			}
		}
	}
}

// settleTicks is how long a tile takes to settle, in ticks.
const settleTicks = 6

// tileDue returns when a tile of the title is placed, in ticks after the first, and from which side: from the
// outer columns to the middle, each from the foot up.
func tileDue(column, row int) (ticks, hand int) {
	d := column
	if column >= logoColumns/2 {
		d, hand = logoColumns-1-column, 1
	}
	return d*7 + (6 - row), hand
}

// drawTile draws one tile, higher than its place while it settles.
func drawTile(u *kit.Context, r kit.Rect, l, col, row, since, lit int) {
	kind := (l*3 + l/3) % kit.PlainTiles
	if (col*5+row*3+l)%11 == 0 {
		kind = (kind + 1) % kit.PlainTiles
	}
	for n, lamp := range logoLamps {
		if lamp == [3]int{l, col, row} {
			kind = kit.UnlitTile
			if n < lit {
				kind = kit.LampTile
			}
		}
	}
	foot := row == 6 || logoShapes[l][row+1][col] != '#'
	u.P.Picture(r.X, r.Y-max(0, settleTicks-since), kit.LogoTile(kind, foot, r.W), 1, kit.White)
}

// halos draws the light of the lamps that burn.
func halos(u *kit.Context, x0, side, age, lit int) {
	for n, lamp := range logoLamps {
		column := lamp[0]*6 + lamp[1]
		due, _ := tileDue(column, lamp[2])
		if n >= lit || age < due+settleTicks {
			continue
		}
		grow := float32(0.8)
		if (int(u.Now/9)+n*5)%7 == 0 && !u.Model.Window.ReducedMotion {
			grow = 0.77
		}
		x := float32(x0+column*side) + float32(side)/2
		y := float32(logoTop+lamp[2]*side) + float32(side)/2
		across := float32(kit.HaloCell.W) * grow
		u.P.Quad((x-across/2)*u.P.K, (y-across/2)*u.P.K, across*u.P.K, across*u.P.K, kit.HaloCell, kit.Fade(kit.FocusColour, 130))
	}
}

// drawHand draws the hand that puts a tile down, and the sleeve behind it.
func drawHand(u *kit.Context, x, y, side, hand int) {
	dir, at, sleeve := -1, x-5, kit.WaterColour
	if hand == 1 {
		dir, at, sleeve = 1, x+side, kit.HurtColour
	}
	for i := range 4 {
		u.P.Fill(kit.R(at+dir*(4+i*4)-1, y-2+i, 7, 7), kit.InkColour)
	}
	for i := range 4 {
		u.P.Fill(kit.R(at+dir*(4+i*4), y-1+i, 5, 5), sleeve)
	}
	u.P.Fill(kit.R(at-1, y-3, 7, 7), kit.InkColour)
	u.P.Fill(kit.R(at, y-2, 5, 5), kit.Rgb(0xE2BE86))
}
