/** One instruction of a container file, with its continuation lines joined. */
export interface Step {
  readonly name: string
  readonly rest: string
}

/** The stages of a container file: the instructions after each `FROM`. */
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

/** Sources and target of a `COPY`. */
export function copyOf({ rest }: Step): { from?: string; sources: string[]; target: string } {
  const words = rest.split(' ')
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  return { ...(from && { from }), sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** The variables that `ENV` sets, if no value contains a space. */
export const environmentOf = (steps: readonly Step[]): Record<string, string> =>
  Object.fromEntries(
    steps
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => rest.split(' '))
      .map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
