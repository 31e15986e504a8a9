import { useState } from 'react';

/** The submit handler of a dialog, and whether it is running. The client shows errors; the dialog then stays with its input. */
export function useSubmit<Values>(
  work: (values: Values) => Promise<unknown>,
): readonly [busy: boolean, submit: (values: Values) => void] {
  const [busy, setBusy] = useState(false);
  const submit = (values: Values) => {
    setBusy(true);
    void work(values)
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return [busy, submit];
}
