package item

import "manyhold/game/tile"

// Info describes a kind of item. At most one of Ground, Block and Body is set: the result of placing it.
type Info struct {
	Name   string      // in lower case, for people
	Ground tile.Ground // laid or poured on the tile
	Block  tile.Block  // set up on the tile
	Use    Use         // its effect on a tile or its holder, for an item that is not placed
	Heals  uint8       // health that eating it gives
	Body   uint8       // number of the entity.Kind that is set down; entity.PlacedAs has it typed
	Part   Part        // where it is worn
}

// Use is the effect of an item in hand.
type Use uint8

// The uses.
const (
	NoUse    Use = iota
	Eat          // heals its holder, and is used up
	Till         // makes tilled earth of fertile ground
	Sow          // on tilled earth
	Scoop        // takes BucketUnits of water up
	Pour         // and pours them out
	Ignite       // sets plants on fire
	Dress        // is put on, or taken off
	Launch       // rises and bursts, and is used up
	Perform      // its tune is played, and it is kept
	Chart        // shows a place far away, and is used up
	Strum        // an instrument: sounds
	UseCount     // how many there are
)

// Personal reports whether a use changes no land: it needs no right to build there, and no tile in reach.
func (u Use) Personal() bool { return u >= Dress && u < UseCount }

// Part is where something is worn.
type Part uint8

// The parts. The numbers are stored.
const (
	NoPart Part = iota
	OnHead
	OnBack
	OnBelt  // a lantern
	InCloth // a dye, of shirt and cloak
	PartCount
)

// BucketUnits is how much water a bucket holds, in units of Flood.
const BucketUnits = 8

// Numbers of entity.Kind, which this package cannot import; a test in entity compares them.
const (
	bodyCrate = 2
	bodyBall  = 3
	bodyCart  = 7
	bodyHen   = 8
	bodySheep = 9

	bodyPlatform = 10
)

var infos = [KindCount]Info{
	None:       {Name: "nothing"},
	Coal:       {Name: "coal"},
	Copper:     {Name: "copper"},
	Crystal:    {Name: "crystal"},
	Berry:      {Name: "berries", Use: Eat, Heals: 2},
	ShellItem:  {Name: "shell", Block: tile.Shell},
	Stick:      {Name: "stick"},
	Earth:      {Name: "earth", Ground: tile.Dirt},
	SandPile:   {Name: "sand", Ground: tile.Sand},
	Stone:      {Name: "stone", Ground: tile.Rock},
	WoodWall:   {Name: "wooden wall", Block: tile.WoodWall},
	StoneWall:  {Name: "stone wall", Block: tile.StoneWall},
	WoodFloor:  {Name: "wooden floor", Ground: tile.WoodFloor},
	StoneFloor: {Name: "stone floor", Ground: tile.StoneFloor},
	Door:       {Name: "door", Block: tile.Door},
	Lamp:       {Name: "lamp", Block: tile.Lamp},
	Torch:      {Name: "torch", Block: tile.Torch},
	Glass:      {Name: "glass", Block: tile.Glass},
	Chest:      {Name: "chest", Block: tile.Chest},
	Fence:      {Name: "fence", Block: tile.Fence},
	Sign:       {Name: "sign", Block: tile.Sign},
	Bed:        {Name: "bed", Block: tile.Bed},
	Table:      {Name: "table", Block: tile.Table},
	Hearth:     {Name: "hearth", Block: tile.Hearth},
	Sapling:    {Name: "sapling", Block: tile.Sapling},
	Flower:     {Name: "flower", Block: tile.Flower},
	Mushroom:   {Name: "mushroom", Block: tile.Mushroom},
	Crate:      {Name: "crate", Body: bodyCrate},
	Ball:       {Name: "ball", Body: bodyBall},
	Wire:       {Name: "wire", Block: tile.Wire},
	Lever:      {Name: "lever", Block: tile.Lever},
	Plate:      {Name: "pressure plate", Block: tile.Plate},
	NotGate:    {Name: "not gate", Block: tile.NotGate},
	AndGate:    {Name: "and gate", Block: tile.AndGate},
	OrGate:     {Name: "or gate", Block: tile.OrGate},
	Delay:      {Name: "delay", Block: tile.Delay},
	Piston:     {Name: "piston", Block: tile.Piston},
	Conveyor:   {Name: "conveyor", Block: tile.Conveyor},
	WoodKey:    {Name: "wooden key"},
	CopperKey:  {Name: "copper key"},
	CrystalKey: {Name: "crystal key"},

	Water:       {Name: "water"},
	Seeds:       {Name: "seeds", Use: Sow},
	WheatEar:    {Name: "wheat"},
	Bread:       {Name: "bread", Use: Eat, Heals: 6},
	Bandage:     {Name: "bandage", Use: Eat, Heals: 10},
	Hoe:         {Name: "hoe", Use: Till},
	Bucket:      {Name: "bucket", Use: Scoop},
	WaterBucket: {Name: "bucket of water", Use: Pour},
	Tinder:      {Name: "tinder", Use: Ignite},
	Rail:        {Name: "rail", Block: tile.Rail},
	Cart:        {Name: "cart", Body: bodyCart},
	Hen:         {Name: "hen", Body: bodyHen},
	Sheep:       {Name: "sheep", Body: bodySheep},
	Mud:         {Name: "mud", Ground: tile.Mud},
	Platform:    {Name: "platform", Body: bodyPlatform},
	Pump:        {Name: "pump", Block: tile.Pump},
	Snowball:    {Name: "snowball"},
	Shaft:       {Name: "shaft wall", Ground: tile.Shaft},
	SwingGate:   {Name: "swing gate", Block: tile.SwingGate},
	Rotor:       {Name: "rotor", Block: tile.Rotor},
	Ladder:      {Name: "ladder", Block: tile.Ladder},

	RawCopper:  {Name: "copper ore"},
	EmberStone: {Name: "ember stone"},
	EmberSteel: {Name: "ember steel"},
	Fibre:      {Name: "fibre"},
	Cloth:      {Name: "cloth"},
	Glowcap:    {Name: "glowcap", Block: tile.Glowcap},
	Bench:      {Name: "bench", Block: tile.Bench},
	Furnace:    {Name: "furnace", Block: tile.Furnace},
	Loom:       {Name: "loom", Block: tile.Loom},
	Anvil:      {Name: "anvil", Block: tile.Anvil},
	StonePick:  {Name: "stone pick"},
	CopperPick: {Name: "copper pick"},
	EmberPick:  {Name: "ember pick"},

	StrawHat:     {Name: "straw hat", Use: Dress, Part: OnHead},
	FlowerCrown:  {Name: "flower crown", Use: Dress, Part: OnHead},
	MinerHelm:    {Name: "miner's helmet", Use: Dress, Part: OnHead},
	SailorCap:    {Name: "sailor's cap", Use: Dress, Part: OnHead},
	LeafHood:     {Name: "leaf hood", Use: Dress, Part: OnHead},
	KeeperHat:    {Name: "keeper's hat", Use: Dress, Part: OnHead},
	MagpieMask:   {Name: "magpie mask", Use: Dress, Part: OnHead},
	MothCrown:    {Name: "moth crown", Use: Dress, Part: OnHead},
	OldCrown:     {Name: "old crown", Use: Dress, Part: OnHead},
	TravelCloak:  {Name: "travel cloak", Use: Dress, Part: OnBack},
	LeafCloak:    {Name: "leaf cloak", Use: Dress, Part: OnBack},
	FeatherCloak: {Name: "feather cloak", Use: Dress, Part: OnBack},
	MothCloak:    {Name: "moth cloak", Use: Dress, Part: OnBack},
	StarCloak:    {Name: "star cloak", Use: Dress, Part: OnBack},
	AmberLantern: {Name: "amber lantern", Use: Dress, Part: OnBelt},
	SeaLantern:   {Name: "sea lantern", Use: Dress, Part: OnBelt},
	LeafLantern:  {Name: "leaf lantern", Use: Dress, Part: OnBelt},
	RoseLantern:  {Name: "rose lantern", Use: Dress, Part: OnBelt},
	RedDye:       {Name: "red dye", Use: Dress, Part: InCloth},
	YellowDye:    {Name: "yellow dye", Use: Dress, Part: InCloth},
	GreenDye:     {Name: "green dye", Use: Dress, Part: InCloth},
	VioletDye:    {Name: "violet dye", Use: Dress, Part: InCloth},
	SunBanner:    {Name: "sun banner", Block: tile.SunBanner},
	SeaBanner:    {Name: "sea banner", Block: tile.SeaBanner},
	MothBanner:   {Name: "moth banner", Block: tile.MothBanner},
	Flute:        {Name: "flute", Use: Strum},
	Harp:         {Name: "harp", Use: Strum},
	Bells:        {Name: "bells", Use: Strum},
	RedRocket:    {Name: "red rocket", Use: Launch},
	BlueRocket:   {Name: "blue rocket", Use: Launch},
	GoldRocket:   {Name: "gold rocket", Use: Launch},
	ShoreScore:   {Name: "score of the shore", Use: Perform},
	HearthScore:  {Name: "score of the hearth", Use: Perform},
	NineScore:    {Name: "score of the nine", Use: Perform},
	MapPiece:     {Name: "map piece", Use: Chart},
	Kite:         {Name: "kite"},
}

// Info returns the description of the kind. It is shared and must not be changed. An invalid kind has that
// of None.
func (k Kind) Info() *Info {
	if k >= KindCount {
		k = None
	}
	return &infos[k]
}

// String returns the kind's name.
func (k Kind) String() string { return k.Info().Name }

// Named returns the kind of that name, None if there is none.
func Named(name string) Kind {
	for k := None + 1; k < KindCount; k++ {
		if k.String() == name {
			return k
		}
	}
	return None
}

// Placeable reports whether an item can be placed at all.
func (k Kind) Placeable() bool {
	i := k.Info()
	return i.Ground != 0 || i.Block != 0 || i.Body != 0
}

// MaxYield is the greatest number of stacks from digging one block.
const MaxYield = 2

var blockYields = [tile.BlockCount][MaxYield]Stack{
	tile.Cliff:      {{Stone, 1}},
	tile.CoalOre:    {{Coal, 2}, {Stone, 1}},
	tile.CopperOre:  {{RawCopper, 2}, {Stone, 1}},
	tile.CrystalOre: {{Crystal, 1}, {Stone, 1}},
	tile.Oak:        {{Stick, 10}, {Sapling, 1}},
	tile.Pine:       {{Stick, 10}, {Sapling, 1}},
	tile.DeadTree:   {{Stick, 6}},
	tile.Bush:       {{Stick, 1}},
	tile.BerryBush:  {{Stick, 1}, {Berry, 2}},
	tile.Boulder:    {{Stone, 2}},
	tile.Stump:      {{Stick, 2}},
	tile.Tuft:       {},
	tile.Flower:     {{Flower, 1}},
	tile.Mushroom:   {{Mushroom, 1}},
	tile.Reed:       {{Fibre, 1}},
	tile.Shell:      {{ShellItem, 1}},
	tile.Sapling:    {{Sapling, 1}},
	tile.RuinWall:   {{Stone, 1}},
	tile.Hearth:     {{Hearth, 1}},
	tile.WoodWall:   {{WoodWall, 1}},
	tile.StoneWall:  {{StoneWall, 1}},
	tile.Glass:      {{Glass, 1}},
	tile.Door:       {{Door, 1}},
	tile.Lamp:       {{Lamp, 1}},
	tile.Torch:      {{Torch, 1}},
	tile.Chest:      {{Chest, 1}},
	tile.Fence:      {{Fence, 1}},
	tile.Sign:       {{Sign, 1}},
	tile.Bed:        {{Bed, 1}},
	tile.Table:      {{Table, 1}},
	tile.Wire:       {{Wire, 1}},
	tile.Lever:      {{Lever, 1}},
	tile.Plate:      {{Plate, 1}},
	tile.NotGate:    {{NotGate, 1}},
	tile.AndGate:    {{AndGate, 1}},
	tile.OrGate:     {{OrGate, 1}},
	tile.Delay:      {{Delay, 1}},
	tile.Piston:     {{Piston, 1}},
	tile.Conveyor:   {{Conveyor, 1}},
	tile.Wheat:      {{Seeds, 1}},
	tile.Rail:       {{Rail, 1}},
	tile.Pump:       {{Pump, 1}},
	tile.SwingGate:  {{SwingGate, 1}},
	tile.Rotor:      {{Rotor, 1}},
	tile.Ladder:     {{Ladder, 1}},
	tile.EmberOre:   {{EmberStone, 1}, {Stone, 1}},
	tile.Flax:       {{Fibre, 2}},
	tile.Glowcap:    {{Glowcap, 1}},
	tile.Bench:      {{Bench, 1}},
	tile.Furnace:    {{Furnace, 1}},
	tile.Loom:       {{Loom, 1}},
	tile.Anvil:      {{Anvil, 1}},
	tile.Ash:        {},
	tile.Snag:       {{Coal, 1}},
	tile.SunBanner:  {{SunBanner, 1}},
	tile.SeaBanner:  {{SeaBanner, 1}},
	tile.MothBanner: {{MothBanner, 1}},
}

var groundYields = [tile.GroundCount]Stack{
	tile.Sand:       {SandPile, 1},
	tile.Grass:      {Earth, 1},
	tile.Moss:       {Earth, 1},
	tile.Dirt:       {Earth, 1},
	tile.Rock:       {Stone, 1},
	tile.Path:       {Earth, 1},
	tile.WoodFloor:  {WoodFloor, 1},
	tile.StoneFloor: {StoneFloor, 1},
	tile.Mud:        {Mud, 1},
	tile.Snow:       {Snowball, 3},
	tile.Shaft:      {Shaft, 1},
}

// FromBlock returns the yield of digging a block. Empty stacks end the list.
func FromBlock(b tile.Block) [MaxYield]Stack {
	if b >= tile.BlockCount {
		return [MaxYield]Stack{}
	}
	return blockYields[b]
}

// FromGround returns the yield of digging a ground. It may be empty.
func FromGround(g tile.Ground) Stack {
	if g >= tile.GroundCount {
		return Stack{}
	}
	return groundYields[g]
}
