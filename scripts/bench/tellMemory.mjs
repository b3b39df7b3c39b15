/**
 * Preloaded into a measured process: answers each message from the parent with the memory held after garbage
 * collection. Needs `--expose-gc`.
 */
process.on('message', () => {
  // The second run collects what the first one finalized.
  for (let round = 0; round < 2; round++) globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send?.({ heldBytes: heapUsed + external, residentBytes: rss })
})
// The channel alone must not keep the process alive.
process.channel?.unref()
