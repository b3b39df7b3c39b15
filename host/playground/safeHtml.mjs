/**
 * The page of the local Safe. Its script fills the frame.
 * @param {{ settings: object, scripts: readonly string[] }} parts
 */
export const safeHtml = ({ settings, scripts }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local Safe</title>
<link rel="icon" href="data:,">
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
${scripts.map((script) => `<script src="${script}" defer></script>`).join('\n')}
</head>
<body>
<h1>Local Safe</h1>
<iframe title="The app" data-testid="safe-app" width="1000" height="700" allow="clipboard-read; clipboard-write"></iframe>
<pre data-testid="safe-log"></pre>
</body>
</html>
`
