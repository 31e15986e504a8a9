import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { outlineOf } from '../../map/division-outline.ts';
import { boundsOfPlaces, type Shape } from '../../map/overlays/shapes.ts';
import { ShapeMap } from '../../map/ShapeMap.tsx';
import { loadChain } from '../../shared/divisions.ts';
import { DivisionInput } from '../../shared/resource/DivisionInput.tsx';
import type { FieldInputProps } from '../../shared/resource/FieldInput.tsx';

const COLOUR = '#D92D3A';
const STYLE = { stroke: { colour: COLOUR, width: 2 }, fill: COLOUR, fillOpacity: 0.15 };

/** Selects a division and shows its outline on a map. */
export function DivisionGround(props: FieldInputProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const code = typeof props.value === 'string' ? props.value : '';
  const { data: rings, isError } = useQuery({
    queryKey: ['outline', code],
    enabled: code !== '',
    queryFn: async () => {
      const division = (await loadChain(queries, code)).at(-1);
      return division?.areaId === code ? outlineOf(division) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useMemo(() => {
    const bounds = rings ? boundsOfPlaces(rings.flat()) : null;
    return rings && bounds ? { shapes: rings.map((ring): Shape => ({ kind: 'polygon', ring, style: STYLE })), bounds } : null;
  }, [rings]);
  return (
    <>
      <DivisionInput {...props} />
      {isError && <p role="alert">{t('riskArea.divisionFailed')}</p>}
      {rings === null && code !== '' && <p role="alert">{t('riskArea.noOutline')}</p>}
      {code !== '' && <ShapeMap shown={shown} />}
    </>
  );
}
