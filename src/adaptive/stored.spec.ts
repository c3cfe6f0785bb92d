import { expect, it } from 'vitest';
import { actionIn, intentIn, validationIn } from './stored.js';

it('reads tasks of 0.2.0', () => {
  const intent = { dataType: 'numbers', successCriteria: ['first 5'], decidedBy: 'LLM' };
  expect(intentIn(JSON.stringify(intent))).toMatchObject({
    decidedBy: 'MODEL',
    unread: [],
    criteria: [{ text: 'first 5', stated: true }],
  });
  const validation = {
    verdict: 'FAILURE',
    decidedBy: 'RULE',
    checks: [{ criterion: 'first 5', met: false, decidedBy: 'RULE' }],
  };
  expect(validationIn(JSON.stringify(validation))).toMatchObject({
    decidedBy: 'RULES',
    open: [],
    isGuess: false,
    checks: [{ decidedBy: 'RULES' }],
  });
  expect(actionIn('{"method":"ai"}')).toEqual({ method: 'ai', lessons: [] });
});

it('keeps what this release stores', () => {
  const intent = { successCriteria: ['first 5'], criteria: [], unread: ['x'], decidedBy: 'RULES' };
  expect(intentIn(JSON.stringify(intent))).toMatchObject({ criteria: [], unread: ['x'], decidedBy: 'RULES' });
});
