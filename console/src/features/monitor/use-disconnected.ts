import { useNow } from '../../hooks/use-now.ts';
import { useLive } from '../../shared/live-context.ts';

/** Screen catalogue 3.1: a cut shorter than this is not worth a word. */
const PATIENCE_MS = 10_000;

/** Whether positions have not come for longer than anybody should wait without a word. */
export function useDisconnected(): boolean {
  const { state } = useLive();
  const now = useNow();
  const since = state?.downSince ?? null;
  return since !== null && now - since > PATIENCE_MS;
}
