package order

import "manyhold/app/rooms/hall"

// OrdersHelp is the text of `manyhold do help`.
const OrdersHelp = orders + hall.Help + rest

const orders = `say TEXT                  say something to players nearby, on the same island
shout TEXT                say something to everyone in the world
walk DIRECTION TIME       walk north, south, east, west, northeast ... for a time such as 3s
walk to X Y               walk to a tile, around obstacles
dig X Y                   dig the block on the tile, or the ground
place ITEM X Y            place an item from the inventory
fill X Y                  build the blueprint there from the inventory
erase X Y | erase all     remove a blueprint, or all your blueprints
use X Y                   open, close, light or put out the thing there
select N                  select hotbar slot 1 to 12
pick up                   pick up the nearest crate or ball
throw DIRECTION           throw the carried thing, or the item in hand
kick DIRECTION            kick the nearest thing in that direction
craft ITEM [N]            craft an item from the inventory and chests nearby, N times
recipes                   list the recipes: what you can craft here first, then what is missing
drop ITEM [N]             drop items
put ITEM [N] X Y          put items into a chest
take ITEM [N] X Y         take items out of a chest; take all X Y takes everything
stack X Y                 put into a chest what it holds some of already
sort [X Y]                sort a chest, or the inventory
swap SLOT SLOT [X Y]      swap two slots: 1 to 36, of the chest at X Y c1 to c24
put NAME X Y              put a thing of a blueprint on the tile: its title, or Author/Title
putaway ID                take a thing away
move ID X Y               move a thing to a tile within reach, with its children
props ID [KEY=VALUE]      print the properties of a thing, or set one
unlink ID                 copy the blueprint of a thing that you placed as one of your own, for that thing
blueprints                print the blueprints that are known here
withdraw NAME             let there be no new things of a blueprint of yours (keepers: anybody's)
answer ID TEXT            answer a thing that asks you
things                    print the things that are near, with their IDs
emote N                   show emote 1 to 8
wear ITEM                 put on a hat, cloak, lantern or dye, or take it off
play N                    play note 1 to 5 on the instrument in hand
carry PLAYER              carry a knocked-out player, offer to carry another one, or accept; putdown puts down
board                     print what the notice board says: lighthouses, players who need help, challenges
name NAME                 change your name
visit PLAYER              ask a player to let you come over
home                      return to the first hearth of the world
welcome PLAYER            let in a player who asked to come
knock | withdraw          ask the keepers of a closed world to let you in, or no more
knocks                    list the players who knock (founder and keepers)
admit PLAYER | refuse PLAYER   answer a player who knocks (founder and keepers)
law NAME on|off           turn a law on or off: blocking, strife, mercy, homestead, avatars,
                          peaceful, keep (founder and keepers)
laws                      print the laws in force
claim X Y W H             claim W × H tiles, from X Y to the east and south, 32 × 32 at most
unclaim X Y               give the claim on the tile up (a keeper: anybody's)
share X Y [PLAYER]        make a player a friend of your claim there, or let its friends build
unshare X Y [PLAYER]      make the player no friend any more, or let friends only use what stands there
land                      print what the land around you is like
land use NAME [X Y]       let your claim there be like a land: its title, or Author/Title; NAME none: like the rest
open X Y                  let everybody use what stands on your claim there; close X Y takes it back
claims                    print the claims that are known here
pin SIGN X Y              mark a tile on everyone's map: flag, pick, house, chest, danger or heart
unpin X Y                 remove your pin there; you can share four at a time
pins                      print the pins of the players who are here
wait TIME                 wait
`

const rest = `
offer SETTING VALUE       change a hosting setting of the node: willing false, cpu_percent 20, ...
where                     print your position
who                       print the players in the world, and where they are
chat [N]                  print the last N chat lines; default 10
inventory                 print the inventory
look X Y                  print the contents of a tile
inspect X Y               print who changed a tile or chest, and when
revert NAME MINUTES RADIUS [X Y] [preview]
                          undo what a player did in the last minutes, around you or X Y (keepers)
undo [X Y]                undo the last revert around you or X Y
around                    print your surroundings: things nearby, lights far away
/COMMAND …                a slash command of the chat: /help lists them
help                      print this list

X and Y count tiles east and south of the origin; ~3 means 3 tiles from your position.
Separate several orders with ; to carry them out one after the other.`
