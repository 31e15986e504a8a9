import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { UiSettings } from '@fleetwarden/contract/settings/schemas';
import { UNIT_SYSTEMS } from '@fleetwarden/domain/units';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/IconButton.tsx';
import { changeSettings, MODES, usePreferences } from '../ui/preferences.ts';
import { paletteOf, presetColours } from '../ui/theme/theme.ts';
import styles from './SettingsDrawer.module.css';

const MODE_LABELS = { light: 'bar.modeLight', dark: 'bar.modeDark', system: 'bar.modeSystem' } as const;

const COLOURS = [
  { colour: '', label: 'bar.colourBrand' },
  { colour: presetColours.indigo, label: 'bar.colourIndigo' },
  { colour: presetColours.violet, label: 'bar.colourViolet' },
  { colour: presetColours.magenta, label: 'bar.colourMagenta' },
  { colour: presetColours.cyan, label: 'bar.colourCyan' },
  { colour: presetColours.teal, label: 'bar.colourTeal' },
  { colour: presetColours.slate, label: 'bar.colourSlate' },
] as const;

const SWITCHES = [
  { key: 'tagsView', label: 'bar.tagsView' },
  { key: 'fixedHeader', label: 'bar.fixedHeader' },
  { key: 'sidebarLogo', label: 'bar.sidebarLogo' },
  // Only Chinese has pinyin
  { key: 'pinyinSearch', label: 'bar.pinyinSearch', language: 'zh' },
] as const satisfies readonly { key: keyof UiSettings; label: string; language?: string }[];

/** The values of a setting as radio buttons. */
function Choice<Name extends 'mode' | 'units'>(props: {
  readonly name: Name;
  readonly legend: string;
  readonly values: readonly UiSettings[Name][];
  readonly label: (value: UiSettings[Name]) => string;
}) {
  const { name, legend, values, label } = props;
  const chosen = usePreferences(({ settings }) => settings[name]);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className={styles['modes']}>
        {values.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => changeSettings({ [name]: value })} />
            <span>{label(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Appearance settings. Each choice applies at once, visible beside the drawer. */
export function SettingsDrawer({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const settings = usePreferences((state) => state.settings);

  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={styles['drawer']} aria-labelledby={title} onClose={onClose}>
      <div className={styles['top']}>
        <h2 id={title}>{t('bar.settings')}</h2>
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={() => dialog.current?.close()} />
      </div>
      <div className={styles['parts']}>
        <Choice name="mode" legend={t('bar.appearance')} values={MODES} label={(mode) => t(MODE_LABELS[mode])} />
        <Colours />
        <Choice name="units" legend={t('bar.units')} values={UNIT_SYSTEMS} label={(units) => t(`bar.units_${units}`)} />
        <fieldset>
          <legend>{t('bar.layout')}</legend>
          {SWITCHES.filter((row) => !('language' in row) || row.language === i18n.language).map(({ key, label }) => (
            <label key={key} className={styles['switch']}>
              <span>{t(label)}</span>
              <input
                type="checkbox"
                role="switch"
                checked={settings[key]}
                aria-checked={settings[key]}
                onChange={(event) => changeSettings({ [key]: event.target.checked })}
              />
            </label>
          ))}
        </fieldset>
      </div>
    </dialog>
  );
}

function Colours() {
  const { t } = useTranslation();
  const { settings, mode } = usePreferences();
  const { colour } = settings;
  const custom = COLOURS.every((preset) => preset.colour !== colour);
  return (
    <fieldset>
      <legend>{t('bar.colour')}</legend>
      <div className={styles['colours']}>
        {COLOURS.map((preset) => (
          <label key={preset.colour} title={t(preset.label)} style={{ background: paletteOf(mode, preset.colour).brand }}>
            <input
              type="radio"
              name="colour"
              aria-label={t(preset.label)}
              checked={preset.colour === colour}
              onChange={() => changeSettings({ colour: preset.colour })}
            />
            {preset.colour === colour && <CheckOutlined aria-hidden />}
          </label>
        ))}
        <label className={styles['custom']} data-chosen={custom || undefined} title={t('bar.colourCustom')}>
          <input
            type="color"
            aria-label={t('bar.colourCustom')}
            value={colour || paletteOf(mode, '').brand.toLowerCase()}
            onChange={(event) => changeSettings({ colour: event.target.value.toLowerCase() })}
          />
          {custom && <CheckOutlined aria-hidden />}
        </label>
      </div>
      <p className={styles['hint']}>{t('bar.colourHint')}</p>
    </fieldset>
  );
}
