import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import { DIRECT_EXPORT_ROWS } from '../../platform/resources/limits.ts';
import { type CallsDeps, type Handler, narrow } from './call-context.ts';
import { carOf, listCars } from './car-list.ts';
import { audited, requireSettable } from './check-values.ts';
import { findDeviations, pick } from './compare-values.ts';
import { createComparison } from './comparison.ts';
import { deviationExport } from './deviation-export.ts';
import { writeDeviations, writeParameters } from './export.ts';
import { RECENT_SETS_MS } from './limits.ts';
import { plan } from './sender.ts';

/** Fleets: their list, comparison with a template, repair and files. */
export function createFleetCalls(deps: CallsDeps) {
  const { db, service, sender, scopes, files, tasks, timeZone, now } = deps;
  const { loadTemplate, chooseFleet, compare } = createComparison(deps);
  const exporting = deviationExport({ compare, timeZone });
  tasks.register(exporting);

  const listParamCar: Handler<'listParamCar'> = async ({ deptId, text, templateId }, { user, page }) => {
    const template = templateId === undefined ? undefined : await loadTemplate(user, templateId);
    const { rows, total } = await listCars(
      db,
      { scope: await narrow(scopes, user, deptId), text, since: now() - RECENT_SETS_MS },
      page,
    );
    return {
      list: rows.map((row) => ({
        ...carOf(row),
        version: row.protocol_version,
        maker: row.maker ?? '',
        model: row.model ?? '',
        firmware: row.firmware ?? '',
        online: row.online,
        readAt: row.read_at,
        setAt: row.set_at,
        pending: row.pending,
        failed: row.failed,
        deviations:
          template && row.parameters ? findDeviations(template.parameters, row.parameters, row.protocol_version).length : null,
      })),
      total,
    };
  };

  const compareTemplate: Handler<'compareTemplate'> = async ({ show, ...data }, { user, page }) => {
    const { cars, conforming, deviating, neverRead } = await compare(user, data);
    const shown = show === 'all' ? cars : cars.filter(({ state }) => state === show);
    return {
      vehicles: cars.length,
      conforming,
      deviating,
      neverRead,
      list: shown.slice(page.offset, page.offset + page.limit),
      total: shown.length,
    };
  };

  const applyTemplate: Handler<'applyTemplate'> = async (
    { onlyDeviating, queueOffline, confirmation, ...data },
    { user, peerIp, note },
  ) => {
    note({ object: data.templateId });
    const { template, cars } = await compare(user, data);
    requireSettable(user.rights, Object.keys(template.parameters));
    const chosen = new Map(
      cars
        .filter(({ state }) => !onlyDeviating || state === 'deviates')
        .map((car) => [Number(car.targId), onlyDeviating ? car.deviations.map(({ id }) => id) : undefined]),
    );
    if (chosen.size === 0)
      throw new CallError('validation', 'no vehicle', [{ path: 'templateId', key: 'terminalSettings.noDeviation' }]);
    const targets = await service.targets(user, [...chosen.keys()].map(String));
    note({ object: template.name, after: { values: audited(template.parameters), vehicles: targets.length, onlyDeviating } });
    const planned = targets.map((target) => {
      const ids = chosen.get(target.id) ?? Object.keys(template.parameters);
      return plan(target, pick(template.parameters, ids), { strict: false });
    });
    return sender.send(user, {
      source: 'template',
      templateName: template.name,
      planned,
      queueOffline,
      confirming: { confirmation, peerIp },
    });
  };

  const exportParams: Handler<'exportParams'> = async ({ format, ...vehicles }, { user, language, note }) => {
    const fleet = await chooseFleet(user, vehicles);
    const name = getText(language, 'terminalSettings.fileParams');
    note({ object: name, after: vehicles });
    const how = { language, format, timeZone, rights: user.rights };
    const { url } = await files.create(`${name}.${format}`, async (stream) => {
      await writeParameters(stream, db, fleet, how);
    });
    return { url };
  };

  const exportDeviations: Handler<'exportDeviations'> = async ({ format, ...data }, { user, language, note }) => {
    const { template, cars, deviations } = await compare(user, data);
    note({ object: template.name, after: { ...data, vehicles: cars.length, rows: deviations } });
    if (deviations > DIRECT_EXPORT_ROWS) {
      const start = { user, permission: '7040106', language, title: { key: 'terminalSettings.fileDeviations' } } as const;
      return { taskId: await tasks.start(exporting, { ...data, format }, start) };
    }
    const name = getText(language, 'terminalSettings.fileDeviations');
    const { url } = await files.create(`${name}.${format}`, async (stream) => {
      await writeDeviations(stream, cars, { language, format, timeZone });
    });
    return { url };
  };

  return { listParamCar, compareTemplate, applyTemplate, exportParams, exportDeviations };
}
