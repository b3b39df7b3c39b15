/**
 * Whether a locale speaks for the visitor's: `pt` for `pt-BR`. Of several the last in alphabetical order is the most
 * exact one: `locales.findLast((locale) => speaksFor(wanted, locale))`.
 */
export const speaksFor = (wanted: string, locale: string): boolean => `${wanted}-`.startsWith(`${locale}-`)
