// Judges labelled requests with the rules alone, and counts the verdicts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../test/adaptive/', import.meta.url);
/**
 * The first set is the one that the goals are for. The authors of the rules wrote the others later, each before they
 * changed a rule, so they know the reporting halves; those of all but the first and the last were opened.
 */
export const SETS = [
  'requests.jsonl',
  'more-requests.jsonl',
  'data-requests.jsonl',
  'exact-requests.jsonl',
  'chat-requests.jsonl',
  'day-requests.jsonl',
  'home-requests.jsonl',
];

/** Groups of requests of which the rules should decide nearly all. */
export const DATA_GROUPS = ['numbers', 'lists', 'tables', 'json-csv'];

/** Assigns a request, its paraphrases and its translations to the same half. */
function halfOf(family) {
  return createHash('sha256').update(family).digest()[0] % 2 === 0 ? 'tune' : 'report';
}

/** @param file one of `SETS` */
export function readRequests(file) {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const request = JSON.parse(line);
    return { ...request, half: halfOf(request.family) };
  });
}

/** @param rules `intentOf`, `readAndDraft` and `verdictOf` of src/adaptive */
export function judgeRequests(requests, rules) {
  return requests.flatMap((request) => {
    const answers = [[true, request.right], ...request.wrong.map((answer) => [false, answer])];
    return answers.map(([isRight, answer]) => ({ request, isRight, answer, ...judge(request.request, answer, rules) }));
  });
}

function judge(objective, answer, { intentOf, readAndDraft, verdictOf }) {
  const intent = intentOf(objective);
  const documents = typeof answer === 'string' ? [{ name: 'answer.txt', content: answer }] : answer;
  const { draft, content } = readAndDraft({ documents, intent, objective });
  return { intent, validation: verdictOf(intent, content, draft) };
}

/** Undecided answers count in every denominator. */
export function countVerdicts(judged) {
  const of = (isRight) => judged.filter((one) => one.isRight === isRight);
  const having = (some, verdict) => some.filter(({ validation }) => validation.verdict === verdict).length;
  const share = (count, all) => ({ count, all, share: all === 0 ? 0 : count / all });
  return {
    rightRejected: share(having(of(true), 'FAILURE'), of(true).length),
    wrongAccepted: share(having(of(false), 'SUCCESS'), of(false).length),
    decided: share(judged.length - having(judged, 'UNDECIDED'), judged.length),
  };
}
