import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LocalRuntime } from '../../src/search/embedding/local-runtime.js';
import { ModelFiles } from '../../src/search/embedding/model-files.js';
import { loadConfig } from '../../src/config/config.js';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Instead of the two packages, of which tests that need no model are independent. */
export const SCRIPTED = { onnx: here('scripted-onnx.cjs'), tokenizers: here('scripted-tokenizers.cjs') };

/** A folder with what a model needs to have, for these. */
export const SCRIPTED_FOLDER = here('scripted-model');

/** Finds these files instead of the two packages. */
export class RuntimeAt extends LocalRuntime {
  constructor(private readonly files: { readonly onnx: string; readonly tokenizers: string }) {
    super();
  }

  protected override paths() {
    return this.files;
  }
}

/** @returns why a test of this model cannot run here; else where its folder is */
export function localModel(model: string): { readonly missing: string } | { readonly missing?: never; folder: string } {
  for (const name of ['onnxruntime-node', '@huggingface/tokenizers']) {
    try {
      createRequire(import.meta.url).resolve(name);
    } catch {
      return { missing: `the optional package ${name} is not installed` };
    }
  }
  const folder = new ModelFiles(loadConfig({ LOCAL_MODEL_DIR: process.env.LOCAL_MODEL_DIR })).find(model);
  return folder === undefined
    ? { missing: `the model ${model} is not here (node scripts/fetch-model.mjs)` }
    : { folder };
}
