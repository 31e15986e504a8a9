import { z } from 'zod';

/** A section of a document in the reader's language: formatted texts, and numbers for charts. */
const Section = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('figures'),
    title: z.string(),
    figures: z.array(z.object({ label: z.string(), text: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    title: z.string(),
    /** `figure`: right-aligned. */
    columns: z.array(z.object({ title: z.string(), figure: z.boolean() })),
    rows: z.array(z.array(z.string())),
    /** Sums below the rows. */
    foot: z.array(z.string()).optional(),
    /** Text below the table: that it is empty, or how many rows are left out. */
    note: z.string().optional(),
  }),
  z.object({
    kind: z.literal('chart'),
    title: z.string(),
    type: z.enum(['bar', 'line', 'pie']),
    labels: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
  }),
  /** Counts side by side; higher counts are darker. */
  z.object({ kind: z.literal('strip'), title: z.string(), cells: z.array(z.object({ label: z.string(), value: z.number() })) }),
  z.object({ kind: z.literal('words'), title: z.string(), lines: z.array(z.string()) }),
]);
export type DocumentSection = z.infer<typeof Section>;

/** A document of sections, as its files have it. */
export const ReportDocumentReply = z.object({
  title: z.string(),
  company: z.string(),
  /** Period of the document, and when it was made. */
  about: z.array(z.string()),
  sections: z.array(Section),
  /** Freshness of its figures, epoch ms; null: live data. */
  asOf: z.number().nullable(),
  /** Days whose figures may still change. */
  incomplete: z.array(z.string()),
});
