import type { CommandState } from '@fleetwarden/contract/commands/schemas';
import { RECORDING_LIMIT_MS } from '@fleetwarden/contract/video/replay';
import type { TerminalFile } from '@fleetwarden/contract/video/replay-schemas';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { type Outcome, toOutcome } from '../../../shared/commands/sent-commands.ts';
import type { Recording } from './recordings.ts';
import { periodOf, type RecordedQuery } from './use-recorded-url.ts';

/** The list is read again so often until it is complete (screen catalogue 5.2), ms. */
export const POLL_MS = 1_000;
/** CMD_STATE: a terminal may acknowledge the request before it sends the list. */
const SUCCEEDED = 2;

/** Recordings that the terminal has listed so far; `failure`: why it does not list them. */
export type TerminalList = {
  readonly found: readonly Recording[];
  readonly received: number;
  readonly isLoading: boolean;
  readonly failure: string | null;
  readonly refresh: () => void;
};

const NONE: readonly Recording[] = [];

/** Alarm types by their bit in the words of JT/T 808 and 1078. */
const byBit = (kind: 'bit' | 'video'): ReadonlyMap<number, number> =>
  new Map(ALARM_TYPES.flatMap(({ id, source }) => (source.kind === kind ? [[source.bit, id] as const] : [])));
const WORDS = { bit: byBit('bit'), video: byBit('video') };

const typesOf = (word: number, kind: 'bit' | 'video'): readonly number[] =>
  [...WORDS[kind]].filter(([bit]) => (word >>> bit) & 1).map(([, type]) => type);

/** The alarm words of some types. */
function alarmWords(types: readonly string[]): { readonly alarmBits: number; readonly videoAlarmBits: number } {
  const word = (kind: 'bit' | 'video') =>
    [...WORDS[kind]].reduce((sum, [bit, type]) => (types.includes(String(type)) ? sum + 2 ** bit : sum), 0);
  return { alarmBits: word('bit'), videoAlarmBits: word('video') };
}

function fromTerminal(file: TerminalFile): Recording {
  const { channel, startTime, endTime, alarmBits, videoAlarmBits, mediaType, streamType, storage, sizeBytes } = file;
  return {
    key: `terminal-${channel}-${startTime}-${streamType}-${storage}`,
    source: 'terminal',
    channel,
    start: startTime,
    end: endTime,
    bytes: sizeBytes,
    stream: streamType,
    kind: mediaType,
    storage,
    alarms: [...typesOf(alarmBits, 'bit'), ...typesOf(videoAlarmBits, 'video')],
    fileId: null,
    isPlayable: true,
    isClippable: false,
  };
}

/** Asks the terminal for its recordings, and reads the list while it comes in sub-packages. */
export function useTerminalList(query: RecordedQuery, isAsked: boolean): TerminalList {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { targId, channel, kind, stream, storage, alarms } = query;
  const { start, end } = periodOf(query);
  const filter = [targId, channel, start, end, kind, stream, storage, alarms.join()].join(' ');
  const [again, setAgain] = useState({ filter, count: 0 });
  const fresh = again.filter === filter ? again.count : 0;
  const key = ['terminal files', filter, fresh] as const;
  const isEnabled = isAsked && targId !== null;

  const asked = useQuery({
    queryKey: [...key, 'request'],
    queryFn: async ({ signal }) => {
      const data = {
        targId: targId!,
        channel,
        startTime: start,
        endTime: end,
        mediaType: kind,
        streamType: stream,
        storage,
        ...alarmWords(alarms),
        fresh: fresh > 0,
      };
      const { seqId } = await call(videoCalls.listTerminalFile, data, { signal, quiet: true });
      return { seqId, until: Date.now() + RECORDING_LIMIT_MS };
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const until = asked.data?.until ?? 0;
  const answer = useQuery({
    queryKey: [...key, 'answer', asked.data?.seqId],
    queryFn: ({ signal }) => call(videoCalls.getTerminalFile, { seqId: asked.data!.seqId }, { signal, quiet: true }),
    enabled: isEnabled && asked.data !== undefined,
    refetchInterval: ({ state: { data } }) => (data && (isComplete(data) || Date.now() > until) ? false : POLL_MS),
    networkMode: 'always',
  });

  const { data } = answer;
  const isLate = data !== undefined && !isComplete(data) && answer.dataUpdatedAt > until;
  const hasFailed = data !== undefined && data.count === null && (isComplete(data) || isLate);
  const error = asked.error ?? answer.error;
  return {
    found: isEnabled && data ? listOf(data.list) : NONE,
    received: data?.list.length ?? 0,
    isLoading: isEnabled && !error && !isLate && !(data && isComplete(data)),
    failure: isEnabled ? (error?.message ?? (hasFailed ? t(failureOf(data)) : null)) : null,
    refresh: () => {
      // a list that failed or is old is asked for again
      if (!isEnabled) return;
      queries.removeQueries({ queryKey: key });
      setAgain({ filter, count: fresh + 1 });
    },
  };
}

type Answer = {
  readonly state: number;
  readonly resultCode: number | null;
  readonly count: number | null;
  readonly list: readonly TerminalFile[];
};

const isComplete = ({ state, count, list }: Answer): boolean => (count === null ? state > SUCCEEDED : list.length >= count);

const FAILURES: Partial<
  Readonly<Record<Outcome, 'videoState.terminalOffline' | 'videoState.refused' | 'recordedVideo.unsupported'>>
> = {
  offline: 'videoState.terminalOffline',
  refused: 'videoState.refused',
  unsupported: 'recordedVideo.unsupported',
};
const failureOf = ({ state, resultCode }: Answer) =>
  FAILURES[toOutcome(state as CommandState, resultCode)] ?? 'videoState.noAnswer';

const lists = new WeakMap<readonly TerminalFile[], readonly Recording[]>();
/** The same recordings for the same answer, so that what plays is not drawn again. */
function listOf(files: readonly TerminalFile[]): readonly Recording[] {
  const known = lists.get(files) ?? files.map(fromTerminal).filter(({ start, end }) => start < end);
  lists.set(files, known);
  return known;
}
