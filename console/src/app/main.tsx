import { createRoot } from 'react-dom/client';
import { logError, watchErrors } from '../api/error-log.ts';
import { reportErrors } from '../api/error-report.ts';
import { startTexts } from '../api/i18n.ts';
import { applyPreferences } from '../ui/preferences.ts';
import '../ui/theme/base.css';
import { App } from './App.tsx';
import { createRouter } from './router.tsx';
import { isEntrance } from './routes.tsx';
import { watchSession } from './session-watch.ts';

watchErrors();
if (import.meta.env.PROD) reportErrors();
applyPreferences();
await startTexts(undefined, isEntrance(location.pathname) ? 'entrance' : 'all');
watchSession();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root, { onUncaughtError: (error, { componentStack }) => logError(error, componentStack) }).render(
  <App router={createRouter()} />,
);
