#!/usr/bin/env python3
"""A second program for Pell's symmetric chess-like games: slow, literal, and written on its own.

It shares nothing with the Rust core but the rules, so that equal numbers mean something.  The contents of a line of
squares are written as a string, and whether a path may cross them is asked of a regular expression.

    metagame_oracle.py FILE perft DEPTH [MOVE...]   sequences of exactly 1, 2, ... DEPTH whole moves after the moves
    metagame_oracle.py FILE moves [MOVE...]         legal moves after the moves
    metagame_oracle.py FILE file ID SEED NODES      a .perft file: the start and positions of random games, to so many nodes

Moves are written as the core writes them, without spaces.  Plain Python 3, nothing to install.
"""
import random, re, sys

# ---- reading ----------------------------------------------------------------------------------------


def tokens(text):
    text = re.sub(r"%.*", "", text).lower()
    return re.findall(r"[a-z0-9_-]+|>=|<=|[^\s\w]", text)


class Reader:
    def __init__(self, text):
        self.t, self.i = tokens(text), 0

    def peek(self):
        return self.t[self.i] if self.i < len(self.t) else ""

    def next(self):
        self.i += 1
        return self.t[self.i - 1]

    def want(self, *words):
        for w in words:
            if self.next() != w:
                raise SyntaxError(f"expected {w}, found {self.t[self.i - 1]} (token {self.i})")

    def take(self, word):
        if self.peek() == word:
            self.i += 1
            return True
        return False

    def braces(self, item):
        self.want("{")
        found = []
        while not self.take("}"):
            found.append(item())
        return found

    def square(self):
        self.want("(")
        f = self.next()
        self.want(",")
        r = int(self.next())
        self.want(")")
        return (ord(f) - 96 if f.isalpha() else int(f), r)

    def names(self):
        return None if self.take("any_piece") else self.braces(self.next)

    def descr(self):
        self.want("[")
        if self.peek() == "{":
            (who,) = self.braces(self.next)
        else:
            who = self.next()
        names = self.names()
        self.want("]")
        return (who, names)

    def compare(self):
        self.want("[", "x")
        op, n = self.next(), int(self.next())
        self.want("]")
        return {"=": f"{{{n}}}", ">=": f"{{{n},}}", "<=": f"{{0,{n}}}"}[op]

    def movement(self):
        self.want("movement")
        kind = self.next()
        move = dict(longest=False, over=("any_player", None))
        if kind == "leap":
            move["pattern"] = ""
        elif kind == "ride":
            low, high = 1, ""
            while self.peek() in ("min", "max", "longest"):
                word = self.next()
                if word == "min":
                    low = int(self.next())
                elif word == "max":
                    high = int(self.next()) - 1
                else:
                    move["longest"] = True
            move["pattern"] = rf"\.{{{low - 1},{high}}}"
        else:
            self.want("before")
            b = self.compare()
            self.want("over")
            o = self.compare()
            self.want("after")
            a = self.compare()
            self.want("hop_over")
            move["over"] = self.descr()
            move["pattern"] = rf"\.{b}(m{o})\.{a}"
        self.want("<")
        dx = int(self.next())
        self.want(",")
        dy = int(self.next())
        self.want(">", "symmetry")
        syms = ["forward", "side", "rotation"] if self.take("all_symmetry") else self.braces(self.next)
        self.want("end", "movement")
        closure = {(dx, dy)}
        while True:
            more = set(closure)
            for x, y in closure:
                if "forward" in syms: more.add((x, -y))
                if "side" in syms: more.add((-x, y))
                if "rotation" in syms: more.add((y, x))
            if more == closure:
                break
            closure = more
        move["closure"] = sorted(closure)
        return move

    def game(self):
        g = dict(goals=[], pieces={}, must=False, inversion="diagonal", used=[])
        self.want("game")
        g["name"] = self.next()
        self.want("goals")
        while self.peek() != "board_size":
            kind = self.next()
            if kind == "stalemate":
                g["goals"].append((kind, self.next()))
            elif kind == "eradicate":
                g["goals"].append((kind, self.descr()))
            else:
                d = self.descr()
                self.want("at")
                g["goals"].append((kind, d, self.braces(self.square)))
        self.want("board_size")
        g["w"] = int(self.next())
        self.want("by")
        g["h"] = int(self.next())
        self.want("board_type")
        g["cylinder"] = self.next() == "vertical_cylinder"
        if self.take("inversion"):
            g["inversion"] = self.next()
        self.want("promote_rank")
        g["rank"] = int(self.next())
        self.want("setup")
        if self.take("decision"):
            who = self.next()
            self.want("assigns")
            names = self.names()
            self.want("to")
            g["setup"] = (who, names, self.braces(self.square))
            self.want("end", "decision")
        else:
            g["setup"] = ("fixed", [])
            while self.peek() not in ("constraints", "define", "end"):
                name = self.next()
                self.want("at")
                g["setup"][1].extend((name, s) for s in self.braces(self.square))
        if self.take("constraints"):
            self.want("must_capture")
            g["must"] = True
        while self.take("define"):
            name = self.next()
            p = dict(moving=[], capturing=[], promote=None, must=False, cont=False)
            while not self.take("end"):
                word = self.next()
                if word == "moving":
                    while not self.take("end"):
                        p["moving"].append(self.movement())
                    self.want("moving")
                elif word == "capturing":
                    while not self.take("end"):
                        self.want("capture", "by")
                        c = dict(methods=self.braces(self.next), moves=[])
                        self.want("type")
                        c["type"] = self.descr()
                        self.want("effect")
                        c["effect"] = self.next()
                        if c["effect"] != "remove":
                            self.want("possesses")
                        while not self.take("end"):
                            c["moves"].append(self.movement())
                        self.want("capture")
                        p["capturing"].append(c)
                    self.want("capturing")
                elif word == "promoting":
                    if self.take("promote_to"):
                        p["promote"] = ("to", self.next())
                    else:
                        self.want("decision")
                        who = self.next()
                        self.want("options")
                        p["promote"] = (who, self.descr())
                    self.want("end", "promoting")
                else:
                    while self.peek() in ("must_capture", "continue_captures"):
                        p["must" if self.next() == "must_capture" else "cont"] = True
            self.want("define")
            g["pieces"][name] = p
        self.want("end", "game", ".")
        return g


# ---- playing: a piece is (type, side), sides are 0 (White) and 1 (Black) --------------------------------


class Game:
    def __init__(self, text):
        self.g = Reader(text).game()
        self.types = list(self.g["pieces"])
        for names in self.mentioned():
            for n in names or []:
                if n not in self.types:
                    self.types.append(n)
        self.all = [(t, s) for t in self.types for s in (0, 1)]

    def mentioned(self):
        for goal in self.g["goals"]:
            if goal[0] != "stalemate":
                yield goal[1][1]
        yield [n for n, _ in self.g["setup"][1]] if self.g["setup"][0] == "fixed" else self.g["setup"][1]
        for p in self.g["pieces"].values():
            for m in p["moving"] + [m for c in p["capturing"] for m in c["moves"]]:
                yield m["over"][1]
            for c in p["capturing"]:
                yield c["type"][1]
            if p["promote"]:
                yield [p["promote"][1]] if p["promote"][0] == "to" else p["promote"][1][1]

    def flip(self, sq, side):
        if side == 0:
            return sq
        x, y = sq
        return (x if self.g["inversion"] == "forward" else self.g["w"] + 1 - x, self.g["h"] + 1 - y)

    def turn(self, d, side):
        if side == 0:
            return d
        return (d[0] if self.g["inversion"] == "forward" else -d[0], -d[1])

    def step(self, sq, d):
        x, y = sq[0] + d[0], sq[1] + d[1]
        if self.g["cylinder"]:
            x = (x - 1) % self.g["w"] + 1
        return (x, y) if 1 <= x <= self.g["w"] and 1 <= y <= self.g["h"] else None

    def fits(self, descr, side, piece):
        who, names = descr
        return (who == "any_player" or piece[1] == (side if who == "player" else 1 - side)) and (names is None or piece[0] in names)

    def start(self):
        board, hands, kind = {}, ([], []), self.g["setup"][0]
        names = self.types if self.g["setup"][1] is None else self.g["setup"][1]
        for side in (0, 1):
            if kind == "fixed":
                for n, s in self.g["setup"][1]:
                    board[self.flip(s, side)] = (n, side)
            elif kind == "random":
                for n, s in zip(names, self.g["setup"][2]):
                    board[self.flip(s, side)] = (n, side)
            else:
                hands[side if kind == "player" else 1 - side].extend((n, side) for n in names)
        return (board, hands, 0, None, kind in ("player", "opponent"), 0)

    def walk(self, board, sq, m, d, side):
        """Targets along one vector, with the squares hopped over; the moving piece is not on the board."""
        line, text, at = [], "", sq
        while True:
            at = self.step(at, d)
            if at is None:
                return
            match = re.fullmatch(m["pattern"], text)
            if match:
                start, end = match.span(1) if match.groups() else (0, 0)
                yield at, line[start:end]
            if at == sq:
                return
            line.append(at)
            text += "." if at not in board else "m" if self.fits(m["over"], side, board[at]) else "x"

    def goes(self, board, sq, piece):
        found = []
        for m in self.g["pieces"].get(piece[0], {"moving": []})["moving"]:
            for d in m["closure"]:
                ends = [t for t, _ in self.walk(board, sq, m, self.turn(d, piece[1]), piece[1]) if t not in board]
                found += ends[-1:] if m["longest"] and not self.g["cylinder"] else ends
        return sorted(set(found))

    def takes(self, board, sq, piece):
        found = []
        side = piece[1]
        for c in self.g["pieces"].get(piece[0], {"capturing": []})["capturing"]:
            for m in c["moves"]:
                for d in m["closure"]:
                    d = self.turn(d, side)
                    ends = []
                    for t, hopped in self.walk(board, sq, m, d, side):
                        where = set()
                        if "clobber" in c["methods"]: where.add(t)
                        if "hop" in c["methods"]: where.update(hopped)
                        if "retrieve" in c["methods"]: where.add(self.step(sq, (-d[0], -d[1])))
                        gone = frozenset(s for s in where if s in board and self.fits(c["type"], side, board[s]))
                        if gone and (t not in board or t in gone):
                            ends.append((t, gone, c["effect"]))
                    found += ends[-1:] if m["longest"] and not self.g["cylinder"] else ends
        return sorted(set(found), key=lambda f: (f[0], sorted(f[1]), f[2]))

    def moves(self, state):
        board, hands, side, pending, assigning, count = state
        if assigning:
            out = []
            for piece in dict.fromkeys(hands[side]):
                for s in self.g["setup"][2]:
                    out += self.place(state, piece, self.flip(s, piece[1]), "")
            return out
        if pending is None:
            return self.ordinary(state, "")
        out = []
        for piece in pending[1]:
            after = ({**board, pending[0]: piece}, hands, side, None, False, count)
            out += self.ordinary(after, f"promote{show(pending[0])}{name(piece)};")
        return out

    def place(self, state, piece, sq, text):
        board, hands, side, _, assigning, count = state
        if sq in board:
            return []
        hands = [list(h) for h in hands]
        hands[side].remove(piece)
        after = ({**board, sq: piece}, tuple(hands), 1 - side, None, assigning and any(hands), count + 1)
        return [(f"{text}{name(piece)}({COLOURS[side]})->{show(sq)}.", after)]

    def ordinary(self, state, text):
        board, hands, side, _, _, count = state
        out = []
        for piece in dict.fromkeys(hands[side]):
            for x in range(1, self.g["w"] + 1):
                for y in range(1, self.g["h"] + 1):
                    out += self.place(state, piece, (x, y), text)
        lifted = []
        for sq, piece in board.items():
            if piece[1] == side:
                rest = {s: p for s, p in board.items() if s != sq}
                lifted.append((sq, piece, rest, self.takes(rest, sq, piece)))
        anything = any(takes for *_, takes in lifted)
        for sq, piece, rest, takes in lifted:
            for take in takes:
                out += self.chain(rest, hands, count, piece, sq, take, text)
            local = self.g["pieces"].get(piece[0], {"must": False})["must"]
            if not (anything if self.g["must"] else local and takes):
                for t in self.goes(rest, sq, piece):
                    out += self.land(rest, hands, count, piece, t, f"{text}{name(piece)}{show(sq)}->{show(t)}")
        return out

    def chain(self, board, hands, count, piece, sq, take, text):
        t, gone, effect = take
        hands = [list(h) for h in hands]
        board = dict(board)
        text += f"{name(piece)}{show(sq)}->{show(t)}"
        for s in sorted(gone, key=lambda s: (s[1], s[0])):
            victim = board.pop(s)
            text += f"x{name(victim)}{show(s)}"
            if effect != "remove":
                holder = piece[1] if effect == "player" else 1 - piece[1]
                hands[holder].append((victim[0], holder))
                text += f"/({COLOURS[holder]})"
        d = self.g["pieces"][piece[0]]
        out, more = [], self.takes(board, t, piece) if d["cont"] else []
        for take in more:
            out += self.chain(board, tuple(hands), count, piece, t, take, text + ";")
        if not (more and (d["must"] or self.g["must"])):
            out += self.land(board, tuple(hands), count, piece, t, text)
        return out

    def land(self, board, hands, count, piece, t, text):
        side = piece[1]
        promote = self.g["pieces"].get(piece[0], {"promote": None})["promote"]
        end = lambda new: ({**board, t: new}, hands, 1 - side, None, False, count + 1)
        if not promote or self.flip(t, side)[1] < self.g["rank"]:
            return [(text + ".", end(piece))]
        if promote[0] == "to":
            new = (promote[1], side)
            return [(f"{text};promote{show(t)}{name(new)}.", end(new))]
        options = [p for p in self.all if self.fits(promote[1], side, p)]
        if promote[0] == "player":
            return [(f"{text};promote{show(t)}{name(p)}.", end(p)) for p in options]
        return [(text + ".", (board, hands, 1 - side, (t, options), False, count + 1))]

    def over(self, state, moves):
        board, _, side, _, assigning, count = state
        done = [False, False]
        for s in (0, 1):
            for goal in self.g["goals"]:
                if goal[0] == "stalemate":
                    hit = not moves and side == (s if goal[1] == "player" else 1 - s)
                elif goal[0] == "eradicate":
                    hit = not assigning and not any(self.fits(goal[1], s, p) for p in board.values())
                else:
                    here = [board[self.flip(q, s)] for q in goal[2] if self.flip(q, s) in board]
                    hit = any(self.fits(goal[1], s, p) for p in here)
                done[s] |= hit
        return any(done) or not moves or count >= 200

    def perft(self, state, depth):
        moves = self.moves(state)
        if self.over(state, moves):
            return 0
        return len(moves) if depth == 1 else sum(self.perft(after, depth - 1) for _, after in moves)


COLOURS = ("white", "black")


def name(piece):
    return COLOURS[piece[1]] + piece[0]


def show(sq):
    return f"({chr(96 + sq[0])},{sq[1]})"


def follow(game, moves):
    state = game.start()
    for text in moves:
        state = dict(game.moves(state))[text]
    return state


def write(game, ident, seed, nodes):
    print(f"game {ident}")
    print("# counted by: tests/perft/metagame_oracle.py; agreed: src/metagame (Rust, compiled tables and literal interpreter)")
    for part in range(3):
        rng = random.Random(f"{seed} {part}")
        state, line, length = game.start(), [], part * (10 + rng.randrange(10))
        while part:
            moves = game.moves(state)
            if game.over(state, moves):                 # a game that ended too soon: try another, not as far
                state, line, length = game.start(), [], max(length - 1, 1)
                continue
            if len(line) >= length:
                break
            text, state = rng.choice(moves)
            line.append(text)
        print("\nposition " + " ".join(line) if line else "\nposition")
        count, before, depth = 1, 1, 1
        while depth < 8 and (depth == 1 or count * count // before <= nodes):
            before, count = count, game.perft(state, depth)
            print(f"perft {depth} {count}")
            if not count:
                break
            depth += 1


def main():
    sys.setrecursionlimit(10000)
    path, what, *rest = sys.argv[1:]
    game = Game(open(path).read())
    if what == "perft":
        state = follow(game, rest[1:])
        for depth in range(1, int(rest[0]) + 1):
            print(f"perft {depth} {game.perft(state, depth)}")
    elif what == "moves":
        print("\n".join(sorted(text for text, _ in game.moves(follow(game, rest)))))
    elif what == "file":
        write(game, rest[0], rest[1], int(rest[2]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
