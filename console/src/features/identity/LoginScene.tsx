import styles from './LoginScene.module.css';
import { blocks, lanes, radials, rings, river } from './scene-roads.ts';

/** Road, duration, start position and trail of each vehicle. */
const VEHICLES = [
  { road: rings[0], seconds: 150, start: 0.15, trail: true },
  { road: rings[1], seconds: 260, start: 0.55, trail: true },
  { road: rings[1], seconds: 260, start: 0.92, trail: false },
  { road: rings[2], seconds: 380, start: 0.08, trail: false },
  { road: rings[2], seconds: 380, start: 0.63, trail: true },
  { road: rings[3], seconds: 520, start: 0.3, trail: true },
  { road: rings[3], seconds: 520, start: 0.78, trail: false },
  { road: radials[0], seconds: 210, start: 0.35, trail: false },
  { road: radials[4], seconds: 240, start: 0.6, trail: false },
  { road: radials[7], seconds: 220, start: 0.2, trail: false },
];

/** The login page's map: roads and a few moving vehicles. Decoration without data. */
export function LoginScene() {
  return (
    <svg className={styles['scene']} viewBox="0 0 900 960" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path className={styles['river']} d={river} />
      {blocks.map((d) => (
        <path key={d} className={styles['block']} d={d} />
      ))}
      <path className={styles['lane']} d={lanes} />
      {radials.map((d) => (
        <path key={d} className={styles['road']} d={d} />
      ))}
      {rings.map((d) => (
        <path key={d} className={styles['ring']} d={d} />
      ))}
      {VEHICLES.filter(({ trail }) => trail).map(({ road, seconds, start }) => (
        <path
          key={`${seconds}-${start}`}
          className={styles['trail']}
          d={road}
          pathLength={100}
          style={{
            // Without motion the trail ends at its vehicle.
            strokeDashoffset: 6 - start * 100,
            animationDuration: `${seconds}s`,
            animationDelay: `${-start * seconds}s`,
          }}
        />
      ))}
      {VEHICLES.map(({ road, seconds, start }) => (
        <path
          key={`${seconds}-${start}`}
          className={styles['vehicle']}
          d="M10 0-8 7.5-4.5 0-8-7.5Z"
          style={{
            offsetPath: `path("${road}")`,
            offsetDistance: `${start * 100}%`,
            animationDuration: `${seconds}s`,
            animationDelay: `${-start * seconds}s`,
          }}
        />
      ))}
    </svg>
  );
}
