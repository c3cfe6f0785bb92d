import { afterAll, describe, expect, it } from 'vitest';
import { TemplateError } from './template-error.js';
import { type ScriptedEngine, TemplateRenderer } from './template-renderer.js';

const renderer = new TemplateRenderer();
// A short time limit, so that tests of endless templates end soon.
renderer.limits = { ...renderer.limits, timeMs: 700 };
afterAll(() => renderer.onApplicationShutdown());

const DATA = {
  query: 'Set up LES',
  metadata: { team: 'aero', bio: '<b>{{ query }}</b>' },
  pieces: [
    { content: 'First', score: 0.9, tags: ['les', 'rans'] },
    { content: 'Second', score: 0.5, tags: [] },
  ],
};
const LONG_LOOP = '{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}';
const render = (engine: ScriptedEngine, template: string) => renderer.render(engine, template, DATA);
const refuse = async (engine: ScriptedEngine, template: string): Promise<TemplateError> => {
  const answer = await render(engine, template).catch((error: unknown) => error);
  if (answer instanceof TemplateError) return answer;
  throw new Error(`Expected a TemplateError, got ${String(answer).slice(0, 200)}`);
};

describe('Jinja2', () => {
  it('writes values, loops, conditions and filters; a value is text, also where it looks like a template', async () => {
    const template =
      '{% for p in pieces if p.score > 0.6 %}{{ loop.index }}. {{ p.content | upper }} ({{ p.tags | join("/") }})\n{% endfor %}{{ metadata.bio }}{{ nothing }}';
    expect(await render('JINJA2', template)).toBe('1. FIRST (les/rans)\n<b>{{ query }}</b>');
  });

  it.each([
    ['a constructor', '{{ pieces.constructor }}{{ "".constructor.constructor("return process")() }}', 'template'],
    ['a constructor of a function', '{{ range.constructor("return process")() }}', 'template'],
    ['a prototype', '{{ metadata.__proto__.constructor("return 1")() }}', 'template'],
    ['a range without end', '{% for i in range(1000000000000) %}x{% endfor %}', 'templateSize'],
    ['loops that take for ever', LONG_LOOP, 'templateTime'],
    [
      'a text that doubles',
      '{% set ns = namespace(s="ab") %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}',
      'templateSize',
    ],
    ['half a gigabyte of blanks', '{{ "x" | indent(500000000, true) }}', 'templateSize'],
    ['a macro that calls itself', '{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}', 'template'],
    ['deep brackets', `{{ ${'('.repeat(9_000)}1${')'.repeat(9_000)} }}`, 'template'],
    ['deep blocks', `${'{% if query %}'.repeat(1_300)}x`, 'template'],
    ['what it says is wrong itself', '{{ raise_exception("no") }}', 'template'],
    ['the time of day', '{{ strftime_now("%Y") }}', 'template'],
    ['a loop over nothing', '{% for %}', 'template'],
    ['an open string', '{{ "open', 'template'],
  ])('ends %s with a typed error', async (_, template, rule) => {
    expect(await refuse('JINJA2', template)).toMatchObject({ rule });
  });
});

describe('Handlebars', () => {
  it('writes values, blocks and lookups as they are, without escaping', async () => {
    const template =
      '{{#each pieces}}{{@index}}. {{content}}{{#if tags}} ({{#each tags}}{{this}} {{/each}}){{/if}}\n{{/each}}{{metadata.bio}}{{lookup metadata "team"}}{{nothing}}';
    expect(await render('HANDLEBARS', template)).toBe('0. First (les rans )\n1. Second\n<b>{{ query }}</b>aero');
  });

  it('reaches no prototype: what is not its data is empty', async () => {
    const template =
      '[{{constructor}}{{__proto__}}{{metadata.constructor.name}}{{pieces.constructor}}{{lookup metadata "constructor"}}{{#with "x" as |s|}}{{s.constructor.name}}{{/with}}]';
    expect(await render('HANDLEBARS', template)).toBe('[]');
  });

  it.each<[template: string, rule: string, line: number | undefined]>([
    ['a\n{{> partial}}', 'template', 2],
    ['{{#*inline "p"}}{{> p}}{{/inline}}{{> p}}', 'template', 1],
    ['{{helper "x"}}', 'template', 1],
    ['\n{{log "x"}}', 'template', 2],
    ['{{#if}}', 'template', 1],
    ['ok\n\n{{#each pieces}}', 'template', 3],
    [
      '{{#with "constructor" as |c|}}{{#with (lookup (lookup "" "sub") c)}}{{#with (split "x")}}{{/with}}{{/with}}{{/with}}',
      'template',
      undefined,
    ],
  ])('ends %j with a %s error', async (template, rule, line) => {
    const error = await refuse('HANDLEBARS', template);
    expect(error.rule).toBe(rule);
    if (line !== undefined) expect(error.line).toBe(line);
  });

  it('ends one whose work grows with each level', async () => {
    const over = (inner: string) => `{{#each ../pieces}}${inner}{{/each}}`;
    const nested = Array.from({ length: 30 }).reduce<string>(over, 'text');
    const { rule } = await refuse(
      'HANDLEBARS',
      `{{#each pieces}}{{#with ..}}${nested.replaceAll('../pieces', '@root.pieces')}{{/with}}{{/each}}`,
    );
    expect(['templateTime', 'templateMemory', 'templateSize']).toContain(rule);
  });
});

it.each<ScriptedEngine>(['JINJA2', 'HANDLEBARS'])(
  'writes a text without marks of %s as it is, whatever waits',
  async (engine) => {
    const text = `{ "a": 1 } % # ${'()'.repeat(5_000)} \\ {x} <b>&amp;</b>\n\nend`;
    // Only texts with marks are passed to the engine; this compares its treatment of blanks.
    const mark = engine === 'JINJA2' ? '{# #}' : '{{! }}';
    expect(await render(engine, text)).toBe(text);
    for (const end of ['', '\n', '\n\n'])
      expect(await render(engine, `x${end}`)).toBe(await render(engine, `${mark}x${end}`));
    const busy = new TemplateRenderer();
    busy.limits = { ...busy.limits, timeMs: 0, heapMb: 1 };
    expect(await busy.render(engine, text, DATA)).toBe(text);
    expect(await busy.render(engine, text, undefined)).toBe('');
  },
);

it('renders the next template after one that was ended, and only reads one without data', async () => {
  await Promise.all([
    refuse('JINJA2', LONG_LOOP),
    render('JINJA2', '{{ query }}').then((text) => expect(text).toBe('Set up LES')),
    render('HANDLEBARS', '{{query}}').then((text) => expect(text).toBe('Set up LES')),
  ]);
  expect(await renderer.render('JINJA2', '{{ 1 / none }}', undefined)).toBe('');
  await expect(renderer.render('JINJA2', '{{ (1 }}', undefined)).rejects.toBeInstanceOf(TemplateError);
});

it('says that a template of Jinja ends in the middle of a tag', async () => {
  for (const template of ['{{', 'Team {{ metadata.team', '{% if query']) {
    expect((await refuse('JINJA2', template)).message).not.toContain('undefined');
  }
  expect((await refuse('JINJA2', 'Team {{')).message).toBe('the template ends in the middle of a tag');
});

it('loses its process, and nothing else, to a template that takes all memory', async () => {
  const small = new TemplateRenderer();
  small.limits = { ...small.limits, timeMs: 60_000, heapMb: 24 };
  const doubling =
    '{% set ns = namespace(l=range(100000)) %}{% for i in range(40) %}{% set ns.l = ns.l + ns.l %}{% endfor %}';
  await expect(small.render('JINJA2', doubling, DATA)).rejects.toMatchObject({ rule: 'templateMemory' });
  expect(await small.render('JINJA2', '{{ query }}', DATA)).toBe('Set up LES');
  small.onApplicationShutdown();
});

it('gives the same text whatever ran before', async () => {
  await render('HANDLEBARS', '{{#each pieces}}{{content}}{{/each}}');
  const first = await render('JINJA2', '{% set metadata = "changed" %}{{ metadata }}');
  expect(first).toBe('changed');
  expect(await render('JINJA2', '{{ metadata.team }}')).toBe('aero');
});
