import { ConfigProvider } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useFeedback } from '../ui/feedback.ts';
import { usePreferences } from '../ui/preferences.ts';
import { antdTheme } from '../ui/theme.ts';

const FeedbackHost = lazy(() => import('../ui/FeedbackHost.tsx'));

/** The server writes a fresh nonce into the page; antd's style tags need it under the content security policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const csp = nonce ? { nonce } : {};

/** Theme, messages and pages. */
export function App(props: { router: DataRouter }) {
  const mode = usePreferences((state) => state.mode);
  const wanted = useFeedback(({ notices, elsewhere }) => notices.length > 0 || elsewhere);
  const [shown, setShown] = useState(false);
  if (wanted && !shown) setShown(true);

  return (
    <ConfigProvider theme={antdTheme(mode)} csp={csp} button={{ autoInsertSpace: false }}>
      <RouterProvider router={props.router} />
      {shown && (
        <Suspense fallback={null}>
          <FeedbackHost />
        </Suspense>
      )}
    </ConfigProvider>
  );
}
