import { CallError } from '@fleetwarden/contract/errors';
import { getText } from '@fleetwarden/locale/languages';
import type { Principal } from '../../platform/http/principal.ts';
import { type CallsDeps, type Handler, narrow } from './call-context.ts';
import { carOf, listCars } from './car-list.ts';
import { audited, requireSettable, visible } from './check-values.ts';
import { findDeviations, pick } from './compare-values.ts';
import { compareAll, type Fleet } from './comparison.ts';
import { writeDeviations, writeParameters } from './export.ts';
import { RECENT_SETS_MS } from './limits.ts';
import { plan } from './sender.ts';
import * as templates from './template-store.ts';

/** The vehicles of a call, and the template that they are compared with. */
type Vehicles = { readonly targIds?: readonly string[] | undefined; readonly deptId?: string | undefined };
type Compared = Vehicles & { readonly templateId: string };

/** The vehicles of a comparison or an export. Throws CallError notFound for those of others. */
async function chooseFleet(
  { service, scopes }: Pick<CallsDeps, 'service' | 'scopes'>,
  user: Principal,
  { targIds, deptId }: Vehicles,
): Promise<Fleet> {
  const scope = await narrow(scopes, user, deptId);
  const vehicleIds = targIds && (await service.targets(user, targIds)).map(({ id }) => id);
  return { scope, vehicleIds };
}

/** Fleets: their list, comparison with a template, repair and files. */
export function createFleetCalls(deps: CallsDeps) {
  const { db, service, sender, scopes, files, timeZone, now } = deps;
  /** The template of a call, with the values that the user sees. */
  const loadTemplate = async (user: Principal, id: string): Promise<templates.TemplateRow> => {
    const row = await templates.getTemplate(db, Number(id), await scopes.of(user.departmentId));
    return { ...row, parameters: visible(user.rights, row.parameters) };
  };
  const compare = async (user: Principal, { templateId, ...vehicles }: Compared) => {
    const template = await loadTemplate(user, templateId);
    return { template, ...(await compareAll(db, await chooseFleet(deps, user, vehicles), template)) };
  };

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
    const fleet = await chooseFleet(deps, user, vehicles);
    const name = getText(language, 'terminalSettings.fileParams');
    note({ object: name, after: vehicles });
    const how = { language, format, timeZone, rights: user.rights };
    const { url } = await files.create(`${name}.${format}`, async (stream) => {
      await writeParameters(stream, db, fleet, how);
    });
    return { url };
  };

  const exportDeviations: Handler<'exportDeviations'> = async ({ format, ...data }, { user, language, note }) => {
    const { template, cars } = await compare(user, data);
    const name = getText(language, 'terminalSettings.fileDeviations');
    note({ object: template.name, after: { ...data, vehicles: cars.length } });
    const { url } = await files.create(`${name}.${format}`, async (stream) => {
      await writeDeviations(stream, cars, { language, format, timeZone });
    });
    return { url };
  };

  return { listParamCar, compareTemplate, applyTemplate, exportParams, exportDeviations };
}
