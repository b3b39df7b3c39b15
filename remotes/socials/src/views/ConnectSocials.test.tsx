/** @jest-environment jsdom */
import { fakeHost, hostState, renderView, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import remote from '../remote.ts'
import ConnectSocials from './ConnectSocials.tsx'

afterEach(unmountAll)

const show = (socials?: readonly string[]) =>
  renderView(ConnectSocials, {
    host: fakeHost({ remote, state: hostState({ connection: null, ...(socials && { socials }) }) }),
  })

const testIds = (container: Element) => [...container.querySelectorAll('button')].map((button) => button.dataset.testid)

test("all providers enabled in the project are listed, in the project's order", async () => {
  const view = await show(['github', 'google', 'farcaster'])
  expect(view.names('button')).toEqual(['GitHub', 'Google', 'Farcaster'])
  expect(testIds(view.container)).toEqual([
    'social-selector-github',
    'social-selector-google',
    'social-selector-farcaster',
  ])
})

test('until the project is known, the default providers are listed', async () => {
  expect((await show()).names('button')).toEqual(['Google', 'X', 'Discord', 'Farcaster', 'GitHub', 'Apple', 'Facebook'])
})

test('a press opens the window before the view, because browsers would block a later window', async () => {
  const view = await show()
  await view.press('Discord')
  expect(view.host.asked).toEqual([['openSocialPopup'], ['navigate', 'ConnectingSocial', { provider: 'discord' }]])
})

test('a double press opens one window and one view; after going back, a press opens a view again', async () => {
  const view = await show()
  await act(async () => {
    view.button('Google').click()
    view.button('Google').click()
    view.button('X').click()
  })
  expect(view.host.asked).toHaveLength(2)
  view.host.leave()
  await view.press('X')
  expect(view.host.asked.at(-1)).toEqual(['navigate', 'ConnectingSocial', { provider: 'x' }])
})

test('Farcaster needs no window', async () => {
  const view = await show()
  await view.press('Farcaster')
  expect(view.host.asked).toEqual([['navigate', 'ConnectingFarcaster']])
})

test('if no provider can be used, the visitor sees where they can sign in', async () => {
  const view = await show(['myspace'])
  expect(view.names('p')).toEqual(['No login options here', 'Open this page in your browser to see its options.'])
})
