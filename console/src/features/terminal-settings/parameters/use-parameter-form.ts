import { useMemo, useState } from 'react';
import type { Edits, ParameterRow, RowProblem, Values } from './parameter-rows.ts';
import { collectValues, findProblems, initialValue, isSame, readRow } from './parameter-rows.ts';

/** The edit of an emptied input: it stays empty, and nothing is sent. */
const CLEARED = null;

type RowState = {
  /** What the input shows. */
  readonly value: unknown;
  /** The terminal's value; undefined if it was not read. */
  readonly current: unknown;
  /** Whether it is sent. */
  readonly ticked: boolean;
  readonly problem: RowProblem | undefined;
};

export type ParameterForm = {
  readonly stateOf: (row: ParameterRow) => RowState;
  readonly change: (row: ParameterRow, value: unknown) => void;
  readonly tick: (row: ParameterRow, on: boolean) => void;
  /** Numbers of the values to send. */
  readonly count: number;
  readonly clear: () => void;
  readonly fill: (values: Values) => void;
  /** The values to send, or null after marking what is wrong. */
  readonly check: () => Values | null;
};

/**
 * The changes of a form of parameters: only these are sent. `current`: the values of the chosen terminal. A value that is changed
 * back to the terminal's is not sent.
 */
export function useParameterForm(rows: readonly ParameterRow[], current: Values): ParameterForm {
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState<Readonly<Record<string, RowProblem>>>({});
  const values = useMemo(() => collectValues(rows, edits, current), [rows, edits, current]);

  function put(row: ParameterRow, value: unknown) {
    const { [row.path]: _before, ...others } = edits;
    const next = value === undefined ? others : { ...others, [row.path]: value };
    setEdits(next);
    // limits of what is typed are checked at once; what is missing only when it is sent
    const own =
      value === undefined ? undefined : findProblems([row], collectValues([row], { [row.path]: value }, current))[row.path];
    const { [row.path]: _problem, ...rest } = problems;
    setProblems(own && own.key !== 'field.required' ? { ...rest, [row.path]: own } : rest);
  }

  return {
    stateOf: (row) => {
      const now = readRow(current, row);
      const edit = edits[row.path];
      const ticked = edit !== undefined && edit !== CLEARED;
      return { value: edit === undefined ? now : edit, current: now, ticked, problem: problems[row.path] };
    },
    change: (row, value) => put(row, isSame(value, readRow(current, row)) ? undefined : (value ?? CLEARED)),
    tick: (row, on) => {
      const value = readRow(current, row) ?? initialValue(row.field) ?? (row.field.kind === 'text' ? '' : undefined);
      // a number without a default is typed first
      if (on && value === undefined) setProblems({ ...problems, [row.path]: { key: 'field.required' } });
      else put(row, on ? value : undefined);
    },
    count: Object.values(edits).filter((edit) => edit !== CLEARED).length,
    clear: () => {
      setEdits({});
      setProblems({});
    },
    fill: (given) => {
      const filled = rows.flatMap((row) => {
        const value = readRow(given, row);
        return value === undefined ? [] : [[row.path, value] as const];
      });
      setEdits({ ...edits, ...Object.fromEntries(filled) });
    },
    check: () => {
      const found = findProblems(rows, values);
      setProblems(found);
      return Object.keys(found).length === 0 ? values : null;
    },
  };
}
