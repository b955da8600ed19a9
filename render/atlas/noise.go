package atlas

// Hash mixes three numbers into 32 bits: cosmetic chance that is the same in every frame.
func Hash(x, y int32, salt uint32) uint32 {
	h := uint32(x)*0x9E3779B1 ^ uint32(y)*0x85EBCA77 ^ salt*0xC2B2AE3D
	h ^= h >> 15
	h *= 0x2C1B3C6D
	h ^= h >> 12
	h *= 0x297A2D39
	return h ^ h>>15
}

// unit returns chance in [0, 1).
func unit(x, y int, salt uint32) float64 {
	return float64(Hash(int32(x), int32(y), salt)) / (1 << 32)
}

// Value is smooth noise in [0, 1): chance at whole numbers, eased between them.
func Value(x, y float64, salt uint32) float64 {
	xi, yi := floor(x), floor(y)
	fx, fy := ease(x-float64(xi)), ease(y-float64(yi))
	a, b := unit(xi, yi, salt), unit(xi+1, yi, salt)
	c, d := unit(xi, yi+1, salt), unit(xi+1, yi+1, salt)
	return (a+(b-a)*fx)*(1-fy) + (c+(d-c)*fx)*fy
}

// wrapped is Value that repeats after n.
func wrapped(x, y float64, n int, salt uint32) float64 {
	xi, yi := floor(x), floor(y)
	fx, fy := ease(x-float64(xi)), ease(y-float64(yi))
	at := func(i, j int) float64 { return unit(((i%n)+n)%n, ((j%n)+n)%n, salt) }
	a, b := at(xi, yi), at(xi+1, yi)
	c, d := at(xi, yi+1), at(xi+1, yi+1)
	return (a+(b-a)*fx)*(1-fy) + (c+(d-c)*fx)*fy
}

func floor(v float64) int {
	i := int(v)
	if float64(i) > v {
		i--
	}
	return i
}

func ease(t float64) float64 { return t * t * (3 - 2*t) }
