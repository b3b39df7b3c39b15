/**
 * Whether a locale covers the wanted one, as `pt` covers `pt-BR`. Of several matching locales, the last in alphabetical
 * order is the most exact: `locales.findLast((locale) => speaksFor(wanted, locale))`.
 */
export const speaksFor = (wanted: string, locale: string): boolean => `${wanted}-`.startsWith(`${locale}-`)
