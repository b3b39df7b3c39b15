/**
 * Loaded into a process that is measured, before its own code: whenever the parent sends a message, it hears what the
 * process still holds after garbage collection. Needs `--expose-gc`.
 */
process.on('message', () => {
  // What the first one lets go of is finished by the second.
  for (let round = 0; round < 2; round++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ heldBytes: heapUsed + external, residentBytes: rss })
})
// The channel alone must not keep a process alive that has nothing left to do.
process.channel?.unref()
