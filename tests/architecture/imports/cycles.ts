import type { Files } from '../files.ts'
import { type Graph, packageOf } from './graph.ts'

/**
 * Groups of files that import one another in a circle. `import type` inside one package does not count: it is erased,
 * so no load order depends on it. Between packages even types must point one way.
 */
export function cycles(graph: Graph, files: Files): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isTypeOnly } of graph.edges) {
    if (isTypeOnly && packageOf(files, from) === packageOf(files, to)) continue
    next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  return circles(next).map((paths) => paths.join(' → '))
}

/** Tarjan's strongly connected components; a single file counts only when it imports itself. */
function circles(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []

  const enter = (path: string): number => {
    const own = index.size
    index.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const target of next.get(path) ?? []) {
      if (!index.has(target)) low.set(path, Math.min(low.get(path) ?? own, enter(target)))
      else if (stack.includes(target)) low.set(path, Math.min(low.get(path) ?? own, index.get(target) ?? own))
    }
    if (low.get(path) === own) {
      const component = stack.splice(stack.indexOf(path))
      if (component.length > 1 || next.get(path)?.has(path)) found.push(component)
    }
    return low.get(path) ?? own
  }

  for (const path of next.keys()) if (!index.has(path)) enter(path)
  return found
}
