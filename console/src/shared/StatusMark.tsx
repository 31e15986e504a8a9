import styles from './StatusMark.module.css';

/** One shape per status, so that colour is not the only difference: the map's arrowhead and disc, a triangle for alarms. */
const SHAPES = [
  <circle key="offline" cx="8" cy="8" r="4.2" fill="none" strokeWidth="1.6" stroke="currentColor" />,
  <circle key="parked" cx="8" cy="8" r="5" />,
  <path key="moving" d="M8 1.8 13 14l-5-2.8L3 14Z" />,
  <path key="idling" d="M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Zm-2.2 2.6h1.5v4.8H5.8Zm2.9 0h1.5v4.8H8.7Z" fillRule="evenodd" />,
  <path key="alarm" d="M8 2 14.5 13.5h-13Z" />,
  <path key="emergency" d="M8 1.5 15 14H1Zm-.8 4.2v4.2h1.6V5.700Zm0 5.200v1.6h1.6v-1.600Z" fillRule="evenodd" />,
  <path key="noFix" d="M8 2 14 8l-6 6-6-6Zm0 2.800L4.800 8 8 11.200 11.200 8Z" fillRule="evenodd" />,
] as const;

/** A vehicle status as an icon of 16 px; the caller adds the word. */
export function StatusMark({ status, size = 14 }: { status: number; size?: number }) {
  return (
    <svg className={styles['mark']} data-status={status} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[status]}
    </svg>
  );
}
