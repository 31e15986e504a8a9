import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import type { CommandService } from '../../commands/index.ts';

/** The command that carries texts; its body adds flag 3 to the sum of the channels. */
const TEXT = '8300';

/** Values for the placeholders of a text. Times epoch ms, speeds km/h. */
export type TextSubject = {
  readonly plate: string;
  readonly typeId: number;
  readonly speedKmh: number;
  readonly limit: number | null;
  readonly lng: number;
  readonly lat: number;
  readonly at: number;
};

export type Texts = {
  /** Sends to terminals of the platform's own accord; resolves to the command of each vehicle that is reached, or will be. */
  send(
    vehicleIds: readonly number[],
    text: { readonly content: string; readonly channels: readonly number[] },
    queueOffline: boolean,
  ): Promise<Map<number, number>>;
  /** A text with its {车牌}{报警类型}{速度}{限速}{位置}{时间} filled in. */
  filled(content: string, subject: TextSubject): string;
};

const DEGREES = 6;
/** Character limit of terminals. */
const MAX_TEXTS = 250;
const FAILED = 3;

export function createTexts({
  service,
  typeName,
  timeZone,
}: {
  readonly service: Pick<CommandService, 'sendOwn'>;
  /** Display name of an alarm type, by key. */
  readonly typeName: (key: string) => string;
  readonly timeZone: string;
}): Texts {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return {
    send: async (vehicleIds, { content, channels }, queueOffline) => {
      const wish = { cmdCode: TEXT, params: { channels, text: content }, queueOffline } as const;
      const sent = await service.sendOwn(wish, vehicleIds);
      return new Map(sent.flatMap(({ targId, seqId, state }) => (state === FAILED ? [] : [[Number(targId), Number(seqId)]])));
    },
    filled: (content, { plate, typeId, speedKmh, limit, lng, lat, at }) => {
      const values: Readonly<Record<string, string>> = {
        车牌: plate,
        报警类型: typeName(findAlarmType(typeId)?.key ?? 'tOther'),
        速度: String(Math.round(speedKmh)),
        限速: limit === null ? '' : String(Math.round(limit)),
        位置: `${lng.toFixed(DEGREES)},${lat.toFixed(DEGREES)}`,
        时间: clock.format(at),
      };
      const text = content.replace(/\{([^{}]+)\}/g, (whole, name: string) => values[name] ?? whole);
      return [...text].slice(0, MAX_TEXTS).join('');
    },
  };
}
