// skillmem (https://pypi.org/project/skillmem/) behind the requests that the worlds strategies and facts send to the service.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const SCRIPT = fileURLToPath(new URL('skillmem_lines.py', import.meta.url));

/** A client with a store of its own. The Python that has skillmem is $SKILLMEM_PYTHON, or python3. */
export function skillmemClient() {
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-skillmem-'));
  const child = spawn(process.env.SKILLMEM_PYTHON ?? 'python3', [SCRIPT, join(folder, 'memory.db')], {
    env: { ...process.env, SKILLMEM_HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (what, given) => {
    child.stdin.write(`${JSON.stringify([what, given])}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('skillmem ended');
    return JSON.parse(value);
  };
  let known = 0;
  const query = async (text, { input, document }) => {
    if (document) {
      for (const { piece_id: slug, title, content } of document.pieces)
        await call('learn', { slug, title, trigger: title, steps: content });
    } else if (text.includes('recordMemory')) {
      const slug = `skill-${++known}`;
      await call('learn', { slug, title: input.title, trigger: input.description, steps: input.content });
      return { recordMemory: { id: slug } };
    } else if (text.includes('reportOutcome')) {
      for (const slug of input.used) await call('reinforce', { slug, success: input.success });
    } else {
      const found = await call('recall', { query: input.query });
      const tokensUsed = found.reduce((sum, [, body]) => sum + countTokens(body), 0);
      return { context: { tokensUsed, hits: found.map(([id, body]) => ({ knowledge: { id, ref: id, text: body } })) } };
    }
  };
  const close = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { query, close };
}
