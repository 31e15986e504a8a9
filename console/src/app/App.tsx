import { Suspense, useEffect, useState } from 'react';
import type { ClientOnErrorFunction, DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { logError } from '../api/error-log.ts';
import { useFeedback } from '../api/feedback.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { OptionalPart } from './OptionalPart.tsx';

const loadFeedback = async () => (await import('./FeedbackHost.tsx')).FeedbackHost;
const FeedbackHost = lazyComponent(loadFeedback);

/** Logs the error that broke a page or kept its code from loading. */
const keepError: ClientOnErrorFunction = (error, { errorInfo }) => logError(error, errorInfo?.componentStack ?? '');

/** Pages, and the messages over them. */
export function App(props: { router: DataRouter }) {
  const wanted = useFeedback(({ notices, elsewhere }) => notices.length > 0 || elsewhere);
  const [shown, setShown] = useState(false);
  if (wanted && !shown) setShown(true);
  // loaded early: the first message is often that the server cannot be reached
  useEffect(() => whenIdle(() => void loadFeedback().catch(() => undefined)), []);

  return (
    <>
      <RouterProvider router={props.router} onError={keepError} />
      {shown && (
        <OptionalPart>
          <Suspense fallback={null}>
            <FeedbackHost />
          </Suspense>
        </OptionalPart>
      )}
    </>
  );
}
