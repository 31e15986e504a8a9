import { lazy, Suspense, useState } from 'react';
import type { ClientOnErrorFunction, DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { logError } from '../api/error-log.ts';
import { useFeedback } from '../api/feedback.ts';

const FeedbackHost = lazy(() => import('./FeedbackHost.tsx'));

/** Logs the error that broke a page or kept its code from loading. */
const keepError: ClientOnErrorFunction = (error, { errorInfo }) => logError(error, errorInfo?.componentStack ?? '');

/** Pages, and the messages over them. */
export function App(props: { router: DataRouter }) {
  const wanted = useFeedback(({ notices, elsewhere }) => notices.length > 0 || elsewhere);
  const [shown, setShown] = useState(false);
  if (wanted && !shown) setShown(true);

  return (
    <>
      <RouterProvider router={props.router} onError={keepError} />
      {shown && (
        <Suspense fallback={null}>
          <FeedbackHost />
        </Suspense>
      )}
    </>
  );
}
