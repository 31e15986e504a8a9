import { errors } from '@fleetwarden/contract/errors';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { settingFault } from '@fleetwarden/contract/settings/setting-fault';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import type { Edits, ShownRow, StoredSetting } from './shown-settings.ts';

type Problems = Readonly<Partial<Record<string, string>>>;

const NETWORK_SECONDS = 5;

const without = <T>(record: Readonly<Partial<Record<string, T>>>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

/** Compares lists by their elements. */
const same = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** Unsaved changes of a scope's settings with their faults, and the function that saves them. */
export function useSettingsForm(options: {
  deptId: string | null;
  version: number;
  rows: readonly ShownRow[];
  stored: Readonly<Record<string, StoredSetting>>;
  onSaved: () => Promise<unknown>;
  /** The server refused these settings. */
  onProblems: (keys: readonly string[]) => void;
}) {
  const { deptId, version, rows, stored, onSaved, onProblems } = options;
  const { t } = useTranslation();
  const [edits, setEdits] = useState<Edits>({});
  /** Version at the first change. The user has not seen versions loaded since. */
  const [base, setBase] = useState<number | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState(false);

  const problemOf = (row: ShownRow): string | undefined => {
    const value = edits[row.key];
    const fault = value === undefined || value === null ? null : settingFault(row, value);
    return fault ? t(`settings.${fault.name}`, fault.params) : undefined;
  };
  const refuse = (faults: Problems) => {
    setProblems(faults);
    onProblems(Object.keys(faults));
  };
  const discard = () => {
    setEdits({});
    setBase(null);
    setProblems({});
    setStale(false);
  };

  const send = async () => {
    setSaving(true);
    try {
      const scope = deptId === null ? {} : { deptId };
      await call(settingsCalls.savePlatSetting, { ...scope, version: base ?? version, values: edits }, { quiet: true });
      await onSaved();
      discard();
      notify('success', t('settings.saved'));
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === errors.staleVersion.code) setStale(true);
      else if (failure instanceof Refusal && failure.fields.length > 0)
        refuse(Object.fromEntries(failure.fields.map(({ path, message }) => [path, message])));
      else if (failure instanceof Error)
        notify('error', failure.message, failure instanceof Refusal ? undefined : NETWORK_SECONDS);
    } finally {
      setSaving(false);
    }
  };

  return {
    changes: Object.keys(edits).length,
    problems,
    saving,
    stale,
    discard,
    /** What the user typed and did not save; undefined: nothing. */
    typed: (key: string): string | undefined => (typeof edits[key] === 'string' ? (edits[key] as string) : undefined),
    /** Unsaved values among these keys. */
    edited: (...keys: readonly string[]): Edits =>
      Object.fromEntries(keys.flatMap((key) => (edits[key] == null ? [] : [[key, edits[key]]]))),
    /** State of a setting for its field. */
    stateOf: ({ key }: ShownRow) => {
      const { value, inherited, fallback } = stored[key] ?? { value: '', inherited: true, fallback: '' };
      const edit = edits[key];
      if (edit === undefined) return { value, fallback, own: !inherited };
      return { value: edit === null ? fallback : edit, fallback, own: edit !== null };
    },
    change: ({ key, kind }: ShownRow, value: unknown) => {
      const before = stored[key];
      // an emptied secret input means no change of the stored secret
      const back = before && (same(before.value, value) || (kind === 'secret' && value === ''));
      setBase(base ?? version);
      setProblems(without(problems, key));
      // changed back to the stored value: nothing to save
      setEdits(back && edits[key] !== null ? without(edits, key) : { ...edits, [key]: value });
    },
    /** Validates a setting on blur, not while typing. */
    check: (row: ShownRow) => {
      const problem = problemOf(row);
      if (problem) setProblems({ ...problems, [row.key]: problem });
    },
    restore: ({ key }: ShownRow) => {
      setBase(base ?? version);
      setProblems(without(problems, key));
      setEdits(stored[key]?.inherited ? without(edits, key) : { ...edits, [key]: null });
    },
    save: async () => {
      const faults = Object.fromEntries(rows.flatMap((row) => [[row.key, problemOf(row)] as const].filter(([, text]) => text)));
      if (Object.keys(faults).length > 0) refuse(faults);
      else await send();
    },
  };
}
