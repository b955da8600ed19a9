package attack

// order are scripts whose outcome would depend on a machine, if one of its orders could be seen.
const order = `
== the order of keys
def on_use(me, who):
    d = {}
    for i in range(300):
        d["k%d" % ((i * 7919) % 307)] = i
    for i in range(100):
        d.pop("k%d" % i, None)
    me.state["keys"] = d.keys()
== the order of mixed keys
def on_use(me, who):
    d = {1: 1, "1": 2, True: 3, None: 4, (1,): 5, ("1",): 6, 1.5: 7, me: 8, (1, (2,)): 9}
    d.pop(True)
    d[True] = 10
    me.state["s"] = str(d)
    me.state["d"] = d
== a number and a boolean are two keys
def on_use(me, who):
    me.state["n"] = len({1: 0, True: 0, 0: 0, False: 0})
== a key in a tuple is no other key
def on_use(me, who):
    d = {("a", "b"): 1, ("ab",): 2, (("a",), "b"): 3, (1, 2): 4, ((1,), 2): 5, ((1, 2),): 6}
    me.state["n"] = len(d)
    me.state["v"] = [d.get(("a", "b")), d.get(("ab", "")), d.get((1, 2))]
== sort is stable
def on_use(me, who):
    x = [(i * 37) % 100 for i in range(100)]
    me.state["x"] = sorted(x, key = lambda v: v % 3)
    me.state["y"] = sorted(x, key = lambda v: v % 3, reverse = True)
== sort of values without order
def on_use(me, who):
    sorted([1, 2, 3, "a"])
== sort of values without order, the other way
def on_use(me, who):
    sorted(["a", 3, 2, 1])
== sort of one list
def on_use(me, who):
    sorted([[1]])
== sort of tuples that differ inside
def on_use(me, who):
    sorted([(1, "a"), (2, 3)])
== sort of tuples that differ in length
def on_use(me, who):
    sorted([(1, 2), (1,)])
== sort of functions
def on_use(me, who):
    sorted([len, str])
== the key of a sort fails in the middle
def on_use(me, who):
    sorted(range(100), key = lambda i: 1 // (50 - i))
== the key of a sort changes its list
def on_use(me, who):
    x = [3, 2, 1]
    def k(v):
        x.append(v)
        return v
    me.state["x"] = sorted(x, key = k)
    me.state["y"] = x
== which of several least
def on_use(me, who):
    me.state["m"] = min([3, 1, 2, 1], key = lambda v: 0)
    me.state["n"] = max([3, 1, 2, 3], key = lambda v: 0)
== functions are told apart by identity
def on_use(me, who):
    f = lambda: 1
    g = lambda: 1
    me.state["x"] = [f == f, f == g, len == len, len == str]
== the text of a function
def on_use(me, who):
    me.state["x"] = [str(len), str(on_use), repr(lambda: 1), str(me), str([me])]
== letters beyond ASCII
def on_use(me, who):
    s = "Ä straße İ ſ Ⅷ"
    me.state["x"] = [s.upper(), s.lower(), s.capitalize(), len(s), s.isalpha(), s[0:2]]
== a broken letter
def on_use(me, who):
    s = "ä"
    me.state["x"] = [s[0], s[1], s[0] + s[1] == s, repr(s[0])]
== blanks beyond ASCII
def on_use(me, who):
    me.state["x"] = "\u2003a\u00a0b\u2003".split() + ["\u2003x".strip()]
`

// hashes are scripts whose keys have equal hashes in other tables than this one's.
const hashes = `
== keys with equal low halves
def on_use(me, who):
    d = {}
    for i in range(30000):
        d[i << 32] = i
    me.state["n"] = len(d)
== keys whose low 32 bits are equal, looked up
def on_use(me, who):
    d = {i * 4294967296: i for i in range(1000)}
    n = 0
    while True:
        for i in range(1000):
            n += d[i * 4294967296]
== strings with equal FNV-1a
def on_use(me, who):
    d = {}
    for a in ["costarring", "liquid", "declinate", "macallums", "altarage", "zinke", "altarages", "zinkes"]:
        d[a] = len(d)
    while True:
        d["costarring"] = d["liquid"] + d["zinkes"] - d["altarages"]
== fractions and things as keys
def on_use(me, who):
    d = {}
    for i in range(150):
        d[i / 65536] = i
        d[i] = d.get(i / 65536)
    d[me] = 1
    d[who] = 2
    me.state["keys"] = sorted([k for k in d.keys() if type(k) == "number"])[:40]
`

// numbers are scripts at the ends of the numbers.
const numbers = `
== the greatest number
def on_use(me, who):
    x = 140737488355327
    me.state["x"] = [x, -x, -x - 1, x * 1, x // 1, x % 10, x / 2]
    x + 1
== the least number negated
def on_use(me, who):
    x = -140737488355327 - 1
    -x
== the least number divided by minus one
def on_use(me, who):
    (-140737488355327 - 1) // -1
== the least number by minus one, with a fraction
def on_use(me, who):
    (-140737488355327 - 1) / -1
== the least number modulo minus one
def on_use(me, who):
    me.state["x"] = (-140737488355327 - 1) % -1
== abs of the least number
def on_use(me, who):
    abs(-140737488355327 - 1)
== round of the greatest number
def on_use(me, who):
    round(140737488355327.9)
== ceil of the greatest number
def on_use(me, who):
    ceil(140737488355327.9)
== the smallest fraction
def on_use(me, who):
    e = 1 / 65536
    me.state["x"] = [e, e * e, e / 2, e * 0.5, e // 1, -e // 1, -e % 1, str(e), 1 / e]
    1000000000 / (e * 0.1)
== a quotient that does not fit
def on_use(me, who):
    3000000000 / 0.00002
== a floor that does not fit
def on_use(me, who):
    140737488355327 // 0.00002
== powers
def on_use(me, who):
    x = 3
    while True:
        x = x * x
== negative powers
def on_use(me, who):
    x = -3
    while True:
        x *= x * -1
== halves
def on_use(me, who):
    me.state["x"] = [round(0.5), round(1.5), round(-0.5), round(-1.5), 1 / 3, -1 / 3, 2 / 3, 0.1 + 0.2, "%.1f" % 0.25, "%d" % -0.5]
== bits of negative numbers
def on_use(me, who):
    me.state["x"] = [-1 & 255, -1 | 1, -1 ^ 5, -8 >> 1, -1 << 4, ~0, ~-1]
== a shift by a huge number
def on_use(me, who):
    1 << (1 << 40)
== a shift by 63
def on_use(me, who):
    me.state["x"] = [5 >> 63, 0 << 63, -5 >> 63]
    1 << 63
== a shift by a negative number
def on_use(me, who):
    1 >> -1
== bits of a fraction
def on_use(me, who):
    1.5 | 1
== zero division in three ways
def on_use(me, who):
    z = who == who and 0
    1 // z
== zero division of zero
def on_use(me, who):
    0 / 0
== zero modulo
def on_use(me, who):
    7 % 0
== a root of everything
def on_use(me, who):
    me.state["x"] = [sqrt(0), sqrt(2), sqrt(140737488355327), sqrt(1 / 65536)]
    sqrt(-1)
== numbers of text
def on_use(me, who):
    me.state["x"] = [int("007"), int("-12"), num("0.5"), num("+1.000015"), num("-.5")]
    int("1e5")
== a number of a huge text
def on_use(me, who):
    int("9" * 16000)
== a number of an empty text
def on_use(me, who):
    num("-")
== a range of fractions
def on_use(me, who):
    range(0.5)
== a range without a step
def on_use(me, who):
    range(0, 10, 0)
== a range at the end
def on_use(me, who):
    m = 140737488355327
    me.state["x"] = [len(range(-m, m)), range(m, m - 3, -1)[2], list(range(m - 2, m)), -m in range(-m, m, 2)]
    range(m)[m]
== an index beyond 32 bits
def on_use(me, who):
    [1][4294967296]
== an index before the beginning
def on_use(me, who):
    [1][-4294967297]
== a slice beyond 32 bits
def on_use(me, who):
    me.state["x"] = [[1, 2][-4294967296:4294967296], "ab"[4294967297:], "ab"[:-4294967297]]
== an insert beyond 32 bits
def on_use(me, who):
    x = [1]
    x.insert(4294967296, 2)
    x.insert(-4294967296, 0)
    me.state["x"] = x
    x.pop(4294967296)
== an enumerate that overflows
def on_use(me, who):
    enumerate([1, 2], 140737488355327)
== a sum that overflows
def on_use(me, who):
    sum([140737488355327, 1])
== a find from beyond
def on_use(me, who):
    me.state["x"] = ["abc".find("c", 4294967296), "abc".find("a", -4294967296), "abc".find("", 3)]
== a split in huge parts
def on_use(me, who):
    me.state["x"] = ["a,b".split(",", 140737488355327), "a,b".split(",", -5), "a,b".replace(",", ";", -140737488355327)]
`
