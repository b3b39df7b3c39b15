import { useState } from 'react'
import { Button } from 'react-aria-components'
import { ApiError } from './api.ts'
import { Notice } from './parts.tsx'
import { join, signIn } from './passkeys.ts'

interface SignInProps {
  /** The secret of an invitation, from the address. */
  readonly invitation?: string
  readonly onSignedIn: () => void
}

/** One question: who are you? */
export function SignIn({ invitation, onSignedIn }: SignInProps) {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await (invitation ? join(invitation) : signIn())
      onSignedIn()
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown.message : 'This browser cannot use passkeys')
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="console-door">
      <div className="console-card">
        <h1>{invitation ? 'Join the console' : 'Portico console'}</h1>
        <p className="console-hint">
          {invitation
            ? 'Create a passkey on this device. You sign in with it, and it signs what you decide.'
            : 'Sign in with the passkey that you created when you joined.'}
        </p>
        <Button className="console-primary" isDisabled={isBusy} onPress={() => void enter()}>
          {invitation ? 'Create a passkey' : 'Sign in with a passkey'}
        </Button>
        {error && <Notice kind="danger">{error}.</Notice>}
        {!invitation && (
          <p className="console-hint">
            New here? Ask an operator for an invitation. The first one is made with
            <code>npm run project -- operators invite &lt;name&gt; releaser</code>
          </p>
        )}
      </div>
    </main>
  )
}
