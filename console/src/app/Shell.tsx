import IconContext from '@ant-design/icons/es/components/Context';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { csp } from '../ui/nonce.ts';
import { useSession } from '../ui/session.ts';
import { LiveProvider } from './LiveProvider.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

const icons = { csp };

/** Failures have been shown by the client; what a refusal refused once it refuses again. */
const makeQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });

/** What surrounds every page of a signed-in user: the top bar; the page fills the rest and scrolls inside itself. */
export function Shell() {
  const [queries] = useState(makeQueries);
  const prefix = useSession(({ token }) => token?.split('.')[0] ?? '');
  return (
    <IconContext value={icons}>
      <QueryClientProvider client={queries}>
        <LiveProvider key={prefix} prefix={prefix}>
          <div className={styles['shell']}>
            <TopBar />
            <main className={styles['page']}>
              <Suspense fallback={null}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </LiveProvider>
      </QueryClientProvider>
    </IconContext>
  );
}
