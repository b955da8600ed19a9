package model

import (
	"manyhold/game"
	"manyhold/game/blueprint"
	"manyhold/game/claim"
	"manyhold/game/entity"
	"manyhold/game/grid"
	"manyhold/game/item"
	"manyhold/game/rights"
)

// Action is one thing the player asked for. The set is sealed: the session switches over the types
// below.
type Action interface{ action() }

type (
	// Play enters the last world, or founds one if there is none.
	Play struct{}
	// Agree agrees to what Dialog asks.
	Agree struct{}
	// RollPersona throws the dice for the name and the looks of Greeting.
	RollPersona struct{}
	// Greet ends Greeting: with the chosen name and look, or without a choice.
	Greet struct {
		Name    string
		Look    entity.Look
		Skipped bool
	}
	// NewWorld founds a world. An empty seed means any; text that is not a number is hashed by the session.
	NewWorld struct {
		Name, Seed string
		Start      item.Start
	}
	// JoinWorld enters the world of Model.Worlds with this ID.
	JoinWorld struct{ ID string }
	// JoinInvite enters the world of a pasted invitation, not yet checked.
	JoinInvite struct{ Text string }
	// JoinAgain tries to enter the same world once more.
	JoinAgain struct{}
	// Knock asks the keepers of a closed world to let the player in, or no more.
	Knock struct{ Withdraw bool }
	// MakeInvite makes an invitation, and ShowInvite shows the text of an own one again.
	MakeInvite struct {
		Rank       string // visitor, builder or keeper
		Uses, Days int
	}
	ShowInvite struct{ ID string }
	// EndInvite ends an invitation.
	EndInvite struct{ ID string }
	// PasteInvite enters the world of the invitation on the clipboard.
	PasteInvite struct{}
	// AnswerKnock answers a player who knocks, as a keeper.
	AnswerKnock struct {
		Key    game.PlayerID
		Answer KnockAnswer
	}
	// CancelJoin gives up joining and returns to the title.
	CancelJoin struct{}
	// GoBack leaves the world for the one that the player came from.
	GoBack struct{}
	// LeaveWorld returns to the title.
	LeaveWorld struct{}
	// OpenScene opens the scene of Model.Showroom with this ID.
	OpenScene struct{ ID string }
	// RestartTrial lets the scene of physics that one looks at begin anew.
	RestartTrial struct{}
	// Quit ends the program.
	Quit struct{}

	// Say sends a line of chat: valid UTF-8 of 1 to command.MaxText bytes.
	Say struct{ Text string }
	// Shout says a line to the whole world: the same.
	Shout struct{ Text string }
	// SetName changes the player's name: valid UTF-8 of 1 to entity.MaxName bytes.
	SetName struct{ Text string }
	// SetLook dresses the player, from now on.
	SetLook struct{ Look entity.Look }
	// TakeOffPicture takes off the picture that the player wears.
	TakeOffPicture struct{}
	// GoHome goes to the hearth where the world began.
	GoHome struct{}
	// SendEmote shows emote Which, 1 to EmoteCount.
	SendEmote struct{ Which uint8 }

	// Select takes hotbar slot Slot (from 0) in hand.
	Select struct{ Slot uint8 }
	// Craft carries out a recipe this many times.
	Craft struct{ Recipe, Times uint8 }
	// SwapSlots exchanges two slots of the inventory.
	SwapSlots struct{ A, B uint8 }
	// ChestPut moves Count items from inventory slot Slot into the chest.
	ChestPut struct {
		Tile        grid.Tile
		Slot, Count uint8
	}
	// ChestTake moves Count items from chest slot Slot into the inventory.
	ChestTake struct {
		Tile        grid.Tile
		Slot, Count uint8
	}
	// ChestMove moves Count items of slot From to slot To, or swaps the two; slots of the chest come after
	// those of the inventory.
	ChestMove struct {
		Tile            grid.Tile
		From, To, Count uint8
	}
	// ChestAll takes everything out of the chest, ChestStack puts in what it holds some of, ChestSort sorts
	// it.
	ChestAll   struct{ Tile grid.Tile }
	ChestStack struct{ Tile grid.Tile }
	ChestSort  struct{ Tile grid.Tile }
	// BagSort sorts the inventory behind the hotbar.
	BagSort struct{}
	// DropItem lays Count items of inventory slot Slot on the ground.
	DropItem struct{ Slot, Count uint8 }
	// CloseChest says that the chest screen of Tile was closed.
	CloseChest struct{ Tile grid.Tile }

	// SetSetting changes a setting to a value in the text form of Setting.Value.
	SetSetting struct{ Key, Value string }
	// ResetSetting returns a setting to its default.
	ResetSetting struct{ Key string }

	// RankPlayer gives a player a rank.
	RankPlayer struct {
		Key  game.PlayerID
		Rank rights.Rank
	}
	// MutePlayer keeps a player from chatting for a while, or ends that.
	MutePlayer struct {
		Key game.PlayerID
		On  bool
	}
	// PardonPlayer lifts a ban.
	PardonPlayer struct{ Key game.PlayerID }
	// RevokeInvitation ends an invitation to the world.
	RevokeInvitation struct{ ID string }
	// SaveWorld changes settings of the world, by the keys of WorldPage.
	SaveWorld struct{ Changes []Change }
	// UseView makes the world's picture of the land around the player.
	UseView struct{}
	// Carry carries a slash command out.
	Carry struct{ Line string }
	// TakeBack makes the world firm without the strangers who hold it: the founder's decree.
	TakeBack struct{}
	// VisitPlayer asks another player for permission to visit.
	VisitPlayer struct{ Seat entity.Seat }
	// WelcomePlayer accepts a player's request to visit.
	WelcomePlayer struct{ Seat entity.Seat }
	// KickPlayer kicks a player, who may come back.
	KickPlayer struct{ Key game.PlayerID }
	// BanPlayer sends a player away for good.
	BanPlayer struct{ Key game.PlayerID }

	// ShareClaim changes what the claim on a tile grants; Who is the player that it is about, 0 for none.
	ShareClaim struct {
		At    grid.Tile
		Grant claim.Grant
		Who   entity.Seat
	}
	// UseLand lets the claim on a tile be like a land; 0: like the land around it.
	UseLand struct {
		At grid.Tile
		Of blueprint.ID
	}
	// WithdrawBlueprint lets there be no new things of a blueprint.
	WithdrawBlueprint struct{ ID blueprint.ID }
	// TakePassage goes to the world that a thing offered, and BarPassage hears no more offers of the thing.
	TakePassage struct{ Thing game.EntityID }
	BarPassage  struct{ Thing game.EntityID }
	// EndClaim gives the claim on a tile up.
	EndClaim struct{ At grid.Tile }

	// SetTool takes a tool for building in hand.
	SetTool struct{ Tool Tool }
	// TurnPlan rotates the tool's plan by a quarter.
	TurnPlan struct{}
	// Undo takes the last step of building back.
	Undo struct{}
	// StopBuilding drops the plan and selects the single tool.
	StopBuilding struct{}

	// TuneRevert changes the revert that is prepared by steps.
	TuneRevert struct{ Player, Minutes, Radius int }
	// DoRevert gives the command, and EndRevert gives it up.
	DoRevert  struct{}
	EndRevert struct{}

	// PanPhoto moves the camera of the pictures by thousandths of the height of the view.
	PanPhoto struct{ X, Y int }
	// ZoomPhoto steps through the zooms, out when By is positive.
	ZoomPhoto struct{ By int }
	// TakePhoto takes a picture of the next frame but one; the session calls UI.Photographed when it has it.
	TakePhoto struct{}
	// EndPhoto gives the camera back to the player.
	EndPhoto struct{}

	// PauseReplay pauses or continues a recording.
	PauseReplay struct{}
	// StepReplay lets it stand, By turns further on, or back if By is negative.
	StepReplay struct{ By int }
	// SeekReplay goes to a turn.
	SeekReplay struct{ Turn uint64 }
	// PaceReplay makes it faster, or slower if By is negative, by steps.
	PaceReplay struct{ By int }
	// FollowReplay moves the camera to the next player; after the last one it follows none.
	FollowReplay struct{}

	// CopyInvite puts Model.Invite on the clipboard.
	CopyInvite struct{}
	// CopyText puts a text on the clipboard.
	CopyText struct{ Text string }
	// OfferByHand begins an offer to connect by hand, in place of the present one.
	OfferByHand struct{}
	// TakeByHand takes the other side's text.
	TakeByHand struct{ Text string }
	// RequestPaste asks for the clipboard's text, to be given to UI.Paste.
	RequestPaste struct{}
)

func (RollPersona) action() {}
func (Agree) action()       {}
func (Greet) action()       {}
func (Play) action()        {}

func (Knock) action() {}

func (PasteInvite) action() {}

func (MakeInvite) action() {}

func (ShowInvite) action() {}

func (EndInvite) action() {}

func (AnswerKnock) action() {}

func (NewWorld) action() {}

func (JoinWorld) action() {}

func (JoinInvite) action() {}

func (JoinAgain) action() {}

func (CancelJoin) action() {}

func (GoBack) action() {}

func (LeaveWorld) action() {}

func (OpenScene) action() {}

func (RestartTrial) action() {}

func (Quit) action() {}

func (Say) action() {}

func (Shout) action() {}

func (SetName) action() {}

func (SetLook) action() {}

func (TakeOffPicture) action() {}

func (GoHome) action() {}

func (SendEmote) action() {}

func (Select) action() {}

func (SwapSlots) action() {}

func (Craft) action() {}

func (ChestPut) action() {}

func (ChestTake) action() {}

func (ChestMove) action() {}

func (ChestAll) action() {}

func (ChestStack) action() {}

func (ChestSort) action() {}

func (BagSort) action() {}

func (DropItem) action() {}

func (CloseChest) action() {}

func (SetSetting) action() {}

func (ResetSetting) action() {}

func (RankPlayer) action() {}

func (MutePlayer) action() {}

func (PardonPlayer) action() {}

func (RevokeInvitation) action() {}

func (SaveWorld) action() {}

func (UseView) action() {}

func (Carry) action() {}

func (TakeBack) action() {}

func (VisitPlayer) action() {}

func (WelcomePlayer) action() {}

func (KickPlayer) action() {}

func (BanPlayer) action() {}

func (ShareClaim) action()        {}
func (WithdrawBlueprint) action() {}
func (TakePassage) action()       {}
func (BarPassage) action()        {}
func (UseLand) action()           {}

func (EndClaim) action() {}

func (SetTool) action() {}

func (TurnPlan) action() {}

func (Undo) action() {}

func (StopBuilding) action() {}

func (TuneRevert) action() {}

func (DoRevert) action() {}

func (EndRevert) action() {}

func (PanPhoto) action() {}

func (ZoomPhoto) action() {}

func (TakePhoto) action() {}

func (EndPhoto) action() {}

func (PauseReplay) action() {}

func (StepReplay) action() {}

func (SeekReplay) action() {}

func (PaceReplay) action() {}

func (FollowReplay) action() {}

func (CopyInvite) action() {}

func (CopyText) action() {}

func (OfferByHand) action() {}

func (TakeByHand) action() {}

func (RequestPaste) action() {}
