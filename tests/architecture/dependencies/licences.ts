/** SPDX ids approved by the Open Source Initiative, as far as packages use them. */
const OSI_APPROVED = new Set([
  '0BSD',
  'AFL-2.1',
  'AFL-3.0',
  'AGPL-3.0',
  'AGPL-3.0-only',
  'AGPL-3.0-or-later',
  'Apache-1.1',
  'Apache-2.0',
  'Artistic-2.0',
  'BSD-2-Clause',
  'BSD-2-Clause-Patent',
  'BSD-3-Clause',
  'BSL-1.0',
  'BlueOak-1.0.0',
  'CDDL-1.0',
  'ECL-2.0',
  'EPL-1.0',
  'EPL-2.0',
  'EUPL-1.1',
  'EUPL-1.2',
  'GPL-2.0',
  'GPL-2.0-only',
  'GPL-2.0-or-later',
  'GPL-3.0',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
  'ISC',
  'LGPL-2.1',
  'LGPL-2.1-only',
  'LGPL-2.1-or-later',
  'LGPL-3.0',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-1.1',
  'MPL-2.0',
  'MS-PL',
  'MulanPSL-2.0',
  'NCSA',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'UPL-1.0',
  'Unicode-3.0',
  'Unlicense',
  'W3C',
  'Zlib',
])

/** Data packages, each with its data licence. */
const DATA: Readonly<Record<string, string>> = {
  'caniuse-lite': 'CC-BY-4.0',
}

/** Whether an SPDX expression allows the package to be used under approved licences only. */
export function isOpenSource(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let value = both()
    while (tokens[at] === 'OR') {
      at++
      value = both() || value
    }
    return value
  }
  const both = (): boolean => {
    let value = one()
    while (tokens[at] === 'AND') {
      at++
      value = one() && value
    }
    return value
  }
  const one = (): boolean => {
    if (tokens[at] === '(') {
      at++
      const value = either()
      return tokens[at++] === ')' && value
    }
    const value = OSI_APPROVED.has(tokens[at++]?.replace(/\+$/, '') ?? '')
    // An exception (`WITH`) only ever permits more.
    if (tokens[at] === 'WITH') at += 2
    return value
  }
  const value = either()
  return value && at === tokens.length
}

/** Packages whose manifest names no licence, each with the one in its read-me file. */
const IN_README: Readonly<Record<string, string>> = {
  'humanize-number': 'MIT',
}

export const isAllowed = (name: string, licence: string | undefined = IN_README[name]): boolean =>
  licence !== undefined && (isOpenSource(licence) || DATA[name] === licence)
