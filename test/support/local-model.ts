import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { LocalRuntime } from '../../src/embedding/local-runtime.js';
import { ModelFiles } from '../../src/embedding/model-files.js';
import { loadConfig } from '../../src/config/config.js';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Scripts that replace the two packages in tests that need no model. */
export const SCRIPTED = { onnx: here('scripted-onnx.cjs'), tokenizers: here('scripted-tokenizers.cjs') };

/** A folder with the files that these scripts expect of a model. */
export const SCRIPTED_FOLDER = here('scripted-model');

/** Finds the given files instead of the two packages. */
export class RuntimeAt extends LocalRuntime {
  constructor(private readonly files: { readonly onnx: string; readonly tokenizers: string }) {
    super();
  }

  protected override paths() {
    return this.files;
  }
}

/** @returns the reason why tests of this model cannot run here, or the folder of the model */
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
