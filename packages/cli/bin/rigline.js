#!/usr/bin/env node
import { existsSync } from 'node:fs';

const built = new URL('../dist/main.js', import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built.href);
  process.exitCode = await main(process.argv);
} else {
  console.error('rigline is not built yet. Run: npm run build');
  process.exitCode = 3;
}
