/** One line of a container file, its continuations joined. */
export interface Step {
  readonly name: string
  readonly rest: string
}

/** The stages of a container file: what follows each `FROM`. */
export function stagesOf(text: string): Step[][] {
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  const steps = lines.flatMap((line): Step[] => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line.trim()) ?? []
    return name && rest ? [{ name, rest }] : []
  })
  const stages: Step[][] = []
  for (const step of steps) {
    if (step.name === 'FROM') stages.push([])
    stages.at(-1)?.push(step)
  }
  return stages
}

/** What a `COPY` takes from where, and puts where. */
export function copyOf({ rest }: Step): { from?: string; sources: string[]; target: string } {
  const words = rest.split(' ')
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  return { ...(from && { from }), sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** What `ENV` sets, when no value has a space in it. */
export const environmentOf = (steps: readonly Step[]): Record<string, string> =>
  Object.fromEntries(
    steps
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(' '))
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
