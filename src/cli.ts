#!/usr/bin/env node
import { runCommand } from './cli/program.js';

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  isTerminal: process.stderr.isTTY,
  write: (text) => process.stdout.write(text),
  note: (line) => process.stderr.write(`${line}\n`),
});
