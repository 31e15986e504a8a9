import { videoSource } from '@fleetwarden/contract/video/recording';
import type { ServerFile } from '@fleetwarden/contract/video/recording-schemas';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { type Recording, sortRecordings } from './recordings.ts';
import { periodOf, type RecordedQuery } from './use-recorded-url.ts';
import { type TerminalList, useTerminalList } from './use-terminal-list.ts';

/** The list of one source; `failure`: why it is not there. */
type ServerList = { readonly isLoading: boolean; readonly failure: string | null };

export type Recordings = {
  readonly list: readonly Recording[];
  readonly server: ServerList;
  readonly terminal: TerminalList;
  /** Reads both lists again. */
  readonly refresh: () => void;
  /** Files of the server changed. */
  readonly refreshServer: () => void;
};

/** VIDEO_STREAM of server files counts from 0, that of terminals from 1. */
const streamOf = ({ streamType }: ServerFile): number => streamType + 1;

/** A file of the server; null while it is still recorded. */
function fromServer(file: ServerFile): Recording | null {
  const { fileId, channel, source, startTime, endTime, bytes, playable, sound } = file;
  if (endTime === null || endTime <= startTime) return null;
  return {
    key: `server-${fileId}`,
    source: 'server',
    channel,
    start: startTime,
    end: endTime,
    bytes,
    stream: streamOf(file),
    kind: sound === 'recorded' || sound === 'unknown' ? 0 : 2,
    storage: 0,
    alarms: [],
    fileId,
    isPlayable: playable,
    // the server knows the index of its own recordings only
    isClippable: source !== videoSource.upload,
  };
}

/** Recordings of the query from the server and from the terminal, as one list. */
export function useRecordings(query: RecordedQuery, mayQuery: boolean): Recordings {
  const { targId, channel, source, stream } = query;
  const { start, end } = periodOf(query);
  const server = useQuery({
    queryKey: ['server files', targId, channel, start, end],
    queryFn: async ({ signal }) => {
      const data = { targId: targId!, startTime: start, endTime: end, ...(channel > 0 ? { channel } : {}) };
      return (await call(videoCalls.listServerFile, data, { signal, quiet: true })).list;
    },
    enabled: mayQuery && targId !== null && source !== 'terminal',
    networkMode: 'always',
  });
  const terminal = useTerminalList(query, mayQuery && source !== 'server');
  const files = source === 'terminal' ? undefined : server.data;
  const { found, refresh: refreshTerminal } = terminal;
  const { refetch } = server;

  const list = useMemo(() => {
    const ofServer = (files ?? [])
      .map(fromServer)
      .filter((each) => each !== null)
      .filter((each) => stream === 0 || each.stream === stream);
    return sortRecordings([...ofServer, ...found]);
  }, [files, found, stream]);
  const refreshServer = () => {
    if (source !== 'terminal') void refetch();
  };
  return {
    list,
    server: { isLoading: server.isFetching, failure: server.error?.message ?? null },
    terminal,
    refresh: () => {
      refreshServer();
      refreshTerminal();
    },
    refreshServer,
  };
}
