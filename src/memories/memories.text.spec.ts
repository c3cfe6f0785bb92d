import { expect, it } from 'vitest';
import { MemoryScope, Outcome } from './memories.model.js';
import { formatMemory, foundMemory, normalisedTitle } from './memories.text.js';

const memory = {
  id: 'mem_1',
  title: 'Go Error\nWrapping',
  description: 'When handling errors\nin Go services',
  content: 'Always wrap errors with fmt.Errorf.\nKeep the cause.',
  outcome: Outcome.SUCCESS,
  tags: ['go', 'errors'],
  confidence: 0.9249,
  usageCount: 15,
  scope: MemoryScope.PROJECT,
};

it('takes titles for the same whatever their case and punctuation', () => {
  expect(normalisedTitle('  Go error  Wrapping!')).toBe('go error wrapping');
  expect(normalisedTitle('GO error wrapping')).toBe('go error wrapping');
  expect(normalisedTitle('Ｇｏ error wrapping')).toBe('go error wrapping');
  expect(normalisedTitle('Go error wrapping 2')).not.toBe('go error wrapping');
  expect(normalisedTitle('C++ naming')).not.toBe(normalisedTitle('C# naming'));
  expect(normalisedTitle('???')).not.toBe(normalisedTitle('!!!'));
});

it('writes a memory for a prompt', () => {
  expect(formatMemory(memory)).toBe(
    [
      'Memory: Go Error',
      '  Wrapping',
      'ID: mem_1',
      'Outcome: success – follow this',
      'Confidence: 0.92, used 15 times, from this project',
      'Tags: go, errors',
      'When: When handling errors',
      '  in Go services',
      'Always wrap errors with fmt.Errorf.',
      '  Keep the cause.',
    ].join('\n'),
  );
});

it('says of an anti-pattern that it is to be avoided', () => {
  const text = formatMemory({ ...memory, outcome: Outcome.FAILURE, tags: [], usageCount: 1, scope: MemoryScope.ORG });
  expect(text).toContain('Outcome: failure – avoid this');
  expect(text).toContain('used 1 time, from the organisation');
  expect(text).not.toContain('Tags');
});

it('has the fields of the seed in a search’s answer', () => {
  expect(foundMemory(memory, 0.87)).toEqual({
    id: 'mem_1',
    title: 'Go Error\nWrapping',
    description: 'When handling errors\nin Go services',
    content: 'Always wrap errors with fmt.Errorf.\nKeep the cause.',
    outcome: 'success',
    confidence: 0.9249,
    usage_count: 15,
    relevance: 0.87,
    scope: 'project',
  });
});
