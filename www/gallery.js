// @ts-check
// The games in the box, as far as a page needs them before the rules have arrived.

const GALLERY = [
  {
    id: "breakthrough",
    name: "Breakthrough",
    about: "Run a pawn to the far side. Dan Troyka, 2000.",
    width: 8,
    height: 8,
    cells: "PPPPPPPPPPPPPPPP................................pppppppppppppppp",
  },
  {
    id: "chess",
    name: "Chess without castling",
    about: "The game of kings, told in moves of single pieces.",
    width: 8,
    height: 8,
    cells: "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr",
  },
  {
    id: "legacy-of-ibis",
    name: "Legacy of Ibis",
    about: "A made-up game of five strange pieces.",
    width: 7,
    height: 7,
    cells: "ABCABAKPP.PPPP.....................pp.ppppabcabak",
  },
];
