import { useCallback, useState } from 'react'
import { Button } from 'react-aria-components'
import { ApiError, readPending, refuse } from './api.ts'
import { useDecide } from './Decide.tsx'
import { Notice, Section, When } from './parts.tsx'
import { useAnswer } from './useAnswer.ts'

/** What waits for a second operator. Nothing is shown if nothing waits. */
export function Pending({ projectId, onChanged }: { projectId: string | null; onChanged: () => void }) {
  const decide = useDecide()
  const { value, refresh } = useAnswer(useCallback(() => readPending(projectId), [projectId]))
  const [error, setError] = useState<string>()
  const changed = () => {
    void refresh()
    onChanged()
  }
  if (!value?.actions.length) return null
  return (
    <Section title="Waiting for a second signature">
      {error && <Notice kind="danger">{error}.</Notice>}
      <ul className="console-trail">
        {value.actions.map(({ id, operator, action, reason, isOwn, expiresAt }) => (
          <li key={id} className="console-trail-row">
            <strong>{action}</strong>
            <p className="console-hint">
              {operator} has signed{reason && `: ${reason}`}. It expires <When at={expiresAt} />.
            </p>
            <div className="console-remote-buttons">
              {isOwn ? (
                <span className="console-hint">Another operator has to sign.</span>
              ) : (
                <Button
                  className="console-primary console-small"
                  onPress={() =>
                    decide({
                      projectId: null,
                      decision: { kind: 'approve', actionId: id },
                      says: `You sign as the second operator: ${action}.`,
                      onDone: changed,
                    })
                  }
                >
                  Approve
                </Button>
              )}
              <Button
                className="console-quiet"
                onPress={() =>
                  void refuse(id)
                    .then(changed)
                    .catch((thrown: unknown) => setError(thrown instanceof ApiError ? thrown.message : String(thrown)))
                }
              >
                {isOwn ? 'Withdraw' : 'Refuse'}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
