import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSession } from '../api/session.ts';
import { LiveProvider } from './LiveProvider.tsx';

/** A page that fills the window, outside the shell, with live statuses and its own providers. */
export function LiveScreen({ children }: { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const prefix = useSession(({ token }) => token?.split('.')[0] ?? '');
  const sockets = useSession(({ userInfo }) => userInfo !== null && !userInfo.inspection);
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider key={prefix} prefix={prefix} sockets={sockets}>
        {children}
      </LiveProvider>
    </QueryClientProvider>
  );
}
