#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { runCommand } from './cli/program.js';

const confirm = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
};

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  isTerminal: process.stderr.isTTY,
  write: (text) => process.stdout.write(text),
  note: (line) => process.stderr.write(`${line}\n`),
  ...(process.stdin.isTTY && process.stderr.isTTY && { confirm }),
});
