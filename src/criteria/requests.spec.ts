import { expect, it } from 'vitest';
import { criteriaOf, REQUESTS, type RequestCase } from '../../test/adaptive/requests.js';
import { readContent } from './content.js';
import { givenCriteria } from './given-criteria.js';
import { intentOf, type ReadIntent, withStated } from './intent.js';
import { draftOf, verdictOf } from './verdict.js';

function verdicts(intentFor: (one: RequestCase) => ReadIntent) {
  return REQUESTS.flatMap((one) => {
    const intent = intentFor(one);
    const judge = (text: string) => {
      const content = readContent([{ name: 'a.txt', content: text }]);
      return verdictOf(intent, draftOf(intent, content, one.request), [], one.request).verdict;
    };
    const of = (isRight: boolean, texts: readonly string[]) =>
      texts.map((text) => ({ isRight, text, verdict: judge(text) }));
    return [...of(true, one.right), ...of(false, one.wrong)];
  });
}

it('with stated criteria, wrong results are refused and right ones are not', () => {
  const all = verdicts((one) => withStated(intentOf(one.request), [], givenCriteria(criteriaOf(one), 'criteria')));
  const refused = all.filter(({ verdict }) => verdict === 'FAILURE');
  expect(refused.filter(({ isRight }) => isRight)).toEqual([]);
  expect(refused.length).toBeGreaterThanOrEqual(30);
});

it('without criteria, only what is certain is refused, and nothing wrong is certified', () => {
  const all = verdicts(({ request }) => intentOf(request));
  expect(all.filter(({ isRight, verdict }) => verdict === (isRight ? 'FAILURE' : 'SUCCESS'))).toEqual([]);
  const decided = all.filter(({ verdict }) => verdict === 'FAILURE' || verdict === 'SUCCESS');
  expect(decided.length).toBeGreaterThanOrEqual(all.length / 5);
});
