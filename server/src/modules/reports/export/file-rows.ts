import type { Cell } from '../../../platform/files/table.ts';
import type { RowChunk } from '../query/stream-rows.ts';
import type { FileColumn } from './file-columns.ts';

/** Converts chunks of rows to file cells. `progress` gets the number of rows. Throws on `signal`. */
export async function* formatFileRows(
  columns: readonly FileColumn[],
  chunks: AsyncIterable<RowChunk>,
  { signal, progress }: { readonly signal?: AbortSignal; readonly progress: (count: number) => void },
): AsyncGenerator<Cell[][]> {
  const named = columns.flatMap(({ waits }, at) => (waits ? [at] : []));
  let count = 0;
  progress(count);
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    // geocoding is batched per chunk
    const names = await Promise.all(named.map((at) => Promise.all(chunk.map((row) => columns[at]!.cell(row[at])))));
    yield chunk.map((row, n) => {
      const cells = new Array<Cell>(columns.length);
      for (let at = 0; at < cells.length; at++) cells[at] = columns[at]!.waits ? null : (columns[at]!.cell(row[at]) as Cell);
      for (let at = 0; at < named.length; at++) cells[named[at]!] = names[at]![n]!;
      return cells;
    });
    count += chunk.length;
    progress(count);
  }
}
