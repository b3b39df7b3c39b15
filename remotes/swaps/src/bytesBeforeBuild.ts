import type { DataFeeOf } from '@portico/contracts/chains/evm/dataFee'

/** As many as the longest swaps have. */
const COUNT = 1_500

/** Bytes that do not compress: the oracle of an OP network reckons with compressed ones. */
function noise(): `0x${string}` {
  let state = 1
  const bytes = Array.from({ length: COUNT }, () => {
    state = (state * 16_807) % 2_147_483_647
    return (state % 256).toString(16).padStart(2, '0')
  })
  return `0x${bytes.join('')}`
}

/** Stands for a swap that has not been built yet, where its fee depends on its length. */
export const beforeBuild = (): DataFeeOf => ({ to: `0x${'ff'.repeat(20)}`, value: 0n, data: noise() })
