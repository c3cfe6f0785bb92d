import { expect, it } from 'vitest';
import { countTokens } from '../../src/common/tokens.js';
import { cutTrace, readTrace, storedTrace } from '../../src/sessions/trace.js';

export const stored = (trace: string) => storedTrace(readTrace({ trace, known: 0 }).turns);

export const words = (count: number, seed = 1) =>
  Array.from({ length: count }, (_, index) => ['order', 'total', 'build', 'fails', 'why'][(index * 7 + seed) % 5]).join(
    ' ',
  );
export const jsonl = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
export const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const claude = (n: number, size: number) => ({
  type: n % 2 ? 'assistant' : 'user',
  sessionId: 's',
  uuid: `u${n}`,
  message:
    n % 2
      ? {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: words(size, n) } }],
        }
      : {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `t${n - 1}`, is_error: n % 10 === 0, content: words(size, n) }],
        },
});
/** Traces of many shapes, each far over the budget. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['a text of one paragraph', words(60_000)],
  ['one word without end', 'x'.repeat(200_000)],
  ['characters of several bytes', '𝒳é漢'.repeat(40_000)],
  [
    'a text of 4,000 paragraphs',
    many(4_000)
      .map((n) => words(20, n))
      .join('\n\n'),
  ],
  ['an endless first turn', `${words(60_000)}\n\nthe end`],
  ['an endless last turn', `the start\n\n${words(60_000)}`],
  ['an endless turn in the middle', `the start\n\n${words(60_000)}\n\nthe end`],
  [
    'text with roles, long turns',
    many(12)
      .map((n) => `${n % 2 ? 'User' : 'Assistant'}: ${words(8_000, n)}`)
      .join('\n'),
  ],
  ['Claude Code, many short turns', jsonl(many(3_000).map((n) => claude(n, 15)))],
  ['Claude Code, few long turns', jsonl(many(10).map((n) => claude(n, 9_000)))],
  ['Claude Code, nothing but errors', jsonl(many(2_000).map((n) => claude(n % 2 ? n : n * 10, 25)))],
  [
    'Codex, one long output among short turns',
    jsonl(
      many(400).map((n) => ({
        timestamp: 't',
        type: 'response_item',
        payload:
          n % 2
            ? { type: 'function_call', name: 'shell', call_id: `c${n}`, arguments: '{"cmd":"ls"}' }
            : { type: 'function_call_output', call_id: `c${n - 1}`, output: words(n === 200 ? 60_000 : 12, n) },
      })),
    ),
  ],
  [
    'OpenAI messages with calls of tools',
    JSON.stringify(
      many(500).map((n) =>
        n % 2
          ? {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: `c${n}`, function: { name: 'f', arguments: '{}' } }],
            }
          : { role: 'tool', tool_call_id: `c${n - 1}`, content: words(150, n) },
      ),
    ),
  ],
  [
    'Responses items',
    JSON.stringify({
      input: many(300).map((n) => ({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: words(200, n) }],
      })),
    }),
  ],
  [
    'Anthropic messages',
    JSON.stringify({
      messages: many(40).map((n) => ({ role: n % 2 ? 'user' : 'assistant', content: words(2_000, n) })),
    }),
  ],
  [
    'MCP in JSON-RPC',
    jsonl(
      many(600).map((n) =>
        n % 2
          ? { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: 'f', arguments: { text: words(40, n) } } }
          : { jsonrpc: '2.0', id: n - 1, result: { content: [{ type: 'text', text: words(120, n) }] } },
      ),
    ),
  ],
];

/** Declares a test for each shape, of the cut to each of these budgets, in tokens. */
export function cutsWell(budgets: readonly number[]): void {
  it.each(SHAPES)('uses 90 % of its budget, and no more than it: %s', (_, trace) => {
    const whole = stored(trace);
    for (const budget of budgets) {
      const kept = cutTrace(whole, budget);
      const tokens = countTokens(kept);
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(tokens / budget).toBeGreaterThanOrEqual(0.9);
      expect(kept).toContain('left out');
      expect(Buffer.from(kept).toString()).toBe(kept); // no character is cut in half
    }
  });
}
