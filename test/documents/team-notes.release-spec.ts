import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { contextService } from '../context/support.js';
import { throwAwayNeo4j } from '../setup/throw-away-neo4j.js';
import { freshNamespace } from '../support/graph.js';

// Commands run asynchronously, because the service is in this process and must go on.
const run = promisify(execFile);
const CLI = join(process.cwd(), 'dist', 'cli.js');

it('goes as "My team’s notes" of docs/knowledge.md shows', async () => {
  const page = readFileSync(new URL('../../docs/knowledge.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## My team's notes\n(.*?)\n## /s.exec(page) ?? [];
  const blocks = [...section.matchAll(/```sh\n(.*?)```\n\n(?:[^`]*?\n\n)?```\n(.*?)```/gs)];
  expect(blocks).toHaveLength(3);
  // How rare a word is among all texts of a database decides between two that match as well.
  const database = await throwAwayNeo4j();
  const service = await contextService(database.connection);
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-notes-'));
  const namespace = freshNamespace();
  try {
    for (const [, commands = '', shown = ''] of blocks) {
      // Port, namespace and command are replaced by those of this test; the rest of the script stays as it is.
      const script = commands
        .replaceAll('http://localhost:4000', service.url)
        .replaceAll('x-namespace: team', `x-namespace: ${namespace}`)
        .replaceAll('--namespace team', `--namespace ${namespace}`)
        .replaceAll(/^heartwood /gm, `"${process.execPath}" "${CLI}" `);
      const env = { ...process.env, HEARTWOOD_URL: service.url };
      const { stdout, stderr } = await run('sh', ['-e', '-c', script], { cwd: folder, env });
      expect(`${stdout}${stderr}`.trim(), commands).toBe(shown.trim());
    }
  } finally {
    rmSync(folder, { recursive: true });
    await service.close();
    await database.remove();
  }
});
