import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'

/**
 * What a page without adapters can offer (§2, opening rule 1): the list of wallets on a phone, a pairing code elsewhere.
 * Pairing is not part of this release, and says so.
 */
export function Pairing() {
  const t = useMessages()
  const { close } = useCommands()
  return (
    <Statement picture="wallet" title={t('host.allWallets.empty')} detail={t('host.allWallets.detail')}>
      <Button kind="secondary" onPress={close}>
        {t('host.close')}
      </Button>
    </Statement>
  )
}
