import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';

const TEMPLATES = ['messageTemplates'];

/** The user's templates, if permitted; `again` reloads them. */
export function useTemplates(enabled: boolean) {
  const userId = useSession((state) => state.userInfo?.userId);
  const queries = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: TEMPLATES,
    enabled,
    queryFn: ({ signal }) => call(messagesCalls.getTemplate, userId === undefined ? {} : { userId }, { signal }),
  });
  return {
    list: data?.templates ?? [],
    isPending: enabled && isPending,
    again: () => void queries.invalidateQueries({ queryKey: TEMPLATES }),
  };
}

export type Templates = ReturnType<typeof useTemplates>;
