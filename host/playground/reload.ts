/** Only on the page of `npm run dev`: reloads after each build. */
new EventSource('/built').addEventListener('message', () => location.reload())
