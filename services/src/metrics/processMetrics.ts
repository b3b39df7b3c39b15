import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/**
 * Adds the standard process metrics, under their common names, but without `collectDefaultMetrics`, because that
 * function never stops listening to the garbage collector.
 * @returns a function that stops watching the event loop
 */
export function addProcessMetrics(registry: Registry): () => void {
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })

  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time on the processor, in seconds',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / MICROSECONDS)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds of the epoch',
    registers,
  }).set(Math.round(performance.timeOrigin / 1_000))
  gauge('process_resident_memory_bytes', 'Memory that the process has', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript objects take', () => process.memoryUsage().heapUsed)
  const lagHelp = 'How late the event loop was, 99 times of 100, since this was read last'
  gauge('nodejs_eventloop_lag_p99_seconds', lagHelp, () => {
    // The percentile is NaN before the first sample.
    const lag = (delay.percentile(99) || 0) / NANOSECONDS
    delay.reset()
    return lag
  })
  return () => void delay.disable()
}
