import type { EmbeddedWalletCommands } from '@portico/contracts'
import { useCommands } from '@portico/contracts/ui'
import { useEffect, useState } from 'react'

/** The embedded wallet once loaded, for reading only. Load errors surface when a command is called. */
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
