import {
  type ClassMethod,
  type Constructor,
  type Expression,
  type FunctionDeclaration,
  type JSXAttribute,
  type JSXExpressionContainer,
  type KeyValueProperty,
  type MethodProperty,
  type Module,
  type ModuleDeclaration,
  type PrivateMethod,
  parseSync,
  type Span,
  type TsImportType,
} from '@swc/core'
import type { Files } from './files.ts'

type SyntaxNode =
  | Expression
  | FunctionDeclaration
  | MethodProperty
  | ClassMethod
  | PrivateMethod
  | Constructor
  | ModuleDeclaration
  | JSXAttribute
  | JSXExpressionContainer
  | KeyValueProperty
  | TsImportType

type Visitor = { readonly [T in SyntaxNode['type']]?: (node: Extract<SyntaxNode, { type: T }>) => void }

const parsed = new WeakMap<Files, Map<string, Module>>()

/** The syntax tree of a file. TypeScript 7 has no parser API; swc also compiles the files. */
function parse(files: Files, path: string): Module {
  const known = parsed.get(files) ?? new Map<string, Module>()
  parsed.set(files, known)
  const module =
    known.get(path) ??
    parseSync(files.get(path) ?? '', { syntax: 'typescript', tsx: !/\.[cm]?ts$/.test(path), target: 'es2022' })
  known.set(path, module)
  return module
}

/** Calls the visitor for every node of the kinds it names, outer nodes first. */
export function visit(files: Files, path: string, visitor: Visitor): void {
  const handlers: Readonly<Record<string, ((node: never) => void) | undefined>> = visitor
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && typeof value.type === 'string') handlers[value.type]?.(value as never)
    for (const child of Object.values(value)) walk(child)
  }
  walk(parse(files, path).body)
}

/** Where each function of a file begins and ends, in bytes, outer ones first. */
export function spansOfFunctions(files: Files, path: string): { readonly start: number; readonly end: number }[] {
  const spans: { readonly start: number; readonly end: number }[] = []
  // swc counts from 1.
  const keep = ({ span: { start, end } }: { readonly span: Span }) =>
    void spans.push({ start: start - 1, end: end - 1 })
  visit(files, path, {
    FunctionDeclaration: keep,
    FunctionExpression: keep,
    ArrowFunctionExpression: keep,
    MethodProperty: keep,
    ClassMethod: keep,
    PrivateMethod: keep,
    Constructor: keep,
  })
  return spans
}

/** A text that an expression can evaluate to: whole, or only its known beginning. */
export interface PossibleText {
  readonly text: string
  readonly isPrefix: boolean
}

/** The texts that an expression can evaluate to, as far as the source shows: literals, choices, templates, lists. */
export function possibleTexts(expression: Expression): PossibleText[] {
  switch (expression.type) {
    case 'StringLiteral':
      return [{ text: expression.value, isPrefix: false }]
    case 'TemplateLiteral':
      return [{ text: expression.quasis[0]?.cooked ?? '', isPrefix: expression.expressions.length > 0 }]
    case 'ConditionalExpression':
      return [...possibleTexts(expression.consequent), ...possibleTexts(expression.alternate)]
    case 'BinaryExpression':
      return expression.operator === '&&'
        ? possibleTexts(expression.right)
        : expression.operator === '||' || expression.operator === '??'
          ? [...possibleTexts(expression.left), ...possibleTexts(expression.right)]
          : []
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
    case 'TsConstAssertion':
    case 'TsNonNullExpression':
      return possibleTexts(expression.expression)
    default:
      return []
  }
}
