package ui

const (
	// logoTop is where the name begins, in logical pixels.
	logoTop     = 28
	logoColumns = 8*6 - 1
)

// letterSide returns the side of a tile of the title in this window.
func letterSide(u *Context) int {
	if u.w >= logoColumns*wideLetter+32 {
		return wideLetter
	}
	return narrowLetter
}

// letterShapes are the eight letters of the title, seven rows of five.
var letterShapes = [8][7]string{
	{"#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#"},
	{".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"},
	{"#...#", "##..#", "##..#", "#.#.#", "#..##", "#..##", "#...#"},
	{"#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."},
	{"#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"},
	{".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."},
	{"#....", "#....", "#....", "#....", "#....", "#....", "#####"},
	{"###..", "#..#.", "#...#", "#...#", "#...#", "#..#.", "###.."},
}

// letterLamps are the tiles that are lamps, one to each letter, in the order in which they are lit as
// worlds are found: column, row.
var letterLamps = [8][3]int{{5, 0, 3}, {1, 2, 3}, {6, 4, 6}, {3, 2, 4}, {4, 2, 3}, {0, 2, 2}, {7, 4, 3}, {2, 2, 3}}

// letters draws the title: tiles put down one by one by hands from both sides.
func (t *Title) letters(u *Context) {
	if u.phase == AtTitle && t.began == 0 {
		t.began = u.now + 1
	}
	if !u.p.on {
		return
	}
	side := letterSide(u)
	x0 := (u.w - logoColumns*side) / 2
	age := int(u.now + 1 - t.began)
	if u.m.ReducedMotion {
		age = 1 << 20
	}
	lit := 1 // the light that is always on
	for i := range u.m.Worlds {
		if u.m.Worlds[i].Nearby {
			lit++
		}
	}
	letterPass(u, x0, side, age, func(x, y, l, col, row, since int) {
		u.p.fill(rect{x - 2, y - 2, side + 4, side + 5}, inkColour)
	})
	var hands [2][2]int
	letterPass(u, x0, side, age, func(x, y, l, col, row, since int) {
		if since < letterSettle {
			_, hand := letterDue(l*6+col, row)
			hands[hand] = [2]int{x, y}
		}
		drawLetter(u, rect{x, y, side, side}, l, col, row, since, lit)
	})
	for hand, at := range hands {
		if at != [2]int{} {
			drawHand(u, at[0], at[1], side, hand)
		}
	}
	halos(u, x0, side, age, lit)
}

// letterPass calls draw for each tile that is there at an age of the title, in ticks.
func letterPass(u *Context, x0, side, age int, draw func(x, y, letter, col, row, since int)) {
	for l := range letterShapes {
		for row := range letterShapes[l] {
			for col := range 5 {
				if letterShapes[l][row][col] != '#' {
					continue
				}
				if due, _ := letterDue(l*6+col, row); age >= due {
					draw(x0+(l*6+col)*side, logoTop+row*side, l, col, row, age-due)
				}
			}
		}
	}
}

// letterSettle is how long a tile takes to settle, in ticks.
const letterSettle = 6

// letterDue returns when a tile of the title is put down, in ticks after the first, and by which side's
// hand: from the outer columns to the middle, each from the foot up.
func letterDue(column, row int) (ticks, hand int) {
	d := column
	if column >= logoColumns/2 {
		d, hand = logoColumns-1-column, 1
	}
	return d*7 + (6 - row), hand
}

// letter draws one tile, higher than its place while it settles.
func drawLetter(u *Context, r rect, l, col, row, since, lit int) {
	kind := (l*3 + l/3) % plainTiles
	if (col*5+row*3+l)%11 == 0 {
		kind = (kind + 1) % plainTiles
	}
	for n, lamp := range letterLamps {
		if lamp == [3]int{l, col, row} {
			kind = unlitTile
			if n < lit {
				kind = lampTile
			}
		}
	}
	foot := row == 6 || letterShapes[l][row+1][col] != '#'
	u.p.picture(r.x, r.y-max(0, letterSettle-since), letterTile(kind, foot, r.w), 1, white)
}

// halos draws the light of the lamps that burn.
func halos(u *Context, x0, side, age, lit int) {
	for n, lamp := range letterLamps {
		column := lamp[0]*6 + lamp[1]
		due, _ := letterDue(column, lamp[2])
		if n >= lit || age < due+letterSettle {
			continue
		}
		grow := float32(0.8)
		if (int(u.now/9)+n*5)%7 == 0 && !u.m.ReducedMotion {
			grow = 0.77
		}
		x := float32(x0+column*side) + float32(side)/2
		y := float32(logoTop+lamp[2]*side) + float32(side)/2
		across := float32(haloCell.w) * grow
		u.p.quad((x-across/2)*u.p.k, (y-across/2)*u.p.k, across*u.p.k, across*u.p.k, haloCell, fade(focusColour, 130))
	}
}

// hand draws the hand that puts a tile down, and the sleeve behind it.
func drawHand(u *Context, x, y, side, hand int) {
	dir, at, sleeve := -1, x-5, waterColour
	if hand == 1 {
		dir, at, sleeve = 1, x+side, hurtColour
	}
	for i := range 4 {
		u.p.fill(rect{at + dir*(4+i*4) - 1, y - 2 + i, 7, 7}, inkColour)
	}
	for i := range 4 {
		u.p.fill(rect{at + dir*(4+i*4), y - 1 + i, 5, 5}, sleeve)
	}
	u.p.fill(rect{at - 1, y - 3, 7, 7}, inkColour)
	u.p.fill(rect{at, y - 2, 5, 5}, rgb(0xE2BE86))
}
