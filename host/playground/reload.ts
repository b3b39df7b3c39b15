/** Only on the page of `npm run dev`: loads it again when something has been built. */
new EventSource('/built').addEventListener('message', () => location.reload())
