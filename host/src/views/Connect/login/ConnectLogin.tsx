import { type ChainNamespace, fillSlot, selectSocials } from '@portico/contracts'
import { visibleProviders } from '@portico/contracts/socials'
import { RowList, useMessages, useStyles } from '@portico/contracts/ui'
import { Fragment, type ReactNode, useMemo } from 'react'
import { selectOptions } from '../../../settingsSlice.ts'
import { useShellSelector } from '../../../shellContext.ts'
import { useRemoteRows } from '../../useRemoteRows.tsx'
import type { ConnectList } from '../useConnectItems.ts'
import { useLegal } from '../useLegal.ts'
import sheet from './ConnectLogin.css'
import { EmailField } from './EmailField.tsx'
import { type Method, methodsOf } from './methodsOf.ts'
import { SocialButtons } from './SocialButtons.tsx'

export interface ConnectLoginProps {
  readonly list: ConnectList
  /** Null if the site hides the wallets. */
  readonly wallets: ReactNode
  /** The only family whose ways to connect are shown, if the view was opened for one. */
  readonly family: ChainNamespace | undefined
  /** Aborts when the view is left. */
  readonly signal: AbortSignal
}

/** views.md §6.1: all ways to connect, if there are any besides wallets. */
export function ConnectLogin({ list, wallets, family, signal }: ConnectLoginProps) {
  useStyles(sheet)
  const t = useMessages()
  const { mayConnect } = useLegal()
  const { features } = useShellSelector(selectOptions)
  const remotes = useShellSelector((state) => state.remotes)
  const more = useRemoteRows('connect.methods', family)
  const configured = useShellSelector(selectSocials)
  const providers = useMemo(() => visibleProviders(configured), [configured])
  const [email] = list.hasLogin ? fillSlot(remotes.byId, 'connect.email') : []
  const [social] = list.hasLogin ? fillSlot(remotes.byId, 'connect.socials') : []

  const drawn: Readonly<Record<Method, ReactNode>> = {
    email: email ? <EmailField entry={email} signal={signal} /> : null,
    social: social && providers.length ? <SocialButtons entry={social} providers={providers} /> : null,
    wallet: wallets,
  }
  const blocks = methodsOf({
    order: features.connectMethodsOrder,
    hasInstalled: list.items.some(({ group }) => group === 'injected'),
    isOn: { email: drawn.email !== null, social: drawn.social !== null, wallet: wallets !== null },
  })
  return (
    <div className="ConnectLogin">
      {blocks.map(({ method, hasSeparator }) => (
        <Fragment key={method}>
          {method === 'wallet' ? (
            drawn.wallet
          ) : (
            <div className="ConnectLogin-block" inert={!mayConnect}>
              {drawn[method]}
            </div>
          )}
          {hasSeparator ? (
            <div
              className="ConnectLogin-or"
              data-testid={method === 'email' ? 'w3m-email-login-or-separator' : 'wui-separator'}
            >
              {t('host.connect.or')}
            </div>
          ) : null}
        </Fragment>
      ))}
      {more.length ? (
        <div className="ConnectLogin-block" inert={!mayConnect}>
          <RowList>{more}</RowList>
        </div>
      ) : null}
    </div>
  )
}
