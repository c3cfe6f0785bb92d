// npm run bench:adaptive: measures how well rules judge everyday requests (docs/adaptive.md), without a database.
// --failures lists the wrong answers in the half on which rules are tuned; for the other half only counts are ever
// shown. The name of a file, such as data-requests.jsonl, measures that set alone.
import { intentOf } from '../dist/adaptive/intent.js';
import { readAndDraft } from '../dist/adaptive/draft.task.js';
import { verdictOf } from '../dist/adaptive/verdict.js';
import { countVerdicts, DATA_GROUPS, judgeRequests, readRequests, SETS } from './adaptive/judged.mjs';
import { table } from './lib/stats.mjs';

const percent = ({ count, all, share }) => `${count} of ${all} (${(100 * share).toFixed(1)} %)`;

const named = SETS.filter((file) => process.argv.includes(file));

for (const file of named.length > 0 ? named : SETS) {
  const judged = judgeRequests(readRequests(file), { intentOf, readAndDraft, verdictOf });
  for (const half of ['tune', 'report']) {
    console.log(`\n${file}, half "${half}"\n`);
    tellCounts(judged.filter(({ request }) => request.half === half));
  }
  if (process.argv.includes('--failures')) judged.filter(({ request }) => request.half === 'tune').forEach(tellFailure);
}

function tellCounts(judged) {
  const groups = [...new Set(judged.map(({ request }) => request.group))];
  const parts = [
    ['all', () => true],
    ['numbers, lists, tables, JSON/CSV', ({ group }) => DATA_GROUPS.includes(group)],
    ...groups.map((name) => [name, ({ group }) => group === name]),
    ['German', ({ language }) => language === 'de'],
    ['French', ({ language }) => language === 'fr'],
    ['look-alikes', ({ lookAlike }) => lookAlike === true],
  ];
  const rows = parts.map(([title, belongs]) => {
    const counts = countVerdicts(judged.filter(({ request }) => belongs(request)));
    return [title, percent(counts.rightRejected), percent(counts.wrongAccepted), percent(counts.decided)];
  });
  console.log(table(['requests', 'right rejected', 'wrong accepted', 'decided'], rows));
}

function tellFailure({ request, isRight, answer, intent, validation }) {
  const wanted = isRight ? 'SUCCESS' : 'FAILURE';
  if (validation.verdict === wanted) return;
  console.log(`\n${validation.verdict} instead of ${wanted}: ${request.group} ${request.id}: ${request.request}`);
  console.log(`  read as ${intent.dataType}, ${intent.expectedFormat}, ${JSON.stringify(intent.successCriteria)}`);
  console.log(`  ${JSON.stringify(answer).slice(0, 200)}`);
  console.log(`  ${validation.issues.join('; ').slice(0, 300)}`);
}
