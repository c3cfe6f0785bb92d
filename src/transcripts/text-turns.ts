import type { Reading } from './reading.js';
import { looksFailed, turn, type Turn } from './turn.js';

const ROLES = [
  ...[
    'user',
    'human',
    'customer',
    'assistant',
    'ai',
    'agent',
    'bot',
    'model',
    'claude',
    'chatgpt',
    'gpt',
    'codex',
    'gemini',
  ],
  ...['system', 'developer', 'tool', 'function', 'thought', 'action', 'action input', 'observation', 'final answer'],
  ...['tool call', 'tool result', 'tool output', 'tool use', 'function call', 'function result', 'task', 'result'],
].join('|');

/** The time of a message, as logs of chats write it: `10:01`, `[2026-05-01 10:01:07]`, `2026-05-01T10:01:07.123Z`. */
const TIME =
  '(?:\\[?(?:\\d{4}-\\d\\d-\\d\\d[T ])?\\d\\d?:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?\\]?[ \\t]+)?';
/** `User: …`, `**Assistant:** …`, `### Human: …`, `- Tool (bash): …`, `10:01 User: …` */
const SAYS = new RegExp(
  `^[ \\t]{0,3}${TIME}(?:#{1,6}[ \\t]+|>[ \\t]*|[-*][ \\t]+)?(\\*\\*|__)?(${ROLES})([ \\t]*[([][^)\\]\\n]{0,60}[)\\]])?[ \\t]*(?:\\1[ \\t]*:|:[ \\t]*\\1)(?!//)[ \\t]*(.*)$`,
  'i',
);
/** `[User]: …` */
const SAYS_IN_BRACKETS = new RegExp(
  `^[ \\t]{0,3}${TIME}\\[(${ROLES})([ \\t]*\\([^)\\]\\n]{0,60}\\))?\\][ \\t]*:[ \\t]*(.*)$`,
  'i',
);
/** A heading with only a role, such as `## Assistant`. */
const HEADS = new RegExp(`^[ \\t]{0,3}#{1,6}[ \\t]+(?:\\*\\*|__)?(${ROLES})(?:\\*\\*|__)?[ \\t]*:?[ \\t]*$`, 'i');
const ANSWERS: ReadonlySet<string> = new Set([
  'tool',
  'function',
  'observation',
  'result',
  'tool result',
  'tool output',
  'function result',
]);

/**
 * Splits a text into turns: the text after each `Role:` up to the next one. Text before the first role is split into
 * paragraphs.
 */
export class TextTurns {
  private role: string | undefined;
  private lines: string[] = [];
  private size = 0;
  /** True inside a PEM key, which may contain an empty line and must not be split there. */
  private inKey = false;

  constructor(
    private readonly maxTurn: number,
    private readonly reading: Reading,
    private readonly take: (turn: Turn) => void,
  ) {}

  line(line: string): void {
    const [role, first] = roleOf(line);
    if (role !== undefined) {
      this.flush();
      this.role = role;
      this.add(first);
      return;
    }
    if (/-----BEGIN [A-Z0-9 ]+-----/.test(line)) this.inKey = true;
    if (/-----END [A-Z0-9 ]+-----/.test(line)) this.inKey = false;
    const parts = this.role === undefined && !this.inKey && line.trim() === '';
    if (parts) this.flush();
    else this.add(line);
  }

  end(): void {
    this.flush();
  }

  private add(line: string): void {
    this.lines.push(line);
    this.size += line.length + 1;
    if (this.size > this.maxTurn) this.flush();
  }

  private flush(): void {
    const text = this.reading.said(this.lines.join('\n'));
    const role = this.role ?? '';
    const mayFail = this.role === undefined || ANSWERS.has(role.replace(/ \(.*/, ''));
    for (const each of turn(role, text, mayFail && looksFailed(text))) this.take(each);
    this.lines = [];
    this.size = 0;
  }
}

/** Whether a line introduces a role. */
export function startsTurn(line: string): boolean {
  return roleOf(line)[0] !== undefined;
}

/** The role that a line introduces, and the text behind it. */
function roleOf(line: string): [role: string | undefined, first: string] {
  const says = SAYS.exec(line);
  if (says) return [`${says[2] ?? ''}${says[3] ?? ''}`.toLowerCase(), says[4] ?? ''];
  const inBrackets = SAYS_IN_BRACKETS.exec(line);
  if (inBrackets) return [`${inBrackets[1] ?? ''}${inBrackets[2] ?? ''}`.toLowerCase(), inBrackets[3] ?? ''];
  const head = HEADS.exec(line);
  return [head?.[1]?.toLowerCase(), ''];
}
