import { listBits } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../../shared/enumeration.ts';
import styles from './Results.module.css';

/** What a peripheral reported (T/JSATL 12): its state and faults, or what it is. */
export type Peripheral = {
  readonly peripheral: number;
  readonly workState?: number;
  readonly faultBits?: number;
  readonly company?: string;
  readonly product?: string;
  readonly hardware?: string;
  readonly firmware?: string;
  readonly device?: string;
  readonly customer?: string;
};

const ABOUT = ['company', 'product', 'hardware', 'firmware', 'device', 'customer'] as const;

/** The peripherals of a terminal, with a lamp for the state of each. */
export function PeripheralTable({ peripherals }: { peripherals: readonly Peripheral[] }) {
  const { t, i18n } = useTranslation();
  const hasStates = peripherals.some(({ workState }) => workState !== undefined);
  const faultNames = (bits: number) =>
    listBits(bits)
      .map((bit) => enumerationName(i18n, 'PERIPHERAL_FAULT', bit))
      .join(' · ');
  return (
    <Table<Peripheral>
      size="small"
      dataSource={peripherals}
      rowKey="peripheral"
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('terminalSetup.noneFound') }}
      columns={[
        {
          key: 'peripheral',
          title: t('commandResult.peripheral'),
          render: (_, { peripheral }) => enumerationName(i18n, 'PERIPHERAL', peripheral),
        },
        ...(hasStates
          ? [
              {
                key: 'workState',
                title: t('commandResult.workState'),
                render: (_: unknown, { workState }: Peripheral) =>
                  workState !== undefined && (
                    <span className={styles['lamp']} data-state={workState}>
                      {enumerationName(i18n, 'PERIPHERAL_STATE', workState)}
                    </span>
                  ),
              },
              {
                key: 'faultBits',
                title: t('commandResult.faultBits'),
                render: (_: unknown, { faultBits = 0 }: Peripheral) =>
                  faultBits === 0 ? t('terminalSetup.noFaults') : faultNames(faultBits),
              },
            ]
          : ABOUT.map((key) => ({ key, dataIndex: key, title: t(`commandResult.${key}`) }))),
      ]}
    />
  );
}
