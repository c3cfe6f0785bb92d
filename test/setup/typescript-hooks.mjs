import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// This compiler is part of vitest. Loading TypeScript instead would take two thirds of a second in each thread.
import { transform } from 'rolldown/utils';

/** Resolves `./tokens.js`, and the URL of such a file, to `tokens.ts` in its place. */
export async function resolve(specifier, context, next) {
  const isOfSource = context.parentURL?.endsWith('.ts') && /^\.\.?\//.test(specifier);
  const source = specifier.replace(/\.js$/, '.ts');
  const isTask = specifier.startsWith('file:') && existsSync(fileURLToPath(source));
  return next(isOfSource || isTask ? source : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = await transform(path, await readFile(path, 'utf8'), {
    decorator: { legacy: true },
  });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return { format: 'module', source: code, shortCircuit: true };
}
