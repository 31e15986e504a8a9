/** Pictures a browser shows and that run nothing: never SVG. */
const types = [
  { extension: 'png', contentType: 'image/png', begins: [[0, '89504e470d0a1a0a']] },
  { extension: 'jpg', contentType: 'image/jpeg', begins: [[0, 'ffd8ff']] },
  // RIFF, a length, WEBP
  {
    extension: 'webp',
    contentType: 'image/webp',
    begins: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
] as const satisfies readonly { extension: string; contentType: string; begins: readonly (readonly [number, string])[] }[];

export type ImageType = (typeof types)[number];

/** The type of an image by its first bytes, regardless of its name; undefined for unsupported types. */
export const imageTypeOf = (image: Buffer): ImageType | undefined =>
  types.find(({ begins }) =>
    begins.every(([at, hex]) => image.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))),
  );

/** The extension of an image's address. */
export const extensionOf = (contentType: string): string =>
  types.find((type) => type.contentType === contentType)?.extension ?? 'bin';
