/** The style of the Safe's page, light and dark. */
export const safeStyle = `
:root { color-scheme: light dark; --page: #f4f4f4; --card: #fff; --text: #121312; --muted: #5f6261; --accent: #0b6b3a; --on-accent: #fff; --line: #dcdee0 }
@media (prefers-color-scheme: dark) {
  :root { --page: #121312; --card: #1c1c1c; --text: #fff; --muted: #a1a3a7; --accent: #12ff80; --on-accent: #121312; --line: #303033 }
}
* { box-sizing: border-box; margin: 0 }
body { height: 100dvh; display: flex; flex-direction: column; background: var(--page); color: var(--text); font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
header { padding: 12px 20px; display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; border-bottom: 1px solid var(--line); background: var(--card) }
h1 { font-size: 18px }
h2 { font-size: 17px; margin-bottom: 4px }
#address { font: 500 13px/1.4 ui-monospace, Menlo, monospace; overflow-wrap: anywhere }
.note, #site { color: var(--muted); font-size: 13px }
iframe { flex: 1; min-height: 0; width: 100%; border: 0; background: var(--page) }
dialog { margin: auto; width: min(420px, calc(100vw - 32px)); padding: 20px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); color: var(--text) }
dialog::backdrop { background: rgb(0 0 0 / .5) }
dl { margin: 16px 0; display: grid; gap: 10px }
dt { color: var(--muted); font-size: 13px }
dd { margin: 0; overflow-wrap: anywhere }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 12px }
button { min-height: 44px; font: 600 15px/1 inherit; border: 1px solid var(--line); border-radius: 10px; background: none; color: inherit; cursor: pointer }
#approve { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`
