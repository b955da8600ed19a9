package attack

// memory are scripts that want memory.
const memory = `
== strings double
def on_use(me, who):
    s = "x"
    while True:
        s = s + s
== strings double in place
def on_use(me, who):
    s = "x"
    while True:
        s += s
== a string times a huge number
def on_use(me, who):
    s = "a" * (1 << 40)
== an empty string times a huge number
def on_use(me, who):
    s = "" * (1 << 46)
    me.state["n"] = len(s)
== an empty list times a huge number
def on_use(me, who):
    me.state["n"] = len([] * (1 << 46))
== a list times a huge number
def on_use(me, who):
    s = [0] * (1 << 40)
== a product of lengths that overflows 32 bits
def on_use(me, who):
    s = ("x" * 4096) * 1048577
== a tuple times a huge number
def on_use(me, who):
    s = (0, 1) * (1 << 30)
== a number times a list
def on_use(me, who):
    s = (1 << 30) * [None]
== many short strings
def on_use(me, who):
    x = []
    while True:
        x.append("abc"[1])
== many long strings
def on_use(me, who):
    while True:
        len("x" * 16000)
== many lists
def on_use(me, who):
    while True:
        x = [1, 2, 3, 4, 5, 6, 7, 8]
== many long lists
def on_use(me, who):
    while True:
        x = [0] * 4096
== a list of lists of lists
def on_use(me, who):
    x = [0] * 64
    for i in range(8):
        x = [x] * 64
== many dicts
def on_use(me, who):
    while True:
        x = {1: 2}
== a large dict
def on_use(me, who):
    d = {}
    i = 0
    while True:
        d[i] = i
        i += 1
== a dict that is filled and emptied
def on_use(me, who):
    d = {}
    i = 0
    while True:
        d[i] = i
        if i >= 20:
            d.pop(i - 20)
        i += 1
== a dict with long keys
def on_use(me, who):
    d = {}
    s = "k" * 16000
    while True:
        d[s] = 1
== a dict with long tuples as keys
def on_use(me, who):
    d = {}
    t = tuple(range(4000))
    while True:
        d[t] = 1
== a key of long strings in tuples
def on_use(me, who):
    s = "k" * 16000
    d = {(s, s, s, s): 1}
== a key nested deeply
def on_use(me, who):
    t = ()
    for i in range(30):
        t = (t,)
    d = {t: 1}
== a key that doubles
def on_use(me, who):
    t = (1, 2)
    for i in range(3):
        t = (t, t)
    d = {t: 1}
    me.state["ok"] = t in d
== many closures
def on_use(me, who):
    x = []
    while True:
        x.append(lambda: x)
== many cells
def on_use(me, who):
    def f(a, b, c, d):
        return lambda: a + b + c + d
    while True:
        f(1, 2, 3, 4)
== split into many parts
def on_use(me, who):
    s = "," * 16000
    s.split(",")
== split into words
def on_use(me, who):
    s = "a " * 8000
    s.split()
== replace that grows
def on_use(me, who):
    s = "a" * 16000
    s.replace("a", "b" * 16000)
== replace of nothing
def on_use(me, who):
    "abc".replace("", "x" * 1000)
== join that grows
def on_use(me, who):
    ("x" * 1000).join(["y"] * 4000)
== a format that grows
def on_use(me, who):
    s = "%s" * 4000 % tuple(["x" * 1000] * 4000)
== braces that grow
def on_use(me, who):
    s = ("{0}" * 5000).format("x" * 1000)
== a wide format
def on_use(me, who):
    s = "%99999999d" % 1
== a precise format
def on_use(me, who):
    s = "%.99999999f" % 1
== a text of everything
def on_use(me, who):
    x = [0] * 100
    y = [x] * 100
    z = [y] * 100
    str([z] * 100)
== a text of a list that holds itself
def on_use(me, who):
    x = []
    x.append(x)
    me.state["s"] = str(x)
== equality of lists that hold themselves
def on_use(me, who):
    x = []
    x.append(x)
    y = []
    y.append(y)
    x == y
== equality of tuples that double
def on_use(me, who):
    a = (0,) * 100
    b = (a,) * 100
    c = (b,) * 100
    d = (c,) * 100
    d == (c,) * 100
== in of tuples that double
def on_use(me, who):
    a = (0,) * 100
    b = (a,) * 100
    c = (b,) * 100
    x = (c,) * 100
    1 in x
    (b,) * 100 in x
== order of tuples that double
def on_use(me, who):
    a = (0,) * 100
    b = (a,) * 100
    c = (b,) * 100
    (c, 1) < ((b,) * 100, 2)
== sort with a heavy key
def on_use(me, who):
    s = "x" * 8000
    sorted(range(4000), key = lambda i: s)
== sort with tuples as keys
def on_use(me, who):
    while True:
        sorted(range(200), key = lambda i: (i % 3, i % 2))
== sort of many
def on_use(me, who):
    x = [(i * 7919) % 4001 for i in range(1000)]
    while True:
        sorted(x)
== zip of sixteen
def on_use(me, who):
    x = list(range(1000))
    zip(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x)
== items of a large dict
def on_use(me, who):
    d = {i: i for i in range(400)}
    while True:
        d.items()
== copies of a large dict
def on_use(me, who):
    d = {i: i for i in range(200)}
    while True:
        x = dict(d).copy()
== a dict is updated by itself
def on_use(me, who):
    d = {1: 2, 3: 4}
    for k in d:
        d.update(d)
    me.state["d"] = d
== words of a long string
def on_use(me, who):
    w = "a b " * 500
    while True:
        w.split()
== insert at the front
def on_use(me, who):
    x = [0] * 3000
    while True:
        x.insert(0, 1)
        x.pop(0)
== remove from the front
def on_use(me, who):
    x = list(range(3000))
    while True:
        x.remove(x[0])
== slices of a list
def on_use(me, who):
    x = [0] * 4000
    while True:
        y = x[1:]
== slices of a string keep it
def on_use(me, who):
    x = []
    for i in range(10000):
        x.append(("a" * 16000)[0:1])
== upper and strip
def on_use(me, who):
    s = " " * 16000
    while True:
        s.upper().strip()
`
