/** Reduces a name to letters and digits, ignoring case, accents, punctuation and Unicode compatibility variants. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A name for comparison: differences in spelling do not count, and "Trust Wallet" equals "Trust" (chains.md §2.6). */
export const plainName = (name: string): string => foldName(name).replace(/(?<=.)wallet$/, '')

/** Letters of other scripts, and digits, that look like Latin letters, in the order of the letters they imitate. */
const DOUBLES = 'авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχı01l'
const ORIGINALS = 'abekmhopctyxijshdqwabezhikmvoptuxioii'

/** How a name looks at a glance, because impersonators use look-alike letters of other scripts. */
export const lookOf = (name: string): string =>
  plainName(name.replace(/[™℠]/g, ''))
    .replace(/./gu, (letter) => ORIGINALS[DOUBLES.indexOf(letter)] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
