import { describe, expect, it } from 'vitest';
import { readSet } from './records.mjs';

const line = (value) => JSON.stringify(value);

function read({
  documents = [line({ id: 'd1', text: 'one' }), line({ id: 'd2', text: 'two' })],
  queries = [line({ id: 'q1', text: 'which?' })],
  judgements = ['q1 0 d1 1'],
}) {
  return readSet({
    documents: { name: 'd.jsonl', text: documents.join('\n') },
    queries: { name: 'q.jsonl', text: queries.join('\n') },
    judgements: { name: 'j.tsv', text: judgements.join('\n') },
  });
}

function problemsOf(files) {
  try {
    read(files);
  } catch (error) {
    return error.message.split('\n');
  }
  return [];
}

describe('documents, questions and judgements of a person', () => {
  it('are read as they stand, blank lines and the end of Windows lines aside', () => {
    const turn = { id: 'd2', title: 'A talk', text: 'Two', session: 's', position: 3, mentions: ['person:ada'] };
    const set = read({
      documents: [`${line({ id: 'd1', text: 'One' })}\r`, '', line(turn)],
      judgements: ['q1 0 d1 2', 'q1\tQ0\td2\t0', ''],
    });
    expect(set.documents).toEqual([{ id: 'd1', text: 'One' }, turn]);
    expect(set.queries).toEqual([{ id: 'q1', text: 'which?' }]);
    expect(set.grades).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d1', 2],
            ['d2', 0],
          ]),
        ],
      ]),
    );
  });

  it('may have blanks in their ids where tabs part the columns', () => {
    const set = read({ documents: [line({ id: 'page 1', text: 'One' })], judgements: ['q1\t0\tpage 1\t1'] });
    expect(set.grades.get('q1')).toEqual(new Map([['page 1', 1]]));
  });

  it.each([
    ['no JSON', '{"id": "d3"', 'is not JSON'],
    ['no object', '"d3"', 'expected object'],
    ['no text', line({ id: 'd3' }), 'text: Invalid input: expected string, received undefined'],
    ['a blank text', line({ id: 'd3', text: ' ' }), 'text: must not be blank'],
    ['a number for an id', line({ id: 3, text: 'x' }), 'id: Invalid input: expected string, received number'],
    ['a known id', line({ id: 'd1', text: 'x' }), 'id: "d1" stands already in line 1'],
    ['a field of another name', line({ id: 'd3', text: 'x', titel: 'x' }), 'Unrecognized key: "titel"'],
    ['a place of no session', line({ id: 'd3', text: 'x', position: 1 }), 'position: needs a session'],
    [
      'half a place',
      line({ id: 'd3', text: 'x', session: 's', position: 1.5 }),
      'position: Invalid input: expected int',
    ],
    [
      'mentions that are no list',
      line({ id: 'd3', text: 'x', mentions: 'ada' }),
      'mentions: Invalid input: expected array',
    ],
  ])('are refused for a document with %s, with file and line', (_, wrong, rule) => {
    const [problem, ...others] = problemsOf({ documents: [line({ id: 'd1', text: 'one' }), wrong] });
    expect(problem).toContain('d.jsonl:2: ');
    expect(problem).toContain(rule);
    expect(others).toEqual([]);
  });

  it.each([
    ['three columns', 'q1 d2 1', 'has 3 columns, not 4'],
    ['an unknown question', 'q2 0 d2 1', 'there is no question "q2"'],
    ['an unknown document', 'q1 0 d3 1', 'there is no document "d3"'],
    ['a negative grade', 'q1 0 d2 -1', 'the grade must be a whole number from 0 to 99'],
    ['half a grade', 'q1 0 d2 0.5', 'the grade must be a whole number from 0 to 99'],
    ['a second grade', 'q1 0 d1 2', 'this question and document are judged already'],
  ])('are refused for a judgement with %s, with file and line', (_, wrong, rule) => {
    expect(problemsOf({ judgements: ['q1 0 d1 1', '', wrong] })).toEqual([expect.stringContaining(`j.tsv:3: ${rule}`)]);
  });

  it('are told all that is wrong at once', () => {
    const problems = problemsOf({
      documents: [line({ id: 'd1', text: 'one' }), '{'],
      queries: [line({ id: 'q1', text: '' }), line({ id: 'q2', text: 'which?' })],
      judgements: ['q2 0 d1 1', 'q2 0 d1 none'],
    });
    expect(problems.map((problem) => problem.split(': ')[0])).toEqual(['d.jsonl:2', 'q.jsonl:1', 'j.tsv:2']);
  });

  it('are refused where nothing is left to measure', () => {
    expect(problemsOf({ queries: [] })).toContain('q.jsonl: has no record');
    expect(problemsOf({ judgements: ['q1 0 d1 0'] })).toEqual(['j.tsv: has no grade above 0']);
  });
});
