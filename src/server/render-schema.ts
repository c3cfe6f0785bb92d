import { type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaBuilderModule, GraphQLSchemaFactory } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { describeRoots, schemaOptions } from './schema-options.js';

type Import = NonNullable<ModuleMetadata['imports']>[number];

/** Prints the sorted schema of the resolvers in these modules. No module is started, so no database is needed. */
export async function renderSchema(modules: readonly Import[]): Promise<string> {
  const app = await NestFactory.createApplicationContext(GraphQLSchemaBuilderModule, { logger: false });
  const visited = new Set<unknown>();
  const schema = await app.get(GraphQLSchemaFactory).create(
    modules.flatMap((module) => classesIn(module, visited)),
    schemaOptions,
  );
  await app.close();
  return `${printSchema(lexicographicSortSchema(describeRoots(schema)))}\n`;
}

// Keys under which Nest stores the metadata of @Module.
const PROVIDERS = 'providers';
const IMPORTS = 'imports';

/** Nest's factory picks the resolvers among these classes and ignores the rest. */
function classesIn(module: Import, visited: Set<unknown>): Type<object>[] {
  const { type, providers, imports } = contents(module);
  if (visited.has(type)) return [];
  visited.add(type);
  const own = providers.map(classOf).filter((provider) => provider !== undefined);
  return [...imports.flatMap((inner) => classesIn(inner, visited)), ...own];
}

function contents(module: Import): { type: unknown; providers: Provider[]; imports: Import[] } {
  const dynamic = typeof module === 'object' && 'module' in module ? module : undefined;
  const type = dynamic?.module ?? module;
  const declared = <Value>(key: string) => (Reflect.getMetadata(key, type as object) ?? []) as Value[];
  return {
    type,
    providers: [...declared<Provider>(PROVIDERS), ...(dynamic?.providers ?? [])],
    imports: [...declared<Import>(IMPORTS), ...(dynamic?.imports ?? [])],
  };
}

function classOf(provider: Provider): Type<object> | undefined {
  if (typeof provider === 'function') return provider as Type<object>;
  return 'useClass' in provider ? (provider.useClass as Type<object>) : undefined;
}
