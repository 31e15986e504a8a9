import { useNow } from '../../hooks/use-now.ts';
import { useLive } from '../../shared/live-context.ts';

/** Screen catalogue 3.1: shorter outages are not reported. */
const PATIENCE_MS = 10_000;

/** Whether positions have been missing for longer than that. */
export function useDisconnected(): boolean {
  const { state } = useLive();
  const now = useNow();
  const since = state?.downSince ?? null;
  return since !== null && now - since > PATIENCE_MS;
}
