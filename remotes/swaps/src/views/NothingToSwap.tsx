import { Note, useCommands, useMessages } from '@portico/contracts/ui'

/** Shown when the view's swap no longer exists, for example after an account change. */
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
