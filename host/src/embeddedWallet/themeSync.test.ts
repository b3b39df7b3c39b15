import { turns } from '../../testing/embeddedWallet.ts'
import { createTestStore } from '../../testing/store.ts'
import { opened } from '../router/routerSlice.ts'
import { themeModeChanged, themeVariablesChanged } from '../settingsSlice.ts'
import { createThemeSync } from './themeSync.ts'

/** A modal in the dark with an accent of its own, and what its frame is told. */
function site(answer: () => Promise<unknown> = async () => undefined) {
  const { store } = createTestStore({ options: { themeVariables: { '--w3m-accent': '#00d395' } } })
  const told: unknown[] = []
  const ask = async (name: string, payload: unknown) => {
    told.push([name, payload])
    return answer()
  }
  return { store, told, sync: createThemeSync({ store, ask: ask as never }) }
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

test('the frame is told of the site’s colours as soon as it is there, and not before', () => {
  const { store, told, sync } = site()
  store.dispatch(themeModeChanged('light'))
  expect(told).toEqual([])
  sync.begin()
  expect(told).toEqual([LIGHT])
})

test('it is told of each change once, and of nothing else that happens', () => {
  const { store, told, sync } = site()
  sync.begin()
  sync.begin() // it is there once more: whoever listens already is enough
  store.dispatch(themeModeChanged('light'))
  store.dispatch(themeModeChanged('light'))
  store.dispatch(opened({ view: 'Connect' }))
  expect(told).toEqual([DARK, LIGHT])
  store.dispatch(themeVariablesChanged({ '--w3m-accent': '#ffb020' }))
  expect(told).toEqual([DARK, LIGHT, themeOf('light', '#ffb020', '#fff')])
})

test('it is told once more when that is asked for', async () => {
  const { told, sync } = site()
  await sync.send()
  expect(told).toEqual([DARK])
})

test('it is told nothing after the end', () => {
  const { store, told, sync } = site()
  sync.begin()
  sync.stop()
  store.dispatch(themeModeChanged('light'))
  expect(told).toEqual([DARK])
})

test('a frame that does not take a colour keeps nobody from anything, and hears of the next one', async () => {
  const { store, told, sync } = site(() => Promise.reject(new Error('no')))
  sync.begin()
  await turns()
  store.dispatch(themeModeChanged('light'))
  await turns()
  expect(told).toEqual([DARK, LIGHT])
  await expect(sync.send()).rejects.toThrow('no')
})
