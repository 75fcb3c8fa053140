import './session/start.ts';

void import('./start-app.tsx').then(({ startApp }) => startApp());
