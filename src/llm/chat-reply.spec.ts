import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatReply } from './chat-reply.js';

const body = (message: unknown, finishReason: unknown = 'stop', more: object = {}) =>
  JSON.stringify({ choices: [{ index: 0, message, finish_reason: finishReason, ...more }] });
const NO_USAGE = { input: 0, output: 0 };

describe('the answer of a chat server', () => {
  it.each<[string, string, object]>([
    ['a finished reply', body({ content: 'Hello' }), { kind: 'text', text: 'Hello' }],
    ['a reply without finish_reason', body({ content: 'Hello' }, null), { kind: 'text', text: 'Hello' }],
    ['the end of another vendor', body({ content: 'Hello' }, 'END_TURN'), { kind: 'text', text: 'Hello' }],
    [
      'content in parts, with reasoning beside it',
      body({ content: [{ type: 'thinking', thinking: 'Hm.' }, { type: 'text', text: 'Hel' }, { text: 'lo' }] }),
      { kind: 'text', text: 'Hello' },
    ],
    ['a byte order mark', `\uFEFF${body({ content: 'Hello' })}`, { kind: 'text', text: 'Hello' }],
    ['no message', body(null), { kind: 'text', text: '' }],
    ['no choice', '{"choices":[]}', { kind: 'text', text: '' }],
    ['a cut reply', body({ content: 'Hel' }, 'length'), { kind: 'cutOff', text: 'Hel' }],
    ['a reply cut by another vendor', body({ content: 'Hel' }, 'MAX_TOKENS'), { kind: 'cutOff', text: 'Hel' }],
    ['a refusal', body({ content: null, refusal: 'I will not.' }), { kind: 'refused', reason: 'I will not.' }],
    ['a refusal that is no text', body({ content: 'x', refusal: true }), { kind: 'refused' }],
    [
      'a refusal among the parts',
      body({ content: [{ type: 'refusal', refusal: 'No.' }] }),
      { kind: 'refused', reason: 'No.' },
    ],
    ['a refusal as finish_reason', body({ content: 'No.' }, 'refusal'), { kind: 'refused', reason: 'No.' }],
    ['a filtered reply', body({ content: 'Half' }, 'content_filter'), { kind: 'filtered' }],
    ['a reply filtered by another vendor', body({ content: 'Half' }, 'SAFETY'), { kind: 'filtered' }],
    ['an unknown end', body({ content: 'Half' }, 'tired'), { kind: 'broken' }],
    ['an end that is no text', body({ content: 'Half' }, { type: 'length' }), { kind: 'broken' }],
    ['JSON that ends too early', '{"choices":[{"message":{"content":"Half', { kind: 'broken' }],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', { kind: 'failed', status: undefined }],
    ['events of a stream', 'data: {"choices":[]}\n\ndata: [DONE]', { kind: 'failed' }],
    ['nothing', ' \n', { kind: 'failed' }],
    ['a text', '"Hello"', { kind: 'failed' }],
    ['a number', '7', { kind: 'failed' }],
    ['null', 'null', { kind: 'failed' }],
    ['a list', '[{"message":{"content":"Hello"}}]', { kind: 'failed' }],
    ['JSON of something else', '{"status":"ok"}', { kind: 'failed' }],
    ['choices that are no list', '{"choices":"Hello"}', { kind: 'failed' }],
    ['a choice that is null', '{"choices":[null]}', { kind: 'failed' }],
    ['a message that is a text', '{"choices":[{"message":"Hello"}]}', { kind: 'failed' }],
    ['content that is an object', body({ content: { text: 'Hello' } }), { kind: 'failed' }],
    [
      'an error with a status',
      '{"error":{"code":429,"message":"slow"}}',
      { kind: 'failed', status: 429, problem: 'slow' },
    ],
    ['an error without one', '{"error":{"message":"broken","code":"x"}}', { kind: 'failed', status: undefined }],
    ['an error beside no choice', '{"choices":[],"error":{"status":503}}', { kind: 'failed', status: 503 }],
    ['an error as text', '{"error":"broken"}', { kind: 'failed', problem: 'broken' }],
    [
      'an error in the choice',
      body({ content: 'Half' }, 'error', { error: { code: 502, message: 'upstream' } }),
      { kind: 'failed', status: 502, problem: 'upstream' },
    ],
  ])('%s', (_, text, expected) => expect(readChatReply(text)).toMatchObject(expected));

  it('counts tokens where the server does, and 0 for what is no count', () => {
    const counted = (usage: unknown) => {
      const reply = readChatReply(JSON.stringify({ choices: [{ message: { content: 'a' } }], usage }));
      return reply.kind === 'text' ? reply.usage : undefined;
    };
    expect(counted({ prompt_tokens: 3, completion_tokens: 4 })).toEqual({ input: 3, output: 4 });
    expect(counted({ prompt_tokens: -3, completion_tokens: '4' })).toEqual(NO_USAGE);
    expect(counted('many')).toEqual(NO_USAGE);
    expect(counted(undefined)).toEqual(NO_USAGE);
  });

  it('is read without failing, whatever it is', () => {
    const value = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.jsonValue().map((message) => body(message, message)),
    );
    fc.assert(
      fc.property(value, (text) => {
        expect(['text', 'cutOff', 'refused', 'filtered', 'broken', 'failed']).toContain(readChatReply(text).kind);
      }),
      { numRuns: 50 },
    );
  });
});
