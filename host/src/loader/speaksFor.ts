/**
 * Whether a locale speaks for the visitor's: `pt` for `pt-BR`. Of several the last in alphabetical order is the most
 * exact one: `locales.findLast(speaksFor(wanted))`.
 */
export const speaksFor = (wanted: string) => (locale: string) => `${wanted}-`.startsWith(`${locale}-`)
