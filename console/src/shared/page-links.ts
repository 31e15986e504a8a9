import type { ParseKeys } from 'i18next';
import { createContext } from 'react';

/** A page the user may open, as in the menu. */
export type PageLink = { readonly path: string; readonly title: ParseKeys };

/** The pages of the user's menu, for features that link to pages they do not know. */
export const PageLinksContext = createContext<readonly PageLink[]>([]);
