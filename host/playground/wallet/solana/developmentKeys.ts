/**
 * PUBLIC TEST KEYS: never send anything of value to their addresses. Seeds of `m/44'/501'/n'/0'` (SLIP-10, n = 0 to 4)
 * of the mnemonic `test test test test test test test test test test test junk`, written out because deriving them takes
 * 100 ms.
 */
export const SOLANA_DEVELOPMENT_KEYS: readonly string[] = [
  'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
  '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
  '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
  'f55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb',
  '3eb11a2e242212be157793db9fa881edffcfb391174b07d20369521ba1a084b1',
]
