package atlas

import . "manyhold/render/palette"

const (
	// FloorVariants is the number of pictures of each laid floor.
	FloorVariants = 4
	// CrackStages is the number of pictures of a tile that is being dug.
	CrackStages = 5
)

func woodFloor(v int) *Picture {
	p := NewPicture(Tile, Tile)
	for y := 0; y < Tile; y++ {
		row := y / 4
		seam := (row*7 + v*5) % Tile
		for x := 0; x < Tile; x++ {
			c := Earth3
			grain := unit(x/5, row+v*9, 610)
			switch {
			case y%4 == 3:
				c = Earth2
			case x == seam:
				c = Earth1
			case y%4 == 0 && grain > 0.5:
				c = Earth4
			case y%4 == 1 && unit(x/3, row+v*4, 611) < 0.2:
				c = Earth2
			}
			p.Set(x, y, c)
		}
		if y%4 == 1 {
			p.Set((seam+1)%Tile, y, Earth1)
			p.Set((seam+Tile-2)%Tile, y, Earth1)
		}
	}
	return p
}

func stoneFloor(v int) *Picture {
	p := NewPicture(Tile, Tile)
	for y := 0; y < Tile; y++ {
		for x := 0; x < Tile; x++ {
			sx := (x + y/8*4) % Tile
			c := Stone1
			k := unit(sx/8, y/8+v*2, 620)
			if k > 0.72 {
				c = Stone2
			}
			if k < 0.15 {
				c = Stone0
			}
			switch {
			case y%8 == 7 || sx%8 == 7:
				c = Stone0
			case y%8 == 0 || sx%8 == 0:
				c = c.Step(1)
			}
			p.Set(x, y, c)
		}
	}
	return p
}

// pit draws a dug hole; mask has a bit for each side that is not a pit: 0 north, 1 east, 2 south, 3 west.
func pit(mask int) *Picture {
	p := NewPicture(Tile, Tile)
	n, e, s, w := mask&1 != 0, mask&2 != 0, mask&4 != 0, mask&8 != 0
	for y := 0; y < Tile; y++ {
		for x := 0; x < Tile; x++ {
			c := Earth0
			if unit(x/2, y/2, 630) < 0.25 {
				c = Ink1
			}
			if n && y < 6 { // the visible wall of earth
				c = Earth1
				if Value(float64(x)/2, float64(y)/2, 631) > 0.6 {
					c = Earth2
				}
				if y < 1 {
					c = Earth3
				}
			}
			if w && x < 2 {
				c = Ink1
			}
			if e && x > Tile-3 {
				c = Earth1
			}
			if s && y > Tile-3 {
				c = Earth2
			}
			p.Set(x, y, c)
		}
	}
	for i, open := range [4]bool{n && w, n && e, s && w, s && e} {
		if open {
			x, y := i%2*(Tile-1), i/2*(Tile-1)
			p.Set(x, y, Clear)
		}
	}
	return p
}

// vein draws an ore over a wall of rock: 16×24, the top raised, the face only when south is open.
func vein(body, light Index, variant int, face bool) *Picture {
	p := NewPicture(Tile, Tile+WallRise)
	lumps := 5
	h := Tile - 3
	if face {
		h = Tile + WallRise - 4
	}
	for n := range lumps + variant%2 {
		x := 2 + int(Hash(int32(n), int32(variant), 640)%11)
		y := 2 + int(Hash(int32(n), int32(variant), 641)%uint32(h-3))
		p.Rect(x, y, 3, 2, body)
		p.Set(x+1, y-1, body)
		p.Set(x, y, light)
		p.Set(x+1, y, light)
		p.Set(x+2, y+2, Ink1)
		p.Set(x+1, y+2, Ink1)
	}
	return p
}

// crack draws a stage of a tile being dug; every stage keeps the lines of the ones before.
func crack(stage int) *Picture {
	p := NewPicture(Tile, Tile)
	for line := range 2 + stage*2 {
		x, y := 8.0, 8.0
		dx := unit(line, 1, 650)*2 - 1
		dy := unit(line, 2, 650)*2 - 1
		for step := range 3 + stage*2 {
			p.SetA(int(x), int(y), Ink0, 220)
			p.SetA(int(x)+1, int(y)+1, Stone3, 70)
			x += dx + unit(line, step, 651) - 0.5
			y += dy + unit(line, step, 652) - 0.5
		}
	}
	return p
}
