package main

// program is the same computation in both languages. Its function is on_use(me, who), and its result a
// number.
type program struct {
	name, star, lua string
	calls           bool // it calls the host's functions
}

var programs = []program{
	{"fib mod, 2,000 turns", `
def on_use(me, who):
    a, b = 0, 1
    for i in range(2000):
        a, b = b, (a + b) % 1000003
    return a
`, `
function on_use(me, who)
    local a, b = 0, 1
    for i = 0, 1999 do
        local c = (a + b) % 1000003 -- gopher-lua assigns a before it reads it for b
        a = b
        b = c
    end
    return a
end
`, false},
	{"while sum, 3,000", `
def on_use(me, who):
    i, n = 0, 0
    while i < 3000:
        n = n + i
        i = i + 1
    return n
`, `
function on_use(me, who)
    local i, n = 0, 0
    while i < 3000 do
        n = n + i
        i = i + 1
    end
    return n
end
`, false},
	{"list, 2,000 reads and writes", `
def on_use(me, who):
    l = [0] * 100
    for i in range(2000):
        l[i % 100] = l[(i + 7) % 100] + 1
    return l[0]
`, `
function on_use(me, who)
    local l = {}
    for i = 1, 100 do l[i] = 0 end
    for i = 0, 1999 do
        l[i % 100 + 1] = l[(i + 7) % 100 + 1] + 1
    end
    return l[1]
end
`, false},
	{"1,500 calls", `
def add(a, b):
    return a + b
def on_use(me, who):
    n = 0
    for i in range(1500):
        n = add(n, i)
    return n
`, `
local function add(a, b)
    return a + b
end
function on_use(me, who)
    local n = 0
    for i = 0, 1499 do
        n = add(n, i)
    end
    return n
end
`, false},
	{"300 words joined", `
def on_use(me, who):
    words = []
    for i in range(300):
        words.append("word %d" % i)
    return len(" ".join(words))
`, `
function on_use(me, who)
    local words = {}
    for i = 0, 299 do
        words[#words + 1] = string.format("word %d", i)
    end
    return #table.concat(words, " ")
end
`, false},
	{"dict, 1,000 updates", `
def on_use(me, who):
    d = {}
    for i in range(1000):
        k = "k%d" % (i % 50)
        d[k] = d.get(k, 0) + i
    return d["k7"]
`, `
function on_use(me, who)
    local d = {}
    for i = 0, 999 do
        local k = string.format("k%d", i % 50)
        d[k] = (d[k] or 0) + i
    end
    return d["k7"]
end
`, false},
	{"grid, 30 × 30", `
def on_use(me, who):
    g = [[0] * 30 for y in range(30)]
    for y in range(30):
        for x in range(30):
            g[y][x] = x * y
    return g[7][9]
`, `
function on_use(me, who)
    local g = {}
    for y = 1, 30 do
        g[y] = {}
        for x = 1, 30 do g[y][x] = 0 end
    end
    for y = 0, 29 do
        for x = 0, 29 do
            g[y + 1][x + 1] = x * y
        end
    end
    return g[8][10]
end
`, false},
	{"a handler that does nothing", `
def on_use(me, who):
    return 0
`, `
function on_use(me, who)
    return 0
end
`, false},
	{"the friendly door", `
def on_use(me, who):
    if not friends(owner(me), who):
        say("Only %s and friends come in here." % info(owner(me), "name"))
        return 0
    state(me)["visits"] = state(me).get("visits", 0) + 1
    open_me(True)
    after(180, "shut")
    return state(me)["visits"]
`, `
function on_use(me, who)
    if not friends(owner(me), who) then
        say(string.format("Only %s and friends come in here.", info(owner(me), "name")))
        return 0
    end
    local s = state(me)
    s.visits = (s.visits or 0) + 1
    open_me(true)
    after(180, "shut")
    return s.visits
end
`, true},
}

// board is a part of the source that is loaded for comparison: fourteen lines of the score board, numbered.
const board = `def board%d(me):
    g, left = me.state["goals"], max(0, me.state["ends"] - now()) // 60
    show("%%d : %%d   %%d:%%d" %% (g["red"], g["blue"], left // 60, left %% 60))

def second%d(me, name):
    g = me.state["goals"]
    board%d(me)
    if now() < me.state["ends"]:
        after(60, "second")
    else:
        best = sorted(["red", "blue"], key = lambda t: g[t], reverse = True)
        say("%%s wins %%d to %%d!" %% (best[0], g[best[0]], g[best[1]]))
        # the next game begins when somebody uses it

`
