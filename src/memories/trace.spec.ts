import { describe, expect, it } from 'vitest';
import { countTokens } from '../common/tokens.js';
import { cutTrace, turnsOf } from './trace.js';

describe('turnsOf', () => {
  it('reads the turns of a JSON list of {role, content}', () => {
    const trace = [
      { role: 'user', content: 'Fix the build' },
      { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }], tool_calls: [{ name: 'ls' }] },
      { role: 'tool', content: { files: 3 } },
      { role: 'assistant', content: null },
    ];
    expect(turnsOf(JSON.stringify(trace))).toEqual([
      'user: Fix the build',
      'assistant: Looking.\n{"tool_calls":[{"name":"ls"}]}',
      'tool: {"files":3}',
      'assistant: ',
    ]);
  });

  it.each(['[1, 2]', '[{"content": "no role"}]', '[not json', '[]'])('takes %j for a text', (trace) => {
    expect(turnsOf(trace)).toEqual([trace]);
  });

  it('parts a text by its empty lines', () => {
    expect(turnsOf('one\nmore\n\n \n  two\r\n\r\nthree\n')).toEqual(['one\nmore', 'two', 'three']);
  });
});

describe('cutTrace', () => {
  // "turn 12 went well" and its like have 5 tokens each.
  const turns = Array.from({ length: 400 }, (_, index) => `turn ${100 + index} went well`);

  it('leaves alone what fits', () => {
    expect(cutTrace(turns.join('\n\n'), 4_000)).toBe(turns.join('\n\n'));
  });

  it('keeps whole turns of the beginning and the end, and says how many it left out', () => {
    const kept = cutTrace(turns.join('\n\n'), 300).split('\n\n');
    const note = kept.findIndex((turn) => turn.startsWith('['));
    const [beginning, end] = [kept.slice(0, note), kept.slice(note + 1)];
    expect(beginning).toEqual(turns.slice(0, beginning.length));
    expect(end).toEqual(turns.slice(-end.length));
    // (300 − 40) / 3 = 86 tokens, and what is left of 260, at 6 a turn with its gap.
    expect(beginning.length).toBe(14);
    expect(end.length).toBe(29);
    expect(kept[note]).toBe('[357 turns left out here: the trace is too long]');
    expect(countTokens(kept.join('\n\n'))).toBeLessThanOrEqual(300);
  });

  it.each([
    ['one endless turn', 'word '.repeat(20_000)],
    ['one word without end', 'x'.repeat(100_000)],
    ['an endless first turn', `${'first '.repeat(20_000)}\n\nthe end`],
    ['an endless last turn', `the start\n\n${'last '.repeat(20_000)}`],
    ['characters of several bytes', '𝒳é漢'.repeat(20_000)],
  ])('stays within the window: %s', (_, trace) => {
    const kept = cutTrace(trace, 500);
    expect(countTokens(kept)).toBeLessThanOrEqual(500);
    expect(countTokens(kept)).toBeGreaterThan(100);
    expect(kept).toContain('left out');
    expect(Buffer.from(kept).toString()).toBe(kept); // no half of a character
    expect(kept.slice(0, 3)).toBe(trace.slice(0, 3).trimEnd());
    expect(kept.slice(-2)).toBe(trace.trim().slice(-2));
  });
});
