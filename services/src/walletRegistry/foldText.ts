/**
 * Text as a search compares it: without case, accents and the differences that Unicode calls compatible. Accents that
 * stand alone stay: nothing would be found everywhere.
 */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() || text
