import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSteady } from '../../test/secrets/hostile.js';
import { leastCpuTime } from '../../test/support/cpu-time.js';
import { redactJson, redactText, secretIn, secretInJson } from './redact.js';
import { REDACTING, SECRET_NAME, SUSPECT } from './secret-rules.js';

// The samples are put together at run time, so that no scanner takes this file for a leak.
const of = (...parts: string[]) => parts.join('');

describe('redacting', () => {
  it.each([
    ['an OpenAI key', of('sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0')],
    ['an AWS key', of('AKIA', 'ABCDEFGHIJKLMNOP')],
    ['a Google key', of('AIza', 'a'.repeat(35))],
    ['a GitHub token', of('ghp', '_', 'a1'.repeat(18))],
    ['a Slack token', of('xoxb', '-123456789012-abcdef')],
    ['a GitLab token', of('glpat', '-a1b2c3d4e5f6g7h8i9j0')],
    ['a Stripe key', of('sk', '_live_', 'a1'.repeat(12))],
    ['a JSON web token', of('eyJ', 'hbGciOiJIUzI1', '.eyJ', 'zdWIiOiIxMjM0', '.c2lnbmF0dXJl')],
    ['a private key', of('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA ', 'PRIVATE KEY-----')],
    ['half a private key', of('-----BEGIN ', 'PRIVATE KEY-----\nMIIEabc')],
  ])('cuts out %s and leaves the words around it', (_, secret) => {
    const redacted = redactText(`login failed with ${secret}`);
    expect(redacted).toBe('login failed with [redacted]');
  });

  it.each([
    ['Authorization: Bearer abc.def-12345', 'Authorization: Bearer [redacted]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [redacted]'],
    ['password=hunter2 next', 'password=[redacted] next'],
    ['"password": "hun ter2", "x": 1', '"password": "[redacted]", "x": 1'],
    ['cut short: password="hunter2', 'cut short: password=[redacted]'],
    ['API_KEY: abcdef', 'API_KEY: [redacted]'],
    ['see https://me:hunter2@host/x', 'see https://me:[redacted]@host/x'],
    [`https://me:${of('sk', '-')}abcdefghijklmnop!rest@host`, 'https://me:[redacted]@host'],
  ])('keeps the label of %s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each([
    "Element not found: 'Add Files' button does not exist",
    'The password field is empty',
    'C:\\logs\\skate-park-long-name.mf4 at 10:15:00',
    'Click the token list, then https://example.org:8080/path',
  ])('leaves alone: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('twice is once', () => {
    const piece = fc.constantFrom(
      'password',
      '=',
      ':',
      ' ',
      '"',
      'Bearer ',
      'abcdefgh12',
      '://',
      '@',
      of('sk', '-'),
      'x'.repeat(20),
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactText(pieces.join(''));
        expect(redactText(once)).toBe(once);
      }),
      {
        examples: [[['password', '=', '"', '"', 'password']], [['://', 'password', ':', '@', '"', '@']]],
        numRuns: 1_000,
      },
    );
  });

  it('reaches into JSON, and takes the whole value of a secret name', () => {
    const value = {
      tool: 'Type',
      arguments: [{ password: 'a b c', text: 'pwd=x1!y2' }],
      token: '',
      tokens: ['kept'],
      n: 1,
    };
    expect(redactJson(value)).toEqual({
      tool: 'Type',
      arguments: [{ password: '[redacted]', text: 'pwd=[redacted]' }],
      token: '',
      tokens: ['kept'],
      n: 1,
    });
  });

  it('leaves alone what only begins like a JSON web token, and finds one behind it', () => {
    const token = of('eyJ', 'hbGciOiJIUzI1', '.eyJ', 'zdWIiOiIxMjM0', '.c2lnbmF0dXJl');
    expect(redactText('eyJhbGciOiJIUzI1 and eyJhbGciOiJIUzI1.short.x')).toBe(
      'eyJhbGciOiJIUzI1 and eyJhbGciOiJIUzI1.short.x',
    );
    expect(redactText(`eyJhbGciOiJIUzI1.short ${token}`)).toBe('eyJhbGciOiJIUzI1.short [redacted]');
    expect(redactText(`eyJhbGciOiJIUzI1.x.${token}`)).toBe('eyJhbGciOiJIUzI1.x.[redacted]');
    expect(redactText(`id-${token}`)).toBe('id-[redacted]');
  });

  // test/secrets/hostile.release-spec.ts has a megabyte of each.
  it('takes 100 KB of anything in a time that grows with its length', () => expectSteady(100_000));

  it.each(
    [...[...REDACTING, ...SUSPECT].map(({ pattern }) => pattern), SECRET_NAME].map(
      (pattern) => [pattern.source.slice(0, 60), pattern] as const,
    ),
  )('takes time in proportion to a text made to delay /%s/', (_, pattern) => {
    const timeOf = (text: string, runs: number) => leastCpuTime(() => text.replace(pattern, ''), runs);
    let slow: string | undefined;
    for (const [name, build] of hostileTexts(pattern)) {
      // With quadratic time, 30,000 characters take at least 100 ms. Only patterns that are not fast here are examined
      // further.
      if (timeOf(build(30_000), 1) < 20) continue;
      const [some, more] = [timeOf(build(30_000), 3), timeOf(build(120_000), 3)];
      if (more <= 300 && (more <= 50 || more <= 8 * some)) continue;
      slow = `${name}: ${some} ms, four times as long ${more} ms`;
      break;
    }
    expect(slow).toBeUndefined();
  });
});

describe('finding secrets', () => {
  it.each([
    [of('-----BEGIN RSA PRIV', 'ATE KEY-----\nabc'), 'private key'],
    [of('use sk', '-proj-abcdefghijklmnop1234 here'), 'API key'],
    [of('AKIA', 'IOSFODNN7SAMPLED'), 'AWS key'],
    ['Authorization: Bearer abcdefgh12345678', 'bearer token'],
    ['password = hunter2', 'password, key or token'],
    ['the password is hunter2', 'password in a sentence'],
    ['token: abc123', 'password, key or token'],
    ['postgres://user:pass@host/db', 'password in an address'],
  ])('names the rule of %j', (text, rule) => {
    expect(secretIn(text)).toBe(rule);
  });

  it.each([
    'max tokens: 4096',
    'separator token: comma',
    'the password is required',
    'password: [redacted]',
    'CFL of 0.3',
  ])('leaves %j alone', (text) => {
    expect(secretIn(text)).toBeUndefined();
  });

  it('looks into names and values at any depth, and never names a path that holds the secret', () => {
    expect(secretInJson({ a: [{ note: 'fine' }, { note: of('glp', 'at-abcdefghijklmnopqrst') }] })).toEqual({
      path: 'a.1.note',
      rule: 'GitLab token',
    });
    expect(secretInJson({ login: { password: 'x' } })).toEqual({
      path: 'login.password',
      rule: 'password, key or token',
    });
    expect(secretInJson({ props: { [of('sk', '-abcdefghijklmnopqrst')]: 1 } })).toEqual({
      path: 'props',
      rule: 'API key',
    });
    expect(secretInJson({ password: '[redacted]', tokens: 5 })).toBeUndefined();
  });
});

/**
 * Yields texts that repeat each word of a pattern, with possible characters before and after it, and that repeat single
 * characters after the word.
 */
function* hostileTexts({ source }: RegExp): Generator<[string, (length: number) => string]> {
  const plain = source
    .replace(/\[(?:\\.|[^\]\\])*\]/g, '\0')
    .replace(/\{\d+(?:,\d*)?\}|\(\?[:=!]|\\[bsSdn1-9]/g, '\0')
    .replace(/\\/g, '');
  const words = new Set(plain.split(/[\0()|?*+^$]+/).filter((word) => word !== ''));
  const fillers = ['', 'a', '1', 'a1'.repeat(10), '-', '_', '.', ' ', '"', "'", '=', ':', '@', '/', ' A'];
  for (const word of words) {
    for (const filler of fillers) {
      for (const before of ['', '-', ' ']) {
        const unit = `${before}${word}${filler}`;
        const miss = `${unit}!`;
        yield [JSON.stringify(`${unit}…`), (length) => unit.repeat(length / unit.length)];
        yield [JSON.stringify(`${unit}…!`), (length) => `${unit.repeat(length / unit.length)}!\n`];
        yield [JSON.stringify(`${miss}…`), (length) => miss.repeat(length / miss.length)];
      }
      const end = filler === '' ? word : filler;
      yield [JSON.stringify(`${word}${end}…`), (length) => word + end.repeat(length / end.length)];
      yield [JSON.stringify(`${word}${end}…,`), (length) => `${word + end.repeat(length / end.length)},`];
    }
  }
}
