import type { Rule } from '../files.ts'
import { ownFiles, readSheet, TOKENS } from './css.ts'

const LENGTH_OR_TIME = /(^|[\s,(*/+-])(\d*\.)?\d*[1-9]\d*(\.\d+)?(px|rem|em|pt|ms|s)\b/i

/** Sizes and durations are tokens: only `tokens.css` has literal ones. Media queries cannot use variables. */
export const literalSizes: Rule = (files) =>
  ownFiles(files, '.css')
    .filter(([path]) => path !== TOKENS)
    .flatMap(([path, text]) =>
      readSheet(text)
        .declarations.filter((declaration) => LENGTH_OR_TIME.test(declaration.slice(declaration.indexOf(':') + 1)))
        .map((declaration) => `${path}: ${declaration}`),
    )

/** An undefined variable draws nothing: every `var(--w-…)` is a token. */
export const unknownTokens: Rule = (files) => {
  const known = new Set([...(files.get(TOKENS) ?? '').matchAll(/(--w-[\w-]+)\s*:/g)].map((match) => match[1]))
  return ownFiles(files, '.css').flatMap(([path, text]) =>
    [...text.matchAll(/var\((--w-[\w-]+)/g)]
      .map((match) => match[1])
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  )
}
