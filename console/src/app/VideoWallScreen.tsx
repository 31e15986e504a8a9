import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { VideoWallPage } from '../features/video/VideoWallPage.tsx';
import { LiveProvider } from './LiveProvider.tsx';

/** The video wall with live statuses. It fills the window, so that it stands outside the shell with its providers. */
export function VideoWallScreen() {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const prefix = useSession(({ token }) => token?.split('.')[0] ?? '');
  const sockets = useSession(({ userInfo }) => userInfo !== null && !userInfo.inspection);
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider key={prefix} prefix={prefix} sockets={sockets}>
        <VideoWallPage />
      </LiveProvider>
    </QueryClientProvider>
  );
}
