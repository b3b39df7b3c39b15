import type { AnalyticsReport } from '@portico/contracts/services/analytics'
import { useCallback, useEffect, useRef } from 'react'
import { Switch } from 'react-aria-components'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { readAnalytics } from './api.ts'
import { useDecide } from './Decide.tsx'
import { Notice, Section } from './parts.tsx'
import type { TabProps } from './SettingsTab.tsx'
import { useAnswer } from './useAnswer.ts'

const CHART_HEIGHT_PX = 200
const DAY_S = 86_400

/** Counts per day, without gaps: a day without an event has none. */
function daysOf({ from, to, events }: AnalyticsReport): [days: number[], counts: number[]] {
  const first = Date.parse(`${from}T00:00:00Z`) / 1_000
  const last = Date.parse(`${to}T00:00:00Z`) / 1_000
  const counts = Array.from({ length: Math.round((last - first) / DAY_S) + 1 }, () => 0)
  for (const { day, count } of events) {
    const index = Math.round((Date.parse(`${day}T00:00:00Z`) / 1_000 - first) / DAY_S)
    if (index in counts) counts[index] = (counts[index] ?? 0) + count
  }
  return [counts.map((_, index) => first + index * DAY_S), counts]
}

function totalsOf({ events }: AnalyticsReport): [event: string, count: number][] {
  const totals = new Map<string, number>()
  for (const { event, count } of events) totals.set(event, (totals.get(event) ?? 0) + count)
  return [...totals].sort(([, one], [, other]) => other - one)
}

export function AnalyticsTab({ project, role, onChanged }: TabProps) {
  const decide = useDecide()
  const { value: report, error } = useAnswer(useCallback(() => readAnalytics(project.id), [project.id]))
  const totals = report ? totalsOf(report) : []
  const { isAnalyticsEnabled } = project
  return (
    <Section title="Events of the last thirty days">
      <Switch
        className="console-switch"
        isSelected={isAnalyticsEnabled}
        isDisabled={role === 'viewer'}
        onChange={(on) =>
          decide({
            projectId: project.id,
            decision: { kind: 'analytics', isAnalyticsEnabled: on },
            says: 'Sites send usage events.',
            onDone: onChanged,
          })
        }
      >
        <span className="console-switch-track" />
        <span>Sites may send usage events</span>
      </Switch>
      {error && <Notice kind="danger">{error.message}.</Notice>}
      {report && totals.length > 0 && <Chart report={report} />}
      {report && totals.length === 0 && (
        <p className="console-hint">
          {isAnalyticsEnabled ? 'No event has arrived yet.' : 'Nothing is counted while this is off.'}
        </p>
      )}
      {totals.length > 0 && (
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col" className="console-number">
                Count
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map(([event, count]) => (
              <tr key={event}>
                <td>{event}</td>
                <td className="console-number">{count.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** A picture of the table below it, so screen readers skip it. */
function Chart({ report }: { report: AnalyticsReport }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const colour = (name: string) => getComputedStyle(document.body).getPropertyValue(name)
    const axis = { stroke: colour('--w-color-secondary'), grid: { stroke: colour('--w-color-hairline') } }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: CHART_HEIGHT_PX,
        legend: { show: false },
        cursor: { show: false },
        scales: { y: { range: (_, __, max) => [0, Math.max(max, 1)] } },
        axes: [axis, axis],
        series: [{}, { stroke: colour('--w-color-accent'), width: 2, points: { show: true } }],
      },
      daysOf(report),
      element,
    )
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: CHART_HEIGHT_PX }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [report])
  return <div ref={place} className="console-chart" aria-hidden="true" />
}
