import { expect, it } from 'vitest';
import { explainedListening } from './listening.js';

const failure = (code: string) => Object.assign(new Error('getaddrinfo'), { code });
const at = { HOST: 'heartwood.invalid', PORT: 80 };

it.each([
  ['EADDRINUSE', 'The address heartwood.invalid:80 is taken; set PORT to another one'],
  ['EACCES', 'Cannot listen on port 80: it needs more rights; set PORT to 1024 or higher'],
  ['EADDRNOTAVAIL', 'This machine has no address heartwood.invalid; set HOST'],
  ['ENOTFOUND', 'The name HOST="heartwood.invalid" does not resolve to an address (ENOTFOUND); set HOST'],
  ['EAI_AGAIN', 'The name HOST="heartwood.invalid" does not resolve to an address (EAI_AGAIN); set HOST'],
])('says on %s what to set', (code, message) => {
  expect(String(explainedListening(failure(code), at))).toContain(message);
});

it('leaves other errors as they are', () => {
  const error = failure('EPIPE');
  expect(explainedListening(error, at)).toBe(error);
});
