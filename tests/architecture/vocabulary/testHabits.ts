import type { CallExpression, Expression, MemberExpression } from '@swc/core'
import { isCode, isTest, type Rule } from '../files.ts'
import { visit } from '../syntax.ts'

const testFiles = (files: Parameters<Rule>[0]) => [...files.keys()].filter((path) => isTest(path) && isCode(path))

const nameOf = ({ callee }: CallExpression): string => {
  if (callee.type === 'Identifier') return callee.value
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.value : ''
}

const numberIn = (expression: Expression | undefined) =>
  expression?.type === 'NumericLiteral' ? expression.value : undefined

/** Shorter waits are the interval of a polling loop. */
const SLEEP_MS = 100

/** A timer that rejects or aborts is a timeout, not a sleep. */
const givesUp = (callback: Expression | undefined) =>
  /"value":"\w*(reject|abort|kill|fail)\w*"|ThrowStatement/i.test(JSON.stringify(callback ?? null))

/** Waiting for time instead of the tested condition: slow at best, flaky at worst. */
export const fixedSleeps: Rule = (files) => {
  const problems: string[] = []
  for (const path of testFiles(files)) {
    visit(files, path, {
      CallExpression(node) {
        const [first, second] = node.arguments.map(({ expression }) => expression)
        const isSleep =
          nameOf(node) === 'waitForTimeout' ||
          (nameOf(node) === 'setTimeout' && (numberIn(second) ?? 0) >= SLEEP_MS && !givesUp(first))
        if (isSleep) problems.push(`${path} sleeps: wait for a condition instead`)
      },
      AwaitExpression({ argument }) {
        if (argument.type !== 'CallExpression') return
        const isSleep = /^(setTimeout|sleep|delay|pause|wait)$/.test(nameOf(argument))
        if (isSleep && (numberIn(argument.arguments[0]?.expression) ?? 0) >= SLEEP_MS) {
          problems.push(`${path} sleeps: wait for a condition instead`)
        }
      },
    })
  }
  return problems
}

const rootOf = ({ object }: MemberExpression): string => {
  if (object.type === 'Identifier') return object.value
  return object.type === 'MemberExpression' ? rootOf(object) : ''
}

/** Tests that are skipped, and tests that keep all others from running. */
export const sleepingTests: Rule = (files) => {
  const problems: string[] = []
  for (const path of testFiles(files)) {
    visit(files, path, {
      MemberExpression(node) {
        if (node.property.type !== 'Identifier' || !/^(it|test|describe)$/.test(rootOf(node))) return
        const { value } = node.property
        if (/^(skip|only|todo|failing)$/.test(value)) problems.push(`${path} uses ${rootOf(node)}.${value}`)
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && /^([xf](it|describe)|xtest)$/.test(node.callee.value)) {
          problems.push(`${path} uses ${node.callee.value}`)
        }
      },
    })
  }
  return problems
}
