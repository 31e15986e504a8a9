import type { getText } from '@fleetwarden/locale/languages';
import type { Queryable } from '../../platform/db/database.ts';
import type { CommandService } from '../commands/index.ts';
import type { Sms } from '../sms/index.ts';
import type { LearnLinks } from './learn-links.ts';
import type { Reminder, TaskNotice } from './store.ts';

const TEXT = '8300';
/** Read aloud. */
const TTS = 8;

export type DriverNotices = {
  /** Texts drivers about tasks, in the caller's transaction. */
  textDrivers(tx: Queryable, notices: readonly TaskNotice[]): Promise<void>;
  /** Reads reminders out in vehicles; resolves to the number of drivers who hear them. */
  remind(reminders: readonly Reminder[]): Promise<number>;
};

/** What drivers are told about their tasks: by SMS, and read out in their vehicles. */
export function createDriverNotices(deps: {
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly sms: Pick<Sms, 'queueEducation'>;
  readonly getText: typeof getText;
  readonly codeOf: LearnLinks['codeOf'];
  /** The end of a day of learning, epoch ms. */
  readonly endOf: (day: string) => number;
}): DriverNotices {
  const { service, sms, codeOf, endOf } = deps;
  return {
    textDrivers: async (tx, notices) => {
      for (const { id, templateId, mobile, departmentId, driverName, title, endOn } of notices)
        if (templateId !== null && mobile !== null)
          await sms.queueEducation(tx, templateId, {
            departmentId,
            driverName,
            mobile,
            values: { driver: driverName, course: title, due: endOn, link: codeOf(id, endOf(endOn)) },
          });
    },
    remind: async (reminders) => {
      const lots = Map.groupBy(
        reminders.filter(({ vehicleIds }) => vehicleIds.length > 0),
        ({ title, endOn }) => JSON.stringify([title, endOn]),
      );
      let drivers = 0;
      for (const lot of lots.values()) {
        const { title, endOn } = lot[0]!;
        const vehicleIds = [...new Set(lot.flatMap((each) => each.vehicleIds))];
        drivers += new Set(lot.map(({ driverId }) => driverId)).size;
        const text = deps
          .getText('zh', 'education.remindText')
          .replace('{{title}}', () => title)
          .replace('{{due}}', endOn);
        await service.sendOwn({ cmdCode: TEXT, params: { channels: [TTS], text }, queueOffline: true }, vehicleIds);
      }
      return drivers;
    },
  };
}
