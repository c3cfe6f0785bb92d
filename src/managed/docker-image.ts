import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { ManagedNeo4jError, type ReportProgress } from './errors.js';

/** Pulls the image unless it is already present. */
export async function pullImage(docker: string, image: string, report: ReportProgress): Promise<void> {
  const isThere = await promisify(execFile)(docker, ['image', 'inspect', image]).then(
    () => true,
    () => false,
  );
  if (isThere) return;

  const title = `Fetching ${image} through Docker (once)`;
  report({ title, done: 0 });
  await new Promise<void>((resolve, reject) => {
    const child = spawn(docker, ['pull', image], { stdio: ['ignore', 'pipe', 'pipe'] });
    let layers = 0;
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      layers += text.split('\n').filter((line) => line.endsWith('Pull complete')).length;
      report({ title, done: layers, remark: 'layers' });
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (errors += text));
    child.once('error', (error) => reject(new ManagedNeo4jError(`Docker (${docker}) cannot be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new ManagedNeo4jError(`Docker could not fetch ${image}:\n${errors.trim()}`));
    });
  });
}
