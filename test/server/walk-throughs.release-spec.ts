import { afterAll, beforeAll, it } from 'vitest';
import { contextService, type TestService } from '../context/support.js';
import { type ThrowAwayNeo4j, throwAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { walkThrough } from '../support/walk-through.js';

// How rare a word is among all texts of a database decides between two that match as well.
let database: ThrowAwayNeo4j;
let service: TestService;
beforeAll(async () => {
  database = await throwAwayNeo4j();
  service = await contextService(database.connection);
});
afterAll(async () => {
  await service?.close();
  await database?.remove();
});

it.each<{ page: string; documented: number; headers: Record<string, string> }>([
  { page: 'corrections.md', documented: 7, headers: { 'x-agent': 'docs' } },
  { page: 'credit.md', documented: 7, headers: { 'x-agent': 'docs', 'x-session': 'morning' } },
  // The other metrics of memory.md need a language model.
  {
    page: 'memory.md',
    documented: 7,
    headers: { 'x-project': 'viewer', 'x-team': 'desktop', 'x-agent': 'docs' },
  },
  { page: 'recipes.md', documented: 15, headers: { 'x-agent': 'docs' } },
  { page: 'time.md', documented: 7, headers: { 'x-agent': 'docs' } },
  { page: 'versions.md', documented: 6, headers: { 'x-agent': 'docs' } },
])('docs/$page shows what the service answers', ({ page, ...given }) => walkThrough(service, page, given));
