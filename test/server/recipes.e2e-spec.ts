import { afterAll, beforeAll, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { walkThrough } from '../support/walk-through.js';

let service: TestService;
beforeAll(async () => {
  service = await contextService();
});
afterAll(() => service.close());

it('docs/recipes.md shows what the service answers', () =>
  walkThrough(service, 'recipes.md', { documented: 15, headers: { 'x-agent': 'docs' } }));
