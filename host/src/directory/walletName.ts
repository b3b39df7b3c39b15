/** Letters and digits alone: without case, accents, signs and the differences that Unicode calls compatible. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Names that differ in nothing but spelling are one name: "Trust Wallet" is "Trust" (chains.md §2.6). */
export const plainName = (name: string): string => foldName(name).replace(/(?<=.)wallet$/, '')

/** Letters of other scripts, and digits, in the order of the Latin letters that they pass for. */
const DOUBLES = 'авекмнорстухіјѕһԁԛԝαβεζηικμνορτυχı01l'
const ORIGINALS = 'abekmhopctyxijshdqwabezhikmvoptuxioii'

/** What a name looks like at a glance: those who pass for another wallet write its name with letters of other scripts. */
export const lookOf = (name: string): string =>
  plainName(name.replace(/[™℠]/g, ''))
    .replace(/./gu, (letter) => ORIGINALS[DOUBLES.indexOf(letter)] ?? letter)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
