import { ownValue } from '../common/json.js';
import { fileTypeFromBuffer } from 'file-type';
import { ReadRefusal } from './blocks.js';

/** Supported formats. */
export type Format =
  'markdown' | 'mdx' | 'html' | 'rst' | 'notebook' | 'text' | 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'csv' | 'code';

export interface Kind {
  readonly format: Format;
  readonly mediaType: string;
  /** Programming language of source code, otherwise null. */
  readonly language: string | null;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const MEDIA_TYPES: Readonly<Record<Exclude<Format, 'code'>, string>> = {
  markdown: 'text/markdown',
  mdx: 'text/mdx',
  html: 'text/html',
  rst: 'text/x-rst',
  notebook: 'application/x-ipynb+json',
  text: 'text/plain',
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  pptx: `${OFFICE}.presentationml.presentation`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  csv: 'text/csv',
};

const BY_EXTENSION: Readonly<Record<string, Exclude<Format, 'code'>>> = {
  ...Object.fromEntries(
    ['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdwn', 'rmd', 'qmd'].map((name) => [name, 'markdown' as const]),
  ),
  ...Object.fromEntries(['html', 'htm', 'xhtml', 'shtml', 'xht', 'aspx'].map((name) => [name, 'html' as const])),
  ...Object.fromEntries(['txt', 'text', 'log'].map((name) => [name, 'text' as const])),
  mdx: 'mdx',
  rst: 'rst',
  rest: 'rst',
  ipynb: 'notebook',
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  pptx: 'pptx',
  pptm: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  csv: 'csv',
  tsv: 'csv',
};

const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript', ts: 'typescript', mts: 'typescript',
  cts: 'typescript', tsx: 'typescript', py: 'python', pyi: 'python', java: 'java', kt: 'kotlin', kts: 'kotlin', c: 'c',
  h: 'c', cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hpp: 'cpp', hh: 'cpp', cs: 'csharp', go: 'go', rs: 'rust', rb: 'ruby',
  php: 'php', swift: 'swift', scala: 'scala', sh: 'shell', bash: 'shell', zsh: 'shell', ps1: 'powershell', sql: 'sql',
  cypher: 'cypher', r: 'r', jl: 'julia', lua: 'lua', pl: 'perl', pm: 'perl', hs: 'haskell', ml: 'ocaml', ex: 'elixir',
  exs: 'elixir', erl: 'erlang', clj: 'clojure', dart: 'dart', groovy: 'groovy', f90: 'fortran', m: 'matlab',
  json: 'json', jsonl: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml', ini: 'ini', cfg: 'ini', conf: 'ini',
  properties: 'ini', xml: 'xml', css: 'css', scss: 'css', graphql: 'graphql', proto: 'protobuf', tf: 'terraform',
  gradle: 'groovy', cmake: 'cmake', dockerfile: 'docker', makefile: 'make', vue: 'vue', svelte: 'svelte',
  astro: 'astro', bat: 'batch', cmd: 'batch', psm1: 'powershell', fish: 'shell', awk: 'awk', mk: 'make', bzl: 'starlark',
  hcl: 'terraform', tfvars: 'terraform', nix: 'nix', prisma: 'prisma', thrift: 'thrift', xsd: 'xml', xsl: 'xml',
  xslt: 'xml', wsdl: 'xml', dtd: 'xml', plist: 'xml', csproj: 'xml', less: 'css', sass: 'css', jsonc: 'json', json5: 'json',
  ndjson: 'json', geojson: 'json', hbs: 'handlebars', ejs: 'ejs', pug: 'pug', jsp: 'jsp', twig: 'twig', vb: 'basic', vbs: 'basic',
  bas: 'basic', fs: 'fsharp', fsx: 'fsharp', pas: 'pascal', f: 'fortran', cob: 'cobol', cbl: 'cobol', d: 'd', zig: 'zig',
  nim: 'nim', cr: 'crystal', elm: 'elm', purs: 'purescript', lisp: 'lisp', scm: 'scheme', rkt: 'racket', el: 'lisp',
  tcl: 'tcl', s: 'assembly', asm: 'assembly', v: 'verilog', sv: 'verilog', vhd: 'vhdl', sol: 'solidity', cu: 'cuda',
  glsl: 'glsl', mm: 'objective-c', pyx: 'python', gemspec: 'ruby', rake: 'ruby', mod: 'go', gql: 'graphql', cql: 'cypher',
}; // prettier-ignore

/** Text in formats that only programs read, and other names of text. */
const OTHER_TEXT = new Set(
  (
    'adoc asciidoc asc org tex textile wiki mediawiki pod rdoc nfo me readme license licence authors copying notice todo ' +
    'changes changelog bib srt vtt ics vcf env example sample template tmpl tpl in lock list diff patch out err conll ' +
    'gitignore gitattributes dockerignore editorconfig npmrc eslintrc prettierrc babelrc bashrc zshrc profile htaccess ' +
    'service desktop http rest po pot strings prolog pro feature story mbox'
  ).split(' '),
);
/** Formats that are not read, and what to do instead. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ...['eml', 'msg', 'mht', 'mhtml'].map((name) => [name, 'a stored mail or page; save its text'] as const),
  ['rtf', 'Rich Text; save it as DOCX'],
  ['epub', 'an e-book; save its chapters as HTML'],
  ...['odt', 'ods', 'odp', 'pages', 'numbers', 'key'].map((name) => [name, 'a document of another office program; save it as DOCX, XLSX or PPTX'] as const),
  ...['svg', 'dot', 'gv', 'puml', 'plantuml', 'drawio', 'vsdx', 'ps', 'eps'].map((name) => [name, 'a drawing, whose text says nothing without its lines'] as const),
]); // prettier-ignore

const MARKDOWN_MARK = /^(?:#{1,6} \S|```|[-*] \[[ x]\] |\|.+\|\s*$)/m;
const DRAWING_MARK = /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]{0,2000}?-->\s*|<!DOCTYPE svg[^>]*>\s*){0,5}<svg[\s>]/i;
const HTML_MARK = /^\s*(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i;

/** The information about a document before it is read. */
export interface Given {
  /** File name or path. Its extension determines the format if the first bytes do not. */
  readonly name: string;
  /** Media type that the caller gave. It is used only if neither bytes nor name determine the format. */
  readonly mediaType?: string | undefined;
}

/**
 * Determines the format of a file: from its first bytes, then its name, then the media type given by the caller;
 * default text.
 *
 * @throws ReadRefusal BINARY for an unsupported format, ENCRYPTED for an encrypted Office document
 */
export async function kindOf(bytes: Uint8Array, given: Given): Promise<Kind> {
  // A file with a byte order mark is text, even if its bytes also resemble an audio format.
  const found = isMarked(bytes) ? undefined : await fileTypeFromBuffer(bytes).catch(() => undefined);
  const named = byName(given);
  refuseUnread(given, found?.mime, named !== undefined);
  if (found?.mime === 'application/x-cfb') {
    if (holdsUtf16(bytes, 'EncryptedPackage')) throw new ReadRefusal('ENCRYPTED', 'The document is encrypted');
    throw new ReadRefusal(
      'BINARY',
      'The file is of an old format of Office, which is not read; save it in the new one',
    );
  }
  const byBytes = found && Object.entries(MEDIA_TYPES).find(([, mediaType]) => mediaType === found.mime)?.[0];
  if (byBytes !== undefined) return kind(byBytes as Format, null);
  if (found?.mime === 'application/zip' && named && isOffice(named.format)) return named;
  if (found && !/xml|text|json|html/.test(found.mime)) {
    throw new ReadRefusal('BINARY', `The file is ${found.mime}, which is not read`);
  }
  if (named && (named.format === 'pdf' || isOffice(named.format))) {
    throw new ReadRefusal('BROKEN', `The file is named as ${named.format}, but does not begin as one`);
  }
  return named ?? kind('text', null);
}

/**
 * Determines the format of a text whose name does not show it.
 *
 * @throws ReadRefusal UNSUPPORTED for a drawing
 */
export function kindOfText(text: string, known: Kind): Kind {
  if (known.format !== 'html' && known.format !== 'markdown' && DRAWING_MARK.test(text.slice(0, 4_096))) {
    throw new ReadRefusal('UNSUPPORTED', `The file is not read: it is ${REFUSED.get('svg')}`);
  }
  if (known.format !== 'text' || known.mediaType !== 'text/plain') return known;
  const start = text.slice(0, 4_096);
  if (HTML_MARK.test(start)) return kind('html', null);
  return MARKDOWN_MARK.test(start) ? kind('markdown', null) : known;
}

function isOffice(format: Format): boolean {
  return format === 'docx' || format === 'pptx' || format === 'xlsx';
}

/**
 * Refuses formats that are known not to be read, and files whose name ends in something unknown, unless the caller states
 * that they are text. The end of an address says little, since pages have any.
 *
 * @throws ReadRefusal UNSUPPORTED
 */
function refuseUnread({ name, mediaType = '' }: Given, mime: string | undefined, isNamed: boolean): void {
  const extension = /\.([a-z0-9_]*[a-z][a-z0-9_]*)$/.exec(baseOf(name))?.[1] ?? '';
  const inside = /(?:^|[/+.-])(rtf|epub|svg|postscript)(?=$|[+.-])/.exec(mime ?? '')?.[1];
  const isAddress = /^[a-z]+:\/\//i.test(name);
  const reason = REFUSED.get(inside === 'postscript' ? 'ps' : (inside ?? (isNamed && !isAddress ? '' : extension)));
  if (reason !== undefined) throw new ReadRefusal('UNSUPPORTED', `The file is not read: it is ${reason}`);
  const isText = OTHER_TEXT.has(extension) || /^text\//i.test(mediaType) || /^\.[^.]+$/.test(baseOf(name));
  if (extension === '' || isNamed || isAddress || mime !== undefined || isText) return;
  const message = `Files that end in .${extension} are not known; if it is text, send it with the media type text/plain`;
  throw new ReadRefusal('UNSUPPORTED', message);
}

function baseOf(name: string): string {
  return (/[^/\\]*$/.exec(name)?.[0] ?? '').toLowerCase();
}

function byName({ name, mediaType }: Given): Kind | undefined {
  const base = baseOf(name);
  const extension = /\.([a-z0-9]+)$/.exec(base)?.[1] ?? base;
  const format = ownValue(BY_EXTENSION, extension);
  if (format !== undefined) return kind(format, null);
  const language = ownValue(LANGUAGES, extension);
  if (language !== undefined) return kind('code', language);
  const type = mediaType?.split(';')[0]?.trim().toLowerCase();
  const told = Object.entries(MEDIA_TYPES).find(([, known]) => known === type)?.[0];
  return told === undefined ? undefined : kind(told as Format, null);
}

function kind(format: Format, language: string | null): Kind {
  return { format, mediaType: format === 'code' ? `text/x-${language ?? 'source'}` : MEDIA_TYPES[format], language };
}

function isMarked([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function holdsUtf16(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(text, 'utf16le'));
}
