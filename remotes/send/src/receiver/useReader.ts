import type { ChainNamespace } from '@portico/contracts'
import { useEffect, useState } from 'react'
import { readEvmAddress } from './readEvmAddress.ts'
import type { ReadAddress } from './readReceiver.ts'

/** `failed`: the family's code could not be loaded; the next input tries again. */
export type Reader = ReadAddress | 'loading' | 'failed'

/** Families whose checksum and curve code loads on demand. */
const later: Partial<Record<ChainNamespace, () => Promise<ReadAddress>>> = {
  solana: async () =>
    (await import(/* webpackChunkName: "read-solana" */ './readSolanaReceiver.ts')).readSolanaReceiver,
  bip122: async () =>
    (await import(/* webpackChunkName: "read-bitcoin" */ './readBitcoinReceiver.ts')).readBitcoinReceiver,
}

const noReader: ReadAddress = () => undefined

/** The address reader of a family. @param typed the text to read */
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
