import { createRoot } from 'react-dom/client';
import { startTexts } from '../ui/i18n.ts';
import { applyPreferences } from '../ui/preferences.ts';
import '../ui/base.css';
import { App } from './App.tsx';
import { createRouter } from './router.tsx';

applyPreferences();
await startTexts();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App router={createRouter()} />);
