import { describe, expect, it } from 'vitest';
import { expectSteadyTime } from '../../test/support/cpu-time.js';
import { readContent } from './content.js';
import { bodyOf } from './content-remarks.js';
import { intentOf, typesIn } from './intent.js';
import { undeliveredOf } from './undelivered.js';
import { draftOf, verdictOf } from './verdict.js';

// What rules leave undecided rather than reject: answers with remarks around them, and requests whose words have two
// meanings.

const verdict = (objective: string, answer: string, name = 'a.txt') => {
  const intent = intentOf(objective);
  const content = readContent([{ name, content: answer }]);
  return verdictOf(intent, content, draftOf(intent, content, objective)).verdict;
};

describe('what surrounds an answer', () => {
  it.each([
    ['Name 3 rivers', 'Rhine, Elbe, Po\n\nLet me know if you need anything else!', 'SUCCESS'],
    ['Name 3 rivers', 'Rhine, Elbe\n\nLet me know if you need anything else!', 'FAILURE'],
    ['Name 3 rivers', '"Rhine, Elbe, Po"', 'SUCCESS'],
    ['Name 3 rivers', '**Answer:** Rhine, Elbe, Po', 'SUCCESS'],
    ['Nenne drei Flüsse', 'Rhein, Elbe und Po\n\nSag Bescheid, wenn du noch etwas brauchst!', 'SUCCESS'],
    ['first 4 primes', 'Here are the first 4 primes: 2, 3, 5, 7. Enjoy!\n\nAnything else?', 'SUCCESS'],
    ['3 events as JSON lines', 'Sure!\n\n{"a":1}\n{"a":2}\n{"a":3}', 'SUCCESS'],
    ['JSON array of 2 pets', 'Answer: ["cat", "dog"]', 'SUCCESS'],
    ['JSON array of 2 pets', '"cat, dog"', 'UNDECIDED'],
    ['comma separated list of 3 pets', 'Sure! Here you go:\n\ncat, dog, fish', 'SUCCESS'],
    ['Markdown table with the columns a and b and 1 row', 'a | b\n---|---\n1 | 2', 'SUCCESS'],
    ['List some ideas for lunch', '**Lunch is good for everyone in this old town.**', 'FAILURE'],
    ['List some ideas for lunch', "```\nSorry, I can't help with that.\n```", 'FAILURE'],
    ['Write a note in two sentences', 'Happy birthday.\n\nLet me know if you need anything else!', 'UNDECIDED'],
    ['Write a mail, max 40 words', 'Sure! Here you go:\n\nI cannot write that.', 'FAILURE'],
    ['Write a headline, max 5 words', 'Headline: null', 'FAILURE'],
  ])('%s: %j is %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));

  it('takes only a sentence off, and only from data', () => {
    expect(bodyOf('- a\n- b\n\nThese are all of them.')).toBe('- a\n- b');
    expect(bodyOf('a\nb\n\nc')).toBe('a\nb\n\nc');
    expect(bodyOf('It rained.\n\nThen it stopped.')).toBe('It rained.\n\nThen it stopped.');
    expect(bodyOf('- a\n- b\nThese are all of them.')).toBe('- a\n- b\nThese are all of them.');
  });

  it.each(['\n\n', '`', '"', 'A b c.\n\n', ': {'])('takes time that grows with the length of the text: %j', (part) => {
    const read = (text: string) => {
      bodyOf(text);
      undeliveredOf(text, 'Write a poem', true);
    };
    expectSteadyTime(read, part, 200_000 * part.length, 2_000);
  });
});

describe('words of a request with two meanings', () => {
  it.each([
    // The type that is read first does not fit, but another does whose words are there, too.
    ['Teacher here, for my class: find the median: 12, 7, 3', '7', 'UNDECIDED'],
    ['How can I read a file in Node?', '```js\nawait readFile("a.txt");\n```', 'UNDECIDED'],
    ['why does this fail, can you fix it: def f(x): return x +', 'def f(x):\n    return x + 1', 'UNDECIDED'],
    // A named language or format leaves no doubt.
    ['Write a Python function that sorts a text', 'A text is sorted by its words.', 'FAILURE'],
    ['Give me 3 pets as JSON', '- cat\n- dog\n- fish', 'FAILURE'],
    // Formats and files that a request is about.
    ['what is a csv file?', 'A text file whose fields are separated by commas.', 'UNDECIDED'],
    ['Summarise the attached PDF', 'It describes the new rules for parking.', 'UNDECIDED'],
    ['How do I convert a PDF to Word?', 'Open it in Word and save it as docx.', 'UNDECIDED'],
    ['Explain JSON to a beginner', 'JSON is a text format for data.', 'UNDECIDED'],
    ['is this valid JSON? {"a": 1,}', 'No, the trailing comma is not allowed.', 'UNDECIDED'],
    ['Translate the text into German and return it as docx', 'Guten Tag, wie geht es Ihnen?', 'FAILURE'],
    // Short texts.
    ['Compare tea and coffee', 'Coffee has more caffeine; tea is gentler.', 'UNDECIDED'],
    ['Memo about the new coffee machine', 'Dear all, the machine is on the second floor.', 'UNDECIDED'],
    // A promise is what is asked for.
    ['Remind me to water the plants', "OK, I'll remind you to water the plants.", 'UNDECIDED'],
    ['Send Tom the report', "OK, I'll send Tom the report.", 'FAILURE'],
    ['status of the deploy job', 'Failed at step 3', 'UNDECIDED'],
    // Counts of something else.
    ['an empty table with 3 columns and 2 rows', '| A | B | C |\n|---|---|---|\n|  |  |  |\n|  |  |  |', 'SUCCESS'],
    ['Two arguments for and two against cars', 'For:\n- fast\n- dry\n\nAgainst:\n- loud\n- dear', 'UNDECIDED'],
    ['Write a short story with exactly 2 characters', 'Tom met Ann. They never parted.', 'UNDECIDED'],
    ['the 8 times table as a table', '| a | b |\n|---|---|\n| 8 × 1 | 8 |\n| 8 × 2 | 16 |', 'UNDECIDED'],
    ['5 words of four letters in a word game', 'tree, wolf, moon, lamp, bird', 'SUCCESS'],
    ['5 words of four letters in a word game', 'tree, wolf, moon, lamps, bird', 'FAILURE'],
    ['JSON to CSV please: [{"x": 1, "y": 2}, {"x": 3, "y": 4}]', 'x,y\n1,2\n3,4', 'UNDECIDED'],
    ['Sum this up in at most 9 words: It rained all day.', 'Rain fell the whole day.', 'SUCCESS'],
  ])('%s: %j is %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));

  it('names every type of which a request contains words', () => {
    expect([...typesIn('a table of prime numbers')]).toEqual(['table', 'numbers']);
    expect([...typesIn('What is the capital of France?')]).toEqual([]);
  });
});

describe('requests in other words', () => {
  it.each([
    ["My grades are 2, 3 and 4. What's the average?", '3', 'SUCCESS'],
    ["My grades are 2, 3 and 4. What's the average?", '4', 'FAILURE'],
    ['Next three primes after 100', '101, 103, 107', 'SUCCESS'],
    ['Next three primes after 100', '101, 103, 105', 'FAILURE'],
    ['Give me the next three primes', '2, 3, 5', 'UNDECIDED'],
    ['donne-moi 3 nombres différents entre 1 et 9', '1, 2, 2', 'FAILURE'],
    ['donne-moi 3 nombres différents entre 1 et 9', '1, 2, 4', 'SUCCESS'],
    ['sort our scores from highest to lowest: 17, 42, 8', '42, 17, 8', 'SUCCESS'],
    ['sort the evens first: 17, 42, 8', '42, 8, 17', 'UNDECIDED'],
    ['ich brauche für die Hausaufgaben die Primzahlen zwischen 20 und 30', '23, 29', 'SUCCESS'],
    ['What are 3 things to pack?', '- a tent\n- a torch', 'FAILURE'],
  ])('%s: %j is %s', (objective, answer, expected) => expect(verdict(objective, answer)).toBe(expected));
});
