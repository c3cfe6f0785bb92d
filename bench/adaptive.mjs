// npm run bench:adaptive -- FILE: how rules judge the requests of a module that exports REQUESTS, without a database and
// without a language model. Each entry has a request `q`, right results `r` and wrong ones `w`, and may have `criteria`
// as startAdaptiveTask takes them. Prints how many results have which verdict, without and with the criteria.
import { pathToFileURL } from 'node:url';
import { readAndDraft } from '../dist/criteria/draft.task.js';
import { givenCriteria } from '../dist/criteria/given-criteria.js';
import { intentOf, withStated } from '../dist/criteria/intent.js';
import { verdictOf } from '../dist/criteria/verdict.js';

const [file] = process.argv.slice(3);
if (file === undefined) throw new Error('Name a module that exports REQUESTS');
const { REQUESTS } = await import(pathToFileURL(file).href);

function count(name, requests, intentFor) {
  const counts = new Map();
  for (const one of requests) {
    const intent = intentFor(one);
    for (const [kind, texts] of [
      ['right', one.r],
      ['wrong', one.w],
    ]) {
      for (const content of texts) {
        const documents = [{ name: 'answer.txt', content }];
        const { draft } = readAndDraft({ documents, intent, objective: one.q });
        const key = `${kind} ${verdictOf(intent, draft, [], one.q).verdict}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  console.log(
    `${name}: ${[...counts]
      .sort()
      .map(([key, found]) => `${key} ${found}`)
      .join(', ')}`,
  );
}

count(`${REQUESTS.length} requests alone`, REQUESTS, ({ q }) => intentOf(q));
const stated = REQUESTS.filter(({ criteria }) => criteria);
count(`${stated.length} requests with criteria`, stated, ({ q, criteria }) =>
  withStated(intentOf(q), [], givenCriteria(criteria, 'criteria')),
);
