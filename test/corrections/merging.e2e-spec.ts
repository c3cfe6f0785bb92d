import { afterAll, beforeAll, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { walkThrough } from '../support/walk-through.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService({ DISTILLATION_WORKERS: '0' });
});
afterAll(() => service.close());

it('docs/merging.md shows what the service answers', () =>
  walkThrough(service, 'merging.md', { documented: 6, headers: { 'x-agent': 'docs' } }));
