//! The propositional network: propositions with counters, brought up to date from what changed.
//!
//! A rule counts its conditions that do not hold, a proposition its rules that hold. When an input changes, only counters
//! downstream of it change, level by level, so that each proposition changes at most once. Propositions that depend on
//! each other (recursion that grounding did not unroll) form a block, which is recomputed when something that it
//! uses has changed: the least model, from nothing.

use crate::gdl::draft::Draft;

const NONE: u32 = u32::MAX;
/// Marks the number of a block in a queue of propositions.
const BLOCK: u32 = 1 << 31;

/// The fixed part.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// The number of each proposition of the draft, or [`NONE`] where nothing needs it.
    numbers: Vec<u32>,
    nodes: Vec<Node>,
    /// Rules, by number, that use a proposition.
    users: Vec<u32>,
    heads: Vec<Head>,
    /// Conditions of each rule that do not hold when nothing is true.
    fresh: Vec<u16>,
    levels: usize,
    blocks: Vec<Block>,
    bits: usize,
}

/// A proposition: where its users are, those that want it true first, and which bit shows its value.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    middle: u32,
    end: u32,
    watched: u32,
    block: u32,
}

/// What a rule concludes.
#[derive(Clone, Copy, Debug)]
struct Head {
    node: u32,
    level: u16,
    in_block: bool,
}

/// Propositions that depend on each other; for each, the rules of the block that use it.
#[derive(Clone, Debug, Default)]
struct Block {
    nodes: Vec<u32>,
    inner: Vec<Vec<u32>>,
}

/// The values of all propositions.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// Rules that hold, for each proposition.
    counts: Vec<u32>,
    /// What the users of each proposition have been told.
    told: Vec<bool>,
    /// Conditions that do not hold, for each rule.
    unmet: Vec<u16>,
    queue: Vec<Vec<u32>>,
    /// Watched propositions.
    pub(super) bits: Vec<u64>,
}

impl Network {
    /// `inputs` are set from outside; `watch` gives propositions whose values are wanted as bits, with their numbers, which
    /// are below `bits`.
    pub(super) fn new(draft: &Draft, inputs: &[usize], watch: &[(usize, usize)], bits: usize) -> Network {
        let mut numbers = vec![NONE; draft.atoms.len()];
        let mut props: Vec<usize> = Vec::new();
        let wanted = inputs.iter().copied().chain(watch.iter().map(|(prop, _)| *prop));
        let ruled = draft.rules.iter().flat_map(|(head, body)| body.iter().map(|lit| lit.prop()).chain([*head]));
        for prop in wanted.chain(ruled) {
            if numbers[prop] == NONE {
                numbers[prop] = props.len() as u32;
                props.push(prop);
            }
        }
        let levels = levels(draft);
        let mut blocks: Vec<Block> = Vec::new();
        let mut nodes: Vec<Node> = Vec::new();
        let mut sizes = vec![0u32; draft.atoms.len()];
        props.iter().for_each(|prop| sizes[draft.component[*prop]] += 1);
        let mut block_of = vec![NONE; draft.atoms.len()];
        for (number, &prop) in props.iter().enumerate() {
            let component = draft.component[prop];
            if sizes[component] > 1 {
                if block_of[component] == NONE {
                    block_of[component] = blocks.len() as u32;
                    blocks.push(Block::default());
                }
                let block = &mut blocks[block_of[component] as usize];
                block.nodes.push(number as u32);
                block.inner.push(Vec::new());
            }
            nodes.push(Node { first: 0, middle: 0, end: 0, watched: NONE, block: block_of[component] });
        }
        for &(prop, bit) in watch {
            nodes[numbers[prop] as usize].watched = bit as u32;
        }
        let (mut edges, mut fresh, mut heads) = (Vec::new(), Vec::new(), Vec::new());
        for (rule, (head, body)) in draft.rules.iter().enumerate() {
            let node = numbers[*head];
            let block = nodes[node as usize].block;
            heads.push(Head { node, level: levels[draft.component[*head]], in_block: block != NONE });
            fresh.push(body.iter().filter(|lit| !lit.is_negated()).count() as u16);
            for lit in body {
                let on = numbers[lit.prop()];
                if block != NONE && nodes[on as usize].block == block {
                    let block = &mut blocks[block as usize];
                    let at = block.nodes.binary_search(&on).unwrap_or(0);
                    block.inner[at].push(rule as u32);
                } else {
                    edges.push((on, lit.is_negated(), rule as u32));
                }
            }
        }
        edges.sort_unstable();
        let begin = |node: usize, negated: bool| {
            edges.partition_point(|(on, sign, _)| (*on as usize, *sign) < (node, negated)) as u32
        };
        for (number, node) in nodes.iter_mut().enumerate() {
            (node.first, node.middle, node.end) = (begin(number, false), begin(number, true), begin(number + 1, false));
        }
        let depth = levels.iter().max().map_or(0, |level| usize::from(*level)) + 1;
        let users = edges.iter().map(|(_, _, rule)| *rule).collect();
        Network { numbers, nodes, users, heads, fresh, levels: depth, blocks, bits }
    }

    /// The number of a proposition of the draft, if it has one here.
    pub(super) fn node(&self, prop: usize) -> Option<u32> {
        Some(self.numbers[prop]).filter(|node| *node != NONE)
    }

    pub(super) fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.heads.len())
    }

    /// The model in which no input is true.
    pub(super) fn start(&self) -> Values {
        let mut values = Values {
            counts: vec![0; self.nodes.len()],
            told: vec![false; self.nodes.len()],
            unmet: self.fresh.clone(),
            queue: vec![Vec::new(); self.levels],
            bits: vec![0; self.bits.div_ceil(64)],
        };
        for rule in 0..self.heads.len() {
            if values.unmet[rule] == 0 {
                self.gain(&mut values, rule);
            }
        }
        self.settle(&mut values);
        values
    }

    pub(super) fn is_true(&self, values: &Values, node: u32) -> bool {
        values.told[node as usize]
    }

    /// Changes an input. [`Network::settle`] does the rest.
    #[inline]
    pub(super) fn set(&self, values: &mut Values, node: u32, value: bool) {
        if values.told[node as usize] != value {
            values.told[node as usize] = value;
            self.spread(values, node, value);
        }
    }

    /// Brings everything up to date with the inputs.
    #[inline]
    pub(super) fn settle(&self, values: &mut Values) {
        for level in 1..self.levels {
            while let Some(node) = values.queue[level].pop() {
                if node & BLOCK != 0 {
                    self.settle_block(values, &self.blocks[(node & !BLOCK) as usize]);
                    continue;
                }
                let now = values.counts[node as usize] > 0;
                if values.told[node as usize] != now {
                    values.told[node as usize] = now;
                    self.spread(values, node, now);
                }
            }
        }
    }

    /// Tells the users of a proposition that it has changed.
    #[inline]
    fn spread(&self, values: &mut Values, node: u32, now: bool) {
        let Node { first, middle, end, watched, .. } = self.nodes[node as usize];
        if watched != NONE {
            values.bits[watched as usize / 64] ^= 1 << (watched % 64);
        }
        let (wanting, avoiding) = if now { (first..middle, middle..end) } else { (middle..end, first..middle) };
        for &rule in &self.users[wanting.start as usize..wanting.end as usize] {
            let unmet = &mut values.unmet[rule as usize];
            *unmet -= 1;
            if *unmet == 0 {
                self.gain(values, rule as usize);
            }
        }
        for &rule in &self.users[avoiding.start as usize..avoiding.end as usize] {
            let unmet = &mut values.unmet[rule as usize];
            *unmet += 1;
            if *unmet == 1 {
                self.lose(values, rule as usize);
            }
        }
    }

    #[inline]
    fn gain(&self, values: &mut Values, rule: usize) {
        let head = self.heads[rule];
        let count = &mut values.counts[head.node as usize];
        *count += 1;
        if head.in_block {
            self.queue_block(values, head);
        } else if *count == 1 {
            values.queue[usize::from(head.level)].push(head.node);
        }
    }

    #[inline]
    fn lose(&self, values: &mut Values, rule: usize) {
        let head = self.heads[rule];
        let count = &mut values.counts[head.node as usize];
        *count -= 1;
        if head.in_block {
            self.queue_block(values, head);
        } else if *count == 0 {
            values.queue[usize::from(head.level)].push(head.node);
        }
    }

    fn queue_block(&self, values: &mut Values, head: Head) {
        let name = self.nodes[head.node as usize].block | BLOCK;
        let queue = &mut values.queue[usize::from(head.level)];
        if !queue.contains(&name) {
            queue.push(name);
        }
    }

    /// Retracts the block's propositions and derives them again.
    fn settle_block(&self, values: &mut Values, block: &Block) {
        let before: Vec<bool> = block.nodes.iter().map(|node| values.told[*node as usize]).collect();
        for (at, &node) in block.nodes.iter().enumerate() {
            if std::mem::replace(&mut values.told[node as usize], false) {
                for &rule in &block.inner[at] {
                    let unmet = &mut values.unmet[rule as usize];
                    *unmet += 1;
                    if *unmet == 1 {
                        values.counts[self.heads[rule as usize].node as usize] -= 1;
                    }
                }
            }
        }
        let mut due: Vec<u32> = block.nodes.iter().copied().filter(|node| values.counts[*node as usize] > 0).collect();
        while let Some(node) = due.pop() {
            if std::mem::replace(&mut values.told[node as usize], true) {
                continue;
            }
            let at = block.nodes.binary_search(&node).unwrap_or(0);
            for &rule in &block.inner[at] {
                let unmet = &mut values.unmet[rule as usize];
                *unmet -= 1;
                if *unmet == 0 {
                    let head = self.heads[rule as usize].node;
                    values.counts[head as usize] += 1;
                    due.push(head);
                }
            }
        }
        for (at, &node) in block.nodes.iter().enumerate() {
            let now = values.told[node as usize];
            if now != before[at] {
                self.spread(values, node, now);
            }
        }
    }
}

/// The level of each component: above all that it depends on. Inputs are on level 0.
fn levels(draft: &Draft) -> Vec<u16> {
    // Components are numbered from the leaves up, so one pass in their order finds all levels.
    let mut rules: Vec<usize> = (0..draft.rules.len()).collect();
    rules.sort_by_key(|rule| draft.component[draft.rules[*rule].0]);
    let mut levels = vec![0u16; draft.atoms.len()];
    for rule in rules {
        let (head, body) = &draft.rules[rule];
        let own = draft.component[*head];
        let others = body.iter().map(|lit| draft.component[lit.prop()]).filter(|component| *component != own);
        let below = others.map(|component| levels[component]).max().unwrap_or(0);
        levels[own] = levels[own].max(below.saturating_add(1));
    }
    levels
}
