import type { ChainNamespace } from '@portico/contracts'
import { useEffect, useState } from 'react'
import { readEvmAddress } from './readEvmAddress.ts'
import type { ReadAddress } from './readReceiver.ts'

/** `failed`: its code could not be fetched; it is fetched again for the next thing that is typed. */
export type Reader = ReadAddress | 'loading' | 'failed'

/** What checksums and curves take is fetched for its family alone. */
const later: Partial<Record<ChainNamespace, () => Promise<ReadAddress>>> = {
  solana: async () =>
    (await import(/* webpackChunkName: "read-solana" */ './readSolanaReceiver.ts')).readSolanaReceiver,
  bip122: async () =>
    (await import(/* webpackChunkName: "read-bitcoin" */ './readBitcoinReceiver.ts')).readBitcoinReceiver,
}

const noReader: ReadAddress = () => undefined

/** Reads the addresses of a family. @param typed what is there to read */
export function useReader(family: ChainNamespace | undefined, typed: string): Reader {
  const [found, setFound] = useState<{ readonly family: ChainNamespace; readonly reader: Reader }>()
  const load = family && later[family]
  const reader = found?.family === family ? found?.reader : undefined
  const isWanted = typed !== '' && typeof reader !== 'function'

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is typed next tries again
  useEffect(() => {
    if (!family || !load || !isWanted) return
    let isOver = false
    const tell = (one: Reader) => {
      if (!isOver) setFound({ family, reader: one })
    }
    load().then(tell, () => tell('failed'))
    return () => {
      isOver = true
    }
  }, [family, load, isWanted, typed])

  if (family === 'eip155') return readEvmAddress
  return load ? (reader ?? 'loading') : noReader
}
