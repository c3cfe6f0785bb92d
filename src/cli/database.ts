import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { DomainError } from '../common/errors.js';
import { type Config, ConfigError } from '../config/config.js';
import { loadConfiguration } from '../config/config-file.js';
import { GraphService } from '../graph/graph.service.js';
import { environmentOfFile, type Environment } from './environment.js';
import { CommandFailure } from './failure.js';

/**
 * Runs `work` directly on a database, without a service: the configured one, or the one that `npm start` runs in this
 * folder.
 *
 * @param missing error message if there is neither
 * @throws CommandFailure
 */
export async function withDatabase<Result>(
  environment: Environment,
  missing: string,
  work: (graph: GraphService, config: Config) => Promise<Result>,
): Promise<Result> {
  // The log is turned off, because messages about the schema would appear between the lines of the result.
  Logger.overrideLogger(false);
  try {
    const given = loadConfiguration({ ...environmentOfFile(), ...environment });
    const config = given.NEO4J_URI === undefined ? { ...given, ...startedHere(given.HEARTWOOD_DATA_DIR) } : given;
    if (config.NEO4J_URI === undefined) throw new CommandFailure(missing);
    const graph = new GraphService(config);
    try {
      await graph.start();
      return await work(graph, config);
    } finally {
      await graph.onApplicationShutdown();
    }
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DomainError) throw new CommandFailure(error.message);
    throw error;
  }
}

/** Connection of the database that `npm start` currently runs in this folder; empty if it is not running. */
function startedHere(dataFolder: string): Partial<Pick<Config, 'NEO4J_URI' | 'NEO4J_USER' | 'NEO4J_PASSWORD'>> {
  const state = join(dataFolder, 'heartwood.json');
  const password = join(dataFolder, 'neo4j', 'password');
  if (!existsSync(state) || !existsSync(password)) return {};
  const { neo4jUri } = JSON.parse(readFileSync(state, 'utf8')) as { neo4jUri?: string | null };
  if (!neo4jUri) return {};
  return { NEO4J_URI: neo4jUri, NEO4J_USER: 'neo4j', NEO4J_PASSWORD: readFileSync(password, 'utf8').trim() };
}
