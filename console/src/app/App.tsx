import { lazy, Suspense, useState } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { useFeedback } from '../ui/feedback.ts';

const FeedbackHost = lazy(() => import('../ui/FeedbackHost.tsx'));

/** Pages, and the messages over them. */
export function App(props: { router: DataRouter }) {
  const wanted = useFeedback(({ notices, elsewhere }) => notices.length > 0 || elsewhere);
  const [shown, setShown] = useState(false);
  if (wanted && !shown) setShown(true);

  return (
    <>
      <RouterProvider router={props.router} />
      {shown && (
        <Suspense fallback={null}>
          <FeedbackHost />
        </Suspense>
      )}
    </>
  );
}
