import { type Command, InvalidArgumentError } from 'commander';
import type { ServiceAddress } from './graphql-client.js';
import {
  checkRules,
  declareVocabulary,
  describeActivities,
  type DiagramFlags,
  drawDiagram,
  exportRules,
  generateRules,
  type ImportFlags,
  importRules,
} from './rules.js';
import type { CommandOutput, ServiceOptions } from './command.js';

/** @param incomplete called when a command succeeded, but some of its input is invalid */
export function addRulesCommands(
  program: Command,
  withService: (command: Command) => Command,
  addressOf: (options: ServiceOptions) => ServiceAddress,
  output: CommandOutput,
  incomplete: () => void,
): void {
  const rules = program.command('rules').description('RTEC rules: bring in, take out, check, draw, generate.');
  withService(
    rules
      .command('import <file>')
      .description('Import an event description, or (.json) a dictionary of dependencies. Exit code 2: it has errors.')
      .requiredOption('--domain <name>', 'domain (application) it belongs to')
      .option('--merge', 'where the domain has rules: add to them, and change those of the file')
      .option('--replace', 'where the domain has rules: keep only those of the file')
      .option('--force', 'replace even by rules with errors'),
  ).action(async (file: string, options: ServiceOptions & { domain: string } & ImportFlags) => {
    if (!(await importRules(file, options.domain, options, addressOf(options), output))) incomplete();
  });
  withService(
    rules
      .command('vocabulary <domain> <file>')
      .description(
        'Declare what a domain finds in the world: input events, input fluents, background predicates (.json).',
      ),
  ).action((domain: string, file: string, options: ServiceOptions) =>
    declareVocabulary(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('describe <domain> <file>')
      .description('Say what activities are, in plain words: { "rendezVous": "Two vessels …" } (.json).'),
  ).action((domain: string, file: string, options: ServiceOptions) =>
    describeActivities(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('export <domain> [file]')
      .description('Write the rules of a domain, each fluent after what it needs.'),
  ).action((domain: string, file: string | undefined, options: ServiceOptions) =>
    exportRules(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('check <file>')
      .description('Judge rules without storing them. Exit code 2: they have errors.')
      .option('--domain <name>', 'domain whose vocabulary and fluents count as known; it need not exist', 'none'),
  ).action(async (file: string, options: ServiceOptions & { domain: string }) => {
    if (!(await checkRules(file, options.domain, addressOf(options), output))) incomplete();
  });
  withService(
    rules
      .command('diagram <domain>')
      .description('Draw what needs what.')
      .option('--activity <name>', 'only what it needs, and itself')
      .option('--neighbours <number>', 'of the activity: only what stands so many arrows from it, 1–100', number(100))
      .option('--inputs <inputs>', 'used, all or none (counted at the fluents)', 'used')
      .option('--format <format>', 'dot, mermaid or svg', 'dot')
      .option('--output <file>', 'file to write (default: standard output)'),
  ).action((domain: string, options: ServiceOptions & DiagramFlags) =>
    drawDiagram(domain, options, addressOf(options), output),
  );
  withService(
    rules
      .command('generate <domain> [activities...]')
      .description('Have rules written by the language model, level by level. Exit code 2: some are missing still.')
      .option('--attempts <number>', 'attempts for each activity, 1–10', number(10), 3)
      .option('--parallel <number>', 'activities of a level at a time, 1–16', number(16), 4),
  ).action(
    async (domain: string, activities: string[], options: ServiceOptions & { attempts: number; parallel: number }) => {
      if (!(await generateRules(domain, activities, options, addressOf(options), output))) incomplete();
    },
  );
}

function number(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    }
    return value;
  };
}
