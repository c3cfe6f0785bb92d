import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Proxy } from './proxy.js';

/** Path of nginx; undefined if it is not installed. */
export const NGINX = [process.env['NGINX_PATH'], '/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(
  (path) => path !== undefined && existsSync(path),
);

if (NGINX === undefined) process.stderr.write('No nginx found: replicas are not tried behind it; set NGINX_PATH\n');

/** nginx with the configuration of docs/clusters.md. */
export async function nginx(replicas: readonly string[]): Promise<Proxy> {
  const [, described] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/clusters.md', 'utf8')) ?? [];
  if (described === undefined || NGINX === undefined) throw new Error('There is no nginx, or no configuration of it');
  const folder = mkdtempSync(join(tmpdir(), 'heartwood-nginx-'));
  const port = await freePort();
  const hosts = replicas.map((url) => new URL(url).host);
  const servers = described.replace('127.0.0.1:4000', hosts[0] ?? '').replace('127.0.0.1:4001', hosts[1] ?? '');
  const log = join(folder, 'served.log');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  ${temporary.join(' ')}
  log_format served '$upstream_addr';
  access_log ${log} served;
  ${servers.replace('listen 8080', `listen 127.0.0.1:${port}`)}
}`,
  );
  const child = spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await isUp()); tries++) {
    if (child.exitCode !== null || tries > 100) throw new Error('nginx did not start');
    await sleep(50);
  }
  const served = () => {
    const lines = readFileSync(log, 'utf8').split('\n');
    return hosts.map((host) => lines.filter((line) => line.endsWith(host)).length);
  };
  return {
    url,
    served,
    close: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
