import { afterAll, beforeAll, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { walkThrough } from '../support/walk-through.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

it('docs/credit.md shows what the service answers', () =>
  walkThrough(service, 'credit.md', { documented: 7, headers: { 'x-agent': 'docs', 'x-session': 'morning' } }));
