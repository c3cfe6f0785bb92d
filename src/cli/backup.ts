import { join } from 'node:path';
import { PrerequisiteError } from '../../scripts/lib/prerequisites.mjs';
import { loadConfiguration } from '../config/config-file.js';
import { backUp, restore } from '../managed/backup.js';
import { ManagedNeo4jError } from '../managed/errors.js';
import type { CommandOutput } from './command.js';
import { environmentOfFile, type Environment } from './environment.js';
import { CommandFailure } from './failure.js';

export function backUpTo(folder: string, environment: Environment, output: CommandOutput): Promise<void> {
  return onManaged(environment, output, async (options) => {
    await backUp(folder, options);
    output.note(`The backup is in ${folder}`);
  });
}

export function restoreFrom(
  folder: string,
  replace: boolean,
  environment: Environment,
  output: CommandOutput,
): Promise<void> {
  return onManaged(environment, output, async (options) => {
    const copy = await restore(folder, { ...options, replace });
    output.note(`Restored into ${options.dataDir}`);
    if (copy !== undefined) output.note(`The database as it was is in ${copy}`);
  });
}

async function onManaged(
  environment: Environment,
  output: CommandOutput,
  work: (options: Parameters<typeof backUp>[1]) => Promise<void>,
): Promise<void> {
  const { HEARTWOOD_DATA_DIR, NEO4J_URI } = loadConfiguration({ ...environmentOfFile(), ...environment });
  if (NEO4J_URI !== undefined) {
    throw new CommandFailure('NEO4J_URI names your own server: back it up with its own tools (docs/backup.md)');
  }
  try {
    await work({
      dataDir: join(HEARTWOOD_DATA_DIR, 'neo4j'),
      jarsFile: join(HEARTWOOD_DATA_DIR, 'neo4j-jars.json'),
      now: new Date(),
      onProgress: ({ title }) => output.note(`${title} ...`),
    });
  } catch (error) {
    if (error instanceof ManagedNeo4jError || error instanceof PrerequisiteError) {
      throw new CommandFailure(error.message);
    }
    throw error;
  }
}
