import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CapturedTurn } from '../../transcripts/captured-turn.js';
import { promptOf, reduceTurn, type TurnEnd } from './reduce.js';

const recordsOf = (name: string): unknown[] =>
  readFileSync(new URL(`../../../test/data/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
const reduce = (records: readonly unknown[], end: Partial<TurnEnd> = {}): CapturedTurn => {
  const reduced = reduceTurn(records, { client: 'claude-code', session: 's', ...end });
  if (!reduced) throw new Error('no prompt');
  return reduced.turn;
};
const linesOf = ({ steps }: CapturedTurn) =>
  steps.map(
    ({ kind, text, verdict, error }) => `${kind} ${text}: ${verdict}${error === undefined ? '' : ` (${error})`}`,
  );

describe('recorded runs', () => {
  const FILE = '/home/user/project/add.js';
  const FIXED = [
    'shell npm test: failed (not ok 1 - add)',
    `read ${FILE}: ok`,
    `edit ${FILE}: failed (String to replace not found in file.)`,
    `edit ${FILE}: ok`,
    'shell npm test 2>&1 | tail -20: ok',
    'shell npm test: ok',
  ];
  it.each([
    ['hooks/claude-code-success.jsonl', 'claude-code', 'success', 'done', FIXED],
    [
      'hooks/claude-code-failure.jsonl',
      'claude-code',
      'failure',
      'done',
      ['shell npm test: ok', `read ${FILE}: ok`, `edit ${FILE}: ok`, 'shell npm test: failed (not ok 1 - add)'],
    ],
    [
      'hooks/claude-code-masked.jsonl',
      'claude-code',
      'undecided',
      'done',
      [`read ${FILE}: ok`, `edit ${FILE}: ok`, 'shell npm test 2>&1 | tail -1: undecided'],
    ],
    ['hooks/claude-code-denied.jsonl', 'claude-code', 'undecided', 'done', ['shell touch denied.txt: undecided']],
    ['hooks/claude-code-outage.jsonl', 'claude-code', 'undecided', 'failed', []],
    [
      'hooks/gemini.jsonl',
      'gemini',
      'success',
      'done',
      [
        'shell npm test: failed (not ok 1 - add)',
        'shell npm test 2>&1 | tail -5: failed (# fail 1)',
        `read ${FILE}: ok`,
        expect.stringMatching(/^edit .*: failed \(Could not find an exact match/u) as string,
        `edit ${FILE}: ok`,
        'shell npm test: ok',
      ],
    ],
    [
      'hooks/codex.jsonl',
      'codex',
      'success',
      'done',
      [
        'shell npm test: failed (not ok 1 - add)',
        'shell npm test 2>&1 | tail -5: failed (# fail 1)',
        expect.stringMatching(/^edit add.js: failed \(apply_patch verification failed/u) as string,
        'edit add.js: ok',
        'shell npm test: ok',
        'other : undecided',
      ],
    ],
    [
      'hooks/opencode.jsonl',
      'opencode',
      'success',
      'done',
      [
        'shell npm test: failed (not ok 1 - add)',
        'shell npm test 2>&1 | tail -5: failed (# fail 1)',
        `read ${FILE}: ok`,
        expect.stringMatching(/^edit .*: failed \(Could not find oldString/u) as string,
        `edit ${FILE}: ok`,
        'shell npm test: ok',
      ],
    ],
  ] as const)('%s: %s, %s', (name, client, verdict, end, steps) => {
    const turn = reduce(recordsOf(name), { client });
    expect(linesOf(turn)).toEqual(steps);
    expect(turn).toMatchObject({ prompt: expect.stringMatching(/^Fix the failing test/u) as string, verdict, end });
    expect(JSON.stringify(turn)).not.toMatch(/HEARTWOOD-MARK|export const add/u);
  });

  it('decides nothing before the end of a turn is in the transcript', () => {
    const records = recordsOf('hooks/claude-code-success.jsonl');
    const said = 'The bug is fixed and the tests pass.';
    const end = { client: 'claude-code', session: 's', said } as const;
    expect(reduceTurn(records, end)).toMatchObject({ isComplete: true, turn: { verdict: 'success' } });
    for (let count = 1; count < records.length; count++) {
      const turn = reduceTurn(records.slice(0, count), end);
      expect(turn).toMatchObject({ isComplete: false, turn: { verdict: 'undecided' } });
    }
    expect(reduceTurn(records.slice(1), end)).toBeUndefined();
  });
});

/** Records of Claude Code: a prompt, calls with their results, and what the user did between. */
type Act = readonly [tool: string, argument: string, result: string, failed?: boolean] | string;
let ids = 0;
const session = (...acts: readonly Act[]): unknown[] =>
  acts.flatMap((act): unknown[] => {
    const of = (type: string, content: unknown) => ({ type, sessionId: 's', message: { role: type, content } });
    if (typeof act === 'string') return [of('user', act)];
    const [name, argument, content, failed = false] = act;
    const id = `toolu_${ids++}`;
    const input = name === 'Bash' ? { command: argument } : { file_path: argument, content: 'export const secret = 1' };
    return [
      of('assistant', [{ type: 'tool_use', id, name, input }]),
      of('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }]),
    ];
  });
const edit: Act = ['Edit', 'add.js', 'updated'];
const passed: Act = ['Bash', 'npm test', '# pass 2\n# fail 0'];
const failed = (...names: string[]): Act => [
  'Bash',
  'npm test',
  `Exit code 1\n${names.map((name, n) => `not ok ${n + 1} - ${name}\n`).join('')}# fail ${names.length}`,
  true,
];
const masked: Act = ['Bash', 'npm test | tail -1', '# duration_ms 3'];
const revert: Act = '<bash-input>git checkout -- add.js</bash-input>';
const stopped: Act = '[Request interrupted by user]';
const denial = "The user doesn't want to proceed with this tool use. The tool use was rejected.";

describe('the verdict of a turn', () => {
  it.each<[string, readonly Act[], CapturedTurn['verdict']]>([
    ['tests passed after the last edit', [edit, passed], 'success'],
    [
      'they passed, and files were only read or committed since',
      [edit, passed, ['Bash', 'git commit -am x', '']],
      'success',
    ],
    ['they failed first and passed then', [edit, failed('a'), passed], 'success'],
    ['tests failed after the last edit', [edit, failed('a')], 'failure'],
    ['they passed before the first edit', [passed, edit, failed('a')], 'failure'],
    ['another test failed before the first edit', [failed('a'), edit, failed('a', 'b')], 'failure'],
    ['the same tests failed before the first edit', [failed('a', 'b'), edit, failed('b')], 'undecided'],
    [
      'the run before showed only the last names',
      [['Bash', 'npm test | tail -3', 'not ok 2 - b\n# fail 2\n'], edit, failed('a', 'b')],
      'undecided',
    ],
    [
      'the client cut what the run before showed',
      [['Bash', 'npm test', 'Exit code 1\n[9 lines truncated]\nnot ok 2 - b\n# fail 2', true], edit, failed('a', 'b')],
      'undecided',
    ],
    ['a test that failed before has moved', [failed('a.js:3'), edit, failed('a.js:9')], 'undecided'],
    ['the turn is very long', [edit, ...Array.from({ length: 401 }, () => passed)], 'undecided'],
    ['nobody knows what failed before', [masked, edit, failed('a')], 'undecided'],
    ['no test ran', [edit], 'undecided'],
    ['tests ran before the last edit only', [edit, passed, edit], 'undecided'],
    ['nothing was edited', [passed], 'undecided'],
    ['nothing was edited, and tests failed', [failed('a')], 'undecided'],
    ['the exit code is masked', [edit, masked], 'undecided'],
    ['the last run is masked', [edit, passed, masked], 'undecided'],
    ['other tests failed before', [edit, ['Bash', 'pytest', 'Exit code 1\n1 failed in 1s', true], passed], 'undecided'],
    ['other tests failed after', [edit, passed, ['Bash', 'pytest', 'Exit code 1\n1 failed in 1s', true]], 'failure'],
    ['an unknown program ran after the tests', [edit, passed, ['Bash', './generate.sh', '']], 'undecided'],
    ['a subagent worked after the tests', [edit, passed, ['Task', 'x', 'done']], 'undecided'],
    ['the shell edited after the tests', [edit, passed, ['Bash', "sed -i 's/a/b/' add.js", '']], 'undecided'],
    ['the shell edited before the tests', [['Bash', "sed -i 's/a/b/' add.js", ''], passed], 'success'],
    ['the edit was not allowed', [['Edit', 'add.js', denial, true], passed], 'undecided'],
    ['the edit failed', [['Edit', 'add.js', 'String to replace not found', true], passed], 'undecided'],
    ['the test was not allowed', [edit, ['Bash', 'npm test', denial, true]], 'undecided'],
    [
      'the test was stopped',
      [edit, ['Bash', 'npm test', '[Request interrupted by user for tool use]', true]],
      'undecided',
    ],
    ['the test did not begin', [edit, ['Bash', 'npm test', 'Exit code 1\nMissing script: "test"', true]], 'undecided'],
    ['the user stopped the turn', [edit, failed('a'), stopped], 'undecided'],
    ['the user took back the edits', [edit, passed, revert], 'failure'],
    ['the user took back the edits before the next prompt', [edit, passed, revert, 'Try again'], 'failure'],
    ['the user took back another file', [edit, passed, '<bash-input>git restore b.js</bash-input>'], 'success'],
    ['the edits were committed', [edit, passed, ['Bash', 'git commit -am x', ''], revert], 'success'],
    ['the user took back something before', [revert, 'Fix it', edit, passed], 'success'],
    ['the user took back edits two prompts ago', [edit, revert, 'Explain it', 'Fix it', edit, passed], 'success'],
    ['the user looked at the state', [edit, passed, '<bash-input>git status</bash-input>'], 'success'],
    ['the model took back its edits', [edit, failed('a'), ['Bash', 'git checkout -- add.js', '']], 'undecided'],
  ])('if %s', (_, acts, verdict) => {
    const turn = reduce(session('Fix it', ...acts));
    expect([turn.verdict, turn.reason]).toEqual([verdict, expect.any(String)]);
  });
});

describe('what leaves the machine', () => {
  const key = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
  it('holds no secret of a prompt, command, path or output, and no content of a file', () => {
    const turn = reduce(
      session(
        `Use ${key}`,
        [
          'Bash',
          `API_TOKEN=Hirschkuh8 curl -u kim:Hirschkuh9 https://x.test/${key}`,
          `Exit code 6\nerror: ${key}`,
          true,
        ],
        ['Bash', 'cat > a.ts <<EOF\nexport const secret = 1\nEOF', ''],
        ['Write', `/home/u/${key}/a.ts`, 'written'],
        ['mcp__files__create', `/x/password=Hirschkuh7`, 'written'],
      ),
    );
    expect(JSON.stringify(turn)).not.toMatch(/Hirschkuh|a1B2c3|const secret/u);
    expect(turn.steps.map(({ kind }) => kind)).toEqual(['shell', 'shell', 'edit', 'mcp']);
    expect(turn.steps[0]).toMatchObject({ exit: 6, verdict: 'failed', error: 'error: [redacted]' });
  });

  it('is bounded, and keeps the last steps', () => {
    const many = Array.from({ length: 500 }, (_, n): Act => [
      'Bash',
      `echo ${n} ${'x'.repeat(2_000)}`,
      'x'.repeat(50_000),
    ]);
    const { steps, prompt } = reduce(session('p'.repeat(9_000), ...many));
    expect(steps).toHaveLength(400);
    expect(steps.at(-1)?.text).toMatch(/^echo 499 x{991}$/u);
    expect(prompt).toHaveLength(8_000);
  });

  it('is the prompt as it was typed', () => {
    expect(promptOf('<hook_context>known</hook_context>\n\nFix it')).toBe('Fix it');
    expect(promptOf('"Fix it"\n')).toBe('Fix it');
    expect(promptOf('Fix <b> and\n"x"')).toBe('Fix <b> and\n"x"');
  });

  it('names the receipts that our own tools gave', () => {
    const id = '01J0000000000000000000000A';
    const text = `# Relevant knowledge\n\nreceipt: ${id}\nWhen the task is over, call context_outcome`;
    const turn = reduce(session('Fix it', ['mcp__heartwood__knowledge_context', 'x', text]));
    expect(turn).toMatchObject({ receipts: [id], steps: [{ kind: 'mcp', text: 'x' }] });
  });
});
