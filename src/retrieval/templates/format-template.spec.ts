import { expect, it } from 'vitest';
import { parseFormat, renderFormat } from './format-template.js';
import { TemplateError } from './template-error.js';

const VALUES = {
  text: 'Use {query} {{ x }}',
  query: 'q',
  metadata: { team: 'aero', 'full name': 'Alice A.', list: [1, 2], none: null },
  pieces: [{ content: 'First', score: 0.8567 }],
};
const format = (template: string, most = 1_000) =>
  renderFormat(parseFormat(template, new Set(Object.keys(VALUES))), VALUES, most);
const refuse = (template: string, most?: number): TemplateError => {
  try {
    return expect.unreachable(format(template, most));
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
};

it('puts fields in as Python does, and does not look at them again', () => {
  expect(format('{{{text}}} {metadata[team]} {metadata.team} {metadata[full name]}')).toBe(
    '{Use {query} {{ x }}} aero aero Alice A.',
  );
  expect(format('{pieces[0].content} {pieces[0][score]:.2f} {metadata[list]}')).toBe('First 0.86 [1,2]');
});

it('writes nothing for what a value does not have, nor for what it has from elsewhere', () => {
  const missing = ['metadata[none]', 'metadata[x]', 'pieces[7].content', 'text.length', 'pieces.length'];
  const inherited = ['metadata.constructor', 'metadata[__proto__]', 'text.constructor', 'pieces[map]'];
  for (const field of [...missing, ...inherited]) expect(format(`<{${field}}>`)).toBe('<>');
});

it.each([
  ['a {', 1],
  ['a\n}', 2],
  ['\n\n{text', 3],
  ['{}', 1],
  ['{unknown}', 1],
  ['{constructor}', 1],
  ['{text!r}', 1],
  ['{text:>10}', 1],
  ['\n{metadata[team]:.2f}', 2],
  ['{pieces[0][}', 1],
])('refuses %j in line %i', (template, line) => {
  expect(refuse(template)).toMatchObject({ rule: 'template', line });
});

it('ends where the text grows too long', () => {
  expect(refuse('{text}'.repeat(100), 500)).toMatchObject({ rule: 'templateSize' });
});
