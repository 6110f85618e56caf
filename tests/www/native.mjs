// @ts-check
// The crate's native programs, for tests that compare the page with them or put one behind it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from './harness.mjs';

/** The folder of the programs, which are those of `cargo test`: ./dev test has built them before, so this takes no time there. */
export function programs() {
  const built = spawnSync('cargo', ['test', '--quiet', '--locked', '--no-run'], { cwd: root, encoding: 'utf8' });
  assert.equal(built.status, 0, built.stderr);
  return join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug');
}
