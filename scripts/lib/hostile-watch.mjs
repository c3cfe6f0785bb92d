// A thread of scripts/hostile.mjs: requests /health/live every 20 ms and records the longest time without a response,
// both elapsed and, if the system reports it, as CPU time of the service's main thread. The latter does not grow when
// the machine is busy.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** Times at which the unanswered requests were sent. */
const open = new Set();
let longest = { time: 0, cpu: 0 };

setInterval(() => {
  // The number of unanswered requests is limited, so that they do not pile up.
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
  // Delays before the start of the row are not counted, but requests unanswered at its end are.
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  if (what === 'begin') longest = { time: 0, cpu: 0 };
  parentPort.postMessage(longest);
});

/** CPU time of the service's main thread so far; NaN if the system does not report it. */
function mainThreadMs() {
  const { pid } = workerData;
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return NaN;
  }
}
