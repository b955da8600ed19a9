package tile

import "manyhold/game/fixed"

// BlockInfo describes a kind of block. Package item has its yield.
type BlockInfo struct {
	Name     string // in lower case, for people
	Solid    bool   // blocks walking and rolling (see Solid for doors)
	Opaque   bool   // light does not pass
	Soft     bool   // placing something on the tile simply replaces it: tufts, shells
	Light    uint8  // radius of its light while lit, in tiles
	Height   uint8  // for shadows and flight: 128 is one tile, 255 higher than every throw
	DigTicks uint16 // how long it takes to dig, in ticks; 0: it cannot be dug
}

// The heights of blocks, in 1/128 tile.
const (
	flat  = 0
	low   = 52  // a fence, a table: thrown things pass over it
	waist = 70  // a chest, a boulder
	man   = 118 // a lamp post, a sapling
	wall  = 140
	tree  = 255
)

var blocks = [BlockCount]BlockInfo{
	NoBlock:       {Name: "nothing"},
	Cliff:         {Name: "cliff", Solid: true, Opaque: true, Height: wall, DigTicks: 72},
	CoalOre:       {Name: "coal ore", Solid: true, Opaque: true, Height: wall, DigTicks: 84},
	CopperOre:     {Name: "copper ore", Solid: true, Opaque: true, Height: wall, DigTicks: 96},
	CrystalOre:    {Name: "crystal ore", Solid: true, Opaque: true, Light: 2, Height: wall, DigTicks: 108},
	Oak:           {Name: "oak", Solid: true, Height: tree, DigTicks: 60},
	Pine:          {Name: "pine", Solid: true, Height: tree, DigTicks: 60},
	DeadTree:      {Name: "dead tree", Solid: true, Height: tree, DigTicks: 36},
	Bush:          {Name: "bush", Solid: true, Height: waist, DigTicks: 24},
	BerryBush:     {Name: "berry bush", Solid: true, Height: waist, DigTicks: 24},
	Boulder:       {Name: "boulder", Solid: true, Height: waist, DigTicks: 48},
	Stump:         {Name: "stump", Height: flat, DigTicks: 36}, // one steps over it,
	Tuft:          {Name: "tuft of grass", Soft: true, Height: flat, DigTicks: 12},
	Flower:        {Name: "flower", Height: flat, DigTicks: 12},
	Mushroom:      {Name: "mushroom", Height: flat, DigTicks: 12},
	Reed:          {Name: "reeds", Soft: true, Height: low, DigTicks: 12},
	Shell:         {Name: "shell", Height: flat, DigTicks: 12},
	Sapling:       {Name: "sapling", Height: low, DigTicks: 12},
	RuinWall:      {Name: "old wall", Solid: true, Opaque: true, Height: wall, DigTicks: 72},
	StandingStone: {Name: "standing stone", Solid: true, Height: wall}, // no hand moves it
	Hearth:        {Name: "hearth", Solid: true, Light: 8, Height: low, DigTicks: 48},
	WoodWall:      {Name: "wooden wall", Solid: true, Opaque: true, Height: wall, DigTicks: 36},
	StoneWall:     {Name: "stone wall", Solid: true, Opaque: true, Height: wall, DigTicks: 60},
	Glass:         {Name: "glass", Solid: true, Height: wall, DigTicks: 24},
	Door:          {Name: "door", Solid: true, Opaque: true, Height: wall, DigTicks: 36},
	Lamp:          {Name: "lamp", Solid: true, Light: 9, Height: man, DigTicks: 24},
	Torch:         {Name: "torch", Light: 6, Height: low, DigTicks: 12},
	Chest:         {Name: "chest", Solid: true, Height: waist, DigTicks: 36},
	Fence:         {Name: "fence", Solid: true, Height: low, DigTicks: 24},
	Sign:          {Name: "sign", Solid: true, Height: low, DigTicks: 24},
	Bed:           {Name: "bed", Solid: true, Height: low, DigTicks: 36},
	Table:         {Name: "table", Solid: true, Height: low, DigTicks: 36},
	Portal:        {Name: "portal", Light: 5, Height: low},                       // no hand moves it
	Beacon:        {Name: "lighthouse", Solid: true, Light: 14, Height: tree},    // as above
	VaultWall:     {Name: "vault wall", Solid: true, Opaque: true, Height: tree}, // as above, all three
	Gate:          {Name: "gate", Solid: true, Opaque: true, Height: wall},
	Handle:        {Name: "handle", Solid: true, Height: waist},
	Wire:          {Name: "wire", Height: flat, DigTicks: 6},
	Lever:         {Name: "lever", Solid: true, Height: low, DigTicks: 12},
	Plate:         {Name: "pressure plate", Height: flat, DigTicks: 12},
	NotGate:       {Name: "not gate", Height: flat, DigTicks: 12},
	AndGate:       {Name: "and gate", Height: flat, DigTicks: 12},
	OrGate:        {Name: "or gate", Height: flat, DigTicks: 12},
	Delay:         {Name: "delay", Height: flat, DigTicks: 12},
	Piston:        {Name: "piston", Solid: true, Height: waist, DigTicks: 36},
	PistonHead:    {Name: "piston head", Solid: true, Height: waist}, // removed with its piston
	Conveyor:      {Name: "conveyor", Height: flat, DigTicks: 18},
	Fire:          {Name: "fire", Light: 6, Height: flat, DigTicks: 12},
	Flood:         {Name: "flowing water", Height: flat}, // no hand digs it: see item.Bucket
	Furrow:        {Name: "tilled earth", Height: flat, DigTicks: 12},
	Wheat:         {Name: "wheat", Height: flat, DigTicks: 12},
	Rail:          {Name: "rail", Height: flat, DigTicks: 12},
	Pump:          {Name: "pump", Solid: true, Height: waist, DigTicks: 36},
	// its arm stands in the way, not the tile
	SwingGate:  {Name: "swing gate", Height: flat, DigTicks: 24},
	Rotor:      {Name: "rotor", Height: flat, DigTicks: 36}, // as well
	Ladder:     {Name: "ladder", Height: flat, DigTicks: 12},
	Gadget:     {Name: "gadget", Solid: true, Height: waist, DigTicks: 24},
	MatchBoard: {Name: "match board", Solid: true, Light: 3, Height: wall}, // no hand moves it
	EmberOre:   {Name: "ember ore", Solid: true, Opaque: true, Light: 3, Height: wall, DigTicks: 120},
	Flax:       {Name: "flax", Height: flat, DigTicks: 12},
	Glowcap:    {Name: "glowcap", Light: 3, Height: flat, DigTicks: 12},
	Bench:      {Name: "bench", Solid: true, Height: low, DigTicks: 36},
	Furnace:    {Name: "furnace", Solid: true, Light: 4, Height: waist, DigTicks: 48},
	Loom:       {Name: "loom", Solid: true, Height: man, DigTicks: 36},
	Anvil:      {Name: "anvil", Solid: true, Height: low, DigTicks: 48},
	Ash:        {Name: "ash", Soft: true, Height: flat, DigTicks: 6},
	Snag:       {Name: "charred stump", Height: flat, DigTicks: 24},
	SunBanner:  {Name: "sun banner", Height: man, DigTicks: 12},
	SeaBanner:  {Name: "sea banner", Height: man, DigTicks: 12},
	MothBanner: {Name: "moth banner", Height: man, DigTicks: 12},
	Notice:     {Name: "notice board", Solid: true, Light: 3, Height: man}, // no hand moves it
}

// Info returns the description of the kind. It is shared and must not be changed. An invalid kind has that
// of NoBlock.
func (b Block) Info() *BlockInfo {
	if b >= BlockCount {
		b = NoBlock
	}
	return &blocks[b]
}

// String returns the kind's name.
func (b Block) String() string { return b.Info().Name }

// GroundInfo describes a kind of ground. Package item has its yield.
type GroundInfo struct {
	Name     string
	Solid    bool    // cannot be walked on: deep water. Things float and fly over it
	Liquid   bool    // splashes, floats, does not burn
	Roofed   bool    // laid by hands: under a roof, in the shade
	Fertile  bool    // saplings, flowers and mushrooms can be planted
	Slippery bool    // little grip
	SideOn   bool    // seen from the side: gravity pulls to the south
	Speed    fixed.S // of walking, as a part of the usual speed
	DigTicks uint16  // how long it takes to dig, in ticks; 0: it cannot be dug
	After    Ground  // the ground after digging; water flows into a Pit
}

var grounds = [GroundCount]GroundInfo{
	NoGround:   {Name: "nothing", Solid: true, Speed: fixed.One},
	DeepWater:  {Name: "deep water", Solid: true, Liquid: true, Speed: fixed.One * 2 / 5},
	Water:      {Name: "water", Liquid: true, Speed: fixed.One * 11 / 20},
	Sand:       {Name: "sand", Speed: fixed.One * 9 / 10, DigTicks: 24, After: Pit},
	Grass:      {Name: "grass", Fertile: true, Speed: fixed.One, DigTicks: 24, After: Dirt},
	Moss:       {Name: "moss", Fertile: true, Speed: fixed.One, DigTicks: 24, After: Dirt},
	Dirt:       {Name: "earth", Fertile: true, Speed: fixed.One, DigTicks: 30, After: Pit},
	Rock:       {Name: "rock", Speed: fixed.One, DigTicks: 60, After: Pit},
	Snow:       {Name: "snow", Speed: fixed.One * 17 / 20, DigTicks: 18, After: Dirt},
	Ice:        {Name: "ice", Slippery: true, Speed: fixed.One, DigTicks: 36, After: Water},
	Pit:        {Name: "pit", Speed: fixed.One * 2 / 5},
	Path:       {Name: "path", Speed: fixed.One * 11 / 10, DigTicks: 24, After: Dirt},
	WoodFloor:  {Name: "wooden floor", Roofed: true, Speed: fixed.One * 11 / 10, DigTicks: 18, After: Dirt},
	StoneFloor: {Name: "stone floor", Roofed: true, Speed: fixed.One * 11 / 10, DigTicks: 30, After: Dirt},
	Mud:        {Name: "mud", Speed: fixed.One * 9 / 20, DigTicks: 18, After: Pit},
	Shaft:      {Name: "shaft wall", Roofed: true, SideOn: true, Speed: fixed.One, DigTicks: 30, After: Dirt},
}

// Info returns the description of the kind. It is shared and must not be changed. An invalid kind has that
// of NoGround.
func (g Ground) Info() *GroundInfo {
	if g >= GroundCount {
		g = NoGround
	}
	return &grounds[g]
}

// String returns the kind's name.
func (g Ground) String() string { return g.Info().Name }

// Solid reports whether a block keeps bodies out: an open door or gate does not.
func Solid(b Block, state uint8) bool {
	if b >= BlockCount || !blocks[b].Solid {
		return false
	}
	return b != Door && b != Gate && b != Gadget || state&StateBit0 == 0
}

// Opaque reports whether a block keeps light out: an open door or gate does not.
func Opaque(b Block, state uint8) bool { return b.Info().Opaque && Solid(b, state) }

// Emits returns the radius of the light that a block gives now, in tiles; 0 for none. Bit 0 of the
// state puts a lamp or a torch out, and lights a hearth or a beacon.
func Emits(b Block, state uint8) uint8 {
	if b >= BlockCount {
		return 0
	}
	lit := state&StateBit0 == 0
	switch b {
	case Gadget:
		return state >> 4
	case Hearth, Beacon:
		lit = !lit
	case Portal, Fire: // their states have other meanings
		lit = true
	}
	if !lit {
		return 0
	}
	return blocks[b].Light
}
