import { expect, it } from 'vitest';
import { kindOf } from './kind.js';

const kindNamed = (name: string) => kindOf(Buffer.from('Stop the pump.'), { name });

it.each(['constructor', '__proto__', 'valueOf'])('takes a file named %s for a text', async (name) => {
  expect(await kindNamed(name)).toEqual({ format: 'text', mediaType: 'text/plain', language: null });
});

it('goes by the extension, in any case', async () => {
  expect(await kindNamed('Pumps.MD')).toEqual({ format: 'markdown', mediaType: 'text/markdown', language: null });
  expect(await kindNamed('pump.py')).toEqual({ format: 'code', mediaType: 'text/x-python', language: 'python' });
});
