import { describe, expect, it } from 'vitest';
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

describe('where a text is asked for', () => {
  const MAIL = 'Write a mail to my boss';
  it.each([
    ["Sure! What is your boss's name?", 'A promise was delivered'],
    ['Ich werde die Mail gleich schreiben.', 'A promise was delivered'],
    ['Je vais rédiger le message.', 'A promise was delivered'],
    ["I'm sorry, but I can't write mails.", 'A refusal was delivered'],
  ])('%j is none', (text, issue) => expect(undeliveredOf(text, MAIL, true)?.issue).toBe(issue));

  it.each([
    ["I can't wait to see you on Friday!", 'Write a birthday card'],
    ['I will remember the sea and every stone of the harbour, and the gulls that cried above it.', 'Write a poem'],
    ['Hi Ann, I will be late tomorrow and start at ten.', MAIL],
  ])('%j may be it', (text, asked) => expect(undeliveredOf(text, asked, true)).toBeUndefined());
});

describe('where a result is asked for', () => {
  it.each([
    ['Sent at 10:42. Would you like a copy?', 'Send the report to Ann'],
    ['Das Parken ist hier nicht erlaubt.', 'Darf ich hier parken?'],
    ['Build failed: 3 tests are red', 'What is the status of the build?'],
    ["We don't have a store in Ulm.", 'Do we have a store in Ulm?'],
  ])('%j may be it', (text, asked) => expect(undeliveredOf(text, asked, false)).toBeUndefined());

  it.each([
    ['Would you like a copy?', 'Send the report to Ann', 'A question was delivered'],
    ['Ich kann die Datei nicht öffnen.', 'Öffne die Datei', 'A refusal was delivered'],
    ['Build failed: 3 tests are red', 'Deploy the service', 'An error was delivered'],
  ])('%j is none', (text, asked, issue) => expect(undeliveredOf(text, asked, false)?.issue).toBe(issue));
});

describe('a refusal', () => {
  const filled = (beginning: string, word: string, words: number) => {
    const count = beginning.split(' ').length;
    return `${beginning} ${Array.from({ length: words - count }, () => word).join(' ')}.`;
  };
  const REFUSED: readonly (readonly [string, string, string, string])[] = [
    ['English', 'Unfortunately I cannot list them,', 'because', 'Write an apology to my landlord'],
    [
      'German',
      'Leider kann ich keine Flüsse nennen,',
      'weil',
      'Schreibe eine Absage an den Vermieter, weil ich absagen muss',
    ],
    ['French', 'Je ne peux pas lister les fleuves,', 'car', 'Écris que je suis désolé'],
  ];

  it.each(REFUSED)('in %s has at most 60 words', (_, beginning, word) => {
    expect(undeliveredOf(filled(beginning, word, 60), ASKED, false)?.issue).toBe('A refusal was delivered');
    expect(undeliveredOf(filled(beginning, word, 61), ASKED, false)).toBeUndefined();
  });

  it.each(REFUSED)('in %s begins as one', (_, beginning) => {
    expect(undeliveredOf(`Rhine, Elbe, Oder, Danube, Weser. ${beginning} more.`, ASKED, false)).toBeUndefined();
  });

  it.each(REFUSED)('in %s is none where such a text is asked for', (_, beginning, word, asked) => {
    expect(undeliveredOf(filled(beginning, word, 20), asked, true)).toBeUndefined();
  });

  it.each([
    ['Unfortunately I cannot help you', 'Übersetze ins Englische: Ich kann dir leider nicht helfen'],
    ['Je ne peux pas venir.', 'Translate to French: "I can\'t come."'],
    ['Leider kann ich nicht kommen.', 'Traduis en allemand : Malheureusement je ne peux pas venir'],
    ['"Sorry, we can\'t sign you in."', 'What is the error message when the login fails?'],
    ['Error: 2 of 34 tests failed', 'Run the tests'],
  ])('%j may be the result of %j', (text, asked) => expect(undeliveredOf(text, asked, true)).toBeUndefined());
});
