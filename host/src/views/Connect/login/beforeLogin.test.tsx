/** @jest-environment jsdom */
import type { Connector } from '@portico/contracts'
import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { fakeAdapter, fillBrowserGaps, harbor, render, unmountAll } from '@portico/contracts/testing'
import { inShell } from '../../../../testing/shell.tsx'
import { createTestStore } from '../../../../testing/store.ts'
import { remoteAnnounced } from '../../../kernel/remotesSlice.ts'
import { Connect } from '../Connect.tsx'

jest.mock('../../../kernel/loadPinned.ts', () => ({ loadPinned: () => new Promise(() => {}) }))

beforeAll(fillBrowserGaps)
afterEach(unmountAll)

const auth: Connector = { id: 'AUTH', name: 'AUTH', type: 'AUTH', namespace: 'eip155' }
const email = { messages: {}, views: {}, slots: { 'connect.email': [{}] } } as unknown as StaticHalf

async function showWhileLoading(connectors: readonly Connector[]) {
  const test = createTestStore({ adapters: [fakeAdapter({ connectors })] })
  test.store.dispatch(remoteAnnounced({ id: 'email', version: '1.0.0', half: email }))
  const { container } = await render(inShell(test, <Connect params={undefined} signal={test.life.signal} />))
  return container.querySelectorAll(`[data-testid="wallet-selector-${harbor.id}"], [data-skeleton]`)
}

test('an installed wallet keeps its place while the login methods load', async () => {
  const [first, second] = await showWhileLoading([auth, harbor])
  expect(first?.getAttribute('data-testid')).toBe(`wallet-selector-${harbor.id}`)
  expect(second?.hasAttribute('data-skeleton')).toBe(true)
})

test('other wallets are not shown before the methods above them have loaded', async () => {
  const shown = await showWhileLoading([auth, { ...harbor, type: 'EXTERNAL' }])
  expect(shown[0]?.hasAttribute('data-skeleton')).toBe(true)
  expect([...shown].every((element) => element.hasAttribute('data-skeleton'))).toBe(true)
})
