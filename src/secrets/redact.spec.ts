import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSteady } from '../../test/secrets/hostile.js';
import { leastCpuTime } from '../../test/support/cpu-time.js';
import { redactJson, redactText, secretIn, secretInJson } from './redact.js';
import { PRIVATE_KEY, SHAPES } from './shapes.js';

// The samples are put together at run time, so that no scanner takes this file for a leak.
const of = (...parts: string[]) => parts.join('');

describe('redacting', () => {
  it.each([
    ['an OpenAI key', of('sk', '-proj-', 'a1B2c3D4e5F6g7H8i9J0')],
    ['an AWS key', of('AKIA', 'IOSFODNN7SAMPLED')],
    ['a Google key', of('AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6q')],
    ['a GitHub token', of('ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')],
    ['a Slack token', of('xoxb', '-123456789012-123456789012-a1B2c3D4e5F6g7H8i9J0k1L2')],
    ['a GitLab token', of('glpat', '-a1b2c3d4e5f6g7h8i9j0')],
    ['a Stripe key', of('sk', '_live_', 'a1B2c3D4e5F6g7H8i9J0k1L2')],
    ['a JSON web token', of('eyJ', 'hbGciOiJIUzI1', '.eyJ', 'zdWIiOiIxMjM0', '.c2lnbmF0dXJl')],
  ])('cuts out %s and leaves the words around it', (_, secret) => {
    expect(redactText(`it failed with ${secret}`)).toBe('it failed with [redacted]');
  });

  it.each([
    ['password=Hirsch8kuh', 'password=[redacted]'],
    ['PASSWORD: Hirschkuh', 'PASSWORD: [redacted]'],
    ['psk="Hirschkuh"', 'psk="[redacted]"'],
    ['restic backup --password Hirschkuh /srv', 'restic backup --password [redacted] /srv'],
    [
      'ConvertTo-SecureString "Hirschkuh" -AsPlainText -Force',
      'ConvertTo-SecureString "[redacted]" -AsPlainText -Force',
    ],
    [
      'ConvertTo-SecureString -AsPlainText "Hirschkuh" -Force',
      'ConvertTo-SecureString -AsPlainText "[redacted]" -Force',
    ],
    ['Server=db;User Id=sa;Password=Hirschkuh;Encrypt=true', 'Server=db;User Id=sa;Password=[redacted];Encrypt=true'],
    ['postgres://me:Hirschkuh@db:5432/app', 'postgres://me:[redacted]@db:5432/app'],
    ['Authorization: Bearer abc.def-12345', 'Authorization: Bearer [redacted]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [redacted]'],
    ['Authorization: lin_api_kWBvKQXf', 'Authorization: [redacted]'],
    ['"password": "hun ter2", "x": 1', '"password": "[redacted]", "x": 1'],
    ['{\\"password\\": \\"hunter2\\"}', '{\\"password\\": \\"[redacted]\\"}'],
    ['<password>hunter</password>', '<password>[redacted]</password>'],
    ['cut short: password="hunter2', 'cut short: password="[redacted]'],
    ['- name: DB_PASSWORD\n  value: Hirschkuh', '- name: DB_PASSWORD\n  value: [redacted]'],
    ['**Password:** Hirschkuh', '**Password:** [redacted]'],
    ['curl -u kim:Hirschkuh https://x.test', 'curl -u [redacted] https://x.test'],
    ['password: Hirsch8kuh...', 'password: [redacted]...'],
    ['the new key for staging: 8f3Kq0ZsPq1vT7yWb2LmXc9R', 'the new key for staging: [redacted]'],
  ])('keeps the name of %s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each([
    ...['password=xxx', 'password: ...', 'password: <your password>', 'API_KEY=YOUR_KEY', 'token: changeme'],
    ...[
      'password=$DB_PASSWORD',
      'PASSWORD: ${DB_PASSWORD:?missing}',
      'password: {{ vault.password }}',
      'password="%s"',
    ],
    ...['api_key: "XXXX-XXXX"', 'OPENAI_API_KEY=sk-...', 'key: "sk-xxxxxxxx"'],
    ...['token: <your token>', 'secret: YOUR_CLIENT_SECRET', 'password: $(cat pw)', 'set PASSWORD=%PW%'],
    ...['password: [redacted]', 'password: ""', 'password: null', 'DB_PASSWORD=changeme', 'secret: ${{ secrets.KEY }}'],
    ...['-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----', 'postgres://app:${PASSWORD}@db/app'],
  ])('leaves the placeholder of %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it.each([
    "Element not found: 'Add Files' button does not exist",
    'The password field is empty',
    'C:\\logs\\skate-park-long-name.mf4 at 10:15:00',
    'Click the token list, then https://example.org:8080/path',
    'password: see vault',
    'without the database password: `cypher(statement, parameters)`',
    'Pass `--disable-warning=FSTWRN004` to it',
    '**Thread Isolation Bypass:** Cross-thread leaks',
    '[api-token]: #token',
    '[![codecov](https://codecov.io/gh/a/b/graph/badge.svg?token=lWZ9OBQ7GM)](https://codecov.io)',
    'max tokens: 4096',
    'separator token: comma',
    'the password is required',
    'CFL of 0.3',
    'change 01M8P0PWD11GGCV3GY2J6KSHQM',
    'mem_00X3KEY1ZN3Z407C5MBYGHHV05',
  ])('leaves alone: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('cuts each line of a private key, so that lines keep their numbers', () => {
    const key = of('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA ', 'PRIVATE KEY-----');
    expect(redactText(`key:\n${key}\nend`)).toBe(
      of('key:\n-----BEGIN RSA ', 'PRIVATE KEY-----\n[redacted]\n[redacted]\n-----END RSA ', 'PRIVATE KEY-----\nend'),
    );
    expect(redactText(of('-----BEGIN ', 'PRIVATE KEY-----\nMIIEabc'))).toBe(
      of('-----BEGIN ', 'PRIVATE KEY-----\n[redacted]'),
    );
  });

  it('cuts the data of a Kubernetes Secret, whatever its names are', () => {
    const yaml = 'kind: Secret\ndata:\n  user: YWRtaW4=\n  motd: aGVsbG8=\ntype: Opaque\n';
    expect(redactText(yaml)).toBe('kind: Secret\ndata:\n  user: [redacted]\n  motd: [redacted]\ntype: Opaque\n');
    expect(redactText('{"kind":"Secret","data":{"user":"YWRtaW4="}}')).toBe(
      '{"kind":"Secret","data":{"user":"[redacted]"}}',
    );
    expect(redactJson({ kind: 'Secret', data: { user: 'YWRtaW4=' } }).value).toEqual({
      kind: 'Secret',
      data: { user: '[redacted]' },
    });
    const other = 'kind: ConfigMap\ndata:\n  user: YWRtaW4=\n';
    expect(redactText(other)).toBe(other);
    // A file may hold several objects, of which each has its own kind.
    expect(redactText(`${yaml}---\n${other}---\n${yaml}`)).toBe(
      `${redactText(yaml)}---\n${other}---\n${redactText(yaml)}`,
    );
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

  it('reaches into JSON, takes the whole value of a secret name, and tells where', () => {
    const value = {
      tool: 'Type',
      arguments: [{ password: 'a b c', text: 'pwd=x1!y2' }],
      token: '',
      tokens: ['kept'],
      n: 1,
    };
    expect(redactJson(value)).toEqual({
      value: { ...value, arguments: [{ password: '[redacted]', text: 'pwd=[redacted]' }] },
      redactions: [
        { path: 'arguments.0.password', rule: 'value of a secret name' },
        { path: 'arguments.0.text', rule: 'value of a secret name' },
      ],
    });
  });

  it('leaves alone what only begins like a JSON web token, and finds one behind it', () => {
    const token = of('eyJ', 'hbGciOiJIUzI1', '.eyJ', 'zdWIiOiIxMjM0', '.c2lnbmF0dXJl');
    expect(redactText('eyJhbGciOiJIUzI1 and eyJhbGciOiJIUzI1.short.x')).toBe(
      'eyJhbGciOiJIUzI1 and eyJhbGciOiJIUzI1.short.x',
    );
    expect(redactText(`eyJhbGciOiJIUzI1.short ${token}`)).toBe('eyJhbGciOiJIUzI1.short [redacted]');
    expect(redactText(`id-${token}`)).toBe('id-[redacted]');
  });

  // test/secrets/hostile.release-spec.ts has a megabyte of each.
  it('takes 100 KB of anything in a time that grows with its length', () => expectSteady(100_000));

  it.each(
    [...SHAPES.map(({ pattern }) => pattern), PRIVATE_KEY].map(
      (pattern) => [pattern.source.slice(0, 60), pattern] as const,
    ),
  )('takes time in proportion to a text made to delay /%s/', (_, pattern) => {
    const timeOf = (text: string, runs: number) => leastCpuTime(() => [...text.matchAll(pattern)].length, runs);
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
    [of('glp', 'at-abcdefghijklmn0pqrst'), 'gitlab-pat'],
    ['password = hunter2', 'value of a secret name'],
    ['token: a1b2c3d4', 'random value of a key or token'],
    ['postgres://user:Hirsch@host/db', 'password in an address'],
  ])('names the rule of %j', (text, rule) => {
    expect(secretIn(text)).toBe(rule);
  });

  it('looks into names and values at any depth, and never names a path that holds the secret', () => {
    expect(secretInJson({ a: [{ note: 'fine' }, { note: of('glp', 'at-abcdefghijklmn0pqrst') }] })).toEqual({
      path: 'a.1.note',
      rule: 'gitlab-pat',
    });
    expect(secretInJson({ login: { password: 'x1' } })?.path).toBe('login.password');
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
