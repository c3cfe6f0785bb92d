import { describe, expect, it } from 'vitest';
import { redacting, redactText } from './redact.js';

// The samples are put together at run time, so that no scanner takes this file for a leak.
const of = (...parts: string[]) => parts.join('');
const key = of('gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8');

describe('code', () => {
  it.each([
    'password: string;',
    'constructor(private readonly apiKey: SecretString) {}',
    'api_key: Optional[str] = None',
    'password = os.environ["DATABASE_PASSWORD"]',
    "const token = process.env['API_TOKEN'] ?? '';",
    'const accessToken = await this.tokens.refresh(user.id);',
    'token = getpass.getpass("Token: ")',
    'secret = config.get("client_secret")',
    'self.password = password2',
    'class PasswordResetTokenGenerator:',
    'api_key=${API_KEY}',
    "press_key('Ctrl+Shift+F5')",
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIwarDAd0t//OHnrTWLoWgjWJV0YpyKQD67HqcNFMYVW+ lena@host',
    'https://user:***@example.com/mono.git',
    'says the same as "mem_01M80J20PMD0HFEVK38E8ANKW5"',
    'sessionId: 01JY6C8C68S2ZYXN0X1WA1EWFF',
    '{ password: "Please enter your password" }',
    'PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]',
    '"integrity": "sha512-4gKMmgVpqyYnTXJzXyU7HnNhNoB5qUzbnGGKqZ2xmp5TlZDq5uWb9MBHBvIwYdWMsv5WnkZ1mNRmgxRvjTdRrQ=="',
    'user:bo-7a11aecb4148522e3914c195ec2f6874',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'id: 7f9c24e5-2c5b-4d0e-9a3b-1f2e3d4c5b6a',
  ])('is left as it is: %s', (line) => {
    expect(redactText(line)).toBe(line);
  });
});

describe('a secret', () => {
  it.each([
    [`headers = {"Authorization": "token ${key}"}`, 'headers = {"Authorization": "token [redacted]"}'],
    [`{"a": ["${key}"], "b": 1}`, '{"a": ["[redacted]"], "b": 1}'],
    [`login('me', '${key}');`, "login('me', '[redacted]');"],
    ["db.connect(password='hT6!kw9zQ')", "db.connect(password='[redacted]')"],
    ['call(password=hT6kw9zQ4)', 'call(password=[redacted])'],
    ['{\\"password\\": \\"hT6!kw9zQ\\", \\"x\\": 1}', '{\\"password\\": \\"[redacted]\\", \\"x\\": 1}'],
  ])('leaves the syntax around it: %s', (text, without) => {
    expect(redactText(text)).toBe(without);
  });

  it('is told by its rule and its line, each time that one is cut', () => {
    const { cuts } = redacting(`first ${key},\nthen password=Hirsch8kuh and\n${key}`);
    expect(cuts).toEqual([
      { rule: 'github-pat', line: 0 },
      { rule: 'value of a secret name', line: 1 },
      { rule: 'github-pat', line: 2 },
    ]);
    expect(redacting('nothing here').cuts).toEqual([]);
  });
});
