import type { AuditPage } from '@portico/contracts/services/admin'
import { useCallback, useState } from 'react'
import { Button } from 'react-aria-components'
import { readAudit } from './api.ts'
import { Notice, Section, SignedText, Tag, Waiting, When } from './parts.tsx'
import { useAnswer } from './useAnswer.ts'

type Entry = AuditPage['entries'][number]

/** Who changed what, and when. @param projectId `null` for the trail of the operators */
export function AuditTrail({ projectId, title }: { projectId: string | null; title: string }) {
  const newest = useAnswer(useCallback(() => readAudit(projectId), [projectId]))
  const [older, setOlder] = useState<readonly Entry[]>([])
  const [end, setEnd] = useState<number | 'end'>()
  const next = end ?? newest.value?.next ?? 'end'
  const more = async () => {
    if (next === 'end') return
    const page = await readAudit(projectId, next)
    setOlder((before) => [...before, ...page.entries])
    setEnd(page.next ?? 'end')
  }
  const entries = newest.value?.entries ?? []
  const shown = [...entries, ...older.filter(({ id }) => !entries.some((entry) => entry.id === id))]
  return (
    <Section title={title}>
      {newest.error && <Notice kind="danger">{newest.error.message}.</Notice>}
      {!newest.value && !newest.error && <Waiting />}
      {newest.value && shown.length === 0 && <p className="console-hint">Nothing has been changed yet.</p>}
      <ol className="console-trail">
        {shown.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ol>
      {next !== 'end' && (
        <Button className="console-secondary" onPress={() => void more()}>
          Show older changes
        </Button>
      )}
    </Section>
  )
}

const text = (value: unknown) => (value === null || value === undefined ? 'not set' : JSON.stringify(value))

function Row({ entry: { at, actor, action, reason, signatures = [], from, to } }: { entry: Entry }) {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return (
    <li className="console-trail-row">
      <div className="console-trail-head">
        <strong>{action}</strong>
        {signatures.length > 0 ? (
          <Tag kind="positive">{signatures.length === 1 ? 'Signed' : `Signed by ${signatures.length}`}</Tag>
        ) : (
          <Tag>Not signed</Tag>
        )}
      </div>
      <p className="console-hint">
        {actor}, <When at={at} />
        {reason && `: ${reason}`}
      </p>
      {(names.length > 0 || signatures.length > 0) && (
        <details>
          <summary>What changed</summary>
          <dl className="console-facts">
            {names.map((name) => (
              <div key={name} className="console-fact">
                <dt>{name}</dt>
                <dd>
                  <code>{text(from[name])}</code> → <code>{text(to[name])}</code>
                </dd>
              </div>
            ))}
          </dl>
          {signatures.map((signature) => (
            <SignedText key={signature.signature} label={`Signed by ${signature.operator}`} text={signature.text} />
          ))}
        </details>
      )}
    </li>
  )
}
