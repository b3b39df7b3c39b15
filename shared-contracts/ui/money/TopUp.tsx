import { useCommands, useMessages, useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './TopUp.css'
import type { TopUpWay } from './topUps.ts'

interface TopUpProps {
  /** What they are for, read aloud. */
  readonly label: string
  /** `selectTopUps`: where there are none, nothing is shown. */
  readonly ways: readonly TopUpWay[]
}

/** There is not enough: what leads to more. The view that they stand in is one step back. */
export function TopUp({ label, ways }: TopUpProps) {
  useStyles(sheet)
  const t = useMessages()
  const { navigate } = useCommands()
  if (ways.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set is for what is filled in
    <div className="TopUp" role="group" aria-label={label}>
      {ways.map((way) => (
        <button
          key={way.remoteId}
          type="button"
          className="TopUp-way"
          data-testid={`top-up-${way.remoteId}`}
          onClick={() => (navigate as (view: string) => void)(way.view)}
        >
          <Icon name={way.icon} />
          {t(way.label)}
        </button>
      ))}
    </div>
  )
}
