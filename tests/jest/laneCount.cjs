/**
 * How many browser test files run in parallel: a third of a file’s time is waiting, so three keep two cores busy.
 */
exports.LANES = 3
