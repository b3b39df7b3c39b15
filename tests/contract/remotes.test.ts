import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages, Remote, RemoteId, ViewModule } from '@portico/contracts'
import { connectionWith, ethereum, polygon } from '@portico/contracts/testing'
import { type HostContextValue, HostProvider } from '@portico/contracts/ui'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { connected } from '../../host/src/connections/connectionsSlice.ts'
import { install } from '../../host/src/kernel/install.ts'
import { createTranslate } from '../../host/src/texts/i18n.ts'
import { createTestStore } from '../../host/testing/store.ts'

/** Every remote against the real kernel. A new remote joins by having a folder. */

const FOLDER = join(import.meta.dirname, '../../remotes')
const ids = readdirSync(FOLDER).filter((id) => existsSync(join(FOLDER, id, 'src/remote.ts'))) as RemoteId[]
const load = async (id: RemoteId): Promise<Remote> => (await import(join(FOLDER, id, 'src/remote.ts'))).default

/** A connected visitor, on the kernel that every modal has. */
function createKernel() {
  const parts = createTestStore({ networks: [ethereum, polygon] })
  parts.store.dispatch(connected({ namespace: 'eip155', connection: connectionWith() }))
  return { ...parts, keys: () => Object.keys(parts.store.getState()) }
}
type TestKernel = ReturnType<typeof createKernel>

/** Renders a view as a visitor first sees it. */
function draw({ store }: TestKernel, context: HostContextValue, { default: component }: ViewModule): string {
  const View = component as ComponentType<{ params: unknown; signal: AbortSignal }>
  const view = createElement(View, { params: undefined, signal: new AbortController().signal })
  return renderToStaticMarkup(
    createElement(Provider, {
      store: store as never,
      children: createElement(HostProvider, { value: context }, view),
    }),
  )
}

test('there are remotes to test', () => expect(ids.length).toBeGreaterThan(0))

describe.each(ids)('%s', (id) => {
  test('installs, loads and draws each of its views, and uninstalls without changing the state', async () => {
    const remote = await load(id)
    const kernel = createKernel()
    const before = kernel.store.getState()
    const { commands, uninstall } = install(kernel, id, remote)
    const t = createTranslate([remote.messages as Messages], 'en')
    const context = { commands, t, locale: 'en', adopt: () => () => {} }

    const views = Object.entries(remote.views ?? {})
    expect(views.length).toBeGreaterThan(0)
    for (const [name, view] of views) expect([name, draw(kernel, context, await view.load())]).not.toEqual([name, ''])

    await uninstall()
    expect(kernel.keys()).toEqual(Object.keys(before))
    expect(kernel.store.getState()).toEqual(before)
  })

  test('fifty installs and uninstalls leave no trace', async () => {
    const remote = await load(id)
    const kernel = createKernel()
    const before = kernel.store.getState()
    for (let round = 0; round < 50; round++) await install(kernel, id, remote).uninstall()
    expect(kernel.store.getState()).toEqual(before)
  })

  test('its keys begin with its own name, and every label and title has a text', async () => {
    const { messages = {}, views = {}, slots = {}, state = [] } = await load(id)
    for (const key of Object.keys(messages)) expect(key).toMatch(new RegExp(`^${id}\\.`))
    for (const { reducerPath } of state) expect(reducerPath).toMatch(new RegExp(`^${id}(\\.|$)`))
    const entries = Object.values(slots).flat()
    const texts = [...Object.values(views).map(({ title }) => title), ...entries.map(({ label }) => label)]
    expect(texts.filter((key) => !(key in messages))).toEqual([])
    // Slots open only the remote's own views.
    expect(
      entries.flatMap((entry) => ('view' in entry ? [entry.view] : [])).filter((view) => !(view in views)),
    ).toEqual([])
  })
})
