import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { preloadApp } from './vite/preload-app.ts';
import { sceneApi } from './vite/scene-api.ts';

export default defineConfig({
  plugins: [react(), sceneApi(), preloadApp()],
  // Workspace packages are read from their sources: no build of theirs is needed first.
  resolve: { conditions: ['rigline-source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  server: { port: 5180 },
});
