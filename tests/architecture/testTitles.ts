import type { CallExpression, Expression, TemplateLiteral } from '@swc/core'
import { HOLES, titlePattern } from '../../scripts/namedTests.mjs'
import type { Files } from './files.ts'
import { visit } from './syntax.ts'

/** Whether calling this makes tests: `test`, `test.each(…)`, with types or as a template, but not `describe`. */
function makesTests(callee: CallExpression['callee']): boolean {
  switch (callee.type) {
    case 'Identifier':
      return callee.value === 'test' || callee.value === 'it'
    case 'MemberExpression':
      return makesTests(callee.object)
    case 'CallExpression':
      return makesTests(callee.callee)
    case 'TaggedTemplateExpression':
      return makesTests(callee.tag)
    case 'ParenthesisExpression':
      return makesTests(callee.expression)
    default:
      return false
  }
}

/** A template, with a jest placeholder for each of its expressions. */
const writtenOut = ({ quasis }: TemplateLiteral) => quasis.map(({ cooked, raw }) => cooked ?? raw).join('%s')

function titleOf(expression: Expression | undefined): string | undefined {
  if (expression?.type === 'StringLiteral') return expression.value
  return expression?.type === 'TemplateLiteral' ? writtenOut(expression) : undefined
}

/** A title with fewer letters of its own consists mostly of what its placeholders stand for. */
const OWN_LETTERS_MIN = 5

/**
 * The titles of the tests in a file, as its source has them. A title that is only `%s` can be any text of the file.
 * Computed titles are unknown.
 */
export function testTitles(files: Files, path: string): string[] {
  const titles: string[] = []
  const texts: string[] = []
  visit(files, path, {
    StringLiteral({ value }) {
      texts.push(value)
    },
    CallExpression({ callee, arguments: [first] }) {
      const title = makesTests(callee) ? titleOf(first?.expression) : undefined
      if (title !== undefined) titles.push(title)
    },
  })
  const isOpen = (title: string) =>
    title.search(HOLES) >= 0 && title.replace(HOLES, '').replace(/\P{L}/gu, '').length < OWN_LETTERS_MIN
  return [...titles.filter((title) => !isOpen(title)), ...(titles.some(isOpen) ? texts : [])]
}

/** Whether one of these titles is `title`, or becomes it when its placeholders are filled in. */
export const isTitled = (titles: readonly string[], title: string): boolean =>
  titles.some((one) => one === title || titlePattern(one).test(title))
