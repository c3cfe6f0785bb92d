// npm run bench:adaptive: how well rules judge everyday requests (docs/adaptive.md), without a database. --failures shows
// what went wrong in the half that rules are tuned on; of the other half nothing is shown but the counts.
import { intentOf } from '../dist/adaptive/intent.js';
import { readAndDraft } from '../dist/adaptive/draft.task.js';
import { verdictOf } from '../dist/adaptive/verdict.js';
import { countVerdicts, DATA_GROUPS, judgeRequests, readRequests } from './adaptive/judged.mjs';
import { table } from './lib/stats.mjs';

const judged = judgeRequests(readRequests(), { intentOf, readAndDraft, verdictOf });
const groups = [...new Set(judged.map(({ request }) => request.group))];
const parts = [
  ['all', () => true],
  ['numbers, lists, tables, JSON/CSV', ({ group }) => DATA_GROUPS.includes(group)],
  ...groups.map((name) => [name, ({ group }) => group === name]),
  ['German', ({ language }) => language === 'de'],
  ['French', ({ language }) => language === 'fr'],
  ['look-alikes', ({ lookAlike }) => lookAlike === true],
];
const percent = ({ count, all, share }) => `${count} of ${all} (${(100 * share).toFixed(1)} %)`;

for (const half of ['tune', 'report']) {
  const rows = parts.map(([title, belongs]) => {
    const counts = countVerdicts(judged.filter(({ request }) => request.half === half && belongs(request)));
    return [title, percent(counts.rightRejected), percent(counts.wrongAccepted), percent(counts.decided)];
  });
  console.log(`\nHalf "${half}"\n`);
  console.log(table(['requests', 'right rejected', 'wrong accepted', 'decided'], rows));
}

if (process.argv.includes('--failures')) {
  for (const { request, isRight, answer, intent, validation } of judged) {
    const wanted = isRight ? 'SUCCESS' : 'FAILURE';
    if (request.half !== 'tune' || validation.verdict === wanted) continue;
    console.log(`\n${validation.verdict} instead of ${wanted}: ${request.group} ${request.id}: ${request.request}`);
    console.log(`  read as ${intent.dataType}, ${intent.expectedFormat}, ${JSON.stringify(intent.successCriteria)}`);
    console.log(`  ${JSON.stringify(answer).slice(0, 200)}`);
    console.log(`  ${validation.issues.join('; ').slice(0, 300)}`);
  }
}
