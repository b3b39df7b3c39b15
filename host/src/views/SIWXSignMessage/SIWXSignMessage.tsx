import { type SIWXMessage, selectAccount, selectActiveNetwork, serializeError } from '@portico/contracts'
import { Button, Picture, Statement, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { selectOptions } from '../../settingsSlice.ts'
import { useShell, useShellDispatch, useShellSelector } from '../../shellContext.ts'
import { createMessage, signIn } from '../../siwx/signIn.ts'
import { selectMustSignIn } from '../../siwx/siwxSlice.ts'
import sheet from './SIWXSignMessage.css'

/** views.md §14.2: the site asks for a signature, which proves that the account is the visitor's. */
export function SIWXSignMessage() {
  useStyles(sheet)
  const t = useMessages()
  const dispatch = useShellDispatch()
  const { showSnack } = useCommands()
  const siwx = useShell().siwx()
  const account = useShellSelector((state) => selectAccount(state))
  const network = useShellSelector(selectActiveNetwork)
  const mustSignIn = useShellSelector(selectMustSignIn)
  const { name, icons } = useShellSelector(selectOptions).metadata
  const [busy, setBusy] = useState<'sign' | 'cancel'>()
  const [message, setMessage] = useState<SIWXMessage>()
  const [attempt, setAttempt] = useState(0)
  const site = name || location.host

  // Made now, so that it can be read before it is signed; anew after each attempt, because a nonce serves once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt makes a new one
  useEffect(() => {
    if (!siwx || !account) return
    let isCurrent = true
    setMessage(undefined)
    createMessage(siwx.config, account).then(
      (made) => isCurrent && setMessage(made),
      (error) => {
        console.error('[portico]', error)
        if (isCurrent) showSnack({ variant: 'error', text: t('host.siwx.failed') })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [siwx, account, attempt])

  if (!siwx || !account) return null

  const sign = async () => {
    if (!message) return setAttempt((count) => count + 1)
    setBusy('sign')
    try {
      await dispatch(signIn(siwx.config, account, message))
      siwx.done(account)
    } catch (error) {
      console.error('[portico]', error)
      const { code } = serializeError(error, 'siwx.signFailed')
      dispatch((_, __, { track }) => track('SIWX_AUTH_ERROR', { network: network?.caipNetworkId, message: code }))
      showSnack({
        variant: 'error',
        text: t(code === 'connection.requestRejected' ? 'host.siwx.declined' : 'host.siwx.failed'),
      })
      setAttempt((count) => count + 1)
    } finally {
      setBusy(undefined)
    }
  }
  const cancel = async () => {
    setBusy('cancel')
    await siwx.cancel().finally(() => setBusy(undefined))
  }
  return (
    <div className="SIWXSignMessage">
      <Statement
        picture={<Picture name={site} src={icons?.[0]} size={80} />}
        title={t('host.siwx.title', { name: site })}
        detail={t(mustSignIn ? 'host.siwx.detailRequired' : 'host.siwx.detail')}
      />
      {message ? (
        <details className="SIWXSignMessage-details">
          <summary className="SIWXSignMessage-summary">{t('host.siwx.what')}</summary>
          <p className="SIWXSignMessage-text" dir="ltr" data-testid="siwx-message">
            {message.toString()}
          </p>
        </details>
      ) : null}
      <div className="SIWXSignMessage-actions">
        <Button
          kind="secondary"
          testId="w3m-connecting-siwe-cancel"
          disabled={busy === 'sign'}
          busy={busy === 'cancel'}
          onPress={() => void cancel()}
        >
          {busy === 'cancel' ? t('host.siwx.cancelling') : t('host.siwx.cancel')}
        </Button>
        <Button
          testId="w3m-connecting-siwe-sign"
          disabled={busy === 'cancel'}
          busy={busy === 'sign'}
          onPress={() => void sign()}
        >
          {busy === 'sign' ? t('host.siwx.signing') : t('host.siwx.sign')}
        </Button>
      </div>
    </div>
  )
}
