import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HistoryMarks } from './history.ts';
import type { CodeStore } from './terminal-link.ts';

/** State of a fleet's terminals that survives the process. */
export type FleetMemory = { readonly codes: CodeStore; readonly marks: HistoryMarks; readonly save: () => void };

const codeStore = (codes: Map<string, string>): CodeStore => ({
  get: (phone) => codes.get(phone),
  set: (phone, code) => codes.set(phone, code),
  drop: (phone) => codes.delete(phone),
});

/** Memory that ends with the process. */
export function forgetfulMemory(): FleetMemory {
  return { codes: codeStore(new Map()), marks: new Map(), save: () => undefined };
}

/** Memory in a JSON file, written whole and renamed into place. A file that cannot be read counts as none. */
export function fileMemory(path: string): FleetMemory {
  const stored = load(path);
  const codes = new Map(Object.entries(stored.codes));
  const marks: HistoryMarks = new Map(Object.entries(stored.marks));
  return {
    codes: codeStore(codes),
    marks,
    save: () => {
      mkdirSync(dirname(path), { recursive: true });
      const text = JSON.stringify({ codes: Object.fromEntries(codes), marks: Object.fromEntries(marks) });
      // holds authentication codes
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

type Stored = { readonly codes: Record<string, string>; readonly marks: Record<string, number> };

function load(path: string): Stored {
  try {
    const { codes, marks }: Partial<Stored> = JSON.parse(readFileSync(path, 'utf8'));
    return { codes: codes ?? {}, marks: marks ?? {} };
  } catch {
    return { codes: {}, marks: {} };
  }
}
