import type { Releases } from '@portico/contracts/services/operators'
import { readReleases } from './api.ts'
import { Notice, Section, Tag, Waiting, When } from './parts.tsx'
import { useAnswer } from './useAnswer.ts'

const DAY_MS = 86_400_000
/** Time to sign again before browsers stop accepting the index. */
const WARN_MS = 7 * DAY_MS

/** What may run: the signed release index, its keys and its end. */
export function ReleasesPage() {
  const { value, error } = useAnswer(readReleases)
  return (
    <>
      <h1>Releases</h1>
      {error && <Notice kind="danger">{error.message}.</Notice>}
      {!value && !error && <Waiting />}
      {value?.index === null && (
        <p className="console-hint">The services do not know where the release index is; set RELEASE_INDEX_URL.</p>
      )}
      {value?.index && <Index index={value.index} />}
    </>
  )
}

function Expiry({ notAfter }: { notAfter: string }) {
  const left = Date.parse(notAfter) - Date.now()
  if (!(left > 0)) return <Tag kind="danger">Expired</Tag>
  return left < WARN_MS ? <Tag kind="caution">Ends soon: sign again</Tag> : <Tag kind="positive">Valid</Tag>
}

function Index({ index }: { index: Releases }) {
  return (
    <>
      <Section title="Release index" aside={<Expiry notAfter={index.notAfter} />}>
        <dl className="console-facts">
          <dt>Serial</dt>
          <dd>{index.serial}</dd>
          <dt>Signed</dt>
          <dd>
            <When at={index.issuedAt} />
          </dd>
          <dt>Valid until</dt>
          <dd>
            <When at={index.notAfter} />
          </dd>
          <dt>Keys</dt>
          <dd>
            {index.keyIds.map((key) => (
              <code key={key}>{key} </code>
            ))}
          </dd>
          <dt>For</dt>
          <dd>{index.audience.join(', ') || 'any host'}</dd>
        </dl>
        <p className="console-hint">Browsers check the signatures. The services only read what can be chosen.</p>
      </Section>
      <Section title="Shells">
        <ul>
          {index.shells.map(({ version, isRevoked }) => (
            <li key={version}>
              {version} {isRevoked && <Tag kind="danger">Withdrawn</Tag>}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Remotes">
        <table className="console-table">
          <thead>
            <tr>
              <th scope="col">Remote</th>
              <th scope="col">Versions</th>
              <th scope="col">Channels</th>
            </tr>
          </thead>
          <tbody>
            {index.remotes.map(({ id, versions, channels }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>{versions.join(', ')}</td>
                <td>
                  {Object.entries(channels)
                    .map(([name, list]) => `${name}: ${list.join(', ') || 'empty'}`)
                    .join('; ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  )
}
