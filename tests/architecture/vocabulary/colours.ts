import { isTest, type Rule } from '../files.ts'
import { visit } from '../syntax.ts'
import { ownFiles, readSheet, TOKENS } from './css.ts'

const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i
const WHOLE_COLOUR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|\b(rgba?|hsla?|hwb|oklch)\(/i

/** Colours are tokens, so that a theme reaches all of them: only `tokens.css` has literal ones. */
export const literalColours: Rule = (files) => {
  const problems: string[] = []
  for (const [path, text] of ownFiles(files, '.css')) {
    if (path === TOKENS) continue
    for (const declaration of readSheet(text).declarations) {
      const value = declaration.slice(declaration.indexOf(':'))
      if (COLOUR.test(value)) problems.push(`${path}: ${declaration}`)
    }
  }
  for (const [path] of ownFiles(files, '.tsx')) {
    if (isTest(path)) continue
    const complain = (text: string) => WHOLE_COLOUR.test(text) && problems.push(`${path}: ${text}`)
    visit(files, path, {
      StringLiteral: ({ value }) => complain(value),
      TemplateLiteral: ({ quasis }) => quasis.forEach(({ cooked }) => void complain(cooked ?? '')),
    })
  }
  return problems
}

/** The kit's drawings use the colour of the text around them. Logos from the services are exempt. */
export const colouredDrawings: Rule = (files) =>
  ownFiles(files, '.svg')
    .filter(([path]) => /^(shared-contracts|host|remotes)\//.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/\b(fill|stroke|stop-color|color)\s*[=:]\s*["']?([^"';>]+)/g)]
        .map((match) => match[2]?.trim() ?? '')
        .filter((value) => !/^(none|currentColor|inherit|transparent)$/.test(value))
        .map((value) => `${path}: ${value}`),
    )
