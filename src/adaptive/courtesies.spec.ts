import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutCourtesies } from './courtesies.js';
import { intentOf } from './intent.js';

describe('what a request says besides what it asks for', () => {
  it.each([
    ['Hi! List 5 fruits', 'List 5 fruits'],
    ['Hello there, list 5 fruits please', 'list 5 fruits'],
    ['Good morning, could you list 5 fruits? Thank you!', 'could you list 5 fruits?'],
    ['Guten Tag, nenne fünf Obstsorten. Vielen Dank im Voraus!', 'nenne fünf Obstsorten.'],
    ["Bonjour, cite cinq fruits, s'il te plaît. Merci d'avance !", 'cite cinq fruits.'],
    ['Task 3: list 5 fruits', 'list 5 fruits'],
    ['Question 2b) list 5 fruits', 'list 5 fruits'],
    ['Aufgabe 7. Nenne fünf Obstsorten', 'Nenne fünf Obstsorten'],
    ['Exercice 4 : cite cinq fruits', 'cite cinq fruits'],
    ['Quick question: what is 7 times 8?', 'what is 7 times 8?'],
    ['Can you help me with this? List 5 fruits', 'List 5 fruits'],
    ['List 5 fruits :)', 'List 5 fruits'],
    ['List 5 fruits. No explanation, just the answer.', 'List 5 fruits.'],
    ['Nenne fünf Obstsorten. Antworte nur mit dem Ergebnis.', 'Nenne fünf Obstsorten.'],
    ["List 5 fruits. It's urgent.", 'List 5 fruits.'],
    ["I'm a teacher and need this for my class. List 5 fruits", 'List 5 fruits'],
    ['My friend asked me this yesterday. list 5 fruits', 'list 5 fruits'],
    ['List 5 fruits. This is for my homework.', 'List 5 fruits.'],
    ['Ich bin Lehrer und brauche das für meine Klasse. Nenne fünf Obstsorten', 'Nenne fünf Obstsorten'],
    ['We are going camping. What are 8 things to pack?', 'What are 8 things to pack?'],
    ['I play lotto tonight, give me 6 numbers', 'give me 6 numbers'],
    ['For our school newsletter I need 5 jokes', 'I need 5 jokes'],
    ["I'd like to have 5 fruits", '5 fruits'],
    ['A phone costs 300 euros. What is 20% of 300?', 'What is 20% of 300?'],
    ['Kannst du mir bitte die ersten 5 Primzahlen nennen?', 'nenne mir die ersten 5 Primzahlen'],
    ['Pourriez-vous me donner cinq fruits', 'donne-moi cinq fruits'],
    ['Sort these: Zoe, Adam, please', 'Sort these: Zoe, Adam'],
  ])('%j: %j', (given, rest) => expect(withoutCourtesies(given)).toBe(rest));

  it.each([
    // Nothing else would be left, or only the instruction of it.
    'Thanks!',
    'Hello',
    'Translate into German: Thank you so much!',
    'Reply to "Hi! Thanks!"',
    // Sentences that restrict the result.
    'I only like even ones. Give me 5 numbers',
    'They should be odd. Give me 5 numbers',
    'My favourite number is 7. Give me 5 multiples of it',
    "I don't want red. List 5 colours",
    'My teacher counts 1 as prime. List the first 5 primes',
    'We use base 8. What is 7 + 1?',
    'Ich brauche nur gerade Zahlen. Nenne 5 Zahlen',
    'Je veux seulement des nombres pairs. Donne 5 nombres',
    'I am vegan. Give me 5 recipes',
    // A value that the request does not repeat.
    'A phone costs 300 euros. What are 20% of that?',
    // The words belong to what is asked for.
    'Write a thank you note',
    'How do you say thanks',
    'Which word is more polite than please',
    'Was heißt danke',
    'Say hello in five languages',
    'Question the first 3 claims',
    'I need 5 ideas for my class',
  ])('keeps %j', (given) => expect(withoutCourtesies(given)).toBe(given));

  it('changes no intent of the requests on which rules are tuned', () => {
    const requests = readFileSync(new URL('../../test/adaptive/requests.jsonl', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { family: string; language: 'en' | 'de' | 'fr'; request: string })
      .filter(({ family }) => (createHash('sha256').update(family).digest()[0] ?? 1) % 2 === 0);
    expect(requests.length).toBeGreaterThan(100);
    for (const { language, request } of requests) {
      // Quoted requests end with their quotes, and a criterion quotes the rest.
      const { dataType, expectedFormat, successCriteria } = intentOf(request);
      const said = WITH[language].map((courtesy) => intentOf(courtesy(request)));
      for (const one of said) {
        expect({ request, ...one }).toMatchObject({ request, dataType, expectedFormat });
        expect(one.successCriteria.map(bare)).toEqual(successCriteria.map(bare));
      }
    }
  });
});

const bare = (criterion: string) => criterion.replace(/[.!?]+$/, '');
const ended = (request: string) => (/[.?!]$/.test(request) ? request : `${request}.`);

const WITH: Readonly<Record<'en' | 'de' | 'fr', readonly ((request: string) => string)[]>> = {
  en: [
    (request) => `Hi! ${request}`,
    (request) => `Task 3: ${request}`,
    (request) => `I'm a teacher and need this for my class. ${request}`,
    (request) => `${ended(request)} Thank you so much in advance.`,
    (request) => `${request} :)`,
  ],
  de: [
    (request) => `Hallo! ${request}`,
    (request) => `Aufgabe 3: ${request}`,
    (request) => `Ich bin Lehrer und brauche das für meine Klasse. ${request}`,
    (request) => `${ended(request)} Vielen Dank im Voraus.`,
    (request) => `${request} :)`,
  ],
  fr: [
    (request) => `Bonjour ! ${request}`,
    (request) => `Exercice 3 : ${request}`,
    (request) => `Je suis prof et j'en ai besoin pour ma classe. ${request}`,
    (request) => `${ended(request)} Merci d'avance.`,
    (request) => `${request} :)`,
  ],
};
