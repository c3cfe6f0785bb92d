import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync } from 'node:fs';

/** A separate file system in memory, whose free space a test sets. */
export interface SmallDisk {
  /** Fills the disk until this many bytes are free. */
  leaveFree(bytes: number): void;
  remove(): Promise<void>;
}

/** Mounts such a disk on a folder. Undefined if this process may not mount, which requires Linux and root. */
export function smallDisk(folder: string): SmallDisk | undefined {
  const mount = (...args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  if (!mount('-t', 'tmpfs', '-o', 'size=4g', 'tmpfs', folder)) return undefined;
  // The input of this process ends together with the test's process, even if that one is killed.
  const keeper = spawn('sh', ['-c', 'cat > /dev/null; umount -l "$0"', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  return {
    leaveFree: (bytes) => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      if (!mount('-o', `remount,size=${(blocks - bfree) * bsize + bytes}`, folder))
        throw new Error(`${folder} cannot be mounted anew`);
    },
    remove: async () => {
      keeper.stdin.end();
      await once(keeper, 'exit');
    },
  };
}
