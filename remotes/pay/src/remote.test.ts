import remote from './remote.ts'

test('every title and text has English words', () => {
  for (const { title } of Object.values(remote.views)) expect(remote.messages).toHaveProperty([title])
  expect(Object.keys(remote.messages).every((key) => key.startsWith('pay.'))).toBe(true)
})

test('every view loads, even without a wallet', async () => {
  for (const view of Object.values(remote.views)) {
    expect('needsAccount' in view).toBe(false)
    expect(typeof (await view.load()).default).toBe('function')
  }
})
