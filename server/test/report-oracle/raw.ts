/** What the recount knows: all that terminals sent and that people did, as plain values. Times are epoch ms, degrees WGS-84, km, km/h. */

/** An item of active safety that a report brings. */
export type SaidItem = {
  /** 0x64 assistance, 0x65 driver, 0x66 tyres */
  readonly item: 0x64 | 0x65 | 0x66;
  /** The type within the item; of tyres the bit. */
  readonly type: number;
  /** As terminals count: 1 or 2. */
  readonly level: 1 | 2;
  /** The terminal's own number of it. */
  readonly number: number;
};

/** A report as its terminal made it. */
export type Raw = {
  readonly at: number;
  readonly receivedAt: number;
  /** It came in a batch of what was stored while there was no link. */
  readonly backfill: boolean;
  readonly lng: number;
  readonly lat: number;
  readonly altitudeM: number;
  readonly speedKmh: number;
  readonly heading: number;
  readonly alarmBits: number;
  readonly statusBits: number;
  readonly odometerKm: number | null;
  readonly said?: SaidItem;
};

/** Reports of one message. */
export type Delivery = { readonly car: number; readonly receivedAt: number; readonly raws: readonly Raw[] };

/** A connection of a terminal. */
export type Stay = {
  readonly loginAt: number;
  readonly lastAt: number;
  readonly logoutAt: number;
  /** As the gateway says it. */
  readonly reason: string;
};

/** A driver's card, 0x0702; `driver`: whose it is, by his place in the list, null: nobody's we know. */
export type Card = { readonly at: number; readonly action: 1 | 2; readonly result: number; readonly driver: number | null };

/** All that a vehicle sent. */
export type History = {
  readonly deliveries: readonly Delivery[];
  readonly stays: readonly Stay[];
  readonly cards: readonly Card[];
};
