import { expect, it } from 'vitest';
import { undeliveredOf } from './undelivered.js';

const ASKED = 'List 5 rivers';

it.each([
  ["I'm sorry, but I can't help with that.", 'A refusal was delivered'],
  ['As an AI language model, I have no opinion.', 'A refusal was delivered'],
  ['Das kann ich leider nicht.', 'A refusal was delivered'],
  ['Je ne peux pas vous aider.', 'A refusal was delivered'],
  ["Sure, I'll do that in a moment.", 'A promise was delivered'],
  ['Which rivers do you mean?', 'A question was delivered'],
  ['Error: connection refused', 'An error was delivered'],
])('%j stands where a result should be', (text, issue) => {
  expect(undeliveredOf(text, ASKED, false)?.issue).toBe(issue);
});

it.each([
  ['Rhine, Elbe, Oder, Danube, Weser', ASKED],
  ["I'm sorry, I can't come on Friday.", 'Write a note that declines an invitation'],
  ['Error 404 means that a page does not exist.', 'What does error 404 mean?'],
  ['What is the longest river?', 'Write a quiz question about rivers'],
  [`I'm sorry, I can't name them all. ${'Rhine, Elbe, Oder. '.repeat(25)}`, ASKED],
])('%j may be the result', (text, asked) => {
  expect(undeliveredOf(text, asked, false)).toBeUndefined();
});

it('says nothing where it is not known what was asked for', () => {
  expect(undeliveredOf("I'm sorry, but I can't help with that.", undefined, false)).toBeUndefined();
});
