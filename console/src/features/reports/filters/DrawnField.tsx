import { MAX_REPORT_REGION_KM2 } from '@fleetwarden/contract/reports/report-filters';
import { regionAreaKm2 } from '@fleetwarden/domain/region';
import { readRegionText } from '@fleetwarden/domain/region-text';
import { Button, Input, Modal, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inUserUnits } from '../../../ui/units.ts';
import { DrawnMap } from './DrawnMap.tsx';
import { describeRegion } from './drawn-region.ts';
import type { FieldProps } from './field-props.ts';

/** Width of the map beside its tools, px. */
const WIDTH = 720;

/** A region, drawn on a map or entered as figures, in a dialog. */
export function DrawnField({ id, filter, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const region = readRegionText(draft);
  const tooLarge = region !== null && regionAreaKm2(region) > MAX_REPORT_REGION_KM2;
  const show = () => {
    setDraft(value);
    setOpen(true);
  };
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          // no keyboard on phones; antd's readOnly would also disable clearing
          inputMode="none"
          autoComplete="off"
          allowClear
          placeholder={t('table.all')}
          value={describeRegion(t, value)}
          onClick={show}
          onChange={({ target }) => target.value === '' && onChange('')}
        />
        <Button onClick={show}>{t('reports.draw')}</Button>
      </Space.Compact>
      <Modal
        open={open}
        mask={{ closable: false }}
        title={filter.colCname}
        width={WIDTH}
        destroyOnHidden
        onCancel={() => setOpen(false)}
        okButtonProps={{ disabled: region === null || tooLarge }}
        onOk={() => {
          onChange(draft);
          setOpen(false);
        }}
      >
        <DrawnMap value={draft} onChange={setDraft} />
        {tooLarge && (
          <p role="alert">{t('reports.drawnTooLarge', { km2: Math.round(inUserUnits('area', MAX_REPORT_REGION_KM2)) })}</p>
        )}
      </Modal>
    </>
  );
}
