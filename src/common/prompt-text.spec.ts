import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRAMMARS, readsAsOwn } from './prompt-grammar.js';
import { block, comment, flat, jsonText, line, visible } from './prompt-text.js';

const forms = Object.entries(GRAMMARS).flatMap(([section, own]) => own.map((form) => ({ section, ...form })));

it.each(forms)('the grammar of $section reads its own example: $example', ({ pattern, example }) => {
  expect(pattern.test(example)).toBe(true);
  // Otherwise no indentation could keep a line from being mistaken for one of the service.
  expect(readsAsOwn(`${' '.repeat(6)}${example}`)).toBe(false);
});

describe('a value of one line', () => {
  it.each([
    'Open one or more files.',
    'Menu → File → Open',
    '- click(["a"])',
    '- wrap: errors',
    'Description of it',
    'ID-card: none',
    'name: Alice',
    '#hashtag',
    '-- dashes --',
    '[1] a footnote',
    '🔥 👨‍👩‍👧 ⚠️ می‌خواهم क्‍ष 1️⃣',
  ])('that is no line of the service is printed as it is: %s', (text) => {
    expect(line('', text)).toBe(text);
    expect(line('Label: ', text)).toBe(`Label: ${text}`);
    expect(block(text)).toBe(text);
  });

  it('stands in where it would begin a line and reads as one of the service', () => {
    expect(line('', '# Memories')).toBe('  # Memories');
    expect(line('', 'Confidence: 1.00')).toBe('  Confidence: 1.00');
    // Indented by two spaces, it would be an action of an item.
    expect(line('', '- AVOID x (y): z')).toBe('    - AVOID x (y): z');
    expect(line('Label: ', '# Memories')).toBe('Label: # Memories');
  });
});

describe('a value of several lines', () => {
  it('goes on two blanks deeper than its line, without empty lines', () => {
    expect(line('', 'a\n\n b\r\nc')).toBe('a\n  b\n  c');
    expect(line('   - Error: ', 'a\nWhat Worked: b', { spaces: 'kept' })).toBe('   - Error: a\n     What Worked: b');
    expect(line('', 'if x:\n    y', { spaces: 'kept' })).toBe('if x:\n      y');
  });

  it.each(['\n', '\r', '\r\n', '\v', '\f', '\u001c', '\u0085', '\u2028', '\u2029'])(
    'goes on at whatever some reader takes for the end of a line: %j',
    (end) => expect(line('', `a${end}KB ID: x`)).toBe('a\n  KB ID: x'),
  );

  it('has no line that reads as one of the service, however they are put together', () => {
    const part = fc.constantFrom(...forms.map(({ example }) => example), '\n', '\u2028', ' ', '  ', 'x', '\t');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('', 'Note: ', '     '), (parts, label) => {
        for (const spaces of ['kept', undefined] as const) {
          const lines = line(label, parts.join(''), spaces && { spaces }).split('\n');
          expect(lines.slice(label === '' ? 0 : 1).filter(readsAsOwn)).toEqual([]);
          expect(lines.slice(1).filter((one) => !one.startsWith('  '))).toEqual([]);
        }
        expect(block(parts.join('')).split('\n').filter(readsAsOwn)).toEqual([]);
        expect(comment('%', parts.join('')).filter(readsAsOwn)).toEqual([]);
      }),
    );
  });
});

it('shows what has no width or turns the direction of text', () => {
  expect(visible('a\u202eb\u200bc\u2066d\ufeffe\u00adf\u{e0041}g')).toBe(
    'a\\u202eb\\u200bc\\u2066d\\ufeffe\\u00adf\\udb40\\udc41g',
  );
  expect(visible('adm\u200din, n\u200co, x\ufe0f, ✂️')).toBe('adm\\u200din, n\\u200co, x\\ufe0f, ✂️');
  expect(flat(' a\n\u200b# b ')).toBe('a \\u200b# b');
  expect(JSON.parse(jsonText({ a: 'x\u2028\u202e\u{e0041}' }))).toEqual({ a: 'x\u2028\u202e\u{e0041}' });
  expect(jsonText(undefined)).toBe('null');
});

it('shows control characters, on which terminals act, and keeps tabs and line breaks', () => {
  expect(visible('a\u001b[2Jb\u009b31mc\u0007\0\u007f\td\n')).toBe('a\\u001b[2Jb\\u009b31mc\\u0007\\u0000\\u007f\td\n');
  for (const write of [(text: string) => line('Memory: ', text), block, flat, (text: string) => line('', text)]) {
    // eslint-disable-next-line no-control-regex -- they are looked for
    expect(write('a\u001b[2J\u009b31m')).not.toMatch(/[\u001b\u009b]/);
  }
});

it('keeps the lines of a block in their places to each other', () => {
  expect(block('menu:\n  - File\n    - Open\n\nend')).toBe('  menu:\n    - File\n      - Open\n\n  end');
  expect(block('f(X) :-\r\n  g(X).')).toBe('f(X) :-\r\n  g(X).');
});

it('keeps a comment from reading as the heading of a fluent', () => {
  expect(comment('%', 'Fresh\nhouse: evil/1, simple')).toEqual(['% Fresh', '%   house: evil/1, simple']);
});
