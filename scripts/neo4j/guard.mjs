// The guard of a managed Neo4j: a small process in a session of its own that starts the database and holds the other
// end of a pipe to the service. When the pipe closes, however the service ended (SIGKILL included), it stops the
// database; Ctrl-C in a terminal reaches only the service, which says when the database may stop.
//
// On stdin, a line each:
//   1. the order as JSON: { command, args, env, logFile, lockFile, remove: [paths], stopMs, stop?: [command, ...args],
//      kill?: [command, ...args] }; `stop` and `kill` are for what does not end by signals alone (containers)
//   2. later `stop` (end the database, keep its files) or `kill` (end it at once, as a crash would)
// The end of stdin ends the database and removes `remove` and the lock; otherwise the service releases its lock.
// On stdout, a line of JSON each: { started: pid } or { failed: message }, and { ended: code or signal }.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

let order;
let child;
let stopping = false;
let abandoned = false;

// Whoever sends these to the guard means the database.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop());
process.on('SIGHUP', () => undefined);
// The service may be gone; nobody has to hear the last words then.
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
    if (child.pid !== undefined) return; // a signal that came too late
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
  // exitCode alone would wait for stdin, which the service may keep open.
  process.stdout.write('', () => process.exit(0));
}

/** Removes the lock only if it still names this guard. */
function unlock(path) {
  try {
    if (JSON.parse(readFileSync(path, 'utf8')).guardPid === process.pid) rmSync(path, { force: true });
  } catch {
    // Somebody removed it already.
  }
}

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
