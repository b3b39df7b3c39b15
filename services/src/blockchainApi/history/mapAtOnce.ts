/** Maps all items, a limited number at a time, and keeps their order. After the first failure, no more are started. */
export async function mapAtOnce<In, Out>(
  items: readonly In[],
  atOnce: number,
  map: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = []
  const waiting = [...items.entries()]
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next
      results[index] = await map(item)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } catch (reason) {
    waiting.length = 0
    throw reason
  }
  return results
}
