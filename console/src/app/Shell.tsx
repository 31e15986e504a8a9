import { Suspense } from 'react';
import { Outlet } from 'react-router';
import styles from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

/** What surrounds every page of a signed-in user: the top bar; the page fills the rest and scrolls inside itself. */
export function Shell() {
  return (
    <div className={styles['shell']}>
      <TopBar />
      <main className={styles['page']}>
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
