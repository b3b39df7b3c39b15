/** @jest-environment jsdom */
import {
  ethereum,
  fakeAdapter,
  fillBrowserGaps,
  harbor,
  lantern,
  polygon,
  render,
  solana,
  unmountAll,
} from '@portico/contracts/testing'
import { inShell } from '../../../testing/shell.tsx'
import { walletsIn } from '../../../testing/wallets.ts'
import { connect } from '../../connections/connect.ts'
import { opened } from '../../router/routerSlice.ts'
import { SwitchActiveChain } from './SwitchActiveChain.tsx'

const { severalWallets } = walletsIn({ ethereum, fakeAdapter, harbor, lantern, polygon, solana })

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

async function show(caipNetworkId: string) {
  const parts = severalWallets()
  await parts.dispatch(connect({ namespace: 'eip155', connectorId: harbor.id }))
  parts.store.dispatch(opened({ view: 'SwitchActiveChain', params: { caipNetworkId } }))
  const view = await render(inShell(parts, <SwitchActiveChain params={{ caipNetworkId }} signal={parts.life.signal} />))
  return { ...view, ...parts }
}

test("what the network needs is shown, with a way to the family's wallets; the connection stays", async () => {
  const { text, press, state, chosenId, live, asked } = await show(solana.caipNetworkId)
  expect(text()).toContain('Switch to Solana')
  expect(text()).toContain('Your current wallet stays connected.')
  await press('Switch')
  expect(chosenId()).toBe(solana.caipNetworkId)
  expect(state().router.stack.at(-1)).toMatchObject({ view: 'Connect', params: { namespace: 'solana' } })
  expect(live()).toEqual([harbor.id])
  expect(asked()).toEqual([`connect ${harbor.id}`])
})

test('nothing is shown for a network that the site has removed', async () => {
  expect((await show('solana:gone')).text()).toBe('')
})
