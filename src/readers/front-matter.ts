import type { Literal } from 'mdast';
import { parse as parseToml, TomlDate } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isRecord } from '../common/json.js';
import type { BlockList } from './blocks.js';

/** Maximum number of aliases that are followed, as against texts that grow without limit. */
const MOST_ALIASES = 100;

/**
 * Reads the front matter of a page: each of its fields becomes a line, so that it is searched and shown. What
 * cannot be parsed is kept as it is written.
 *
 * @returns the title; null if there is none
 */
export function readFrontMatter(node: Literal & { type: string }, blocks: BlockList): string | null {
  const from = node.position?.start.line ?? 1;
  const spot = { page: null, fromLine: from + 1, toLine: Math.max(from + 1, (node.position?.end.line ?? from) - 1) };
  const fields = parsed(node);
  if (fields === undefined) {
    blocks.code(node.value, node.type, spot);
    return null;
  }
  blocks.paragraph(linesOf('', fields).join('\n'), spot, true);
  const [title = ''] = isRecord(fields) ? linesOf('', fields['title']) : [];
  return title === '' ? null : title;
}

/** @returns undefined if the text is neither the YAML nor the TOML that its fences announce */
function parsed({ type, value }: { readonly type: string; readonly value: string }): unknown {
  try {
    if (type === 'toml') return parseToml(value, { integersAsBigInt: 'asNeeded' });
    return (parseYaml(value, { maxAliasCount: MOST_ALIASES, logLevel: 'error' }) as unknown) ?? null;
  } catch {
    return undefined;
  }
}

/** `tags: pki, larkspur`; fields of fields have the names of both: `author.name: Ada`. */
function linesOf(name: string, value: unknown): string[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const texts = items.filter((item) => typeof item !== 'object').flatMap((item) => linesOf('', item));
    const inner = items.filter((item) => typeof item === 'object').flatMap((item) => linesOf(name, item));
    return [...(texts.length > 0 ? linesOf(name, texts.join(', ')) : []), ...inner];
  }
  if (value instanceof TomlDate) return linesOf(name, value.toISOString());
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, inner]) => linesOf(name === '' ? key : `${name}.${key}`, inner));
  }
  if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return [];
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' ? [] : [name === '' ? text : `${name}: ${text}`];
}
