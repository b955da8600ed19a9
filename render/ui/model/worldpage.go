package model

import "manyhold/game/entity"

// WorldPage is everything about the world that its charter and its file say: what the world page shows.
// Everybody reads all of it; what the player may not change says why.
type WorldPage struct {
	Title, About string
	Founder      string
	Rank         string // of the player, in words
	Picture      *Picture
	Sections     []PageSection // in the order in which they are listed
	Laws         []string      // the names of those in force
	Known        []PageName    // players of the charter that are not here, for slash commands
}

// PageName is a player of the charter.
type PageName struct {
	Name          string
	Banned, Muted bool
}

// PageSection is a part of the world page.
type PageSection struct {
	Name     string // in the list at the left
	Note     string // a sentence above the content
	Settings []Setting
	Rows     []PageRow
	// First says that the section begins with the world's picture and description.
	First bool
}

// PageRow is a line of a list: a player, a claim, a branch.
type PageRow struct {
	Name, Detail string
	Look         *entity.Look // the head of a player; nil: none
	Acts         []PageAct
}

// PageAct is a button of a row.
type PageAct struct {
	Label, Help string
	Why         string // why it cannot be chosen now; empty: it can
	On          bool   // the present state: choosing it changes nothing
	Sure        bool   // it takes two presses
	Do          Action
}

// Change is a setting of the world and its new value.
type Change struct{ Key, Value string }

// PictureSide is the width and the height of a world's picture, in dots.
const PictureSide = 16

// Picture is a world's picture, row by row: numbers of the palette's colours, from 0.
type Picture [PictureSide * PictureSide]uint8
