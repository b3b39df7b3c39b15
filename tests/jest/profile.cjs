// Only for `node scripts/test.mjs --profile …`: measures each test file and appends a line of JSON to
// `PORTICO_PROFILE`. scripts/testProfile.mjs turns these into a table.
const { appendFileSync } = require('node:fs')
const { cpus } = require('node:os')
const { relative } = require('node:path')

const file = process.env.PORTICO_PROFILE

/** Total idle time of all processors in milliseconds. */
const idle = () => cpus().reduce((total, { times }) => total + times.idle, 0)

if (file) {
  const began = { at: performance.now(), cpu: process.cpuUsage(), idle: idle() }
  /** Start-up: the time in tests before the first expectation, spent on the stack, the page and the connection. */
  let startup = 0
  let tests = 0
  /** @type {number | undefined} */
  let waiting

  const counted = new Proxy(expect, {
    apply(target, self, args) {
      if (waiting !== undefined) startup += performance.now() - waiting
      waiting = undefined
      return Reflect.apply(target, self, args)
    },
  })
  Object.assign(globalThis, { expect: counted })
  beforeEach(() => {
    tests += 1
    waiting = performance.now()
  })
  afterEach(() => {
    waiting = undefined
  })
  afterAll(() => {
    const { user, system } = process.cpuUsage(began.cpu)
    const line = {
      file: relative(process.cwd(), expect.getState().testPath ?? ''),
      tests,
      wallMs: performance.now() - began.at,
      cpuMs: (user + system) / 1000,
      idleMs: (idle() - began.idle) / cpus().length,
      startupMs: startup,
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  })
}
