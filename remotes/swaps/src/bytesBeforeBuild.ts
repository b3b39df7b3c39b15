import type { DataFeeOf } from '@portico/contracts/chains/evm/dataFee'

/** Length in bytes of the longest swaps. */
const COUNT = 1_500

/** Incompressible bytes, because the oracle of an OP network prices compressed data. */
function noise(): `0x${string}` {
  let state = 1
  const bytes = Array.from({ length: COUNT }, () => {
    state = (state * 16_807) % 2_147_483_647
    return (state % 256).toString(16).padStart(2, '0')
  })
  return `0x${bytes.join('')}`
}

/** A placeholder for a swap that is not built yet, on networks where the fee depends on the swap's length. */
export const beforeBuild = (): DataFeeOf => ({ to: `0x${'ff'.repeat(20)}`, value: 0n, data: noise() })
