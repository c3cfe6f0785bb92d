import { request, type ServiceAddress } from './graphql-client.js';
import type { CommandOutput } from './command.js';

export const SAMPLE_NAMESPACE = 'demo';

interface Report {
  readonly namespace: string;
  readonly changed: boolean;
}

/** @throws CommandFailure when the namespace contains other data */
export async function loadSample(address: ServiceAddress, output: CommandOutput): Promise<void> {
  const begun = performance.now();
  const data = await request(address, 'mutation { loadSample { namespace changed } }');
  const { namespace, changed } = data['loadSample'] as Report;
  const state = changed ? 'is in' : 'was already in';
  const took = changed ? `; ${((performance.now() - begun) / 1000).toFixed(1)} s` : '';
  output.note(`The demo data ${state} namespace "${namespace}" (header x-namespace: ${namespace}${took})`);
}

export async function removeSample(address: ServiceAddress, output: CommandOutput): Promise<void> {
  const data = await request(address, 'mutation { removeSample { namespace changed } }');
  const { namespace, changed } = data['removeSample'] as Report;
  output.note(
    changed
      ? `Namespace "${namespace}" is empty`
      : `Namespace "${namespace}" was never loaded with the demo data; nothing was changed`,
  );
}
