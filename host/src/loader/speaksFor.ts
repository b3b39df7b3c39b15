/**
 * Whether a locale covers the wanted one: `pt` covers `pt-BR`. The last match in alphabetical order is the most exact:
 * `locales.findLast((locale) => speaksFor(wanted, locale))`.
 */
export const speaksFor = (wanted: string, locale: string): boolean => `${wanted}-`.startsWith(`${locale}-`)
