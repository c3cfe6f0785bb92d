import { expect, it } from 'vitest';
import { testConfig } from '../../test/support/graph.js';
import { createLogger } from './logging.js';
import { readableLog } from './readable-log.js';

it('makes lines of the log sentences, with the stack of an error', () => {
  const lines: string[] = [];
  const logger = createLogger(
    testConfig({ LOG_LEVEL: 'info' }),
    readableLog((line) => lines.push(line)),
  );
  logger.info({ context: 'GraphService' }, 'applied schema/001-graph');
  logger.warn({ context: 'Statements' }, 'search/rank took 2310 ms');
  logger.error({ err: new Error('no heap') }, 'The import failed');
  expect(lines.slice(0, 2)).toEqual([
    '[GraphService] applied schema/001-graph',
    'Warning: [Statements] search/rank took 2310 ms',
  ]);
  expect(lines[2]).toMatch(/^Error: The import failed\nError: no heap\n +at /);
});
