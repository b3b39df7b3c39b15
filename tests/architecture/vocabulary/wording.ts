import { isCode, type Rule } from '../files.ts'
import { visit } from '../syntax.ts'

/** `import * as v` keeps all of valibot in the bundle (DESIGN: named imports only). */
export const valibotNamespaces: Rule = (files) => {
  const problems: string[] = []
  for (const path of [...files.keys()].filter(isCode)) {
    const complain = () => problems.push(`${path} takes all of valibot: import its functions by name`)
    visit(files, path, {
      ImportDeclaration({ source, specifiers, typeOnly }) {
        if (typeOnly || source.value !== 'valibot') return
        if (specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) complain()
      },
      ExportAllDeclaration: ({ source }) => source.value === 'valibot' && complain(),
      ExportNamedDeclaration({ source, specifiers }) {
        if (source?.value === 'valibot' && specifiers.some(({ type }) => type === 'ExportNamespaceSpecifier'))
          complain()
      },
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== 'Import' || first?.expression.type !== 'StringLiteral') return
        if (first.expression.value === 'valibot') complain()
      },
    })
  }
  return problems
}

const FOREIGN_PATHS = [
  /(?:^|[^\w./-])(?:\.\.\/)+shared\//m,
  /(?:^|[^\w./:-])\/(?:work|tmp\/bash_jobs|home\/\w+|Users\/\w+)\//m,
]

/** Paths that exist on one machine only. */
export const machinePaths: Rule = (files) =>
  [...files]
    .filter(([, text]) => FOREIGN_PATHS.some((pattern) => pattern.test(text)))
    .map(([path]) => `${path} names a path outside this repository`)
