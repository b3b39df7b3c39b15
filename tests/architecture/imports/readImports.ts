import type { Argument, Expression, ModuleExportName } from '@swc/core'
import type { Files } from '../files.ts'
import { visit } from '../syntax.ts'

export interface Import {
  readonly specifier: string
  /** True when the import is erased at run time. `import { type A } from` is not: it still loads the module. */
  readonly isTypeOnly: boolean
  /** The imported names, as the module exports them; `*` for all of them, or unknown ones. */
  readonly names: readonly string[]
}

export interface FileImports {
  readonly imports: readonly Import[]
  /** How many `import(…)` have an argument that cannot be read from the source. */
  readonly unreadable: number
}

const literal = (argument: Argument | undefined): string | undefined =>
  argument?.expression.type === 'StringLiteral' ? argument.expression.value : undefined

const ALL = ['*']
const nameOf = (name: ModuleExportName) => name.value

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
  const add = (specifier: string, isTypeOnly: boolean, names: readonly string[] = ALL) =>
    imports.push({ specifier, isTypeOnly, names })

  visit(files, path, {
    ImportDeclaration: ({ source, typeOnly, specifiers }) =>
      add(
        source.value,
        typeOnly,
        specifiers.map((one) => (one.type === 'ImportSpecifier' ? nameOf(one.imported ?? one.local) : '*')),
      ),
    ExportNamedDeclaration: ({ source, typeOnly, specifiers }) =>
      source &&
      add(
        source.value,
        typeOnly === true,
        specifiers.map((one) => (one.type === 'ExportSpecifier' ? nameOf(one.orig) : '*')),
      ),
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
