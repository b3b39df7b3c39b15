import type { Files } from '../files.ts'

/** The one style sheet that host and remotes share: colours, radii, type and motion. */
export const TOKENS = 'shared-contracts/ui/tokens.css'

/** The contents of a style sheet, without comments, strings and URLs. */
export interface Sheet {
  readonly selectors: readonly string[]
  readonly declarations: readonly string[]
}

export function readSheet(text: string): Sheet {
  const selectors: string[] = []
  const declarations: string[] = []
  const bare = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .replace(/url\([^)]*\)/g, 'url()')
  let part = ''
  for (const char of bare) {
    if (char === '{') {
      const prelude = part.trim()
      // `@scope (.Button)` and `@container` also hold names, but only names that are selected elsewhere.
      if (!prelude.startsWith('@')) selectors.push(prelude)
    } else if (char === '}' || char === ';') {
      if (part.includes(':')) declarations.push(part.trim())
    }
    part = '{};'.includes(char) ? '' : part + char
  }
  return { selectors, declarations }
}

export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map((match) => match[1] ?? '')

/**
 * Part of every page's download, so it stays small and has no tokens (decision 0050); a browser test compares it with
 * the frame.
 */
const LOADER_SHEET = 'host/src/loader/firstWindow.css'

/** The shop around the modal is a third-party page, and so are the fixtures. */
const isForeign = (path: string) =>
  path.startsWith('tests/') || path.startsWith('host/playground/') || path === LOADER_SHEET

export const ownFiles = (files: Files, ending: string): [path: string, text: string][] =>
  [...files].filter(([path]) => path.endsWith(ending) && !isForeign(path))
