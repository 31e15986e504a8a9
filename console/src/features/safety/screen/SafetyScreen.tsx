import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../api/platform.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { useSize } from '../../../hooks/use-size.ts';
import { useSeesAlarms } from '../../../shared/alarm-rights.ts';
import { formatClock, formatFullTime } from '../../../ui/format.ts';
import { drawForWall } from '../../../ui/preferences.ts';
import controls from '../../../ui/theme/controls.module.css';
import { useFilledWindow } from '../use-filled-window.ts';
import { AlarmWall } from './AlarmWall.tsx';
import styles from './SafetyScreen.module.css';
import { ScreenCharts } from './ScreenCharts.tsx';
import { ScreenFigures } from './ScreenFigures.tsx';
import { useScreenFigures } from './use-safety-screen.ts';

/** The size that the screen is designed for, px. It is scaled to the window. */
const [WIDTH, HEIGHT] = [1_920, 1_080] as const;

/** /visorycontrolBigsreen/safetyoverview: risks and handling on one wall, always dark (screen catalogue 9.2). */
export function SafetyScreen() {
  const { t, i18n } = useTranslation();
  const [area, size] = useSize();
  const [filled, toggleFilled] = useFilledWindow();
  const seesAlarms = useSeesAlarms('safety');
  const query = useScreenFigures();
  useNow();
  useLayoutEffect(() => {
    drawForWall(true);
    return () => drawForWall(false);
  }, []);
  const platform = usePlatform((state) => state.platName) || t('common.product');
  const scale = size.width === 0 ? 1 : Math.min(size.width / WIDTH, size.height / HEIGHT);
  const shift = [(size.width - scale * WIDTH) / 2, (size.height - scale * HEIGHT) / 2].map((px) => `${Math.max(0, px)}px`);
  const transform = `translate(${shift.join()}) scale(${scale})`;
  const updated = query.dataUpdatedAt === 0 ? '' : t('safety.dataUpdatedAt', { time: formatClock(query.dataUpdatedAt) });
  return (
    <main ref={area} className={styles['window']}>
      <div className={styles['screen']} style={{ width: WIDTH, height: HEIGHT, transform }}>
        <header className={styles['header']}>
          <p>{platform}</p>
          <h1>{t('page.safetyScreen')}</h1>
          <p>
            <time>{formatFullTime(i18n.language, serverNow())}</time>
            <button type="button" className={controls['textButton']} onClick={toggleFilled}>
              {t(filled ? 'shell.exitFullscreen' : 'shell.fullscreen')}
            </button>
          </p>
        </header>
        <ScreenFigures query={query} />
        <ScreenCharts query={query} />
        {seesAlarms && <AlarmWall />}
        <p className={styles['updated']} role={query.isError ? 'alert' : undefined} data-stale={query.isError}>
          {updated}
        </p>
      </div>
    </main>
  );
}
