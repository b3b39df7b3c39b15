/** How many files of browser tests run at a time: half of the time of one is waiting. A third gains a tenth on two cores. */
exports.LANES = 2
