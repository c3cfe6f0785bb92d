import { createHash } from 'node:crypto';
import { toDriver } from '../../dist/graph/values.js';

/**
 * Records the statements that a service's GraphService sends while `work` runs: one entry per transaction. Single reads are in
 * the order in which they began; writes are in the order in which they were committed, because a transaction that waits for the
 * lock of another has read what the other wrote. Attempts that were repeated are left out.
 */
export async function recordTransactions(graph, work) {
  const transactions = [];
  const { run, read, transaction } = graph;
  graph.run = async function (statement, parameters, options) {
    const recorded = { mode: statement.mode, calls: [{ statement, parameters }] };
    if (recorded.mode === 'read') transactions.push(recorded);
    const rows = await run.call(this, statement, parameters, options);
    if (recorded.mode !== 'read') transactions.push(recorded);
    return rows;
  };
  /** The last attempt of a transaction of several statements. */
  const several = async (service, open, inside, options, mode) => {
    let calls = [];
    const result = await open.call(
      service,
      (tx) => {
        calls = [];
        return inside({
          run: (statement, parameters) => {
            calls.push({ statement, parameters });
            return tx.run(statement, parameters);
          },
        });
      },
      options,
    );
    transactions.push({ mode, calls });
    return result;
  };
  graph.read = function (inside, options) {
    return several(this, read, inside, options, 'read');
  };
  graph.transaction = function (inside, options) {
    return several(this, transaction, inside, options, 'write');
  };
  try {
    await work();
  } finally {
    Object.assign(graph, { run, read, transaction });
  }
  return transactions;
}

/** Sends recorded transactions with the raw driver, to another namespace. */
export async function replay(driver, transactions, from, to) {
  const session = driver.session();
  const facet = (namespace) => `n${createHash('sha256').update(namespace).digest('hex')}0`;
  const [oldFacet, newFacet] = [facet(from), facet(to)];
  const moved = (value) => {
    if (typeof value === 'string') return value === from ? to : value.replace(oldFacet, newFacet);
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(moved);
    if (value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, moved(inner)]));
  };
  try {
    for (const { mode, calls } of transactions) {
      const work = async (tx) => {
        for (const { statement, parameters } of calls) await tx.run(statement.text, toDriver(moved(parameters)));
      };
      await (mode === 'read' ? session.executeRead(work) : session.executeWrite(work));
    }
  } finally {
    await session.close();
  }
}

/** Copies recorded parameters; `replace(key, value)` returns the replacement for each string and number. */
export function asAnother(parameters, replace) {
  const copy = (value, key) => {
    if (typeof value === 'string' || typeof value === 'number') return replace(key, value);
    if (Array.isArray(value)) return value.map((inner) => copy(inner, key));
    if (value === null || typeof value !== 'object' || value instanceof Date || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner, name)]));
  };
  return copy(parameters, '');
}
