import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['rigline-source'] },
  ssr: { resolve: { conditions: ['rigline-source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'connectors/**/*.test.ts',
      'scripts/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    testTimeout: 60_000,
  },
});
