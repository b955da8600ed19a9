package kit

import (
	"manyhold/game/event"
	"manyhold/game/item"
	"manyhold/game/tile"
	"manyhold/game/world"
)

// itemKeys are the keys of the names of items.
var itemKeys = [item.KindCount]string{
	item.Coal: "item.coal", item.Copper: "item.copper", item.Crystal: "item.crystal", item.Berry: "item.berry",
	item.ShellItem: "item.shell", item.Stick: "item.stick", item.Earth: "item.earth", item.SandPile: "item.sand",
	item.Stone: "item.stone", item.WoodWall: "item.wood_wall", item.StoneWall: "item.stone_wall",
	item.WoodFloor: "item.wood_floor", item.StoneFloor: "item.stone_floor", item.Door: "item.door",
	item.Lamp: "item.lamp", item.Torch: "item.torch", item.Glass: "item.glass", item.Chest: "item.chest",
	item.Fence: "item.fence", item.Sign: "item.sign", item.Bed: "item.bed", item.Table: "item.table",
	item.Hearth: "item.hearth", item.Sapling: "item.sapling", item.Flower: "item.flower",
	item.Mushroom: "item.mushroom", item.Crate: "item.crate", item.Ball: "item.ball",
	item.Wire: "item.wire", item.Lever: "item.lever", item.Plate: "item.plate", item.NotGate: "item.not_gate",
	item.AndGate: "item.and_gate", item.OrGate: "item.or_gate", item.Delay: "item.delay", item.Piston: "item.piston",
	item.Conveyor: "item.conveyor", item.WoodKey: "item.wood_key", item.CopperKey: "item.copper_key", item.CrystalKey: "item.crystal_key",
	item.Water: "item.water", item.Seeds: "item.seeds", item.WheatEar: "item.wheat", item.Bread: "item.bread", item.Bandage: "item.bandage",
	item.Hoe: "item.hoe", item.Bucket: "item.bucket", item.WaterBucket: "item.water_bucket", item.Tinder: "item.tinder",
	item.Rail: "item.rail", item.Cart: "item.cart", item.Hen: "item.hen", item.Sheep: "item.sheep",
	item.Mud: "item.mud", item.Platform: "item.platform", item.Pump: "item.pump", item.Snowball: "item.snowball", item.Shaft: "item.shaft",
	item.SwingGate: "item.swing_gate", item.Rotor: "item.rotor", item.Ladder: "item.ladder",
	item.RawCopper: "item.raw_copper", item.EmberStone: "item.ember_stone", item.EmberSteel: "item.ember_steel", item.Fibre: "item.fibre",
	item.Cloth: "item.cloth", item.Glowcap: "item.glowcap", item.Bench: "item.bench", item.Furnace: "item.furnace", item.Loom: "item.loom", item.Anvil: "item.anvil",
	item.StonePick: "item.stone_pick", item.CopperPick: "item.copper_pick", item.EmberPick: "item.ember_pick",
	item.StrawHat:     "item.straw_hat",
	item.FlowerCrown:  "item.flower_crown",
	item.MinerHelm:    "item.miner_helm",
	item.SailorCap:    "item.sailor_cap",
	item.LeafHood:     "item.leaf_hood",
	item.KeeperHat:    "item.keeper_hat",
	item.MagpieMask:   "item.magpie_mask",
	item.MothCrown:    "item.moth_crown",
	item.OldCrown:     "item.old_crown",
	item.TravelCloak:  "item.travel_cloak",
	item.LeafCloak:    "item.leaf_cloak",
	item.FeatherCloak: "item.feather_cloak",
	item.MothCloak:    "item.moth_cloak",
	item.StarCloak:    "item.star_cloak",
	item.AmberLantern: "item.amber_lantern",
	item.SeaLantern:   "item.sea_lantern",
	item.LeafLantern:  "item.leaf_lantern",
	item.RoseLantern:  "item.rose_lantern",
	item.RedDye:       "item.red_dye",
	item.YellowDye:    "item.yellow_dye",
	item.GreenDye:     "item.green_dye",
	item.VioletDye:    "item.violet_dye",
	item.SunBanner:    "item.sun_banner",
	item.SeaBanner:    "item.sea_banner",
	item.MothBanner:   "item.moth_banner",
	item.Flute:        "item.flute",
	item.Harp:         "item.harp",
	item.Bells:        "item.bells",
	item.RedRocket:    "item.red_rocket",
	item.BlueRocket:   "item.blue_rocket",
	item.GoldRocket:   "item.gold_rocket",
	item.ShoreScore:   "item.shore_score",
	item.HearthScore:  "item.hearth_score",
	item.NineScore:    "item.nine_score",
	item.MapPiece:     "item.map_piece",
	item.Kite:         "item.kite",
}

// ItemKey returns the key of the name of an item.
func ItemKey(k item.Kind) string {
	if k < item.KindCount && itemKeys[k] != "" {
		return itemKeys[k]
	}
	return "item.unknown"
}

// reasonKeys are the keys of the words of refusals.
var reasonKeys = [event.ReasonCount]string{
	event.TooFar: "refused.too_far", event.Blocked: "refused.blocked", event.NothingThere: "refused.nothing_there",
	event.NotEnough: "refused.not_enough", event.WrongItem: "refused.wrong_item", event.HandsFull: "refused.hands_full",
	event.HandsEmpty: "refused.hands_empty", event.NoRoom: "refused.no_room", event.TooSoon: "refused.too_soon",
	event.TooHard: "refused.too_hard", event.NotHere: "refused.not_here", event.BadText: "refused.bad_text",
	event.LineClosed: "refused.line_closed", event.NeedsKey: "refused.needs_key",
	event.FullHealth: "refused.full_health", event.NoWater: "refused.no_water", event.WontBurn: "refused.wont_burn", event.Frozen: "refused.frozen",
	event.NotAllowed: "refused.not_allowed", event.Claimed: "refused.claimed", event.NotYours: "refused.not_yours", event.Muted: "refused.muted",
	event.NotInvited: "refused.not_invited", event.MembersOnly: "refused.members_only", event.WorldFull: "refused.world_full", event.Crowded: "refused.crowded",
	event.GaveWay: "refused.gave_way", event.Overlap: "refused.overlap", event.ClaimLimit: "refused.claim_limit", event.NothingToRevert: "refused.nothing_to_revert",
	event.OpenGround: "refused.open_ground", event.OldVersion: "refused.old_version", event.Uncredited: "refused.uncredited",
	event.NoBlueprint: "refused.no_blueprint", event.Faulty: "refused.faulty",
	event.Ambiguous: "refused.ambiguous", event.NoAvatars: "refused.no_avatars",
	event.Withdrawn: "refused.withdrawn",

	event.NeedsStonePick: "refused.needs_stone_pick", event.NeedsCopperPick: "refused.needs_copper_pick", event.NeedsEmberPick: "refused.needs_ember_pick",
	event.NeedsBench: "refused.needs_bench", event.NeedsFurnace: "refused.needs_furnace", event.NeedsLoom: "refused.needs_loom", event.NeedsAnvil: "refused.needs_anvil",
	event.NeedsInstrument: "refused.needs_instrument",
	event.TooManyPins:     "refused.too_many_pins",
}

// ReasonKey returns the key of the words of a refusal.
func ReasonKey(r event.Reason) string {
	if r < event.ReasonCount && reasonKeys[r] != "" {
		return reasonKeys[r]
	}
	return "refused.unknown"
}

// blockKeys are the keys of the names of blocks that no item sets up.
var blockKeys = map[tile.Block]string{
	tile.Cliff: "find.block_cliff", tile.CoalOre: "find.block_coal_ore", tile.CopperOre: "find.block_copper_ore", tile.CrystalOre: "find.block_crystal_ore",
	tile.Oak: "find.block_oak", tile.Pine: "find.block_pine", tile.DeadTree: "find.block_dead_tree", tile.Bush: "find.block_bush",
	tile.BerryBush: "find.block_berry_bush", tile.Boulder: "find.block_boulder", tile.Stump: "find.block_stump", tile.Tuft: "find.block_tuft_of_grass",
	tile.Reed: "find.block_reeds", tile.Shell: "find.block_shell", tile.RuinWall: "find.block_old_wall", tile.VaultWall: "find.block_old_wall",
	tile.StandingStone: "find.block_standing_stone", tile.Portal: "find.block_portal", tile.Gate: "find.block_gate", tile.Handle: "find.block_gate",
	tile.Beacon: "land.lighthouse", tile.PistonHead: "item.piston", tile.Fire: "land.fire", tile.Flood: "item.water",
	tile.MatchBoard: "find.block_match_board", tile.Furrow: "land.tilled", tile.Wheat: "item.wheat",
	tile.EmberOre: "find.block_ember_ore", tile.Notice: "find.block_notice", tile.Flax: "find.block_flax", tile.Ash: "land.ash", tile.Snag: "land.snag",
}

// BlockKey returns the key of the name of a block.
func BlockKey(b tile.Block) string {
	if key := blockKeys[b]; key != "" {
		return key
	}
	return ItemKey(world.BlockItem(b))
}

// groundKeys are the keys of the names of grounds that no item lays.
var groundKeys = map[tile.Ground]string{
	tile.DeepWater: "item.water", tile.Water: "item.water", tile.Grass: "land.grass", tile.Moss: "land.moss", tile.Snow: "land.snow",
	tile.Ice: "land.ice", tile.Pit: "land.pit", tile.Path: "land.path", tile.Rock: "land.rock",
}

// GroundKey returns the key of the name of a ground.
func GroundKey(g tile.Ground) string {
	if key := groundKeys[g]; key != "" {
		return key
	}
	return ItemKey(world.GroundItem(g))
}

// sourceKeys are the keys of the words that say where an item is found.
var sourceKeys = map[item.Kind]string{
	item.Stick: "source.stick", item.Stone: "source.stone", item.Coal: "source.coal", item.RawCopper: "source.raw_copper", item.EmberStone: "source.ember_stone",
	item.Crystal: "source.crystal", item.Fibre: "source.fibre", item.Glowcap: "source.glowcap", item.SandPile: "source.sand", item.Earth: "source.earth",
	item.Berry: "source.berry", item.ShellItem: "source.shell", item.Flower: "source.flower", item.Seeds: "source.seeds", item.WheatEar: "source.wheat",
	item.StrawHat:     "source.straw_hat",
	item.FlowerCrown:  "source.flower_crown",
	item.MinerHelm:    "source.miner_helm",
	item.SailorCap:    "source.sailor_cap",
	item.LeafHood:     "source.leaf_hood",
	item.KeeperHat:    "source.keeper_hat",
	item.MagpieMask:   "source.magpie_mask",
	item.MothCrown:    "source.moth_crown",
	item.OldCrown:     "source.old_crown",
	item.TravelCloak:  "source.travel_cloak",
	item.LeafCloak:    "source.leaf_cloak",
	item.FeatherCloak: "source.feather_cloak",
	item.MothCloak:    "source.moth_cloak",
	item.StarCloak:    "source.star_cloak",
	item.AmberLantern: "source.amber_lantern",
	item.SeaLantern:   "source.sea_lantern",
	item.LeafLantern:  "source.leaf_lantern",
	item.RoseLantern:  "source.rose_lantern",
	item.RedDye:       "source.red_dye",
	item.YellowDye:    "source.yellow_dye",
	item.GreenDye:     "source.green_dye",
	item.VioletDye:    "source.violet_dye",
	item.Harp:         "source.harp",
	item.Bells:        "source.bells",
}

// SourceKey returns the key of the words that say where an item is found, "" for one that is only made.
func SourceKey(k item.Kind) string { return sourceKeys[k] }

// ways are the names of the directions, from east over south.
var ways = [8]string{"board.way_0", "board.way_1", "board.way_2", "board.way_3", "board.way_4", "board.way_5", "board.way_6", "board.way_7"}

// Way is the name of a direction, in eighths of a circle from east over south.
func Way(u *Context, eighth int) string { return u.Say(ways[eighth&7]) }
