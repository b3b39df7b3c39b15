import type { EmbeddedWalletCommands } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'

/** The embedded wallet as soon as it is there, for what is only read. Why it is not there is said when something is asked of it. */
export function useEmbeddedWallet(): EmbeddedWalletCommands | undefined {
  const { embeddedWallet } = useCommands()
  const [wallet, setWallet] = useState<EmbeddedWalletCommands>()
  useEffect(() => {
    let isCurrent = true
    embeddedWallet().then(
      (commands) => isCurrent && setWallet(commands),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [embeddedWallet])
  return wallet
}
