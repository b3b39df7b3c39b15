import { fullName, PEOPLE, type Person, typedPerson } from './people.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const addressOf = ({ email, isVerified }: Person) =>
  email === null ? 'no address' : `${email}, ${isVerified ? 'confirmed' : 'not confirmed'}`

/** The one page of all providers. Its form posts to its own address. */
export const signInPage = (provider: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in: ${escaped(provider)}, on this machine</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 2rem auto; padding: 0 1rem }
  button, input[type=text], input[type=email] { font: inherit; width: 100%; box-sizing: border-box; min-height: 2.75rem; margin: .25rem 0 }
</style>
<h1>${escaped(provider)}</h1>
<p>A stand-in for development. Nobody is asked for a password.</p>
<form method="post">
${PEOPLE.map((person) => `  <button name="person" value="${person.key}">${escaped(fullName(person))} (${escaped(addressOf(person))})</button>`).join('\n')}
</form>
<form method="post">
  <h2>Someone else</h2>
  <label>Name <input type="text" name="name" autocomplete="off"></label>
  <label>Email address <input type="email" name="email" autocomplete="off"></label>
  <label><input type="checkbox" name="isVerified" value="yes" checked> The address is confirmed</label>
  <button name="person" value="typed">Sign in</button>
</form>
<form method="post"><button name="deny" value="yes">Deny</button></form>
</html>
`

/** The user's choice; undefined if the form is not from the page. */
export function readAnswer(form: URLSearchParams): Person | 'denied' | undefined {
  if (form.has('deny')) return 'denied'
  const key = form.get('person')
  if (key !== 'typed') return PEOPLE.find((person) => person.key === key)
  const [email = '', name = ''] = ['email', 'name'].map((field) => form.get(field)?.trim())
  return email || name ? typedPerson(email, name, form.get('isVerified') === 'yes') : undefined
}
