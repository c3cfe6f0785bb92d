// Judges the answers of labelled requests by rules alone, and counts verdicts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../test/adaptive/', import.meta.url);
/**
 * The first set is the one that the goals are for. The other two were written later, by the authors of the rules, each
 * before they changed a rule, so their authors know the reporting halves.
 */
export const SETS = ['requests.jsonl', 'more-requests.jsonl', 'data-requests.jsonl'];

/** Groups in which rules have to decide nearly everything. */
export const DATA_GROUPS = ['numbers', 'lists', 'tables', 'json-csv'];

/** A request, its paraphrases and its translations fall into one half. */
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

/** Undecided answers are in every denominator. */
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
