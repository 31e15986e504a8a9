import { create } from 'zustand';
import { type Channel, tileKey } from './wall-model.ts';

/** Percent of the picture as it was received. */
export type Picture = { readonly brightness: number; readonly contrast: number; readonly saturation: number };

export const NATURAL: Picture = { brightness: 100, contrast: 100, saturation: 100 };

/** Pictures of channels that the user adjusted, until the page closes. */
export const usePictures = create<Readonly<Record<string, Picture>>>(() => ({}));

/** null: as it was received. */
export function setPicture(channel: Channel, picture: Picture | null): void {
  const { [tileKey(channel)]: _, ...others } = usePictures.getState();
  usePictures.setState(picture ? { ...others, [tileKey(channel)]: picture } : others, true);
}

/** As a CSS filter. */
export const filterOf = ({ brightness, contrast, saturation }: Picture): string =>
  `brightness(${brightness}%) contrast(${contrast}%) saturate(${saturation}%)`;
