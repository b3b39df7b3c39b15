import { Note, useCommands, useMessages } from '@portico/contracts/ui'

/** What this view was about has gone, as with another account. */
export function NothingToSwap() {
  const t = useMessages()
  const { replace } = useCommands()
  return (
    <Note
      title={t('swaps.nothing')}
      action={{ label: t('swaps.again'), onPress: () => void replace('Swap', undefined), testId: 'swap-again-button' }}
    />
  )
}
