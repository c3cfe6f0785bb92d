import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Limit for the start of the service, which takes minutes on a busy machine. */
const READY_MS = 300_000;

/** Runs the service in a separate process, as when it is deployed. */
export async function startServiceProcess(environment) {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
    // Its output is not part of a result.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    await untilReady(url, () => child.exitCode === null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid, stop };
}

/**
 * Waits until a service reports that it is ready, which includes that its statements are planned.
 *
 * @throws Error if it is not ready within five minutes, or if `isAlive` returns false
 */
export async function untilReady(url, isAlive = () => true) {
  const until = Date.now() + READY_MS;
  while (!(await answers(`${url}/health/ready`))) {
    if (!isAlive() || Date.now() > until) throw new Error('The service did not start');
    await delay(100);
  }
}

/** CPU time, in ms, that a process has used so far; NaN if the system does not report it. */
export function cpuMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
