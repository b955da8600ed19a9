// Package chat is the chat: its log, the box to write in, and the slash commands.
package chat
