import { turns } from '../../testing/embeddedWallet.ts'
import { createTestStore } from '../../testing/store.ts'
import { opened } from '../router/routerSlice.ts'
import { themeModeChanged, themeVariablesChanged } from '../settingsSlice.ts'
import { createThemeSync } from './themeSync.ts'

/** A dark modal with its own accent, and the themes that its frame receives. */
function site(answer: () => Promise<unknown> = async () => undefined) {
  const { store } = createTestStore({ options: { themeVariables: { '--w3m-accent': '#00d395' } } })
  const sent: unknown[] = []
  const ask = async (name: string, payload: unknown) => {
    sent.push([name, payload])
    return answer()
  }
  return { store, sent, sync: createThemeSync({ store, ask: ask as never }) }
}

const themeOf = (themeMode: string, accent: string, background: string) => [
  'SYNC_THEME',
  {
    themeMode,
    themeVariables: { '--w3m-accent': accent },
    w3mThemeVariables: { '--w3m-accent': accent, '--w3m-background': background },
  },
]
const DARK = themeOf('dark', '#00d395', '#202020')
const LIGHT = themeOf('light', '#00d395', '#fff')

test("the frame receives the site's colors as soon as it has loaded, and not before", () => {
  const { store, sent, sync } = site()
  store.dispatch(themeModeChanged('light'))
  expect(sent).toEqual([])
  sync.begin()
  expect(sent).toEqual([LIGHT])
})

test('the frame receives each change once, and nothing else', () => {
  const { store, sent, sync } = site()
  sync.begin()
  sync.begin() // the frame has loaded again: the existing listener is enough
  store.dispatch(themeModeChanged('light'))
  store.dispatch(themeModeChanged('light'))
  store.dispatch(opened({ view: 'Connect' }))
  expect(sent).toEqual([DARK, LIGHT])
  store.dispatch(themeVariablesChanged({ '--w3m-accent': '#ffb020' }))
  expect(sent).toEqual([DARK, LIGHT, themeOf('light', '#ffb020', '#fff')])
})

test('the frame receives the theme again on request', async () => {
  const { sent, sync } = site()
  await sync.send()
  expect(sent).toEqual([DARK])
})

test('the frame receives nothing after disposal', () => {
  const { store, sent, sync } = site()
  sync.begin()
  sync.stop()
  store.dispatch(themeModeChanged('light'))
  expect(sent).toEqual([DARK])
})

test('a color that the frame rejects blocks nothing, and the frame receives the next color', async () => {
  const { store, sent, sync } = site(() => Promise.reject(new Error('no')))
  sync.begin()
  await turns()
  store.dispatch(themeModeChanged('light'))
  await turns()
  expect(sent).toEqual([DARK, LIGHT])
  await expect(sync.send()).rejects.toThrow('no')
})
