import { useCommands, useMessages, useStyles } from '../hostContext.ts'
import { Icon } from '../Icon.tsx'
import sheet from './TopUp.css'
import type { TopUpWay } from './topUps.ts'

interface TopUpProps {
  /** The purpose of topping up, which is read aloud. */
  readonly label: string
  /** The ways from `selectTopUps`. Without any, nothing is shown. */
  readonly ways: readonly TopUpWay[]
}

/** Ways to top up a balance that is too low. The visitor can go back to the current view. */
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
