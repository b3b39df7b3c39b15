const { join } = require('node:path')

// Property tests begin with jest's seed, which scripts/test.mjs takes from the commit: two runs of one commit try the same
// inputs, so a change is refused for what it changed, and the next commit tries others.
// By its path: by its name this file would find itself.
const fc = require(join(__dirname, '../../node_modules/fast-check/lib/cjs/fast-check.js'))

fc.configureGlobal({ seed: jest.getSeed() })
module.exports = fc
