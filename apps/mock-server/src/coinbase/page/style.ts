/** The style of the pop-up, light and dark. */
export const coinbaseStyle = `
:root { color-scheme: light dark; --page: #fff; --text: #0a0b0d; --muted: #5b616e; --accent: #0052ff; --on-accent: #fff; --line: #dee1e6 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0a0b0d; --text: #fff; --muted: #a1a8b5; --accent: #578bfa; --on-accent: #0a0b0d; --line: #32353d }
}
* { box-sizing: border-box; margin: 0 }
body { background: var(--page); color: var(--text); font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { padding: 20px; display: grid; gap: 12px }
h1 { font-size: 18px }
h2 { font-size: 17px }
.note, #site, #status { color: var(--muted); font-size: 13px }
dl { display: grid; gap: 10px }
dt { color: var(--muted); font-size: 13px }
dd { margin: 0; overflow-wrap: anywhere }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
button { min-height: 44px; font: 600 15px/1 inherit; border: 1px solid var(--line); border-radius: 22px; background: none; color: inherit; cursor: pointer }
button[hidden] { display: none }
#approve { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`
