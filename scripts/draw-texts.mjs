/**
 * Draws comments, schema descriptions and texts of MCP tools by a fixed seed, for a reader who has not seen them:
 *
 *   node scripts/draw-texts.mjs OUT.json [TREE] [SEED]
 *
 * TREE is a checked-out tree (default: this one), so that two states can be compared: `git worktree add ../before COMMIT`.
 * Each text has its group, its place and, for a comment, the line of code below it. How it is read: CONTRIBUTING.md.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, visit } from 'graphql';
import ts from 'typescript';

const COUNTS = { comment: 40, schema: 40, tool: 20 };
const LINE_LIMIT = 120;

const [out, tree = fileURLToPath(new URL('..', import.meta.url)), seed = '27'] = process.argv.slice(2);
if (out === undefined) {
  console.error('usage: node scripts/draw-texts.mjs OUT.json [TREE] [SEED]');
  process.exit(2);
}

const schema = schemaTexts();
const described = new Set(schema.map((each) => each.text));
// Docstrings of GraphQL models are descriptions in the schema, from which they are drawn.
const comments = [...commentsOfTypeScript(), ...commentsOfCypher()].filter((each) => !described.has(each.text));
const drawn = [...draw('comment', comments), ...draw('schema', schema), ...draw('tool', toolTexts())];
writeFileSync(out, `${JSON.stringify(drawn, null, 2)}\n`);
console.log(
  `drew ${drawn.length} of ${comments.length} comments, ${schema.length} descriptions, ${toolTexts().length} tool texts`,
);

function draw(group, texts) {
  const random = mulberry32(Number(seed));
  const pool = [...texts];
  const picked = [];
  while (picked.length < COUNTS[group] && pool.length > 0) {
    picked.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return picked.map((each) => ({ group, ...each }));
}

/** A small random generator with a seed, so that a draw can be repeated. */
function mulberry32(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function filesOf(folder, suffix) {
  return readdirSync(join(tree, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix) && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name))
    .toSorted();
}

function commentsOfTypeScript() {
  return filesOf('src', '.ts')
    .flatMap((file) => {
      const text = readFileSync(join(tree, file), 'utf8');
      const found = new Map();
      const collect = (position) => {
        for (const range of ts.getLeadingCommentRanges(text, position) ?? []) found.set(range.pos, range);
        for (const range of ts.getTrailingCommentRanges(text, position) ?? []) found.set(range.pos, range);
      };
      const walk = (node) => {
        collect(node.getFullStart());
        collect(node.getEnd());
        for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) walk(child);
      };
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      walk(source);
      return joined(
        [...found.values()].toSorted((a, b) => a.pos - b.pos),
        text,
      ).map(({ pos, end }) => ({
        place: file,
        text: withoutMarks(text.slice(pos, end)),
        code: codeAt(text, pos, end),
      }));
    })
    .filter(isProse);
}

/** Consecutive single-line comments form one text. */
function joined(ranges, text) {
  const joint = [];
  for (const { pos, end } of ranges) {
    const last = joint.at(-1);
    const between = last && text.slice(last.end, pos);
    if (last && /^\n[ \t]*$/.test(between) && text.startsWith('//', pos) && text.startsWith('//', last.pos))
      last.end = end;
    else joint.push({ pos, end });
  }
  return joint;
}

function commentsOfCypher() {
  return filesOf('cypher', '.cypher')
    .flatMap((file) => {
      const text = readFileSync(join(tree, file), 'utf8');
      const ranges = [...text.matchAll(/(?<=^|\s)\/\/[^\n]*/g)].map((match) => ({
        pos: match.index,
        end: match.index + match[0].length,
      }));
      return joined(ranges, text).map(({ pos, end }) => ({
        place: file,
        text: withoutMarks(text.slice(pos, end)),
        code: codeAt(text, pos, end),
      }));
    })
    .filter(isProse);
}

/** The code line to which a comment belongs. */
function codeAt(text, pos, end) {
  const before = text.slice(text.lastIndexOf('\n', pos - 1) + 1, pos).trim();
  const line =
    before ||
    (
      text
        .slice(end)
        .split('\n')
        .find((each) => each.trim() !== '') ?? ''
    ).trim();
  return line.startsWith(':params') || line.length > LINE_LIMIT ? '' : line;
}

function withoutMarks(comment) {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*|\/\/) ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function isProse({ text }) {
  return text !== '' && !/^(?:eslint-|@ts-|v8 ignore|istanbul)/.test(text) && text.split(/\s+/).length >= 4;
}

function schemaTexts() {
  const texts = [];
  const path = [];
  const named = (node) => 'description' in node && node.name !== undefined;
  visit(parse(readFileSync(join(tree, 'schema.graphql'), 'utf8')), {
    enter(node) {
      if (!named(node)) return;
      path.push(node.name.value);
      if (node.description) texts.push({ place: path.join('.'), text: node.description.value });
    },
    leave(node) {
      if (named(node)) path.pop();
    },
  });
  return texts;
}

function toolTexts() {
  const file = ['src/mcp/tools.json', 'test/mcp/tools.json'].map((name) => join(tree, name)).find(existsSync);
  const texts = [];
  const walk = (node, place) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.description === 'string') texts.push({ place, text: node.description });
    for (const [name, property] of Object.entries(node.properties ?? {})) walk(property, `${place}.${name}`);
    if (node.items) walk(node.items, `${place}[]`);
    for (const each of node.anyOf ?? []) walk(each, place);
  };
  for (const tool of JSON.parse(readFileSync(file, 'utf8'))) {
    texts.push({ place: tool.name, text: tool.description });
    walk(tool.inputSchema, tool.name);
  }
  return texts;
}
