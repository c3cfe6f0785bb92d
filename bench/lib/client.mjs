import { Agent, request } from 'node:http';

/**
 * A GraphQL client with persistent connections. `query` accepts additional headers. Throws if the answer has errors,
 * with the `code` of the first.
 */
export function graphqlClient(url, namespace) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const own = { 'content-type': 'application/json', 'x-namespace': namespace };
  const query = (text, variables = {}, more = {}) =>
    new Promise((resolve, reject) => {
      const headers = { ...own, ...more };
      const outgoing = request(`${url}/graphql`, { method: 'POST', agent, headers }, (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const { data, errors } = JSON.parse(Buffer.concat(chunks).toString());
          if (errors) reject(Object.assign(new Error(JSON.stringify(errors)), { code: errors[0].extensions?.code }));
          else resolve(data);
        });
      });
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify({ query: text, variables }));
    });
  return { query, close: () => agent.destroy() };
}

/** Calls `work` for each input, `inFlight` at a time; returns the time of each call and the total time, in ms. */
export async function timed(inputs, inFlight, work) {
  const each = [];
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < inputs.length) {
        const input = inputs[next++];
        const before = performance.now();
        await work(input);
        each.push(performance.now() - before);
      }
    }),
  );
  return { each, totalMs: performance.now() - started };
}
