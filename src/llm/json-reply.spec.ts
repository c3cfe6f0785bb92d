import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseReply, responseSchema } from './json-reply.js';

const schema = z.object({ name: z.string(), count: z.number().int() });

describe('parseReply', () => {
  it('reads plain JSON', () => {
    expect(parseReply(' {"name":"a","count":1}\n', schema)).toEqual({ value: { name: 'a', count: 1 } });
  });

  it('reads JSON between fences, with words around it and fences inside its strings', () => {
    const reply = 'Here it is:\n```json\n{"name":"use ```sh``` here","count":2}\n```\nDone.';
    expect(parseReply(reply, schema)).toEqual({ value: { name: 'use ```sh``` here', count: 2 } });
  });

  it.each([
    'Here it is: {"name":"a","count":1} (see [1]).',
    '```json\n{"name":"a","count":1}',
    'I read {7} of [3] files.\n\n{ "name": "a", "count": 1 }\n\nIs that right?',
  ])('reads JSON among words without a closed fence: %j', (reply) => {
    expect(parseReply(reply, schema)).toEqual({ value: { name: 'a', count: 1 } });
  });

  it('gives the model the message about its JSON, not about the words before it', () => {
    expect(parseReply('Here it is: {"name":"a" "count":1}', schema)).toMatchObject({
      problem: 'the reply is not valid JSON: syntax error at position 12',
      parserSays: expect.stringContaining('at position 12') as string,
    });
  });

  it('says that a reply ends too early', () => {
    expect(parseReply('{"name":"a"', schema).problem).toMatch(
      /^the reply is not valid JSON: (it ends too early|syntax error)/,
    );
  });

  it('does not repeat the text of a broken reply', () => {
    expect(parseReply('my secret plan', schema).problem).not.toContain('secret');
  });

  it('names each field that breaks the schema', () => {
    const { problem } = parseReply('{"count":1.5}', schema);
    expect(problem).toContain('the reply does not fit the schema: ');
    expect(problem).toContain('name: ');
    expect(problem).toContain('count: ');
  });

  it('cuts a long list of problems', () => {
    const { problem } = parseReply(JSON.stringify(Array(20).fill(1)), z.array(z.string()));
    expect(problem).toMatch(/7: [^;]*; and 12 more$/);
  });

  it('says that an empty reply is empty', () => {
    expect(parseReply(' \n', schema)).toEqual({ problem: 'the reply is empty' });
  });

  it('keeps a key called __proto__ a key', () => {
    const { value } = parseReply('{"__proto__":{"name":"x"},"name":"a","count":1}', schema);
    expect(value).toEqual({ name: 'a', count: 1 });
    expect(({} as { name?: string }).name).toBeUndefined();
  });
});

describe('responseSchema', () => {
  it('closes objects and is strict where all properties are required', () => {
    expect(responseSchema(schema)).toMatchObject({
      strict: true,
      schema: { type: 'object', required: ['name', 'count'], additionalProperties: false },
    });
  });

  it.each([
    ['an optional property', z.object({ a: z.string().optional() })],
    ['a nested optional property', z.object({ a: z.array(z.object({ b: z.string().optional() })) })],
    ['free keys', z.object({ a: z.record(z.string(), z.unknown()) })],
  ])('is not strict with %s', (_, loose) => {
    expect(responseSchema(loose).strict).toBe(false);
  });
});
