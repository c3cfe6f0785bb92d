import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { assertRole, hasRole, needsNoKey, ROLES } from './roles.js';

it('each role includes those before it; who needs no key may do everything where the caller says so', () => {
  for (const [held, role] of ROLES.entries()) {
    for (const [needed, other] of ROLES.entries()) {
      expect(hasRole({ role }, other, false)).toBe(held >= needed);
      const act = () => assertRole({ role }, other, 'undo');
      if (held >= needed) expect(act).not.toThrow();
      else expect(act).toThrow(`undo needs the role ${other}; this API key has the role ${role}`);
    }
    expect([hasRole({}, role, true), hasRole({}, role, false), needsNoKey({}), needsNoKey({ role })]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  }
});

it('the role of a caller is read here alone', () => {
  const root = new URL('../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.spec\.ts$|^common[\\/](?:roles|caller)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const reads = files.filter((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    return /\bcaller\??\.role\b|\{[^{}]*\brole\b[^{}]*\}: (?:Readonly<|Pick<)?Caller\b|\{[^{}]*\brole\b[^{}]*\} = caller\b/.test(
      text,
    );
  });
  // It shows callers their own role.
  expect(reads).toEqual(['access/access.resolver.ts']);
});
