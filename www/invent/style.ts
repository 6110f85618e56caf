// How inventing a game looks.

export const style = `
#invent { width: min(72rem, calc(100vw - 1.5rem)); }
.invent-columns { display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); gap: 1.4rem; align-items: start; margin-top: .6rem; }
.invent-columns > :only-child, .invent-columns > form:has(+ [hidden]) { grid-column: 1 / -1; }
.invent-columns .row { align-items: center; margin-top: .4rem; }
#invent-seed { flex: 1 1 6rem; min-width: 0; max-width: 9rem; }
#invent .tick { margin-top: .5rem; align-items: flex-start; }
.invent-note { min-height: 1.45em; margin-top: .4rem; }
#invent details > summary { cursor: pointer; padding: .25rem 0; font-weight: 600; }
.invent-groups { max-width: 34rem; border-top: 1px solid var(--line); }
.invent-groups > details { border-bottom: 1px solid var(--line); }
.invent-groups > details > summary { font-weight: 500; }
.invent-groups fieldset { margin: .3rem 0 .5rem; padding: 0 0 0 .8rem; border: 0; border-left: 2px solid var(--line); min-width: 0; }
.invent-groups legend { padding: 0; font-size: .92rem; }
.slider { display: grid; grid-template-columns: minmax(0, 1fr) minmax(5rem, 9rem) 3.2rem; gap: .6rem; align-items: center; padding: .1rem 0; font-size: .92rem; }
fieldset .slider { color: var(--muted); }
.slider input { width: 100%; min-height: 1.6rem; padding: 0; border: 0; background: none; accent-color: var(--accent); }
.slider output { text-align: right; color: var(--ink); font-variant-numeric: tabular-nums; }
.invent-groups + button { margin-top: .6rem; }
.invent-head { display: flex; gap: 1rem; justify-content: space-between; align-items: start; }
.invent-head > div { min-width: 0; }
.invent-head canvas { flex: none; outline: 1px solid var(--line); }
.invent-name { margin: 0; font: 600 1.3rem/1.15 var(--serif); color: var(--ink); }
.invent-result h4 { margin: .9rem 0 .3rem; font-size: .82rem; color: var(--muted); }
.invent-link { flex: 1 1 10rem; min-width: 0; font: .84rem var(--mono); }
.invent-result pre { max-height: 20rem; overflow: auto; margin: 0; padding: .6rem; font: .8rem/1.45 var(--mono); background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
@media (max-width: 52rem) {
  .invent-columns { grid-template-columns: minmax(0, 1fr); gap: .6rem; }
}
@media (max-width: 30rem) {
  #invent { padding: .8rem; }
  .slider { grid-template-columns: minmax(0, 1fr) 5.5rem 3rem; gap: .4rem; }
  .invent-head canvas { width: 96px !important; height: auto !important; }
}
`;
