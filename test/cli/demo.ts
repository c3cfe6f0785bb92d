import { expect } from 'vitest';
import type { CommandOutput } from '../../src/cli/command.js';
import { runDemo } from '../../src/cli/demo.js';
import { freshNamespace } from '../support/graph.js';

/** Runs the demo against a service, and checks that each of its three parts shows the promised result. */
export async function tryDemo(url: string): Promise<void> {
  const notes: string[] = [];
  const output: CommandOutput = { isTerminal: false, write: () => undefined, note: (line) => notes.push(line) };
  const [item, memory, rule] = await runDemo({ url, namespace: freshNamespace() }, { keep: false }, output);

  // One report suffices, because the scores of the first two are close.
  expect(item?.before.slice(0, 2).map(({ ref }) => ref)).toEqual(['item:numeric_sort', 'item:tabular_sort']);
  expect(item?.after.slice(0, 2).map(({ ref }) => ref)).toEqual(['item:tabular_sort', 'item:numeric_sort']);
  expect(item?.after[1]?.trust).toBe(0.95);
  expect(item?.why.join(' ')).toContain('Right click on the header, then Asc.');
  for (const part of [memory, rule]) {
    expect(part?.before.length).toBe(2);
    expect(part?.after[0]?.ref).toBe(part?.before[1]?.ref);
    expect(part?.why.length).toBeGreaterThan(0);
  }
  expect(rule?.why[0]).toContain('only stayed for the night (trust 1.000 → 0.950)');
  expect(notes.filter((note) => note.endsWith(': done.'))).toHaveLength(3);
}
