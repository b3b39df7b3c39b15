import { type Description, shownLine, technicalLines } from '../../preview/index.ts'
import type { Drawing } from './drawing.ts'
import { Lines } from './Lines.tsx'
import { Code } from './ValueText.tsx'

const textOf = ({ raw }: Description): string => (raw.type === 'hex' ? raw.hex : raw.json)

interface Piece {
  readonly title: string
  readonly text: string
}

/** The raw data of all parts, with their numbers: `2.1` is the first part of the second part. */
const piecesOf = ({ t }: Pick<Drawing, 't'>, { parts = [] }: Description, before = ''): readonly Piece[] =>
  parts.flatMap((part, index) => {
    const place = `${before}${index + 1}`
    return [{ title: `${place} · ${t(part.titleKey)}`, text: textOf(part) }, ...piecesOf({ t }, part, `${place}.`)]
  })

/** The raw data of a request, which is hidden until it is opened. */
export function RawData({ drawing, description }: { drawing: Drawing; description: Description }) {
  const lines = technicalLines(description).map((line) => shownLine(line, drawing.now))
  return (
    <details className="RequestPreview-raw" data-testid="preview-raw">
      <summary>{drawing.t('preview.details')}</summary>
      <Lines drawing={drawing} lines={lines} />
      <Code text={textOf(description)} />
      {piecesOf(drawing, description).map(({ title, text }) => (
        <div key={title}>
          <p className="RequestPreview-label">{title}</p>
          <Code text={text} />
        </div>
      ))}
    </details>
  )
}
