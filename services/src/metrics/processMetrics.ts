import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/**
 * Standard process metrics, by their common names. Not `collectDefaultMetrics`: it never stops listening to the garbage
 * collector.
 * @returns stops watching the event loop
 */
export function addProcessMetrics(registry: Registry): () => void {
  const registers = [registry]
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()

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
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process has',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'nodejs_heap_size_used_bytes',
    help: 'Memory that JavaScript objects take',
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'How late the event loop was, 99 times of 100, since this was read last',
    registers,
    collect() {
      // NaN before the first sample.
      this.set((delay.percentile(99) || 0) / NANOSECONDS)
      delay.reset()
    },
  })
  return () => void delay.disable()
}
