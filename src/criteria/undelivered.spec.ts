import { describe, expect, it } from 'vitest';
import { undeliveredOf } from './undelivered.js';

const ASKED = 'List 5 rivers';

it.each([
  ["I'm sorry, but I can't help with that.", ASKED, 'list', 'A refusal was delivered'],
  ['As an AI language model, I have no opinion.', ASKED, 'list', 'A refusal was delivered'],
  ["I'm sorry, but I can't write mails.", 'Write a poem', 'text', 'A refusal was delivered'],
  ["Sure, I'll do that in a moment.", ASKED, 'list', 'A promise was delivered'],
  ['Which rivers do you mean?', ASKED, 'list', 'A question was delivered'],
  ['You can calculate it by dividing the sum by four.', 'What is the mean?', 'numbers', 'A description was delivered'],
  ['The shop opens at nine.', 'Translate: The shop opens at nine.', 'text', 'The given text was delivered unchanged'],
])('%j stands where a result should be', (text, asked, dataType, issue) => {
  expect(undeliveredOf(text, asked, dataType)?.issue).toBe(issue);
});

describe('what may be the result', () => {
  it.each([
    ['Rhine, Elbe, Oder, Danube, Weser', ASKED, 'list'],
    ["I'm sorry, I can't come on Friday.", 'Write a note that declines an invitation', 'text'],
    ["I can't come.", 'Translate into English: "Ich kann nicht kommen", an excuse', 'text'],
    ["We don't have a store in Ulm.", 'Do we have a store in Ulm?', 'text'],
    ['What is the longest river?', 'Write a quiz question about rivers', 'text'],
    ['You could use a boat.', 'Suggest ways to cross a river', 'list'],
    ['You can divide it by hand.', 'How do I find the mean?', 'numbers'],
    [`I'm sorry, I can't name them all. ${'Rhine, Elbe, Oder. '.repeat(25)}`, ASKED, 'list'],
  ])('%j', (text, asked, dataType) => expect(undeliveredOf(text, asked, dataType)).toBeUndefined());

  it('is anything if it is not known what was asked for', () => {
    expect(undeliveredOf("I'm sorry, but I can't help with that.", undefined, 'list')).toBeUndefined();
  });
});
