import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { INTERRUPT_BUDGET } from './early-compilation.js';

it('sets no flag that this version of Node does not know', () => {
  const flags = INTERRUPT_BUDGET === undefined ? [] : [INTERRUPT_BUDGET];
  // A flag that is unknown at the start ends Node; one that is set later prints an error.
  const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', '0'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
