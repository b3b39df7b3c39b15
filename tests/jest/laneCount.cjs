/**
 * How many browser test files run in parallel: half of a file's time is waiting. A third lane gains 10 % on two cores.
 */
exports.LANES = 2
