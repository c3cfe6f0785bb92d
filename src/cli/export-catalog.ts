import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandFailure } from './failure.js';
import { request, type ServiceAddress } from './graphql-client.js';
import type { CommandOutput } from './command.js';

/**
 * Writes a namespace's catalog to a file, or to standard output.
 *
 * @throws CommandFailure when the service does not answer or the file cannot be written; an existing file is then
 * unchanged
 */
export async function exportCatalog(
  file: string | undefined,
  address: ServiceAddress,
  output: CommandOutput,
): Promise<void> {
  const { exportCatalog: catalog } = await request(address, '{ exportCatalog }');
  const text = `${JSON.stringify(catalog, null, 1)}\n`;
  if (file === undefined) {
    output.write(text);
    return;
  }
  const draft = `${file}.${process.pid}.part`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new CommandFailure(`${file} cannot be written: ${(error as Error).message}`);
  }
  output.note(`${(catalog as unknown[]).length} items written to ${file}`);
}
