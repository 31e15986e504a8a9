import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessNow, businessTime, instantOf } from '../../api/business-time.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import controls from '../../ui/theme/controls.module.css';
import { formatMeasure } from '../../ui/units.ts';
import { useTrackDays } from './use-track-days.ts';

const DAY = 'YYYY-MM-DD';
const MONTH = 'YYYY-MM';

/** A time up to now; the calendar marks days with data, with kilometres on hover. */
export function MomentPicker(props: { id: string; value: number; targIds: readonly string[]; onChange: (at: number) => void }) {
  const { id, value, targIds, onChange } = props;
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Dayjs | null>(null);
  const days = useTrackDays(open ? targIds : [], (shown ?? businessTime(value)).format(MONTH));

  return (
    <BusinessDatePicker
      id={id}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      needConfirm={false}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      value={businessTime(value)}
      onChange={(at) => at && onChange(instantOf(at))}
      disabledDate={(day) => day.isAfter(businessNow(), 'day')}
      onOpenChange={(now) => {
        setOpen(now);
        setShown(null);
      }}
      onPanelChange={setShown}
      cellRender={(current, { type, originNode }) => {
        const day = type === 'date' ? dayjs(current).format(DAY) : '';
        const km = days.get(day);
        if (km === undefined) return originNode;
        return (
          <span className={controls['markedDay']} title={t('tracks.dayKm', { km: formatMeasure(i18n.language, 'distance', km) })}>
            {originNode}
          </span>
        );
      }}
    />
  );
}
