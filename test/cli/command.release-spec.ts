import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('runs by npx in a clone, as the documentation says', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const said = execFileSync('npx', ['heartwood', '--help'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  expect(said).toContain('Usage: heartwood');
});
