import type { Argument, Expression } from '@swc/core'
import type { Files } from '../files.ts'
import { visit } from '../syntax.ts'

export interface Import {
  readonly specifier: string
  /** True when nothing of it is left at run time. `import { type A } from` is not: it still loads the module. */
  readonly isTypeOnly: boolean
}

export interface FileImports {
  readonly imports: readonly Import[]
  /** How many `import(…)` have an argument that no reader of the source can follow. */
  readonly unreadable: number
}

const literal = (argument: Argument | undefined): string | undefined =>
  argument?.expression.type === 'StringLiteral' ? argument.expression.value : undefined

const isLoader = (callee: Expression) =>
  (callee.type === 'Identifier' && callee.value === 'require') ||
  (callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.value === 'jest' &&
    callee.property.type === 'Identifier' &&
    /^(mock|doMock|unmock|requireActual|requireMock)$/.test(callee.property.value))

/** Every module that a file names: static and dynamic imports, re-exports, types, `require` and `jest.mock`. */
export function readImports(files: Files, path: string): FileImports {
  const imports: Import[] = []
  let unreadable = 0
  const add = (specifier: string, isTypeOnly: boolean) => imports.push({ specifier, isTypeOnly })

  visit(files, path, {
    ImportDeclaration: (node) => add(node.source.value, node.typeOnly),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value, node.typeOnly === true),
    ExportAllDeclaration: (node) => add(node.source.value, 'typeOnly' in node && node.typeOnly === true),
    TsImportType: (node) => add(node.argument.value, true),
    CallExpression(node) {
      const specifier = literal(node.arguments[0])
      const isImport = node.callee.type === 'Import'
      if (isImport && specifier === undefined) unreadable++
      if (
        specifier !== undefined &&
        (isImport || (node.callee.type !== 'Super' && node.callee.type !== 'Import' && isLoader(node.callee)))
      )
        add(specifier, false)
    },
  })
  return { imports, unreadable }
}
