import type { OperatorSession } from '@portico/contracts/services/operators'
import { useCallback, useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { readProjects, readSession, signOut } from './api.ts'
import { DecideProvider } from './Decide.tsx'
import { OperatorsPage } from './OperatorsPage.tsx'
import { ProjectPage } from './ProjectPage.tsx'
import { Notice, Waiting } from './parts.tsx'
import { ReleasesPage } from './ReleasesPage.tsx'
import { SignIn } from './SignIn.tsx'
import { useAnswer } from './useAnswer.ts'

const readPlace = () => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)

/** The place in the address, such as `#/project/<id>/audit`. */
function usePlace(): readonly string[] {
  const [place, setPlace] = useState(readPlace)
  useEffect(() => {
    const follow = () => setPlace(readPlace())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

/** One page for operators: signed out, joining, or at work. */
export function App() {
  const { value: session, error, refresh } = useAnswer(readSession)
  const place = usePlace()
  const [first = ''] = place
  const invitation = first.startsWith('invitation=') ? first.slice('invitation='.length) : undefined
  const enter = useCallback(() => {
    if (location.hash.startsWith('#invitation=')) location.hash = ''
    void refresh()
  }, [refresh])

  if (invitation || error?.code === 'operator.session') {
    return <SignIn {...(invitation && { invitation })} onSignedIn={enter} />
  }
  if (error && !session) return <Notice kind="danger">{error.message}.</Notice>
  if (!session) return <Waiting />
  return <Work session={session} place={place} onSignedOut={() => void refresh()} />
}

interface WorkProps {
  readonly session: OperatorSession
  readonly place: readonly string[]
  readonly onSignedOut: () => void
}

function Work({ session, place, onSignedOut }: WorkProps) {
  const { value, error } = useAnswer(readProjects)
  const [first = 'project', chosen, tab = 'remotes'] = place
  const projects = value?.projects ?? []
  const projectId = chosen ?? projects[0]?.id
  const leave = () => void signOut().finally(onSignedOut)
  const isAt = (name: string) => (first === name ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <DecideProvider>
      <header className="console-bar">
        <a className="console-bar-brand" href="#/">
          Portico console
        </a>
        <nav className="console-bar-nav" aria-label="Console">
          <a href={`#/project/${projectId ?? ''}`} {...isAt('project')}>
            Projects
          </a>
          <a href="#/releases" {...isAt('releases')}>
            Releases
          </a>
          <a href="#/operators" {...isAt('operators')}>
            Operators
          </a>
        </nav>
        <div className="console-bar-person">
          <span className="console-bar-name">{session.name}</span>
          <Button className="console-quiet" onPress={leave}>
            Sign out
          </Button>
        </div>
      </header>
      <main className="console-work">
        {error && <Notice kind="danger">{error.message}. What is shown may be old.</Notice>}
        {first === 'releases' && <ReleasesPage />}
        {first === 'operators' && <OperatorsPage session={session} projects={projects} />}
        {first === 'project' &&
          (projectId ? (
            <ProjectPage key={projectId} id={projectId} tab={tab} projects={projects} session={session} />
          ) : (
            value && <p className="console-hint">There is no project yet: “npm run project -- create” makes one.</p>
          ))}
      </main>
    </DecideProvider>
  )
}
