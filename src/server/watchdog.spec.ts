import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { metrics } from '../common/metrics.js';
import { beginWork, endWork, nameWork, underWaySince } from '../common/work-under-way.js';
import { watchEventLoop } from './watchdog.js';

function spinFor(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

const holds = async () =>
  (await metrics.getSingleMetric('heartwood_event_loop_holds_total')?.get())?.values[0]?.value ?? 0;

it('names the work that held the event loop, also if it has just ended, and no earlier work', async () => {
  const lines: { heldMs: number; operations: { name: string; requestId?: string }[]; msg: string }[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
  const end = watchEventLoop(logger);
  try {
    const earlier = { name: 'job earlier' };
    beginWork(earlier);
    endWork(earlier);
    await sleep(300);
    const before = await holds();
    lines.length = 0;
    const work = { name: 'POST /graphql', requestId: 'r1' };
    const request = {};
    beginWork(work, request);
    await sleep(1);
    nameWork(request, 'query search');
    spinFor(600);
    endWork(work);
    await sleep(100);
    const line = lines.find(({ operations }) => operations.some(({ name }) => name === 'query search'));
    expect(line).toMatchObject({ msg: 'work held the event loop' });
    expect(line?.operations).toContainEqual({ name: 'query search', requestId: 'r1' });
    expect(line?.operations.map(({ name }) => name)).not.toContain('job earlier');
    expect(line?.heldMs).toBeGreaterThan(500);
    expect(await holds()).toBeGreaterThan(before);
  } finally {
    end();
  }
  beginWork({ name: 'after the watch' });
  expect(underWaySince(0)).toEqual([]);
});
