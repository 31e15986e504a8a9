import { permission } from '@fleetwarden/contract/permissions';
import { appliesToRisk, riskArea } from '@fleetwarden/contract/risks/risk-area-resource';
import { riskEvent } from '@fleetwarden/contract/risks/risk-event-resource';
import i18next from 'i18next';
import type { ComponentType } from 'react';
import { useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { DivisionGround } from './DivisionGround.tsx';
import { HandleEvent } from './HandleEvent.tsx';
import { NotifyVehicles } from './NotifyVehicles.tsx';
import { openRiskEventDialog } from './risk-event-dialog.ts';
import { TrackLink } from './TrackLink.tsx';

const VIEW_AREAS = '150101';

function ListBar({ refresh }: PageTools) {
  return (
    <>
      <HandleEvent onDone={refresh} />
      <NotifyVehicles onDone={refresh} />
    </>
  );
}

const given = () => undefined;
const actionsOf = (record: ResourceRecord): readonly RowAction[] => [
  ...(may(permission.handleRiskEvents)
    ? [
        {
          key: 'handle',
          label: i18next.t('riskEvent.handle'),
          run: () => void openRiskEventDialog('handle', [record]).catch(given),
        },
      ]
    : []),
];

/** Key of an alert's event in the URL. */
const markOf = (tid: string, intDate: string) => `${tid}.${intDate}`;

const LIST: ResourceHooks = {
  Toolbar: ListBar,
  empty: () => i18next.t('riskEvent.empty'),
  rowActions: actionsOf,
  batchActions: () =>
    may(permission.notifyRiskVehicles)
      ? [{ key: 'notify', label: i18next.t('riskEvent.notify'), run: (records) => openRiskEventDialog('notify', records) }]
      : [],
  cells: {
    vehicleId: (record) => <TrackLink record={record} />,
    leaveAt: ({ leaveAt }) => (leaveAt === null ? i18next.t('riskEvent.inside') : <TimeCell at={leaveAt as number} />),
  },
  marks: (record, query) => query.get('mark') === markOf(String(record['vehicleId']), String(record['enterAt'])),
};

/**
 * /epidemic/epidemicReport: vehicles that entered risk areas, and the areas. With an alert in the URL it shows the events of
 * that vehicle. `GroundInput` draws an area.
 */
export function RiskReportPage({ GroundInput }: { GroundInput: ComponentType<FieldInputProps> }) {
  const [query] = useSearchParams();
  const areas = useMemo<ResourceHooks>(
    () => ({
      empty: () => i18next.t('riskArea.empty'),
      applies: appliesToRisk,
      widgets: { geo: GroundInput, adminCode: DivisionGround },
    }),
    [GroundInput],
  );
  const tid = query.get('tid');
  if (tid !== null) {
    const filter = { vehicleId: tid, areaName: query.get('areaName') ?? '', mark: markOf(tid, query.get('intDate') ?? '') };
    return <Navigate replace to={{ search: `?${new URLSearchParams(filter)}` }} />;
  }
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'list', label: () => i18next.t('riskEvent.list'), resource: riskEvent, hooks: LIST },
        {
          key: 'areas',
          label: () => i18next.t('riskEvent.areas'),
          permission: VIEW_AREAS,
          resource: riskArea,
          hooks: areas,
        },
      ]}
    />
  );
}
