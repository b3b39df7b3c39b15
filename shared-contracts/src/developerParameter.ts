/**
 * The parameter in the fragment of a page's address that asks for a developer's remote, and the name under which the tab
 * remembers what its person has allowed. Apart from the schemas, because the shell needs nothing else.
 */
export const DEVELOPER_PARAMETER = 'portico-dev'
