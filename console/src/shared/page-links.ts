import type { ParseKeys } from 'i18next';
import { createContext } from 'react';

/** A page the user may open, as menus name it. */
export type PageLink = { readonly path: string; readonly title: ParseKeys };

/** The pages of this user's menus, for features that lead to pages they do not know. */
export const PageLinksContext = createContext<readonly PageLink[]>([]);
