import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
// Of vitest's own compiler: to load TypeScript itself would take each thread two thirds of a second.
import { transform } from 'rolldown/utils';

/** `./tokens.js` beside `tokens.ts` is that. */
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
