import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { MavenError, runMaven } from '../common/maven.js';
import type { Config } from '../config/config.js';
import { EmbeddingError } from './embedder.js';
import { DEFAULT_LOCAL_MODEL } from './models.js';

/**
 * Folder of the service. The relative path is the same from `src/embedding` and from `dist/embedding`.
 */
const ROOT = new URL('../../', import.meta.url);
const POM = fileURLToPath(new URL('scripts/model/pom.xml', ROOT));
/** Folder of the models that are part of an image of the service. */
const SHIPPED = fileURLToPath(new URL('models', ROOT));

const WEIGHTS = 'onnx/model_quantized.onnx';
const TOKENIZER = 'tokenizer.json';
/** Name of a file that some tokenizers do not need. */
const OPTIONAL = 'tokenizer_config.json';

/** SHA-256 of each file of the default model, whatever its source. */
const CHECKSUMS: Readonly<Record<string, string>> = {
  [WEIGHTS]: '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
  [TOKENIZER]: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
};
/** Paths of the default model's files in its Maven artifact (scripts/model/pom.xml). */
const IN_ARTIFACT: Readonly<Record<string, string>> = {
  [WEIGHTS]: 'bge-small-en-v1.5-q.onnx',
  [TOKENIZER]: 'bge-small-en-v1.5-q-tokenizer.json',
};
/** Timeout of a download of 35 MB or more from a hub. */
const HUB_TIMEOUT_MS = 30 * 60_000;
/** Name prefix of a temporary folder into which a model is being fetched. */
const UNFINISHED = '.fetching-';

type Settings = Pick<Config, 'LOCAL_MODEL_DIR' | 'MODEL_SOURCES' | 'MODEL_HUB_URL' | 'MAVEN_COMMAND'>;

/** Downloads a model's files into a folder; throws if that fails. */
type Source = (model: string, folder: string, signal: AbortSignal) => Promise<void>;

/** Finds the files of local models in a folder, and fetches missing ones into it. */
export class ModelFiles {
  private readonly folder: string;

  constructor(private readonly settings: Settings) {
    this.folder = resolve(settings.LOCAL_MODEL_DIR);
  }

  /** @returns the folder of a model; undefined if its files are missing */
  find(model: string): string | undefined {
    return [this.folder, SHIPPED]
      .map((folder) => join(folder, model))
      .find((folder) => existsSync(join(folder, WEIGHTS)));
  }

  /**
   * Checks the files of a model that `find` returned, which may have been copied there or damaged since. Checksums are
   * known of the default model only.
   *
   * @throws EmbeddingError naming the file that differs or is missing
   */
  async check(model: string, folder: string): Promise<void> {
    if (model !== DEFAULT_LOCAL_MODEL) return;
    try {
      await checkFiles(folder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddingError(`The model in ${folder} is damaged: ${reason}. Remove the folder and start again`);
    }
  }

  /**
   * Fetches a model from the first source that has it. The model becomes visible only when it is complete and its
   * checksums are correct.
   *
   * @throws EmbeddingError with the reason when no source has a valid copy
   */
  async fetch(model: string, signal: AbortSignal): Promise<string> {
    const { MODEL_SOURCES } = this.settings;
    const sources = new Map<string, Source>([['hub', this.fromHub.bind(this)]]);
    if (model === DEFAULT_LOCAL_MODEL && existsSync(POM)) sources.set('maven', this.fromMaven.bind(this));
    const problems: string[] = [];
    for (const name of MODEL_SOURCES.split(',')) {
      const source = sources.get(name);
      if (!source) continue;
      try {
        return await this.install(model, (folder) => source(model, folder, signal));
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? messageOf(error) : String(error)}`);
      }
    }
    const why = problems.length > 0 ? `, and could not be fetched (${problems.join('; ')})` : '';
    throw new EmbeddingError(`The model ${model} is not in ${this.folder}${why}`);
  }

  /**
   * Installs the default model from the files of its Maven artifact.
   *
   * @throws Error when a file is missing or has the wrong checksum
   */
  unpacked(artifact: string): Promise<string> {
    return this.install(DEFAULT_LOCAL_MODEL, (folder) => layOut(artifact, folder));
  }

  private async install(model: string, fill: (folder: string) => Promise<void>): Promise<string> {
    const target = join(this.folder, model);
    await mkdir(dirname(target), { recursive: true });
    await this.clear();
    // The temporary folder is in the same folder as the target, so that the move is an atomic rename.
    const work = await mkdtemp(join(this.folder, UNFINISHED));
    try {
      const folder = join(work, 'model');
      await mkdir(join(folder, dirname(WEIGHTS)), { recursive: true });
      await fill(folder);
      if (model === DEFAULT_LOCAL_MODEL) await checkFiles(folder);
      // A folder without a valid model is left over from a killed start, and is replaced.
      if (this.find(model) === undefined) {
        await rm(target, { recursive: true, force: true });
        await rename(folder, target);
      }
      return target;
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /** Removes temporary folders that killed starts left behind. */
  private async clear(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const isOld = name.startsWith(UNFINISHED) && Date.now() - (await stat(path)).mtimeMs > 2 * HUB_TIMEOUT_MS;
      if (isOld) await rm(path, { recursive: true, force: true });
    }
  }

  private async fromMaven(_model: string, folder: string, signal: AbortSignal): Promise<void> {
    const work = join(dirname(folder), 'maven');
    await runMaven(this.settings.MAVEN_COMMAND, [`--file=${POM}`, 'dependency:unpack-dependencies', `-Dwork=${work}`], {
      signal,
    });
    await layOut(join(work, 'unpacked'), folder);
  }

  private async fromHub(model: string, folder: string, signal: AbortSignal): Promise<void> {
    // The hub keeps sentence-transformers in ONNX under this owner.
    const name = model.includes('/') ? model : `Xenova/${model}`;
    const files = model === DEFAULT_LOCAL_MODEL ? [TOKENIZER, WEIGHTS] : [OPTIONAL, TOKENIZER, WEIGHTS];
    const limit = AbortSignal.any([signal, AbortSignal.timeout(HUB_TIMEOUT_MS)]);
    for (const file of files) {
      const url = `${this.settings.MODEL_HUB_URL}/${name}/resolve/main/${file}`;
      const response = await fetch(url, { signal: limit });
      if (file === OPTIONAL && response.status === 404) continue;
      if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
      await pipeline(response.body, createWriteStream(join(folder, file)), { signal: limit });
    }
  }
}

async function layOut(artifact: string, folder: string): Promise<void> {
  for (const [file, inArtifact] of Object.entries(IN_ARTIFACT)) {
    await copyFile(join(artifact, inArtifact), join(folder, file));
  }
}

/** @throws Error naming a file with the wrong checksum */
async function checkFiles(folder: string): Promise<void> {
  for (const [file, expected] of Object.entries(CHECKSUMS)) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    const found = hash.digest('hex');
    if (found !== expected) throw new Error(`${file} has the checksum ${found} instead of ${expected}`);
  }
}

function messageOf(error: Error): string {
  if (error instanceof MavenError) return error.message.split('\n')[0] ?? error.message;
  // `fetch` reports the reason of a failure in its cause.
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
