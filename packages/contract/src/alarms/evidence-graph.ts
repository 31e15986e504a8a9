import { z } from 'zod';

/** Where the values around an alarm come from: the data file of the terminal (T/JSATL 12), or its positions. */
export const GraphSource = z.literal(['dataFile', 'positions']);

/** State of a vehicle at a moment. null: not known, as in positions. */
const GraphPoint = z.object({
  /** Epoch ms. */
  time: z.number(),
  /** WGS-84 degrees. */
  x: z.number(),
  y: z.number(),
  /** km/h, of the satellites. */
  speed: z.number(),
  /** km/h, of the vehicle's pulses. */
  pulseSpeed: z.number().nullable(),
  /** g: to the front, to the side, up. */
  accelerationX: z.number().nullable(),
  accelerationY: z.number().nullable(),
  accelerationZ: z.number().nullable(),
  engineRpm: z.number().nullable(),
  braking: z.boolean().nullable(),
  /** 0 none, 1 left, 2 right. */
  turnSignal: z.literal([0, 1, 2]).nullable(),
});

export const EvidenceGraph = z.object({
  /** Start of the alarm, epoch ms. */
  alarmTime: z.number(),
  source: GraphSource,
  /** By time. Empty: neither a data file nor positions. */
  list: z.array(GraphPoint),
});
export type EvidenceGraph = z.infer<typeof EvidenceGraph>;
