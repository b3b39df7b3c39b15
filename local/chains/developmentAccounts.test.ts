import { solanaKey } from '@portico/services/testing/developmentKeys'
import { SOLANA_ACCOUNTS } from './developmentAccounts.ts'

test("the Solana accounts are the development mnemonic's first five", () => {
  expect(SOLANA_ACCOUNTS).toEqual([0, 1, 2, 3, 4].map((n) => solanaKey(n).address))
})
