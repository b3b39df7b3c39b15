import type { Decision } from '@portico/contracts/services/operators'
import type { Operator } from './operators.ts'

interface Parts {
  readonly id: string
  readonly consoleOrigin: string
  readonly projectId: string | null
  readonly operator: Operator
  /** The decision in words. */
  readonly action: string
  readonly decision: Decision
  readonly reason?: string | undefined
  readonly at: Date
  /** The text that the first operator has signed, for an approval. */
  readonly nested?: string | undefined
}

/**
 * The text of an action, whose SHA-256 an operator's passkey signs. It names everything that the action depends on, and
 * an id, so that no signature is valid for another action. All parts are single lines.
 */
export function actionText({ id, consoleOrigin, projectId, operator, action, decision, reason, at, nested }: Parts) {
  return [
    'Portico operator action',
    `console: ${consoleOrigin}`,
    `project: ${projectId ?? 'all'}`,
    `operator: ${operator.name} (${operator.id})`,
    `action: ${action}`,
    `decision: ${JSON.stringify(decision)}`,
    `reason: ${reason ?? '-'}`,
    `time: ${at.toISOString()}`,
    `id: ${id}`,
    ...(nested === undefined ? [] : ['approves:', ...nested.split('\n').map((line) => `> ${line}`)]),
  ].join('\n')
}
