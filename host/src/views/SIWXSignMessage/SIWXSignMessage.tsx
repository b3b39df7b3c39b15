import {
  selectAccount,
  selectActiveNamespace,
  selectActiveNetworkId,
  selectConnection,
  serializeError,
} from '@portico/contracts'
import { Button, Picture, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { shallowEqual } from 'react-redux'
import { describeConnection } from '../../connections/describeConnection.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import sheet from './SIWXSignMessage.css'
import { usePreparedMessage } from './usePreparedMessage.ts'

/** The icons of the site and the visitor, side by side. */
function Parties({ site, icon }: { site: string; icon: string | undefined }) {
  const wallet = useShellSelector((state) => {
    const connection = selectConnection(state)
    return connection && describeConnection(state, selectActiveNamespace(state), connection)
  }, shallowEqual)
  return (
    <span className="SIWXSignMessage-parties">
      <Picture name={site} src={icon} size={56} />
      <Picture name={wallet?.name ?? ''} src={wallet?.imageUrl} size={56} />
    </span>
  )
}

/** views.md §14.2: the site asks for a signature to prove that the visitor owns the account. */
export function SIWXSignMessage() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { showSnack } = useCommands()
  const siwx = useShell().siwx()
  const account = useShellSelector((state) => selectAccount(state))
  const networkId = useShellSelector(selectActiveNetworkId)
  const isRequired = useShellSelector((state) => state.siwx.isRequired)
  const { name, icons } = useShellSelector(selectOptions).metadata
  const [busy, setBusy] = useState<'sign' | 'cancel' | undefined>(() => (siwx?.signingIn() ? 'sign' : undefined))
  const { message, take, renew } = usePreparedMessage(siwx, account)
  const site = name || location.host

  const signingEnded = () => setBusy((now) => (now === 'sign' ? undefined : now))
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing that began before this view was remounted continues
  useEffect(() => void siwx?.signingIn()?.then(signingEnded), [siwx])

  if (!siwx || !account) return null

  const sign = async () => {
    setBusy('sign')
    try {
      await siwx.signIn(account, take())
    } catch (error) {
      const { code } = serializeError(error, 'siwx.signFailed')
      // The visitor has canceled, or the account has changed, which is no failure.
      if (code === 'connection.modalClosed') return
      const isDeclined = code === 'connection.requestRejected'
      if (!isDeclined) console.error('[portico]', error)
      dispatch((_, __, { track }) => track('SIWX_AUTH_ERROR', { network: networkId, message: code }))
      showSnack({ variant: 'error', text: t(isDeclined ? 'host.siwx.declined' : 'host.siwx.failed') })
      renew()?.catch(() => {}) // an error has already been reported, or will be when the visitor signs
    } finally {
      signingEnded()
    }
  }
  const cancel = async () => {
    setBusy('cancel')
    await siwx.cancel().finally(() => setBusy(undefined))
  }
  return (
    <div className="SIWXSignMessage">
      <Statement
        picture={<Parties site={site} icon={icons?.[0]} />}
        title={t('host.siwx.title', { name: site })}
        detail={t(isRequired ? 'host.siwx.detailRequired' : 'host.siwx.detail')}
      />
      <details className="SIWXSignMessage-details">
        <summary className="SIWXSignMessage-summary">{t('host.siwx.what')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text can be scrolled by keyboard, too */}
        <section className="SIWXSignMessage-text" aria-label={t('host.siwx.what')} tabIndex={0}>
          <p dir="ltr" data-testid="siwx-message">
            {message?.text}
          </p>
        </section>
      </details>
      <div className="SIWXSignMessage-actions">
        <Button
          kind="secondary"
          testId="w3m-connecting-siwe-cancel"
          busy={busy === 'cancel'}
          onPress={() => void cancel()}
        >
          {busy === 'cancel' ? t('host.siwx.cancelling') : t('host.siwx.cancel')}
        </Button>
        {busy === 'cancel' ? (
          // Offered because the wallet may refuse or ignore the request to switch back.
          <Button kind="secondary" testId="siwx-disconnect" onPress={() => void siwx.disconnect()}>
            {t('host.siwx.disconnect')}
          </Button>
        ) : (
          <Button testId="w3m-connecting-siwe-sign" busy={busy === 'sign'} onPress={() => void sign()}>
            {busy === 'sign' ? t('host.siwx.signing') : t('host.siwx.sign')}
          </Button>
        )}
      </div>
    </div>
  )
}
