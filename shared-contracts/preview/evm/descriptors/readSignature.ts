/** A parameter of a call, with its members if it is a tuple. */
export interface Parameter {
  /** The type without the parts of a tuple: `address`, `tuple[]`. */
  readonly type: string
  readonly name: string
  readonly parts?: readonly Parameter[]
}

const SIMPLE = /^([a-z]+\d*)((?:\[\])*)(?:\s+(?:calldata|memory))?(?:\s+([A-Za-z_$][\w$]*))?/
const TUPLE_END = /^\)((?:\[\])*)(?:\s+(?:calldata|memory))?(?:\s+([A-Za-z_$][\w$]*))?/
const HEAD = /^[A-Za-z_$][\w$]*\(/

/** Parses `swap((address from, uint256 amount) order, bytes data)`; undefined for any other notation. */
export function readSignature(text: string): readonly Parameter[] | undefined {
  let rest = text.replace(/^function\s+/, '')
  const take = (pattern: RegExp) => {
    const found = pattern.exec(rest)
    if (found) rest = rest.slice(found[0].length)
    return found
  }

  /** Reads up to the closing bracket, without consuming it. */
  function list(): Parameter[] | undefined {
    const found: Parameter[] = []
    if (rest.startsWith(')')) return found
    do {
      const one = parameter()
      if (!one) return undefined
      found.push(one)
    } while (take(/^\s*,\s*/))
    return rest.startsWith(')') ? found : undefined
  }

  function parameter(): Parameter | undefined {
    if (take(/^(?:tuple)?\(\s*/)) {
      const parts = list()
      const end = parts && take(TUPLE_END)
      return end ? { type: `tuple${end[1] ?? ''}`, name: end[2] ?? '', parts } : undefined
    }
    const found = take(SIMPLE)
    return found ? { type: `${found[1]}${found[2] ?? ''}`, name: found[3] ?? '' } : undefined
  }

  const parameters = take(HEAD) ? list() : undefined
  return rest === ')' ? parameters : undefined
}

/** The types of the parameters, such as `((address,uint256),bytes)`. */
export const typesOf = (parameters: readonly Parameter[]): string =>
  `(${parameters.map(({ type, parts }) => (parts ? typesOf(parts) + type.slice('tuple'.length) : type)).join(',')})`
