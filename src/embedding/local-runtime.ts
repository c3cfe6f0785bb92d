import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { EmbeddingError } from './embedder.js';
import type { ThreadSettings } from './local.thread.js';

const PACKAGES = { onnx: 'onnxruntime-node', tokenizers: '@huggingface/tokenizers' } as const;
const PROBE_MS = 30_000;

type Runtime = ThreadSettings['runtime'];

/** Finds the packages that local models need. They are optional: npm skips them if they cannot be installed. */
@Injectable()
export class LocalRuntime {
  private found: Promise<Runtime> | undefined;

  /** @throws EmbeddingError when a package is missing or does not run on this machine */
  find(): Promise<Runtime> {
    return (this.found ??= this.probe());
  }

  /** @throws EmbeddingError when one is missing */
  protected paths(): Runtime {
    return { onnx: pathOf(PACKAGES.onnx), tokenizers: pathOf(PACKAGES.tokenizers) };
  }

  private async probe(): Promise<Runtime> {
    const runtime = this.paths();
    try {
      // The library is tried in a separate process, since one that is damaged or built for another processor may crash
      // its process.
      await promisify(execFile)(process.execPath, ['-e', 'require(process.argv[1])', runtime.onnx], {
        timeout: PROBE_MS,
      });
    } catch (error) {
      throw new EmbeddingError(`${PACKAGES.onnx} does not run on this machine (${reasonOf(error)})`, false, {
        cause: error,
      });
    }
    return runtime;
  }
}

function pathOf(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new EmbeddingError(`The optional package ${name} is not installed (npm install fetches it)`, false, {
      cause: error,
    });
  }
}

/** Returns the output of the failed trial; if there is none, how its process ended. */
function reasonOf(error: unknown): string {
  const { stderr = '', signal, code } = error as { stderr?: string; signal?: string; code?: number | string };
  const said = /^\w*Error: (.+)$/m.exec(stderr)?.[1];
  return said ?? (signal ? `it ended with ${signal}` : `it ended with code ${code ?? 'unknown'}`);
}
