import type { AccountType, ViewProps } from '@portico/contracts'
import { Button, Statement, useCommands, useMessages } from '@portico/contracts/ui'
import { Spinner } from '@portico/contracts/ui/forms'
import { useState } from 'react'
import { setPreferredAccountType } from '../../connections/setPreferredAccountType.ts'
import { useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { GlyphBox } from '../Glyph.tsx'
import { selectHasSmartAccount, selectIsSmartAccount } from './selectHasSmartAccount.ts'

/** views.md §11.3, without a choice of version, because only one kind of smart account exists (docs/decisions/0024). */
export function SmartAccountSettings({ signal }: ViewProps<'SmartAccountSettings'>) {
  const t = useMessages()
  const { showSnack } = useCommands()
  const dispatch = useShellDispatch()
  const hasSmartAccount = useShellSelector(selectHasSmartAccount)
  const isSmartAccount = useShellSelector(selectIsSmartAccount)
  const [isBusy, setBusy] = useState(false)

  const picture = <GlyphBox name="smartAccount" />
  if (!hasSmartAccount) {
    return (
      <Statement picture={picture} title={t('host.smartAccount.none')} detail={t('host.smartAccount.noneDetail')} />
    )
  }
  const turnTo = async (type: AccountType) => {
    setBusy(true)
    try {
      await dispatch(setPreferredAccountType(type, 'eip155'))
    } catch (error) {
      console.error('[portico]', error)
      if (!signal.aborted) showSnack({ variant: 'error', text: t('host.smartAccount.failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Statement
      picture={picture}
      title={t(isSmartAccount ? 'host.smartAccount.isSmart' : 'host.smartAccount.isEoa')}
      detail={t('host.smartAccount.detail')}
    >
      <Button
        kind="secondary"
        busy={isBusy}
        testId="account-toggle-preferred-account-type"
        onPress={() => void turnTo(isSmartAccount ? 'eoa' : 'smartAccount')}
      >
        {isBusy ? <Spinner /> : null}{' '}
        {isBusy
          ? t('host.smartAccount.switching')
          : t(isSmartAccount ? 'host.smartAccount.toEoa' : 'host.smartAccount.toSmart')}
      </Button>
    </Statement>
  )
}
