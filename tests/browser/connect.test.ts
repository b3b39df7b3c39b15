import { formatUnits } from 'viem'
import { askChain, stack } from './support/stack.ts'
import { closeBrowser, VISITOR, visiting } from './support/visit.ts'

afterAll(closeBrowser)

test(
  'a visitor connects an injected wallet and sees address and balance as the chain has them',
  visiting({}, async (visitor) => {
    await visitor.connect()
    await visitor.openAccount()
    const balance = visitor.page.getByTestId('account-balance')
    await balance.waitFor()
    const wei = BigInt((await askChain(stack.urls.anvil, 'eth_getBalance', [VISITOR, 'latest'])) as string)
    const [whole, fraction = ''] = formatUnits(wei, 18).split('.')
    expect(await balance.getAttribute('data-value')).toBe(`${whole}.${fraction.padEnd(3, '0').slice(0, 3)}`)
    expect(await visitor.page.getByTestId('w3m-address').textContent()).toBe(VISITOR)
    expect(visitor.problems).toEqual([])
  }),
)
