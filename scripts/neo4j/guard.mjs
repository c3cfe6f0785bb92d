// The guard of a managed Neo4j: a small process in a session of its own, which starts the database and is connected
// to the service by a pipe. When the pipe closes because the service ended in any way (SIGKILL included), the guard
// stops the database. Ctrl-C in a terminal reaches only the service, which decides when to stop the database.
//
// stdin, one message per line:
//   1. the order as JSON: { command, args, env, logFile, lockFile, remove: [paths], stopMs, stop?: [command, ...args],
//      kill?: [command, ...args] }; `stop` and `kill` are for processes that signals alone do not end (containers)
//   2. later `stop` (end the database, keep its files) or `kill` (end it at once, as a crash would)
// The end of stdin stops the database and deletes `remove` and the lock file; otherwise the service releases its
// lock.
// stdout, one JSON object per line: { started: pid } or { failed: message }, and { ended: code or signal }.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

let order;
let child;
let stopping = false;
let abandoned = false;

// Signals sent to the guard are meant for the database.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
process.on('SIGHUP', () => undefined);
// The service may have ended, so that no one reads the last messages.
process.stdout.on('error', () => undefined);

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if (!order) start(JSON.parse(line));
  else if (line === 'stop') stop();
  else if (line === 'kill') end('SIGKILL');
});
lines.on('close', () => {
  abandoned = true;
  if (child) stop();
  else leave();
});

function start(given) {
  order = given;
  const log = openSync(order.logFile, 'w', 0o600);
  child = spawn(order.command, order.args, { env: order.env, stdio: ['ignore', log, log] });
  closeSync(log);
  child.on('spawn', () => say({ started: child.pid }));
  child.on('error', (error) => {
    if (child.pid !== undefined) return; // a signal that arrived too late
    say({ failed: error.message });
    leave();
  });
  child.on('exit', (code, signal) => {
    // A container outlives the command that runs it.
    if (!stopping && order.kill) run(order.kill);
    say({ ended: signal ?? code });
    leave();
  });
}

function stop() {
  if (stopping || !child) return;
  stopping = true;
  if (order.stop) run(order.stop);
  end('SIGTERM');
  setTimeout(() => end('SIGKILL'), order.stopMs).unref();
}

function end(signal) {
  if (signal === 'SIGKILL' && order.kill) run(order.kill);
  child.kill(signal);
}

function run([command, ...args]) {
  spawnSync(command, args, { env: order.env, stdio: 'ignore', timeout: order.stopMs });
}

function leave() {
  if (abandoned && order) {
    for (const path of order.remove) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    unlock(order.lockFile);
  }
  // Setting exitCode alone would wait for stdin, which the service may keep open.
  process.stdout.write('', () => process.exit(0));
}

/** Deletes the lock file only if it still names this guard. */
function unlock(path) {
  try {
    if (JSON.parse(readFileSync(path, 'utf8')).guardPid === process.pid) rmSync(path, { force: true });
  } catch {
    // The file was deleted by another process.
  }
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
