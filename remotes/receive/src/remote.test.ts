import remote from './remote.ts'

test('every title, label and text has English words', () => {
  const keys = [
    ...Object.values(remote.views).map(({ title }) => title),
    ...remote.slots['account.actions'].map(({ label }) => label),
  ]
  for (const key of keys) expect(remote.messages).toHaveProperty([key])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('receive.'))).toBe(true)
})

test("the button among the money actions opens the remote's own view", () => {
  for (const { view } of remote.slots['account.actions']) expect(Object.keys(remote.views)).toContain(view)
})

test('every view loads, and needs an account', async () => {
  for (const { load, needsAccount } of Object.values(remote.views)) {
    expect(needsAccount).toBe(true)
    expect(typeof (await load()).default).toBe('function')
  }
})
