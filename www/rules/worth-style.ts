// How the tables of terms look.

export const style = `
.worth { margin-top: .3rem; }
.worth summary { color: var(--ink); cursor: pointer; }
.terms { width: 100%; border-collapse: collapse; margin: .3rem 0 .2rem; font-size: .88rem; font-variant-numeric: tabular-nums; }
.terms th { text-align: left; font-weight: 400; }
.terms thead th { color: var(--muted); font-size: .82rem; }
.terms td, .terms thead th:not(:first-child) { text-align: right; white-space: nowrap; padding-left: .6rem; }
.terms tr > * { border-top: 1px solid var(--line); padding-top: .15rem; padding-bottom: .15rem; vertical-align: top; }
.terms thead tr > * { border-top: 0; }
.terms tfoot th, .terms tfoot td { font-weight: 600; color: var(--ink); }
`;
