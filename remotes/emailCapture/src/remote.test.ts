import remote from './remote.ts'

test('every title and text has English words', () => {
  for (const { title } of Object.values(remote.views)) expect(remote.messages).toHaveProperty([title])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('emailCapture.'))).toBe(true)
})

test('every view loads, and needs an account', async () => {
  for (const { load, needsAccount } of Object.values(remote.views)) {
    expect(needsAccount).toBe(true)
    expect(typeof (await load()).default).toBe('function')
  }
})
