// @ts-check
// The one hook of the page tests: it stands between the page and its workers, for what no user can see.
//
// `launch` installs it in every context, before any script of the page runs. It replaces `Worker` by a subclass that notes what
// passes, and can hold, lose or repeat it. Nothing else of the page is touched: no clock, no frame, no variable. What a user can
// perceive is not asked here but of the page (see table.mjs).
//
//   Seeing:  pending(place)          questions that no answer has come to: [{ worker, kind }]
//            asked(place, kind)      all questions of a kind so far, as they were put: [{ worker, fields }]
//            answered(place, kind)   all answers of a kind so far: [{ worker, to, fields }]
//            picked(place, kind, pick)   the same, of each only what a function of it gives
//            crew(place)             the workers that live: ['rules', 'thinker 1', …]
//            idle(place)             waits until nothing is pending but searches, and the page has drawn that
//   Asking:  ask(place, kind, fields, worker)   puts a question of the test's own; the page does not see the answer
//            latency(place, kind, fields, button)   milliseconds from a press of a button to the answer to such a question
//            probe(place)            waits until the rules worker has answered all that it was asked before now
//   Harming: crash(place, worker)    the worker is lost, and the page is told (an `error` event)
//            kill(place, worker)     the worker is lost, and nothing tells the page: it must notice the silence
//            doom(place, count)      the rules worker is lost, as by `crash`, over the count-th question from now
//            hold(place, kind)       from now on the final answers to such questions wait; news before them passes
//            release(place)          held answers arrive in their order, and nothing is held any more
//            releaseThen(place, acts)      the same, and within the frame in which they arrive, before anything is drawn, this is done
//            change(place, kind, fields)   from now on such questions reach the worker with these fields replaced
//            alter(place, kind, change)    from now on answers of a kind are changed by this function of their fields before the page has them
//            echo(place, kind)       the newest answer of a kind arrives a second time
//
// Names of workers: the first one is `rules`, the others are `thinker N`. One that takes the place of a lost one takes its name.
// Kinds are the names of commands and replies in the protocol (`load`, `board`, …). `readCommand`, `writeCommand` and `readReply`
// below are the only place that knows how messages are written: `{ table: { load: { source } } }`.

/** @typedef {import('playwright-core').Page | import('playwright-core').Frame} Place */
/** @typedef {{ worker: string, kind: string, fields: any }} Message */

/** Runs in the page, before its scripts. */
function install() {
  const Plain = self.Worker;
  if (!Plain || 'kibitzerHook' in self) return;

  /** Areas of commands; all others are about learning. @type {Record<string, string[]>} */
  const areas = {
    table: ['load', 'check', 'show', 'arrange', 'paste', 'record', 'exercise', 'diagrams'],
    thinking: ['choose', 'think', 'judge', 'combine', 'warmUp', 'weigh', 'net'],
    sharing: ['share', 'open'],
    laboratory: ['work', 'experiments', 'plan', 'runCell', 'report'],
  };
  /** @param {any} command @returns {{ kind: string, fields: any }} */
  const readCommand = (command) => {
    const [inner] = Object.values(command);
    if (typeof inner === 'string') return { kind: inner, fields: {} };
    const [kind, fields] = Object.entries(inner)[0] ?? ['', {}];
    return { kind, fields };
  };
  /** @param {string} kind @param {any} fields */
  const writeCommand = (kind, fields) => {
    const area = Object.keys(areas).find((name) => areas[name]?.includes(kind)) ?? 'learning';
    return { [area]: Object.keys(fields).length ? { [kind]: fields } : kind };
  };
  /** The fields of a failure, or the one field that bears the name of the reply. @param {any} reply @returns {{ kind: string, fields: any }} */
  const readReply = (reply) => {
    if (reply.failed) return { kind: 'failed', fields: reply.failed };
    const [fields] = Object.values(reply);
    return { kind: Object.keys(fields)[0] ?? '', fields };
  };
  /** Answers after which more will follow. */
  const news = new Set(['thinking', 'warming', 'progress']);

  /** @typedef {{ name: string, worker: Worker, open: Map<number, { kind: string, own?: (reply: any) => void }>, dead: boolean }} Crew */
  /** @type {Crew[]} */
  const crew = [];
  /** Names of lost workers, for those who take their place. @type {string[]} */
  const vacant = [];
  let thinkers = 0;
  let lastOwn = 4_000_000_000;
  /** @type {{ worker: string, kind: string, fields: any }[]} */
  const questions = [];
  /** @type {{ worker: string, kind: string, to: string, fields: any }[]} */
  const answers = [];
  /** @type {Set<string>} */
  const holding = new Set();
  /** @type {(() => void)[]} */
  const held = [];
  /** @type {Map<string, any>} */
  const changes = new Map();
  /** @type {Map<string, (fields: any) => void>} */
  const alterations = new Map();
  /** The newest answer of each kind, to be delivered again. @type {Map<string, () => void>} */
  const echoes = new Map();
  /** Which worker is to be lost, and over how many questions from now. */
  const doomed = { name: '', count: 0 };
  /** Counts the changes of the page, to see it come to rest. */
  let mutations = 0;

  /** Messages that the hook itself delivers: they pass. @type {WeakSet<Event>} */
  const passing = new WeakSet();
  /** @param {Worker} worker @param {any} data */
  const deliver = (worker, data) => {
    const event = new MessageEvent('message', { data });
    passing.add(event);
    worker.dispatchEvent(event);
  };

  /** @param {Crew} member @param {MessageEvent} event */
  const hear = (member, event) => {
    if (passing.has(event)) return;
    const { data } = event;
    if (member.dead) return event.stopImmediatePropagation();
    const question = data && typeof data.id === 'number' && data.reply !== undefined ? member.open.get(data.id) : undefined;
    if (!question) return;
    const { kind, fields } = readReply(data.reply);
    if (question.own) {
      event.stopImmediatePropagation();
      if (news.has(kind)) return;
      member.open.delete(data.id);
      return question.own({ ...fields, type: kind });
    }
    alterations.get(kind)?.(fields);
    answers.push({ worker: member.name, kind, to: question.kind, fields });
    if (answers.length > 3000) answers.shift();
    echoes.set(kind, () => deliver(member.worker, data));
    if (news.has(kind)) return;
    if (holding.has(question.kind)) {
      event.stopImmediatePropagation();
      held.push(() => {
        member.open.delete(data.id);
        // Also of a worker that was lost since: its last words may be under way when it dies.
        deliver(member.worker, data);
      });
      return;
    }
    member.open.delete(data.id);
  };

  self.Worker = class extends Plain {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(address, options);
      /** @type {Crew} */
      const member = { name: vacant.shift() ?? (crew.length ? `thinker ${++thinkers}` : 'rules'), worker: this, open: new Map(), dead: false };
      crew.push(member);
      // Before any listener of the page, which can come only later.
      this.addEventListener('message', (event) => hear(member, event));
    }
    /** @param {any} data @param {any} [rest] */
    postMessage(data, rest) {
      const member = crew.find(({ worker }) => worker === this);
      if (member && !member.dead && typeof data?.id === 'number' && data.command !== undefined) {
        const { kind, fields } = readCommand(data.command);
        questions.push({ worker: member.name, kind, fields });
        if (questions.length > 3000) questions.shift();
        member.open.set(data.id, { kind });
        // In place: what the page remembers of its question is what the worker was asked.
        Object.assign(fields, changes.get(kind));
      }
      super.postMessage(data, rest);
      if (member?.open.has(data?.id) && member.name === doomed.name && --doomed.count === 0) queueMicrotask(() => hook.lose(doomed.name, true));
    }
    terminate() {
      const member = crew.find(({ worker }) => worker === this);
      if (member) dismiss(member);
      super.terminate();
    }
  };

  /** The page no longer counts on this one. @param {Crew} member */
  function dismiss(member) {
    crew.splice(crew.indexOf(member), 1);
    vacant.push(member.name);
    member.dead = true;
    member.open.clear();
  }

  /** @param {string} name */
  const find = (name) => {
    const member = crew.find((each) => each.name === name && !each.dead);
    if (!member) throw new Error(`there is no worker "${name}", only ${crew.map((each) => each.name).join(', ') || 'none'}`);
    return member;
  };
  const pending = () => crew.flatMap((member) => [...member.open.values()].filter(({ own }) => !own).map(({ kind }) => ({ worker: member.name, kind })));
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  addEventListener('DOMContentLoaded', () => new MutationObserver(() => (mutations += 1)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true }));

  const hook = {
    pending,
    /** @param {string} kind */
    asked: (kind) => JSON.parse(JSON.stringify(questions.filter((each) => each.kind === kind))),
    /** @param {string} kind @param {(answer: { worker: string, to: string, fields: any }) => unknown} [pick] what is wanted of each */
    answered: (kind, pick = (answer) => answer) => JSON.parse(JSON.stringify(answers.filter((each) => each.kind === kind).map(pick))),
    crew: () => crew.filter(({ dead }) => !dead).map(({ name }) => name),
    /** Shown: frames have passed in which nothing changed. A page that always changes has had its frames. */
    async shown() {
      for (let quiet = 0, count = 0; quiet < 3 && count < 20; count += 1) {
        const before = mutations;
        await frame();
        quiet = before === mutations ? quiet + 1 : 0;
      }
    },
    /** @param {string[]} searches */
    busy: (searches) => pending().some(({ kind }) => !searches.includes(kind)),
    /** @param {string} name @param {string} kind @param {any} fields @returns {Promise<any>} */
    ask: (name, kind, fields) =>
      new Promise((own) => {
        const member = find(name);
        const id = ++lastOwn;
        member.open.set(id, { kind, own });
        Plain.prototype.postMessage.call(member.worker, { id, command: writeCommand(kind, fields) });
      }),
    /** @param {string} name @param {boolean} aloud */
    lose(name, aloud) {
      const member = find(name);
      member.dead = true;
      Plain.prototype.terminate.call(member.worker);
      if (!aloud) return;
      dismiss(member);
      member.worker.dispatchEvent(new ErrorEvent('error', { message: 'lost in a test', cancelable: true }));
    },
    /** @param {string} name @param {number} count */
    doom: (name, count) => void Object.assign(doomed, { name, count }),
    doomed: () => doomed.count > 0,
    /** @param {string} kind */
    hold: (kind) => void holding.add(kind),
    release() {
      holding.clear();
      for (const go of held.splice(0)) go();
    },
    /** @param {string} kind @param {any} fields nothing: as the page asks */
    change: (kind, fields) => void (fields ? changes.set(kind, fields) : changes.delete(kind)),
    /** @param {string} kind @param {(fields: any) => void} change */
    alter: (kind, change) => void alterations.set(kind, change),
    /** @param {string} kind */
    echo(kind) {
      const again = echoes.get(kind);
      if (!again) throw new Error(`no answer "${kind}" has come yet`);
      again();
    },
  };
  Object.defineProperty(self, 'kibitzerHook', { value: hook });
}

/** What `addInitScript` puts before the page's own scripts. */
export const hookScript = `(${install})();`;

/** Searches, and cells of experiments, last as long as they last: a page that thinks is idle otherwise. */
const searches = ['think', 'warmUp', 'runCell'];

/** @param {Place} place @param {string} call @param {...unknown} given @returns {Promise<any>} */
const run = (place, call, ...given) => place.evaluate(`kibitzerHook.${call}(...${JSON.stringify(given)})`);

/** @param {Place} place @returns {Promise<{ worker: string, kind: string }[]>} */
export const pending = (place) => run(place, 'pending');

/** @param {Place} place @param {string} kind @returns {Promise<Message[]>} */
export const asked = (place, kind) => run(place, 'asked', kind);

/** @param {Place} place @param {string} kind @returns {Promise<(Message & { to: string })[]>} */
export const answered = (place, kind) => run(place, 'answered', kind);

/**
 * One thing of each answer of a kind. What was learned is large, and there are thousands of answers: all of them, asked for again and
 * again, keep a page busier than its own work does.
 *
 * @template T
 * @param {Place} place
 * @param {string} kind
 * @param {(answer: { worker: string, to: string, fields: any }) => T} pick runs in the page
 * @returns {Promise<T[]>}
 */
export const picked = (place, kind, pick) => place.evaluate(`kibitzerHook.answered(${JSON.stringify(kind)}, ${pick})`);

/** @param {Place} place @returns {Promise<string[]>} */
export const crew = (place) => run(place, 'crew');

/** Whether any question but a search waits for its answer. @param {Place} place @returns {Promise<boolean>} */
export const busy = (place) => run(place, 'busy', searches);

/** Waits until the page has drawn what it knows: some frames in which nothing changed. @param {Place} place */
export const shown = (place) => run(place, 'shown');

/** @param {Place} place @param {string} kind @param {object} [fields] @param {string} [worker] @returns {Promise<any>} the reply, with its kind as `type` */
export const ask = (place, kind, fields = {}, worker = 'rules') => run(place, 'ask', worker, kind, fields);

/** @param {Place} place @param {string} [worker] */
export async function probe(place, worker = 'rules') {
  await ask(place, 'check', { text: '' }, worker);
  await shown(place);
}

/** @param {Place} place @param {string} [worker] */
export const crash = (place, worker = 'rules') => run(place, 'lose', worker, true);

/** @param {Place} place @param {string} [worker] */
export const kill = (place, worker = 'rules') => run(place, 'lose', worker, false);

/** @param {Place} place @param {number} count @param {string} [worker] */
export const doom = (place, count, worker = 'rules') => run(place, 'doom', worker, count);

/** Whether a worker that `doom` was asked to lose still lives. @param {Place} place @returns {Promise<boolean>} */
export const spared = (place) => run(place, 'doomed');

/** @param {Place} place @param {string} kind */
export const hold = (place, kind) => run(place, 'hold', kind);

/** @param {Place} place */
export const release = (place) => run(place, 'release');

/** @param {Place} place @param {string} acts statements over the document; what the page does with an answer it has done before them */
export const releaseThen = (place, acts) => place.evaluate(`(async () => { kibitzerHook.release(); for (let step = 0; step < 50; step += 1) await null; ${acts} })()`);

/** @param {Place} place @param {string} kind @param {object} [fields] @param {string} [button] a selector @returns {Promise<number>} */
export const latency = (place, kind, fields = {}, button = '') =>
  place.evaluate(`(async () => {
    const began = performance.now();
    if (${JSON.stringify(button)}) document.querySelector(${JSON.stringify(button || '*')}).click();
    await kibitzerHook.ask('rules', ${JSON.stringify(kind)}, ${JSON.stringify(fields)});
    return performance.now() - began;
  })()`);

/** @param {Place} place @param {string} kind @param {object} [fields] */
export const change = (place, kind, fields) => run(place, 'change', kind, fields);

/** @param {Place} place @param {string} kind @param {(fields: any) => void} change runs in the page @returns {Promise<any>} */
export const alter = (place, kind, change) => place.evaluate(`kibitzerHook.alter(${JSON.stringify(kind)}, ${change})`);

/** @param {Place} place @param {string} kind */
export const echo = (place, kind) => run(place, 'echo', kind);
