import { SearchOutlined } from '@ant-design/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '../../../map/MapView.tsx';
import type { Place } from '../../../map/map-provider.ts';
import type { Overlay } from '../../../map/overlays/overlay-layer.ts';
import { findPlaces } from '../../../map/place-search.ts';
import styles from './MapTools.module.css';

/** A zoom for a town: a place may be a street or a province. */
const PLACE_ZOOM = 12;

/** Searches places with the map's provider, or in built-in names without one; marks and shows the chosen place. */
export function PlacePanel({ map, colour }: { map: MapHandle; colour: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [searching, setSearching] = useState(false);
  const pin = useRef<Overlay | null>(null);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
      pin.current?.remove();
    },
    [],
  );

  function show({ lng, lat }: Place) {
    pin.current?.remove();
    pin.current = map.overlays.add({ kind: 'pin', at: [lng, lat], colour });
    map.locate(lng, lat, PLACE_ZOOM);
  }

  async function search(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return;
    const mine = ++turn.current;
    setSearching(true);
    const matches = await findPlaces(map, text.trim(), t).catch(() => []);
    if (mine !== turn.current) return;
    setSearching(false);
    setPlaces(matches);
    if (matches[0]) show(matches[0]);
  }

  return (
    <>
      <form className={styles['row']} onSubmit={(event) => void search(event)}>
        <input
          type="search"
          className={styles['wide']}
          aria-label={t('mapTools.place')}
          placeholder={t('mapTools.placeHint')}
          maxLength={64}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className={styles['primary']} disabled={searching}>
          <SearchOutlined aria-hidden />
          {t(searching ? 'mapTools.searching' : 'mapTools.search')}
        </button>
      </form>
      {places.length > 0 && (
        <ul className={styles['places']} aria-label={t('mapTools.places')}>
          {places.map((place, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two places may be alike in all they have
            <li key={i}>
              <button type="button" onClick={() => show(place)}>
                <span>{place.name}</span>
                <span className={styles['hint']}>{place.address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
