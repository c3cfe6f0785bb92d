// A thread of scripts/hostile.mjs: asks /health/live every 20 ms and remembers the longest time that no answer came, on the
// clock and, where the system tells, in what the service's main thread used of the processor meanwhile: that does not grow
// because the machine has much else to do.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** When the questions were sent that nobody has answered yet. */
const open = new Set();
let longest = { time: 0, cpu: 0 };

setInterval(() => {
  // A service that is silent gets no heap of questions.
  if (open.size >= 4) return;
  const question = { sent: performance.now(), cpu: mainThreadMs() };
  open.add(question);
  const done = () => {
    if (!open.delete(question)) return;
    const time = Math.max(longest.time, performance.now() - question.sent);
    longest = { time, cpu: Math.max(longest.cpu, mainThreadMs() - question.cpu) };
  };
  get(`${workerData.url}/health/live`, { agent }, (response) => response.resume().once('end', done)).once(
    'error',
    done,
  );
}, EVERY_MS);

parentPort.on('message', async (what) => {
  // What was asked before the row began is no silence of this row; what it left unanswered is.
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  if (what === 'begin') longest = { time: 0, cpu: 0 };
  parentPort.postMessage(longest);
});

/** What the service's main thread has used of the processor so far; NaN where the system does not tell. */
function mainThreadMs() {
  const { pid } = workerData;
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return NaN;
  }
}
