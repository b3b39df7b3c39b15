import { type ActionAnswer, type Decision, isDangerous } from '@portico/contracts/services/operators'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components'
import { ApiError, propose } from './api.ts'
import { Notice, SignedText } from './parts.tsx'
import { signAction } from './passkeys.ts'

export interface Request {
  /** `null` for a decision about operators. */
  readonly projectId: string | null
  readonly decision: Decision
  /** What happens, in one sentence. */
  readonly says: string
  /** Accepts what is not configured or not published yet. */
  readonly force?: boolean
  readonly onDone?: (answer: ActionAnswer & { status: 'done' }) => void
}

type Decide = (request: Request) => void

const DecideContext = createContext<Decide>(() => {})

/** Makes a decision: at once, or on a sheet where its text is read and signed. */
export const useDecide = () => useContext(DecideContext)

const sentenceOf = (thrown: unknown) => (thrown instanceof ApiError ? thrown.message : String(thrown))

export function DecideProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<Request>()
  const [said, setSaid] = useState<{ kind: 'danger' | 'positive'; text: string }>()
  const finish = useCallback((from: Request, answer: ActionAnswer) => {
    if (answer.status === 'pending') {
      setSaid({ kind: 'positive', text: 'Signed. It takes effect when a second operator has signed, within a day' })
    }
    if (answer.status === 'done') {
      setSaid({ kind: 'positive', text: 'Done' })
      from.onDone?.(answer)
    }
    setRequest(undefined)
  }, [])
  const decide = useCallback<Decide>(
    (next) => {
      setSaid(undefined)
      if (isDangerous(next.decision)) return setRequest(next)
      propose(next.projectId, next.decision, next.force ? { force: true } : {})
        .then((answer) => finish(next, answer))
        .catch((thrown: unknown) => setSaid({ kind: 'danger', text: sentenceOf(thrown) }))
    },
    [finish],
  )
  const sheet = useMemo(
    () => request && <Sheet request={request} onDone={finish} onClose={() => setRequest(undefined)} />,
    [request, finish],
  )
  return (
    <DecideContext.Provider value={decide}>
      {children}
      {sheet}
      <div className="console-said" aria-live="polite">
        {said && (
          <p className="console-said-text" data-kind={said.kind}>
            {said.text}.
            <Button className="console-quiet" onPress={() => setSaid(undefined)}>
              Close
            </Button>
          </p>
        )}
      </div>
    </DecideContext.Provider>
  )
}

interface SheetProps {
  readonly request: Request
  readonly onDone: (request: Request, answer: ActionAnswer) => void
  readonly onClose: () => void
}

/** First the reason, then the whole text that is signed. */
function Sheet({ request, onDone, onClose }: SheetProps) {
  const [reason, setReason] = useState('')
  const [prepared, setPrepared] = useState<ActionAnswer & { status: 'sign' }>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { projectId, decision, says, force } = request
  const isReasonNeeded = decision.kind === 'kill'

  const attempt = async (work: () => Promise<ActionAnswer>) => {
    setBusy(true)
    setError(undefined)
    try {
      const answer = await work()
      if (answer.status === 'sign') setPrepared(answer)
      else onDone(request, answer)
    } catch (thrown) {
      setError(sentenceOf(thrown))
    } finally {
      setBusy(false)
    }
  }
  const more = { ...(reason.trim() && { reason: reason.trim() }), ...(force && { force }) }
  const go = () => attempt(() => (prepared ? signAction(prepared) : propose(projectId, decision, more)))
  return (
    <ModalOverlay className="console-overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="console-sheet">
        <Dialog className="console-sheet-dialog">
          <div className="console-sheet-band">
            <Heading slot="title">{prepared ? 'Read and sign' : 'Are you sure?'}</Heading>
          </div>
          <form
            className="console-sheet-body"
            onSubmit={(event) => {
              event.preventDefault()
              void go()
            }}
          >
            <p className="console-hint">{says}</p>
            {prepared ? (
              <SignedText label="The text that you sign" text={prepared.text} />
            ) : (
              <TextField
                className="console-field"
                value={reason}
                onChange={setReason}
                isRequired={isReasonNeeded}
                autoFocus
                maxLength={500}
              >
                <Label>{isReasonNeeded ? 'Reason' : 'Reason (optional)'}</Label>
                <Input />
              </TextField>
            )}
            {error && <Notice kind="danger">{error}.</Notice>}
            <div className="console-sheet-buttons">
              <Button className="console-secondary" onPress={onClose}>
                Cancel
              </Button>
              <Button
                className="console-primary"
                type="submit"
                isDisabled={isBusy || (isReasonNeeded && !reason.trim())}
              >
                {prepared ? 'Sign with your passkey' : 'Continue'}
              </Button>
            </div>
            {isReasonNeeded && !reason.trim() && (
              <p className="console-hint">A kill needs a reason, for the audit trail.</p>
            )}
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
