const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" fill="none">
<rect width="96" height="96" rx="22" fill="#274d3d"/>
<path d="M22 76V46a26 26 0 0 1 52 0v30H62V46a14 14 0 0 0-28 0v30Z" fill="#f4efe4"/>
<circle cx="48" cy="68" r="8" fill="#e7a74e"/>
</svg>`

/** An arch with a coin in it. */
export const icon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
