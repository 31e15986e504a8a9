import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { AntdProvider } from '../ui/AntdProvider.tsx';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

/** What surrounds every page of a signed-in user: the top bar; the page fills the rest and scrolls inside itself. */
export function Shell() {
  return (
    <AntdProvider>
      <div className={styles['shell']}>
        <TopBar />
        <main className={styles['page']}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </AntdProvider>
  );
}
