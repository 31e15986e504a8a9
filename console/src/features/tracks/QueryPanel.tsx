import { trackIntervals } from '@fleetwarden/contract/tracks/track-rules';
import { Button, Checkbox, InputNumber, Segmented, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickedVehicle } from '../../shared/vehicle-candidates.ts';
import controls from '../../ui/theme/controls.module.css';
import choices from './Choices.module.css';
import { MomentPicker } from './MomentPicker.tsx';
import styles from './PlaybackPage.module.css';
import { rangeFault, TRACK_RANGES } from './track-ranges.ts';
import { MIN_STOP, type PlaybackQuery } from './use-playback-url.ts';
import type { TrackRequestState } from './use-tracks.ts';
import { VehicleChoice } from './VehicleChoice.tsx';
import { useVehicleNames } from './vehicle-names.ts';

type TrackFilters = Pick<PlaybackQuery, 'targIds' | 'start' | 'end' | 'interval' | 'filterDrift'>;
type DisplayOptions = Pick<PlaybackQuery, 'minStop' | 'alarms' | 'byVehicle'>;

/** The query: applied by its button; display options apply at once. */
export function QueryPanel(props: {
  query: PlaybackQuery;
  tracks: readonly TrackRequestState[];
  busy: boolean;
  onQuery: (query: TrackFilters) => void;
  onShow: (shown: Partial<DisplayOptions>) => void;
}) {
  const { query, tracks, busy, onQuery, onShow } = props;
  const { t } = useTranslation();
  const id = useId();
  const [from, setFrom] = useState(query);
  const [draft, setDraft] = useState<TrackFilters>(query);
  const [picked, setPicked] = useState<ReadonlyMap<string, PickedVehicle>>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  // The URL changed: back, forward, or a link
  if (from !== query) {
    const other = (['targIds', 'start', 'end', 'interval', 'filterDrift'] as const).some(
      (key) => String(from[key]) !== String(query[key]),
    );
    setFrom(query);
    if (other) setDraft(query);
  }
  const names = useVehicleNames(draft.targIds, tracks, picked);
  const change = (part: Partial<TrackFilters>) => {
    setFault(null);
    setDraft((before) => ({ ...before, ...part }));
  };

  function ask() {
    const now = Date.now();
    const wrong = draft.targIds.length === 0 ? 'noVehicle' : rangeFault(draft, now);
    if (wrong) setFault(t(`tracks.fault_${wrong}`));
    else onQuery({ ...draft, end: Math.min(draft.end, now) });
  }

  return (
    <form
      className={styles['query']}
      aria-label={t('tracks.conditions')}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <Field id={`${id}v`} label={t('tracks.vehicles')}>
        <VehicleChoice
          id={`${id}v`}
          value={draft.targIds}
          names={names}
          onChange={(targIds) => change({ targIds })}
          onPick={(cars) => setPicked((before) => new Map([...before, ...cars.map((car) => [car.ltId, car] as const)]))}
        />
      </Field>
      <fieldset className={`${choices['choices']} ${styles['ranges']}`} aria-label={t('tracks.shortcuts')}>
        {TRACK_RANGES.map(({ key, of }) => (
          <button key={key} type="button" onClick={() => change(of(Date.now()))}>
            {t(`tracks.${key}`)}
          </button>
        ))}
      </fieldset>
      <Field id={`${id}s`} label={t('tracks.start')}>
        <MomentPicker id={`${id}s`} value={draft.start} targIds={draft.targIds} onChange={(start) => change({ start })} />
      </Field>
      <Field id={`${id}e`} label={t('tracks.end')}>
        <MomentPicker id={`${id}e`} value={draft.end} targIds={draft.targIds} onChange={(end) => change({ end })} />
      </Field>
      <Field id={`${id}i`} label={t('tracks.interval')}>
        <Select
          id={`${id}i`}
          style={{ width: '100%' }}
          value={draft.interval}
          options={trackIntervals.map((seconds) => ({
            value: seconds,
            label: seconds === 0 ? t('tracks.everyPoint') : t('tracks.everySeconds', { count: seconds }),
          }))}
          onChange={(interval) => change({ interval })}
        />
      </Field>
      <Checkbox checked={draft.filterDrift} onChange={({ target }) => change({ filterDrift: target.checked })}>
        {t('tracks.filterDrift')}
      </Checkbox>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('table.query')}
      </Button>
      {fault && (
        <p className={controls['fault']} role="alert">
          {fault}
        </p>
      )}
      <DisplayFields query={query} onShow={onShow} />
    </form>
  );
}

/** Display options: they apply at once. */
function DisplayFields({ query, onShow }: { query: PlaybackQuery; onShow: (shown: Partial<DisplayOptions>) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className={styles['shown']}>
      <Field id={id} label={t('tracks.minStop')}>
        <InputNumber
          id={id}
          style={{ width: '100%' }}
          min={MIN_STOP.least}
          max={MIN_STOP.most}
          precision={0}
          value={query.minStop}
          onChange={(minStop) => minStop !== null && onShow({ minStop })}
        />
      </Field>
      <Field label={t('tracks.colouring')}>
        <Segmented
          block
          size="small"
          aria-label={t('tracks.colouring')}
          value={query.byVehicle ? 'vehicle' : 'speed'}
          options={[
            { value: 'speed', label: t('tracks.bySpeed') },
            { value: 'vehicle', label: t('tracks.byVehicle') },
          ]}
          onChange={(by) => onShow({ byVehicle: by === 'vehicle' })}
        />
      </Field>
      <Checkbox checked={query.alarms} onChange={({ target }) => onShow({ alarms: target.checked })}>
        {t('tracks.showAlarms')}
      </Checkbox>
    </div>
  );
}

function Field({ id, label, children }: { id?: string; label: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      {id === undefined ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children}
    </div>
  );
}
