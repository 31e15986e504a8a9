export type Language = 'zh' | 'en' | 'es' | 'ja';

/** Each language's name in itself, in the order the switch shows. Apart from the texts, so that one can be had without the other. */
export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' };
