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
  const rules = program.command('rules').description('RTEC rules: import, export, check, draw and generate them.');
  withService(
    rules
      .command('import <file>')
      .description('Import an event description, or a dictionary of dependencies (.json). Exit code 2: it has errors.')
      .requiredOption('--domain <name>', 'domain (application) of the rules')
      .option('--merge', 'if the domain has rules, keep them; fluents in the file are added or replaced')
      .option('--replace', 'if the domain has rules, delete those that are not in the file')
      .option('--force', 'replace rules even if the new ones have errors'),
  ).action(async (file: string, options: ServiceOptions & { domain: string } & ImportFlags) => {
    if (!(await importRules(file, options.domain, options, addressOf(options), output))) incomplete();
  });
  withService(
    rules
      .command('vocabulary <domain> <file>')
      .description('Declare the vocabulary of a domain: input events, input fluents, background predicates (.json).'),
  ).action((domain: string, file: string, options: ServiceOptions) =>
    declareVocabulary(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('describe <domain> <file>')
      .description('Describe activities in plain words: { "rendezVous": "Two vessels …" } (.json).'),
  ).action((domain: string, file: string, options: ServiceOptions) =>
    describeActivities(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('export <domain> [file]')
      .description('Write the rules of a domain, each fluent after those that it needs.'),
  ).action((domain: string, file: string | undefined, options: ServiceOptions) =>
    exportRules(domain, file, addressOf(options), output),
  );
  withService(
    rules
      .command('check <file>')
      .description('Check rules without storing them. Exit code 2: they have errors.')
      .option('--domain <name>', 'domain whose vocabulary and fluents are known; it need not exist', 'none'),
  ).action(async (file: string, options: ServiceOptions & { domain: string }) => {
    if (!(await checkRules(file, options.domain, addressOf(options), output))) incomplete();
  });
  withService(
    rules
      .command('diagram <domain>')
      .description('Draw the dependencies of a domain.')
      .option('--activity <name>', 'draw only this activity and its dependencies')
      .option('--neighbours <number>', 'with --activity: maximum number of arrows from it, 1–100', number(100))
      .option('--inputs <inputs>', 'inputs to draw: used, all, or none (then only their number is shown)', 'used')
      .option('--format <format>', 'dot, mermaid or svg', 'dot')
      .option('--output <file>', 'file to write (default: standard output)'),
  ).action((domain: string, options: ServiceOptions & DiagramFlags) =>
    drawDiagram(domain, options, addressOf(options), output),
  );
  withService(
    rules
      .command('generate <domain> [activities...]')
      .description('Let the language model write rules, level by level. Exit code 2: some are still missing.')
      .option('--attempts <number>', 'maximum number of attempts per activity, 1–10', number(10), 3)
      .option(
        '--parallel <number>',
        'number of activities of a level that are generated at the same time, 1–16',
        number(16),
        4,
      ),
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
