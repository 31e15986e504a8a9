import { useState } from 'react';

/**
 * What a submitted dialog does, and whether it is under way. What is refused has been said by the client: the dialog stays as it is
 * then, with what was typed.
 */
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
