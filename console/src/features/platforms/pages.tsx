import type { PermissionCode } from '@fleetwarden/contract/call';
import { agent } from '@fleetwarden/contract/platforms/agent-resource';
import { forward } from '@fleetwarden/contract/platforms/forward-resource';
import { operator } from '@fleetwarden/contract/platforms/operator-resource';
import { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import { superior } from '@fleetwarden/contract/platforms/superior-resource';
import i18next from 'i18next';
import { useSession } from '../../api/session.ts';
import { BindCarsDrawer } from '../../shared/BindVehiclesDrawer.tsx';
import type { BindingCalls } from '../../shared/bound-vehicles.ts';
import { enableAction } from '../../shared/resource/enable-action.ts';
import type { ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import type { RowAction } from '../../ui/table/table-actions.ts';
import { AgentCompaniesDrawer } from './AgentCompaniesDrawer.tsx';
import { linkAction } from './link-action.ts';
import { recordDrawer } from './record-drawer.tsx';
import { testAction } from './test-superior.ts';

/** The action, if the user has the permission. */
const ifMay = (code: PermissionCode, action: () => RowAction): RowAction[] =>
  useSession.getState().rights?.includes(code) ? [action()] : [];

const carsDrawer = (calls: BindingCalls, title: string) =>
  recordDrawer((props) => <BindCarsDrawer {...props} calls={calls} titleField={title} />);
const bindText = () => ({ key: 'bind', label: i18next.t('vehiclePicker.bind') });

const companies = recordDrawer(AgentCompaniesDrawer);
export const agentPage: ResourcePageRow = {
  resource: agent,
  hooks: {
    Toolbar: companies.Host,
    rowActions: (record, tools) => [
      ...ifMay('60308', () => companies.action(record, tools, { key: 'assign', label: i18next.t('agent.assign') })),
      ...ifMay('60307', () => enableAction(platformsCalls.enableAgent, record, tools)),
    ],
  },
};

const operatorCars = carsDrawer({ list: platformsCalls.listOperatorCar, bind: platformsCalls.bindOperatorCar }, operator.title);
export const operatorPage: ResourcePageRow = {
  resource: operator,
  hooks: {
    Toolbar: operatorCars.Host,
    rowActions: (record, tools) => [
      ...ifMay('61508', () => operatorCars.action(record, tools, bindText())),
      ...ifMay('61507', () => enableAction(platformsCalls.enableOperator, record, tools)),
    ],
  },
};

const superiorCars = carsDrawer({ list: platformsCalls.listSuperiorCar, bind: platformsCalls.bindSuperiorCar }, superior.title);
export const superiorPage: ResourcePageRow = {
  resource: superior,
  hooks: {
    description: () => i18next.t('platforms.superiorHint'),
    Toolbar: superiorCars.Host,
    rowActions: (record, tools) => [
      ...ifMay('60808', () => superiorCars.action(record, tools, bindText())),
      ...ifMay('60807', () => linkAction(platformsCalls.linkSuperior, record, tools)),
      ...ifMay('60810', () => testAction(record, tools)),
    ],
  },
};

const forwardCars = carsDrawer({ list: platformsCalls.listForwardCar, bind: platformsCalls.bindForwardCar }, forward.title);
export const forwardPage = {
  resource: forward,
  hooks: {
    description: () => i18next.t('platforms.forwardHint'),
    Toolbar: forwardCars.Host,
    rowActions: (record, tools) => [
      ...ifMay('60708', () => forwardCars.action(record, tools, bindText())),
      ...ifMay('60707', () => enableAction(platformsCalls.enableForward, record, tools)),
    ],
  },
} satisfies ResourcePageRow;
