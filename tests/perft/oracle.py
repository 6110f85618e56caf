#!/usr/bin/env python3
"""A second program for simplified boardgames: slow, literal, and written on its own.

It shares nothing with the Rust core but the rules, so that equal numbers mean something.  Where the core
flattens each rule into trees of squares, this one keeps the regular expression and differentiates it
(Brzozowski) one step at a time while it walks the board.

    oracle.py FILE perft DEPTH [MOVE...]   leaves at exactly 1, 2, ... DEPTH plies after the moves
    oracle.py FILE moves [MOVE...]         board, outcome and legal moves after the moves
    oracle.py FILE random SEED PLIES       a random game, as moves; the captures are counted
    oracle.py FILE same OTHER              do two files say the same?  (set-up, goals, words up to 4 steps)
    oracle.py FILE rider Q R LENGTH SEED   test the premises of the limited-rider theorems (see `rider`)

Moves are written e2e3.  Plain Python 3, nothing to install; pypy3 runs it about ten times faster.
"""
import random, re, sys
from functools import lru_cache

# ---- regular expressions: tuples, normalised just enough that derivatives stay few --------------------

NONE, EMPTY = ("none",), ("empty",)                     # the empty language; the empty word alone


def alt(parts):
    flat = set()
    for p in parts:
        flat.update(p[1] if p[0] == "alt" else [p])
    flat.discard(NONE)
    return NONE if not flat else next(iter(flat)) if len(flat) == 1 else ("alt", frozenset(flat))


def cat(a, b):
    if NONE in (a, b):
        return NONE
    if a == EMPTY:
        return b
    if a[0] == "cat":                                   # keep concatenation leaning to the right
        return ("cat", a[1], cat(a[2], b))
    return a if b == EMPTY else ("cat", a, b)


def star(a):
    return EMPTY if a in (NONE, EMPTY) else a if a[0] == "star" else ("star", a)


@lru_cache(None)
def nullable(r):
    """Does the language of r contain the empty word?"""
    return (r[0] in ("empty", "star") or r[0] == "alt" and any(map(nullable, r[1]))
            or r[0] == "cat" and nullable(r[1]) and nullable(r[2]))


@lru_cache(None)
def first(r):
    """The steps with which a word of r can begin."""
    if r[0] == "step":
        return frozenset([r[1]])
    if r[0] == "alt":
        return frozenset().union(*map(first, r[1]))
    if r[0] == "star":
        return first(r[1])
    if r[0] == "cat":
        return first(r[1]) | (first(r[2]) if nullable(r[1]) else frozenset())
    return frozenset()


@lru_cache(None)
def derive(r, s):
    """What may follow once step s has been taken."""
    if r[0] == "step":
        return EMPTY if r[1] == s else NONE
    if r[0] == "alt":
        return alt(derive(p, s) for p in r[1])
    if r[0] == "star":
        return cat(derive(r[1], s), r)
    if r[0] == "cat":
        head = cat(derive(r[1], s), r[2])
        return alt([head, derive(r[2], s)]) if nullable(r[1]) else head
    return NONE


@lru_cache(None)
def mirror(r):
    """Black's reading of White's rule: forward becomes backward."""
    if r[0] == "step":
        return ("step", (r[1][0], -r[1][1], r[1][2]))
    if r[0] == "alt":
        return alt(map(mirror, r[1]))
    if r[0] == "star":
        return star(mirror(r[1]))
    return cat(mirror(r[1]), mirror(r[2])) if r[0] == "cat" else r


TOKEN = re.compile(r"\(\s*([+-]?\d+)\s*,\s*([+-]?\d+)\s*,\s*([epw])\s*\)|\^\s*(\*|\d+)|([()+])|(\S)")


def parse_regex(text):
    tokens = list(TOKEN.finditer(text)) + [None]
    at = 0

    def union():
        nonlocal at
        parts = [sequence()]
        while tokens[at] and tokens[at][5] == "+":
            at += 1
            parts.append(sequence())
        return alt(parts)

    def sequence():
        nonlocal at
        result, some = EMPTY, False
        while tokens[at] and (tokens[at][3] or tokens[at][5] == "("):
            t, some = tokens[at], True
            at += 1
            if t[3]:
                item = ("step", (int(t[1]), int(t[2]), t[3]))
            else:
                item = union()
                if not tokens[at] or tokens[at][5] != ")":
                    raise SyntaxError("')' expected in: " + text)
                at += 1
            while tokens[at] and tokens[at][4]:
                power, base = tokens[at][4], item
                item = star(base) if power == "*" else EMPTY
                for _ in range(0 if power == "*" else int(power)):
                    item = cat(base, item)
                at += 1
            result = cat(result, item)
        if not some:
            raise SyntaxError("a step expected in: " + text)
        return result

    result = union()
    if tokens[at]:
        raise SyntaxError("cannot read %r in: %s" % (tokens[at][0], text))
    return result


# ---- the game ----------------------------------------------------------------------------------------

class Game:
    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text.lstrip("\ufeff"), flags=re.S)
        older = "<--" in text
        parts = re.split(r"<-*(BOARD|PIECES|GOALS)-*>", text)
        self.name = parts[0].strip().strip("<>")
        section = dict(zip(parts[1::2], parts[2::2]))
        words = section["BOARD"].split()
        self.width, self.height = int(words[0]), int(words[1])
        rows = [w.strip("|") for w in words[2:]]
        assert len(rows) == self.height and all(len(r) == self.width for r in rows), "board size"
        self.start = "".join(reversed(rows))            # square y*width + x, White's side first
        self.rules = {}
        for entry in section["PIECES"].split("&"):
            if entry.strip():
                letter, expression = entry.split(None, 1)
                self.rules[letter] = parse_regex(expression)
        for letter in [p for p in self.rules if p.isupper()]:
            self.rules.setdefault(letter.lower(), mirror(self.rules[letter]))
        self.goals, self.limits, self.ply_limit = {}, {}, None
        for entry in filter(str.strip, section["GOALS"].split("&")):
            entry = entry.strip()
            if entry[0] == "@":
                for pair in entry[2:].split(","):
                    x, y = map(int, pair.split())
                    self.goals.setdefault(entry[1], set()).add(y * self.width + x)
            elif entry[0] == "#":
                n = int(entry[2:])                      # older: captured so many; newer: no more are left
                self.limits[entry[1]] = self.start.count(entry[1]) - n if older else n
            else:
                self.ply_limit = int(entry)
        missing = set(self.start) - set(self.rules) - {"."}
        assert not missing, "no rule for %s" % missing

    def square(self, name):
        return (int(name[1:]) - 1) * self.width + ord(name[0]) - ord("a")

    def name_of(self, square):
        return chr(ord("a") + square % self.width) + str(square // self.width + 1)

    def walk(self, board, start, rule, visited, word=()):
        """Every applicable word from `start`, with the square it ends on."""
        here = visited[-1]
        x, y = here % self.width, here // self.width
        white = board[start].isupper()
        for step in first(rule):
            nx, ny = x + step[0], y + step[1]
            if not (0 <= nx < self.width and 0 <= ny < self.height):
                continue                                # off the board
            there = ny * self.width + nx
            piece = board[there]
            if there in visited or step[2] != ("e" if piece == "." else "w" if piece.isupper() == white else "p"):
                continue                                # been there, or it holds something else
            rest, longer = derive(rule, step), word + (step,)
            if nullable(rest):
                yield longer, there
            yield from self.walk(board, start, rest, visited + [there], longer)

    def words(self, board, player):
        """(from, word, to) for every applicable word of the player's pieces: moves as a learner sees them."""
        for start, piece in enumerate(board):
            if piece != "." and piece.isupper() == (player == 0):
                for word, to in self.walk(board, start, self.rules[piece], [start]):
                    yield start, word, to

    def moves(self, board, player):
        return sorted({(start, to) for start, _, to in self.words(board, player)})

    def play(self, board, move):
        start, to = move
        squares = list(board)
        squares[to], squares[start] = squares[start], "."
        return "".join(squares)

    def outcome(self, before, move, after, player, ply):
        """1 the mover has won, -1 lost, 0 drawn, None: the game goes on.  `ply` counts this move too."""
        mine = str.isupper if player == 0 else str.islower
        for letter, squares in self.goals.items():                              # 1. a goal square
            if mine(letter) and any(after[s] == letter for s in squares):
                return 1
        taken = before[move[1]]                                                 # 2. a capture limit
        if taken in self.limits and after.count(taken) <= self.limits[taken]:
            return -1 if mine(taken) else 1
        if not any(map(mine, after)):                                           # 3. no pieces, no moves
            return -1
        if not self.moves(after, 1 - player):
            return 1
        return 0 if ply == self.ply_limit else None                             # 4. the length of the game

    def after(self, names):
        """Play moves given by name; returns board, player to move, ply, outcome."""
        board, player, ply, outcome = self.start, 0, 0, None
        for name in names:
            move = tuple(self.square(s) for s in re.fullmatch(r"([a-p]\d+)([a-p]\d+)", name).groups())
            assert outcome is None and move in self.moves(board, player), "illegal: " + name
            before, board, ply = board, self.play(board, move), ply + 1
            outcome = self.outcome(before, move, board, player, ply)
            player = 1 - player
        return board, player, ply, outcome

    def perft(self, board, player, ply, depth, memo):
        if depth == 1:
            return len(self.moves(board, player))
        key = (board, depth)                            # depth tells player and ply, seen from one root
        if key not in memo:
            memo[key] = 0
            for move in self.moves(board, player):
                next_board = self.play(board, move)
                if self.outcome(board, move, next_board, player, ply + 1) is None:
                    memo[key] += self.perft(next_board, 1 - player, ply + 1, depth - 1, memo)
        return memo[key]

    def random_game(self, rng, plies=10**9):
        """Yields board, player, listed (from, word, to), the one played; a word is drawn, then played."""
        board, player, ply, outcome = self.start, 0, 0, None
        while outcome is None and ply < plies:
            listed = sorted(self.words(board, player))
            choice = rng.choice(sorted({(s, t) for s, _, t in listed}))
            played = rng.choice([m for m in listed if (m[0], m[2]) == choice])
            yield board, player, listed, played
            before, board, ply = board, self.play(board, choice), ply + 1
            outcome = self.outcome(before, choice, board, player, ply)
            player = 1 - player

    def show(self, board):
        return "\n".join(board[y * self.width:(y + 1) * self.width] for y in reversed(range(self.height)))


# ---- small experiments -------------------------------------------------------------------------------

def language(rule, longest, word=()):
    """All words of a rule up to a length (the empty one left out)."""
    for step in first(rule):
        rest = derive(rule, step)
        if nullable(rest):
            yield word + (step,)
        if len(word) + 1 < longest:
            yield from language(rest, longest, word + (step,))


def fits(game, word):
    """Could this word be played from some square of an otherwise suitable board?  (Is it outside S0?)"""
    for start in range(game.width * game.height):
        x, y = start % game.width, start // game.width
        seen = {(x, y)}
        for dx, dy, _ in word:
            x, y = x + dx, y + dy
            if not (0 <= x < game.width and 0 <= y < game.height) or (x, y) in seen:
                break
            seen.add((x, y))
        else:
            return True
    return False


def rider(game, q, r, length, seed):
    """The premises of the two theorems on limited riders, on fresh random games, for both players.

    T1, 50 games with all moves listed: every legal word of q is listed at least once; each ride one step
    longer would fit on the board and yet is never once applicable to q.
    T2, 1000 games with the played move only: every ride of r in q's directions that fits on the board, with
    and without a capture at the end, is played at least once.
    """
    ok, counts = True, [{}, {}]
    directions = [{s[:2] for s in first(game.rules[p])} for p in (q, q.lower())]
    extensions = [{((dx, dy, "e"),) * length + ((dx, dy, on),) for dx, dy in d for on in "ep"} for d in directions]
    longer = [alt(map(word_regex, e)) for e in extensions]
    rng = random.Random(seed)
    applicable = [0, 0]
    for _ in range(50):
        for board, player, listed, _ in game.random_game(rng):
            mine = q if player == 0 else q.lower()
            for start, word, _ in listed:
                if board[start] == mine:
                    counts[player][word] = counts[player].get(word, 0) + 1
            for start, piece in enumerate(board):
                if piece == mine:
                    applicable[player] += sum(1 for _ in game.walk(board, start, longer[player], [start]))
    for player, letter in enumerate((q, q.lower())):
        legal = set(language(game.rules[letter], length + 2))
        seen = [counts[player].get(w, 0) for w in legal]
        fit = all(fits(game, w) for w in extensions[player])
        good = min(seen) > 0 and set(counts[player]) == legal and applicable[player] == 0 and fit
        ok = ok and good
        print("T1 %s: %d legal words, rarest listed %d times; %d longer rides, %s, applicable %d times: %s" % (
            letter, len(legal), min(seen), len(extensions[player]),
            "all fit on the board" if fit else "SOME DO NOT FIT", applicable[player], "holds" if good else "FAILS"))
    played, plies = [{}, {}], 0
    for _ in range(1000):
        for board, player, _, (start, word, _) in game.random_game(rng):
            plies += 1
            if board[start] == (r if player == 0 else r.lower()):
                played[player][word] = played[player].get(word, 0) + 1
    for player, letter in enumerate((r, r.lower())):
        rides = {((dx, dy, "e"),) * (n - 1) + ((dx, dy, on),)
                 for dx, dy in directions[player] for on in "ep" for n in range(1, 16)}
        rides = [w for w in rides if fits(game, w)]
        seen = sorted((played[player].get(w, 0), w) for w in rides)
        ok = ok and seen[0][0] > 0
        print("T2 %s: %d rides, rarest played %d times: %s" % (
            letter, len(rides), seen[0][0], "holds" if seen[0][0] else "FAILS"))
    print("mean length %.1f plies" % (plies / 1000))
    return ok


def word_regex(word):
    result = EMPTY
    for step in reversed(word):
        result = cat(("step", step), result)
    return result


def main(path, command, *rest):
    sys.setrecursionlimit(10000)
    with open(path, encoding="utf-8") as f:
        game = Game(f.read())
    if command == "perft":
        board, player, ply, outcome = game.after(rest[1:])
        for depth in range(1, int(rest[0]) + 1):
            print("perft", depth, game.perft(board, player, ply, depth, {}) if outcome is None else 0, flush=True)
    elif command == "moves":
        board, player, ply, outcome = game.after(rest)
        print(game.show(board))
        print("ply %d, %s to move, outcome for the mover: %s" % (ply, ["White", "Black"][player], outcome))
        if outcome is None:
            print(*[game.name_of(a) + game.name_of(b) for a, b in game.moves(board, player)])
    elif command == "random":
        names, captures = [], 0
        for board, _, _, (start, _, to) in game.random_game(random.Random(int(rest[0])), int(rest[1])):
            names.append(game.name_of(start) + game.name_of(to))
            captures += board[to] != "."
        print(*names)
        print("plies %d, captures %d, outcome for the mover: %s" % (len(names), captures, game.after(names)[3]))
    elif command == "same":
        with open(rest[0], encoding="utf-8") as f:
            other = Game(f.read())
        same = (game.start, game.width, game.goals, game.limits, game.ply_limit) == (
            other.start, other.width, other.goals, other.limits, other.ply_limit)
        for letter in sorted(set(game.rules) | set(other.rules)):
            a, b = (set(language(g.rules.get(letter, NONE), 4)) for g in (game, other))
            same = same and a == b
            print(letter, "same" if a == b else "DIFFERS", len(a), len(b))
        print("the same game" if same else "NOT the same game")
        return not same
    elif command == "rider":
        return not rider(game, rest[0], rest[1], int(rest[2]), int(rest[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
