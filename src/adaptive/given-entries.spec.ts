import { describe, expect, it } from 'vitest';
import { readAndDraft } from './draft.task.js';
import { intentOf } from './intent.js';
import { verdictOf } from './verdict.js';

function verdict(objective: string, answer: string) {
  const intent = intentOf(objective);
  const { draft, content } = readAndDraft({ documents: [{ name: 'answer.txt', content: answer }], intent, objective });
  return verdictOf(intent, content, draft).verdict;
}

describe('given data in a table', () => {
  const REQUEST = 'Turn this into a table: Kim 14 goals, Lou 8 goals, Max 11 goals';
  const table = (...rows: readonly string[]) => `| Player | Scored |\n|---|---|\n${rows.join('\n')}`;

  it('are all there, whatever became of the words that they share', () => {
    expect(verdict(REQUEST, table('| Kim | 14 |', '| Lou | 8 |', '| Max | 11 |'))).toBe('SUCCESS');
  });

  it('are incomplete if no own word of an entry is there', () => {
    expect(verdict(REQUEST, table('| Kim | 14 |', '| Lou | 8 |'))).toBe('FAILURE');
  });

  it('are undecided if a number alone is missing, which may be written in another way', () => {
    expect(verdict(REQUEST, table('| Kim | fourteen |', '| Lou | 8 |', '| Max | 11 |'))).toBe('UNDECIDED');
  });

  it('may be left out if the request selects among them', () => {
    const some = 'Turn this into a table without Max: Kim 14 goals, Lou 8 goals, Max 11 goals';
    expect(verdict(some, table('| Kim | 14 |', '| Lou | 8 |'))).not.toBe('FAILURE');
  });
});

describe('entries of two groups', () => {
  const REQUEST = 'Two risks and three benefits of a startup';

  it.each([
    ['**Risks**\n- debt\n- stress\n\n**Benefits**\n- freedom\n- growth\n- fun', 'SUCCESS'],
    ['Risks: debt, stress\nBenefits: freedom, growth, fun', 'UNDECIDED'],
    ['| Risks | Benefits |\n|---|---|\n| debt | freedom |\n| stress | growth |\n| | fun |', 'UNDECIDED'],
    ['- debt\n- stress', 'FAILURE'],
  ])('of %j are %s', (answer, wanted) => {
    expect(intentOf(REQUEST).successCriteria).toEqual(['2 and 3 items']);
    expect(verdict(REQUEST, answer)).toBe(wanted);
  });

  it('are not counted together if the numbers are of somebody', () => {
    expect(intentOf('A list of meals for 2 adults and 3 kids').successCriteria).not.toContain('2 and 3 items');
  });
});

describe('what else a request states', () => {
  it.each([
    ['the first 4 square numbers as a JSON array', '[1, 4, 9, 16]', 'SUCCESS'],
    ['the first 4 square numbers as a JSON array', '[1, 4, 9, 15]', 'FAILURE'],
    ['the first 4 square numbers as a JSON array', '1, 4, 9, 16', 'FAILURE'],
    ['square numbers greater than 10 but less than 50', '16, 25, 36, 49', 'SUCCESS'],
    ['square numbers greater than 10 but less than 50', '16, 25, 36', 'FAILURE'],
    ['all divisors of 28 in ascending order', '1, 2, 4, 7, 14, 28', 'SUCCESS'],
    ['all divisors of 28 in ascending order', '1, 2, 4, 14, 7, 28', 'FAILURE'],
    ['Roll 3 dice', '6, 1, 4', 'SUCCESS'],
    ['Roll 3 dice', '6, 1, 7', 'FAILURE'],
    ['Four four-digit numbers', '1000, 2000, 3000, 4000', 'SUCCESS'],
    ['Four four-digit numbers', '100, 2000, 3000, 4000', 'FAILURE'],
    ['vier durch 5 teilbare Zahlen', '5, 10, 15, 20', 'SUCCESS'],
    ['vier durch 5 teilbare Zahlen', '5, 10, 15, 21', 'FAILURE'],
    ['pi to 3 decimals', '3.142', 'SUCCESS'],
    ['pi to 3 decimals', '4.124', 'FAILURE'],
    ['what is 50 euros plus 10 % tax', 'That is 55 euros.', 'SUCCESS'],
    ['what is 50 euros plus 10 % tax', 'That is 60 euros.', 'FAILURE'],
    ['Trie ces nombres par ordre croissant : 5, 31, 12', '5, 12, 31', 'SUCCESS'],
    ['Trie ces nombres par ordre croissant : 5, 31, 12', '5, 31, 12', 'FAILURE'],
    ['CSV, header plant,height, two plants', 'plant,height\nrose,80\noak,900', 'SUCCESS'],
    [
      'Give me two rivers as JSON like this: {"river": "Po", "km": 652}',
      '[{"river":"Rhine"},{"river":"Elbe"}]',
      'FAILURE',
    ],
    ['csv table with columns task, owner, with 2 rows', 'task,owner\npaint,Jo\nclean,Al', 'SUCCESS'],
    ['Make me a table with the number of islands of each ocean', 'Atlantic 30, Pacific 90.', 'FAILURE'],
    ['ideas for a present (at least 3)', '- a scarf\n- a book\n- a plant', 'SUCCESS'],
    ['ideas for a present (at least 3)', '- a scarf\n- a book', 'FAILURE'],
  ])('%j with %j is %s', (objective, answer, wanted) => {
    expect(verdict(objective, answer)).toBe(wanted);
  });
});
