// @ts-check
// Made by `./dev build` from www/games; do not edit.

/** The built-in games. `cells` has one character a square, a1 first. */
const GALLERY = [
  { id: "breakthrough", name: "Breakthrough", about: "Race a pawn to the far side; the first to get there wins. Invented by Dan Troyka around 2000; the first of the three games in Björnsson's paper of 2012.",
    width: 8, height: 8, cells: "PPPPPPPPPPPPPPPP................................pppppppppppppppp" },
  { id: "checkers-breakthrough", name: "Checkers Breakthrough", about: "Race a checker to the far side: step diagonally, or hop over opponents, who stay where they are. The second game in Björnsson's paper of 2012, and the hardest of the three to learn from single moves.",
    width: 8, height: 8, cells: "P.P.P.P..P.P.P.PP.P.P.P..................p.p.p.pp.p.p.p..p.p.p.p" },
  { id: "chess-breakthrough", name: "Chess Breakthrough", about: "Chess pieces in a race: the first pawn or knight on the far row wins, and a king is a piece like any other. The third game in Björnsson's paper of 2012; no castling, no double step, no check.",
    width: 8, height: 8, cells: "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr" },
  { id: "knightthrough", name: "Knightthrough", about: "Breakthrough with knights that leap forward only: the first to reach the far row wins. Known from the competitions of general game playing programs.",
    width: 8, height: 8, cells: "NNNNNNNNNNNNNNNN................................nnnnnnnnnnnnnnnn" },
  { id: "escort-breakthrough", name: "Escort Breakthrough", about: "Bring your king to the far row behind a screen of pawns; it can never step back. From the paper by Kowalski and Kisielewicz of 2015. A side without its king can hardly hope for more than a draw.",
    width: 8, height: 8, cells: "....K...PPPPPPPP................................pppppppp....k..." },
  { id: "chess", name: "Chess", about: "Chess without its special rules: take the king, or bring a pawn to the far row, to win. No castling, double step, promotion or check. From the paper by Kowalski and Kisielewicz of 2015.",
    width: 8, height: 8, cells: "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr" },
  { id: "gardner", name: "Gardner Minichess", about: "All the chess pieces on 5 by 5 squares: take the king, or bring a pawn to the far row, to win. Martin Gardner's minichess, in the form of the paper by Kowalski and Kisielewicz of 2015.",
    width: 5, height: 5, cells: "RNBQKPPPPP.....ppppprnbqk" },
  { id: "los-alamos", name: "Los Alamos Chess", about: "Chess without bishops on 6 by 6 squares, played in 1956 by the MANIAC computer at Los Alamos. Here without check and promotion: take the king, or bring a pawn to the far row, to win.",
    width: 6, height: 6, cells: "RNQKNRPPPPPP............pppppprnqknr" },
  { id: "los-alamos-asymmetric", name: "Asymmetric Los Alamos", about: "Los Alamos chess with knights for White and bishops for Black: take the king, or bring a pawn to the far row. From the paper by Kowalski and Kisielewicz of 2015, as a game whose two sides are not alike.",
    width: 6, height: 6, cells: "RNQKNRPPPPPP............pppppprbqkbr" },
  { id: "cannon", name: "Cannon", about: "A small Chinese chess: the cannon slides like a rook, but captures by leaping over exactly one piece. Take the general to win. Made for this page, after the cannon in Björnsson's paper of 2012.",
    width: 7, height: 8, cells: "RHAGAHR.......SC.S.CS..............sc.s.cs.......rhagahr" },
  { id: "limited-rider", name: "Limited Rider", about: "Riders charge ahead, three squares at most, and never turn back: lose your last one and you lose the game. Built to fool a learner: in the games it sees, riders seem to have no limit, like queens.",
    width: 7, height: 5, cells: "Q.Q.Q.QL.L.L.L.......l.l.l.lq.q.q.q" },
  { id: "legacy-of-ibis", name: "Legacy of Ibis", about: "A game that a program invented: five strange pieces; take the K, or bring a P to the far row, to win. Found by the game generator of Kowalski and colleagues, and used in the slides by Kowalski and Kisielewicz of 2018.",
    width: 7, height: 7, cells: "ABCABAKPP.PPPP.....................pp.ppppabcabak" },
  { id: "tamerlane", name: "Tamerlane Chess", about: "A great chess of the fourteenth century, named after Timur the conqueror: giraffes, camels and war engines on 110 squares. Take the king, or bring a pawn to the far row, to win. Citadels, promotions and the king's one exchange are left out.",
    width: 11, height: 10, cells: "E.C.D.D.C.ERNTGFKWGTNRPPPPPPPPPPP............................................ppppppppppprntgfkwgtnre.c.d.d.c.e" },
];
