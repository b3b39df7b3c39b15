import { basename } from 'node:path'
import type { Expression } from '@swc/core'
import { isTest, type Rule } from '../files.ts'
import { packageOf } from '../imports/graph.ts'
import { type PossibleText, possibleTexts, visit } from '../syntax.ts'
import { classesIn, ownFiles, readSheet, TOKENS } from './css.ts'

/** `Button.css` styles `.Button` and `.Button-…`: a class names its file, and classes never collide. */
export const foreignClasses: Rule = (files) =>
  ownFiles(files, '.css')
    .filter(([path]) => path !== TOKENS)
    .flatMap(([path, text]) => {
      const own = basename(path).split('.')[0] ?? ''
      return readSheet(text)
        .selectors.flatMap(classesIn)
        .filter((name) => name !== own && !name.startsWith(`${own}-`))
        .map((name) => `${path}: .${name}`)
    })

/** The classes that a `className` can hold. For a class with a variable part, only the beginning is known. */
function classesOf(expression: Expression): PossibleText[] {
  if (expression.type === 'TemplateLiteral') {
    const HOLE = '\0'
    const parts = expression.quasis.map(({ cooked }) => cooked ?? '').join(HOLE)
    const written = parts.split(/\s+/).filter((name) => name !== '' && !name.startsWith(HOLE))
    return [
      ...written.map((name) => ({ text: name.split(HOLE)[0] ?? '', isPrefix: name.includes(HOLE) })),
      ...(parts.split(/\s+/).includes(HOLE) ? expression.expressions.flatMap(classesOf) : []),
    ]
  }
  if (expression.type === 'ArrayExpression') {
    return expression.elements.flatMap((element) => (element ? classesOf(element.expression) : []))
  }
  if (expression.type === 'CallExpression' && expression.callee.type === 'MemberExpression') {
    return classesOf(expression.callee.object)
  }
  return possibleTexts(expression).flatMap(({ text, isPrefix }) =>
    text.split(/\s+/).map((name) => ({ text: name, isPrefix })),
  )
}

/** A class that no style sheet of its package defines is a typo. The tokens' class is shared by all. */
export const unknownClasses: Rule = (files) => {
  const known = new Map<string, Set<string>>()
  for (const [path, text] of ownFiles(files, '.css')) {
    const names = known.get(packageOf(files, path)) ?? new Set()
    known.set(packageOf(files, path), names)
    for (const name of readSheet(text).selectors.flatMap(classesIn)) names.add(name)
  }
  const common = readSheet(files.get(TOKENS) ?? '').selectors.flatMap(classesIn)
  const problems: string[] = []
  for (const [path] of ownFiles(files, '.tsx')) {
    if (isTest(path)) continue
    const names = [...(known.get(packageOf(files, path)) ?? []), ...common]
    visit(files, path, {
      JSXAttribute({ name, value }) {
        if (name.type !== 'Identifier' || name.value !== 'className' || !value) return
        const expression = value.type === 'JSXExpressionContainer' ? value.expression : value
        if (expression.type === 'JSXEmptyExpression' || expression.type === 'JSXText') return
        for (const { text, isPrefix } of classesOf(expression)) {
          const isKnown = isPrefix ? names.some((name) => name.startsWith(text)) : names.includes(text)
          if (text !== '' && !isKnown) problems.push(`${path}: ${text}${isPrefix ? '…' : ''}`)
        }
      },
    })
  }
  return problems
}
