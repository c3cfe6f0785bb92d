import { ownValue } from '../../common/json.js';
import type { Node } from './terms.js';

// RTEC consults exported rules. SWI-Prolog does not treat all clauses as data: some are called while it loads, reads,
// prints or searches for files, or contain code that it runs. Such clauses are neither stored nor exported.

/** Predicates that SWI-Prolog calls by itself, whatever their number of arguments (its manual, "Hooks"). */
const HOOKS: ReadonlySet<string> = new Set([
  'attr_portray_hook',
  'attr_unify_hook',
  'attribute_goals',
  'dcg_translate_rule',
  'exception',
  'expand_answer',
  'expand_query',
  'file_search_path',
  'goal_expansion',
  'library_directory',
  'message_hook',
  'message_prefix',
  'message_property',
  'portray',
  'project_attributes',
  'term_expansion',
  'thread_message_hook',
]);

/** Heads that turn a clause into another kind of clause. */
const FORMS: Readonly<Record<string, string | undefined>> = {
  ':': 'a head qualified with a module',
  '-->': 'a grammar rule',
  '=>': 'a single-sided rule',
  ':-': 'a directive inside of a clause',
  '?-': 'a directive inside of a clause',
};

/**
 * Reason why a clause must not be in a consulted file, as a phrase that quotes only the name of a hook from the clause.
 * Undefined if the clause is safe.
 *
 * @param directive the goal of a directive; only dynamic and discontiguous are safe
 * @param written the text of a node
 */
export function unsafeReason(
  term: Node,
  directive: Node | undefined,
  written: (node: Node) => string,
): string | undefined {
  if (hasQuasiQuotation(term, written)) return 'a quasi quotation';
  if (directive) return isDeclaration(directive) ? undefined : 'a directive';
  const head = headOf(term, ':-') ?? term;
  // SWI-Prolog treats each element of a list as a clause or directive.
  if (head[0] === 'l') return 'a list of clauses';
  if (head[0] !== 'c' && head[0] !== 'a') return undefined;
  const name = head[3];
  const form = head[0] === 'c' ? ownValue(FORMS, name) : undefined;
  if (form !== undefined) return form;
  if (HOOKS.has(name)) return `the hook ${name}/${String(head[0] === 'c' ? head[6].length : 0)}`;
  if (/^(?:prolog_|'?\$)/u.test(name)) return 'a hook of the system';
  return undefined;
}

function isDeclaration(goal: Node): boolean {
  return goal[0] === 'c' && goal[6].length === 1 && (goal[3] === 'dynamic' || goal[3] === 'discontiguous');
}

/** The head of a rule with this neck. */
function headOf(term: Node, neck: string): Node | undefined {
  return term[0] === 'c' && term[3] === neck && term[6].length === 2 ? term[6][0] : undefined;
}

/**
 * SWI-Prolog calls the syntax of a quasi quotation while reading. The service's reader leaves it unparsed, like a dict.
 */
function hasQuasiQuotation(node: Node, written: (node: Node) => string): boolean {
  const has = (inner: Node) => hasQuasiQuotation(inner, written);
  switch (node[0]) {
    case 'o':
      return !/^\w*\s*\{(?!\|)/u.test(written(node));
    case 'c':
      return node[6].some(has);
    case '&':
      return node[3].some(has);
    case 'l':
      return node[3].some(has) || (node[4] !== null && has(node[4]));
    default:
      return false;
  }
}

/** Unsafe predicates, which reach files, processes, the network or Prolog itself when they are called. */
const REACHES_OUT: ReadonlySet<string> = new Set([
  'abort',
  'append',
  'chdir',
  'consult',
  'delete_directory',
  'delete_file',
  'ensure_loaded',
  'exec',
  'halt',
  'http_open',
  'load_files',
  'make',
  'make_directory',
  'open',
  'open_shared_object',
  'process_create',
  'qsave_program',
  'rename_file',
  'see',
  'set_prolog_flag',
  'setenv',
  'shell',
  'tcp_connect',
  'tell',
  'thread_create',
  'unsetenv',
  'use_foreign_library',
  'use_module',
  'working_directory',
]);
/** Names that are unsafe only with these arities: `append/3`, for example, is a predicate of lists. */
const ARITIES: Readonly<Record<string, readonly number[] | undefined>> = { append: [1], make: [0], exec: [1] };

/** True if a goal calls an unsafe predicate, which rules of fluents never need. */
export function reachesOut({ name, arity }: { readonly name: string; readonly arity: number }): boolean {
  return REACHES_OUT.has(name) && (ownValue(ARITIES, name)?.includes(arity) ?? true);
}
