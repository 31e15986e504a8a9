import { z } from 'zod';

/** A section of a document, worded in the language of whoever asks: texts as they are read, figures of charts as numbers. */
const Section = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('figures'),
    title: z.string(),
    figures: z.array(z.object({ label: z.string(), text: z.string() })),
  }),
  z.object({
    kind: z.literal('table'),
    title: z.string(),
    /** `figure`: its cells stand at the right. */
    columns: z.array(z.object({ title: z.string(), figure: z.boolean() })),
    rows: z.array(z.array(z.string())),
    /** Sums below the rows. */
    foot: z.array(z.string()).optional(),
    /** What is said below: that there is nothing, or how many more there are. */
    note: z.string().optional(),
  }),
  z.object({
    kind: z.literal('chart'),
    title: z.string(),
    type: z.enum(['bar', 'line', 'pie']),
    labels: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
  }),
  /** Counts beside one another, each the darker the more it is. */
  z.object({ kind: z.literal('strip'), title: z.string(), cells: z.array(z.object({ label: z.string(), value: z.number() })) }),
  z.object({ kind: z.literal('words'), title: z.string(), lines: z.array(z.string()) }),
]);
export type DocumentSection = z.infer<typeof Section>;

/** A document of sections, as its files have it. */
export const ReportDocumentReply = z.object({
  title: z.string(),
  company: z.string(),
  /** Of which days it is, and when it was made. */
  about: z.array(z.string()),
  sections: z.array(Section),
  /** Until when what it is made of was counted, epoch ms; null: as it is now. */
  asOf: z.number().nullable(),
  /** Days whose figures may still change. */
  incomplete: z.array(z.string()),
});
