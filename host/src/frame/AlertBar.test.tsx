/** @jest-environment jsdom */
import { addErrors, ModalError } from '@portico/contracts'
import { pairingErrors } from '@portico/contracts/pairingErrors'
import { fillBrowserGaps, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { inShell } from '../../testing/shell.tsx'
import { createTestStore } from '../../testing/store.ts'
import { alertOnce } from '../feedbackSlice.ts'
import { AlertBar } from './AlertBar.tsx'

beforeAll(() => addErrors(pairingErrors))

beforeAll(fillBrowserGaps)
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await unmountAll()
  jest.restoreAllMocks()
})

test('a second alert appears only after the first one has been closed', async () => {
  const test = createTestStore()
  const view = await render(inShell(test, <AlertBar />))
  const raise = (code: 'config.serverError' | 'relay.clockWrong') =>
    act(async () => void test.store.dispatch(alertOnce(new ModalError(code))))
  await raise('config.serverError')
  await raise('relay.clockWrong')
  expect(view.names('[role=alert]')).toEqual(['Server Error APKT009'])

  const close = view.button('Close message')
  close.focus()
  await view.press('Close message')
  expect(view.names('[role=alert]')).toEqual(['Session Expired APKT006'])
  expect(document.activeElement).toBe(view.button('Close message'))
  await view.press('Close message')
  expect(view.names('[role=alert]')).toEqual([])
})
