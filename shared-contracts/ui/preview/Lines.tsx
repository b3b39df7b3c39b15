import type { ShownLine } from '../../preview/index.ts'
import type { Drawing } from './drawing.ts'
import { ValueText } from './ValueText.tsx'
import { Warning } from './Warning.tsx'

/** Groups consecutive lines with values into lists. Sentences come between the lists. */
function runsOf(lines: readonly ShownLine[]): readonly (readonly ShownLine[])[] {
  const runs: ShownLine[][] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (line.line.value && last?.[0]?.line.value) last.push(line)
    else runs.push([line])
  }
  return runs
}

function classOf({ isHero, isBeside, isWarning, isDanger }: ShownLine): string {
  return `RequestPreview-line${isHero ? ' RequestPreview-hero' : ''}${isBeside ? ' RequestPreview-beside' : ''}${
    isWarning ? ' RequestPreview-warning' : ''
  }${isDanger ? ' RequestPreview-danger' : ''}`
}

/** The lines of a request's description. */
export function Lines({ drawing, lines }: { drawing: Drawing; lines: readonly ShownLine[] }) {
  const { t } = drawing
  return runsOf(lines).map((run, index) => {
    const [first] = run
    if (!first?.line.value) {
      return first ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat; their place is their name
        <Warning key={index} isWarning={first.isWarning} isDanger={first.isDanger}>
          {t(first.line.labelKey)}
        </Warning>
      ) : null
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat; their place is their name
      <dl key={index} className="RequestPreview-lines">
        {run.map((shown, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat; their place is their name
          <div key={place} className={classOf(shown)}>
            <dt className="RequestPreview-label">{t(shown.line.labelKey)}</dt>
            <dd className="RequestPreview-value">
              {shown.line.value ? <ValueText drawing={drawing} value={shown.line.value} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    )
  })
}
