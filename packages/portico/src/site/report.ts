/** One line of the report: a file, or a statement about several. */
interface Line {
  readonly name: string
  /** What is wrong; undefined if nothing is. */
  readonly problem?: string
  /** What else is worth knowing. */
  readonly note?: string
}

/** Collects the lines of a report and prints each as soon as it is known. */
export interface Report {
  readonly lines: readonly Line[]
  ok(name: string, note?: string): void
  fail(name: string, problem: string): void
  /**
   * Runs a check that adds its own line if it succeeds.
   * @returns what it returns, or undefined if it threw, which becomes a line
   */
  check<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined>
}

/** @param print receives each line */
export function createReport(print: (text: string) => void): Report {
  const lines: Line[] = []
  const add = (line: Line) => {
    lines.push(line)
    const more = line.problem ?? line.note
    print(`${line.problem ? 'FAIL' : 'ok  '}  ${line.name}${more ? `  ${more}` : ''}`)
  }
  const fail = (name: string, problem: string) => add({ name, problem })
  return {
    lines,
    ok: (name, note) => add({ name, ...(note && { note }) }),
    fail,
    async check(name, run) {
      try {
        return await run()
      } catch (error) {
        fail(name, reasonOf(error))
        return undefined
      }
    },
  }
}

/** The reason of an error, with its code if it has one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.code}: ${error.message}` : error.message
}
