// A thread of scripts/hostile.mjs: asks /health/live every 20 ms and remembers the longest time that no answer came.
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** When the questions were sent that nobody has answered yet. */
const open = new Set();
let longest = 0;

setInterval(() => {
  // A service that is silent gets no heap of questions.
  if (open.size >= 4) return;
  const question = { sent: performance.now() };
  open.add(question);
  const done = () => {
    if (!open.delete(question)) return;
    longest = Math.max(longest, performance.now() - question.sent);
  };
  get(`${workerData.url}/health/live`, { agent }, (response) => response.resume().once('end', done)).once(
    'error',
    done,
  );
}, EVERY_MS);

parentPort.on('message', async (what) => {
  // What was asked before the row began is no silence of this row; what it left unanswered is.
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  if (what === 'begin') longest = 0;
  parentPort.postMessage(longest);
});
