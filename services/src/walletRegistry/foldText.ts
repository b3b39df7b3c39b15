/**
 * Normalizes text for searching: removes case, accents and Unicode compatibility differences. A lone accent stays,
 * because an empty text would match everywhere.
 */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() || text
