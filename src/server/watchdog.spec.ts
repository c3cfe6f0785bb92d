import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { metrics } from '../common/metrics.js';
import { nameWork, runNamed } from '../common/work-under-way.js';
import { watchEventLoop } from './watchdog.js';

function spinFor(milliseconds: number): number {
  let sum = 0;
  for (const end = performance.now() + milliseconds; performance.now() < end;) sum += Math.sqrt(sum + 1);
  return sum;
}

const holds = async () =>
  (await metrics.getSingleMetric('heartwood_event_loop_holds_total')?.get())?.values[0]?.value ?? 0;

it('names the work and the function that held the event loop, and lets short work pass', async () => {
  const lines: { operation?: string; requestId?: string; msg: string; stack: string[] }[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line) as never) });
  const end = watchEventLoop(logger, 0);
  const naming = (name: string) => lines.find(({ operation }) => operation === name);
  try {
    await sleep(500);
    await runNamed({ name: 'short' }, async () => {
      await sleep(1);
      spinFor(50);
    });
    const before = await holds();
    await runNamed({ name: 'POST /graphql', requestId: 'r1' }, async () => {
      await sleep(1);
      nameWork('query search');
      spinFor(1_000);
    });
    await vi.waitUntil(() => naming('query search'), { timeout: 5_000 });
    expect(naming('query search')).toMatchObject({ requestId: 'r1', msg: 'work held the event loop' });
    const spinning: unknown = expect.stringMatching(/^spinFor .*watchdog\.spec\.ts:\d+$/);
    expect(naming('query search')?.stack).toEqual(expect.arrayContaining([spinning]));
    expect(naming('short')).toBeUndefined();
    expect(await holds()).toBeGreaterThan(before);
  } finally {
    await end();
  }
});
