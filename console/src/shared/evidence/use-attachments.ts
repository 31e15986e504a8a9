import type { Attachment, EvidenceState } from '@fleetwarden/contract/alarms/attachments';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { attachmentUrl } from './attachment-url.ts';

export const ATTACHMENTS_QUERY = ['alarms', 'attachments'] as const;
/** console.md 7: page 1, 10. */
const SHOWN = 10;
/** Addresses last ten minutes. */
const FRESH_MS = 8 * 60_000;

/** Files of an alarm with URLs, and the state of their request. */
export type Attachments = {
  readonly list: readonly Attachment[];
  readonly state: EvidenceState | null;
  readonly reason: string;
};

/** Loads the files of an alarm. They load again when one arrives (`useEvidenceWatch`), and before their addresses end. */
export function useAttachments(alarmGid: string, enabled = true) {
  const storageUrl = useSession(({ userInfo }) => userInfo?.storageUrl ?? '');
  return useQuery({
    queryKey: [...ATTACHMENTS_QUERY, alarmGid],
    enabled,
    queryFn: async ({ signal }): Promise<Attachments> => {
      const pageModel = { page: 1, limit: SHOWN };
      const { data } = await request(alarmsCalls.qryAttachment, { alarmGid }, { signal, quiet: true, pageModel });
      const { list, state, reason } = data;
      const withUrls = list.map((file) => ({
        ...file,
        attachmentPath: attachmentUrl(file.attachmentPath, storageUrl),
        thumbPath: file.thumbPath && attachmentUrl(file.thumbPath, storageUrl),
      }));
      return { list: withUrls, state, reason };
    },
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  });
}

/** A URL that stays while it works, although newer ones come: playback and pictures go on. After an error, the newest is used once. */
export function useSteadyUrl(newest: string): { readonly url: string; readonly failed: boolean; readonly onError: () => void } {
  const [{ url, failed }, set] = useState({ url: newest, failed: false });
  return { url, failed, onError: () => set(url === newest ? { url, failed: true } : { url: newest, failed: false }) };
}
