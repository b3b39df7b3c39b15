// Only with `node scripts/test.mjs --profile …`: measures each test file and adds a line of JSON to `PORTICO_PROFILE`.
// scripts/testProfile.mjs makes the table of it.
const { appendFileSync } = require('node:fs')
const { cpus } = require('node:os')
const { relative } = require('node:path')

const file = process.env.PORTICO_PROFILE

/** Milliseconds that all processors of the machine have stood idle. */
const idle = () => cpus().reduce((total, { times }) => total + times.idle, 0)

if (file) {
  const began = { at: performance.now(), cpu: process.cpuUsage(), idle: idle() }
  /** Start-up: what passes in a test before it expects anything, which is the stack, the page and the connection. */
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
