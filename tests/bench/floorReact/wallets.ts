import { useEffect, useState } from 'react'

export interface Found {
  readonly id: string
  readonly name: string
  readonly icon?: string
}

interface Announcement {
  readonly info: { readonly rdns: string; readonly name: string; readonly icon: string }
}

/** The wallets that announce themselves (EIP-6963). */
export function useWallets(): readonly Found[] {
  const [wallets, setWallets] = useState<readonly Found[]>([])
  useEffect(() => {
    const hear = (event: Event) => {
      const { rdns, name, icon } = (event as CustomEvent<Announcement>).detail.info
      setWallets((known) => [...known.filter(({ id }) => id !== rdns), { id: rdns, name, icon }])
    }
    addEventListener('eip6963:announceProvider', hear)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return () => removeEventListener('eip6963:announceProvider', hear)
  }, [])
  return wallets
}

/** All wallets, in one request. */
export function useRegistry(): readonly Found[] {
  const [wallets, setWallets] = useState<readonly Found[]>([])
  useEffect(() => {
    const life = new AbortController()
    fetch('wallets.json', { signal: life.signal })
      .then((response) => response.json())
      .then(setWallets, () => {})
    return () => life.abort()
  }, [])
  return wallets
}
