import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

test('the code of `npm run screens` loads outside of the test runner', () => {
  const program = `const { default: setup } = await import('./tests/browser/setup.ts'); console.log(typeof setup)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: join(import.meta.dirname, '../../..'),
    encoding: 'utf8',
  })
  expect([stdout.trim(), stderr]).toEqual(['function', ''])
})
