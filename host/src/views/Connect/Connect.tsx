import type { ChainNamespace, ViewProps } from '@portico/contracts'
import { Skeleton, useStyles } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'
import { loadPinned } from '../../kernel/loadPinned.ts'
import { selectOptions } from '../../settingsSlice.ts'
import { useShellSelector } from '../../shellContext.ts'
import sheet from './Connect.css'
import { LegalCheckbox, LegalFooter } from './LegalFooter.tsx'
import { useConnectItems } from './useConnectItems.ts'
import { WalletBlock } from './WalletBlock.tsx'

type LoginCode = typeof import('./login/ConnectLogin.tsx')

/** Shared by all modals, because it is code. Null if it could not be loaded. */
let here: LoginCode | null | undefined

/** The code for login methods, which loads only if there are any. */
function useLoginCode(isNeeded: boolean) {
  const [, setCode] = useState(here)
  useEffect(() => {
    if (!isNeeded || here) return
    const code = () => import(/* webpackChunkName: "connect-login" */ './login/ConnectLogin.tsx')
    loadPinned(code)
      .catch(() => null)
      .then((loaded) => {
        here = loaded
        setCode(loaded)
      })
  }, [isNeeded])
  return here
}

/** views.md §6.1: the ways to connect. `namespace`: shows only wallets of this family. */
export function Connect({ params, signal }: ViewProps<'Connect'>) {
  useStyles(sheet)
  const { enableWallets } = useShellSelector(selectOptions)
  const family = params?.namespace as ChainNamespace | undefined
  const list = useConnectItems(family)
  const isMore = list.hasLogin || list.hasMethods
  const code = useLoginCode(isMore)
  const wallets = enableWallets ? <WalletBlock list={list} /> : null
  return (
    <div className="Connect" data-testid="w3m-connect-scroll-view">
      <LegalCheckbox />
      {!isMore || code === null ? (
        wallets
      ) : code ? (
        <code.ConnectLogin list={list} wallets={wallets} family={family} signal={signal} />
      ) : (
        <>
          {list.items.some(({ group }) => group === 'injected') ? wallets : null}
          <Skeleton count={3} />
        </>
      )}
      <LegalFooter />
    </div>
  )
}
