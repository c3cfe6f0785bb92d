import { pino } from 'pino';
import { expect, it } from 'vitest';
import { NestLogger } from './logging.js';

it('logs a record with its fields', () => {
  const lines: string[] = [];
  const log = new NestLogger(
    pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }),
  );
  log.warn({ msg: 'a record was skipped', section: 'nodes', index: 3 }, 'LoadingService');
  log.warn('a sentence', 'LoadingService');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 40, context: 'LoadingService', section: 'nodes', index: 3, msg: 'a record was skipped' },
    { level: 40, context: 'LoadingService', msg: 'a sentence' },
  ]);
});
