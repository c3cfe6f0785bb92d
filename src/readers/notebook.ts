import { stripVTControlCharacters } from 'node:util';
import { isRecord } from '../common/json.js';
import { type BlockList, ReadRefusal } from './blocks.js';
import { readHtml } from './html.js';
import { readMarkdown } from './markdown.js';

/**
 * Reads a notebook of Jupyter: its texts, its code, and what the code printed. Pictures are dropped.
 *
 * @returns the title in the front matter of its first text; null if there is none
 */
export function readNotebook(text: string, blocks: BlockList): string | null {
  const notebook = parsed(text);
  const language = languageOf(notebook['metadata']);
  let title: string | null = null;
  for (const cell of cellsOf(notebook)) {
    // Notebooks of version 3 name the text of a cell of code `input`.
    const source = said(cell['source'] ?? cell['input']);
    if (cell['cell_type'] === 'markdown') title = readMarkdown(source, blocks) ?? title;
    else if (cell['cell_type'] === 'code') blocks.code(source, language, { page: null, fromLine: null, toLine: null });
    else blocks.paragraph(source, { page: null, fromLine: null, toLine: null });
    for (const output of listOf(cell['outputs'])) addOutput(output, blocks);
  }
  // Lines are those of a cell, not of the file.
  blocks.forgetLines();
  return title;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch (error) {
    throw new ReadRefusal('BROKEN', 'The notebook is no JSON', { cause: error });
  }
  throw new ReadRefusal('BROKEN', 'The file holds no notebook');
}

function cellsOf(notebook: Record<string, unknown>): Record<string, unknown>[] {
  const sheets = listOf(notebook['worksheets']).flatMap((sheet) => listOf(sheet['cells']));
  if (!Array.isArray(notebook['cells']) && sheets.length === 0) {
    throw new ReadRefusal('BROKEN', 'The file holds no notebook');
  }
  return [...listOf(notebook['cells']), ...sheets];
}

function addOutput(output: Record<string, unknown>, blocks: BlockList): void {
  const data = isRecord(output['data']) ? output['data'] : output;
  const html = said(data['text/html']);
  const isPicture = Object.keys(data).some((type) => type.startsWith('image/'));
  if (said(data['text/markdown']) !== '') readMarkdown(said(data['text/markdown']), blocks);
  else if (/<table/i.test(html)) readHtml(html, blocks);
  else if (output['output_type'] === 'error') addText(`${said(output['ename'])}: ${said(output['evalue'])}`, blocks);
  else if (!isPicture) addText(said(output['text']) || said(data['text/plain']), blocks);
}

function addText(text: string, blocks: BlockList): void {
  blocks.code(stripVTControlCharacters(text).trimEnd(), null, { page: null, fromLine: null, toLine: null });
}

function languageOf(metadata: unknown): string | null {
  if (!isRecord(metadata)) return null;
  const { kernelspec, language_info: info } = metadata;
  const language = isRecord(info) ? info['name'] : isRecord(kernelspec) ? kernelspec['language'] : undefined;
  return typeof language === 'string' ? language : null;
}

/** A text, which may be a list of its lines. */
function said(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
