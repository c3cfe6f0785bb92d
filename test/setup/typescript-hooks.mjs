import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// This compiler is part of vitest. Loading TypeScript instead would take two thirds of a second in each thread.
import { transform } from 'rolldown/utils';

/** Resolves `./tokens.js` to `tokens.ts` beside it. */
export async function resolve(specifier, context, next) {
  const isOfSource = context.parentURL?.endsWith('.ts') && /^\.\.?\//.test(specifier);
  return next(isOfSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
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
