const { join } = require('node:path')

// Property tests are seeded with jest's seed, which scripts/test.mjs takes from the commit: two runs of one commit try
// the same inputs, so a failure is due to the change, and the next commit tries others. Required by path: the package
// name would resolve to this file.
const fc = require(join(__dirname, '../../node_modules/fast-check/lib/cjs/fast-check.js'))

fc.configureGlobal({ seed: jest.getSeed() })
module.exports = fc
