import { ownValue } from '../common/json.js';
import type { Command } from 'commander';
import { type Role, ROLES } from '../common/roles.js';
import type { CommandOutput, ServiceOptions } from './command.js';
import { CommandFailure } from './failure.js';
import type { ServiceAddress } from './graphql-client.js';
import type { KeyStore, ShownKey } from './keys.js';

interface DirectOptions extends ServiceOptions {
  readonly database?: boolean;
}

interface ListOptions extends DirectOptions {
  readonly allNamespaces?: boolean;
}

interface CreateOptions extends DirectOptions {
  readonly title: string;
  readonly role: string;
  readonly allNamespaces?: boolean;
  readonly project: readonly string[];
  readonly team: readonly string[];
  readonly external?: boolean;
  readonly expires?: string;
}

/** Adds the commands about API keys. */
export function addKeysCommands(
  program: Command,
  withService: (command: Command) => Command,
  environment: Readonly<Record<string, string | undefined>>,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  output: CommandOutput,
): void {
  const keys = program.command('keys').description('API keys and their roles.');
  const direct = (command: Command) =>
    withService(command).option(
      '--database',
      'use the configured database (NEO4J_URI) directly, for instance if no service is running',
    );
  const onKeys = async <Result>(options: DirectOptions, work: (store: KeyStore) => Promise<Result>) => {
    // Imported here, so that other commands do not load the database driver.
    const { withKeys } = await import('./keys.js');
    return withKeys(addressOf(options), environment, options.database === true, work);
  };

  direct(
    keys
      .command('create')
      .description('Create a key and print it; it cannot be shown again. Once a key exists, all requests need one.')
      .requiredOption('--title <text>', 'purpose of the key')
      .requiredOption('--role <role>', `role: ${ROLES.join(', ')}`)
      .option('--all-namespaces', 'make it valid in every namespace instead of only in --namespace')
      .option('--project <name...>', 'restrict it to these projects', [])
      .option('--team <name...>', 'restrict it to these teams', [])
      .option('--external', 'for a system outside of the agents, such as CI: verifies what it reports')
      .option('--expires <time>', 'expiry: a date such as 2027-01-31, or a duration such as 90d or 12h'),
  ).action(async (options: CreateOptions) => {
    const { title, allNamespaces = false, external = false, project: projects, team: teams } = options;
    const expires = options.expires === undefined ? undefined : timeOf(options.expires, new Date());
    const wanted = { title, role: roleOf(options.role), projects, teams, external, ...(expires && { expires }) };
    const { key, token } = await onKeys(options, (store) => store.create(wanted, allNamespaces));
    output.note(`${lineOf(key)}\nThe key, which is not shown again:`);
    output.write(`${token}\n`);
  });

  direct(
    keys
      .command('list')
      .description('List the keys without their tokens, which cannot be shown again.')
      .option('--all-namespaces', 'include the keys of all namespaces, not only those of --namespace'),
  ).action(async ({ allNamespaces = false, ...options }: ListOptions) => {
    const found = await onKeys(options, (store) => store.list(allNamespaces));
    output.write(found.map((key) => `${lineOf(key)}\n`).join(''));
    if (found.length === 0) output.note('There are no keys.');
  });

  direct(keys.command('revoke <id>').description('Revoke a key. It becomes invalid within 5 s.')).action(
    async (id: string, options: DirectOptions) => {
      const key = await onKeys(options, (store) => store.revoke(id));
      output.note(lineOf(key));
    },
  );
}

function lineOf({ id, namespace, title, role, projects, teams, expires, revokedAt }: ShownKey): string {
  const parts = [
    id,
    role.toLowerCase().padEnd(8),
    namespace === null ? 'all namespaces' : `namespace ${namespace}`,
    ...(projects.length > 0 ? [`projects ${projects.join(', ')}`] : []),
    ...(teams.length > 0 ? [`teams ${teams.join(', ')}`] : []),
    ...(expires === null ? [] : [`until ${expires}`]),
    ...(revokedAt === null ? [] : [`revoked ${revokedAt}`]),
    title,
  ];
  return parts.join('  ');
}

function roleOf(given: string): Role {
  const role = ROLES.find((each) => each === given.toLowerCase());
  if (!role) throw new CommandFailure(`--role must be one of ${ROLES.join(', ')}`);
  return role;
}

const UNITS_MS = { h: 3_600_000, d: 86_400_000 };

function timeOf(given: string, now: Date): Date {
  const [, amount, unit] = /^(\d{1,5})(h|d)$/.exec(given) ?? [];
  if (amount !== undefined) return new Date(now.getTime() + Number(amount) * (ownValue(UNITS_MS, unit ?? '') ?? NaN));
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(given) ? new Date(given) : undefined;
  if (time && !Number.isNaN(time.getTime())) return time;
  throw new CommandFailure('--expires must be a date such as 2027-01-31, or a time from now such as 90d or 12h');
}
