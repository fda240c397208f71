/** The style of the phone's page, light and dark. On a small screen the phone fills the screen. */
export const phoneStyle = `
:root {
  color-scheme: light dark;
  --page: radial-gradient(120% 90% at 50% 0, #f1f5f2, #d3ddd7);
  --body: #10201a; --screen: #f5f8f6; --sheet: #fff; --line: #dbe4df;
  --text: #12211a; --muted: #55665d; --accent: #145c43; --on-accent: #fff;
  --card: linear-gradient(145deg, #1d7a5a, #0d4231); --on-card: #fff;
  --field: #fff; --warn: #fff3d1; --on-warn: #664600; --problem: #a1222a;
  --shade: rgb(9 20 15 / .45); --shadow: 0 30px 80px rgb(9 30 20 / .28);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: radial-gradient(120% 90% at 50% 0, #17221d, #060a08);
    --body: #2b3531; --screen: #101714; --sheet: #1a2420; --line: #2c3a34;
    --text: #e9f1ed; --muted: #9fb1a8; --accent: #3fc294; --on-accent: #04150d;
    --card: linear-gradient(145deg, #1a7353, #0b3a2b); --on-card: #fff;
    --field: #18211d; --warn: #3b2f0d; --on-warn: #ffdc94; --problem: #ff9a9a;
    --shade: rgb(0 0 0 / .6); --shadow: 0 30px 80px rgb(0 0 0 / .6);
  }
}
* { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
html { min-height: 100%; background: var(--page) fixed }
body {
  min-height: 100dvh; display: grid; place-items: center; padding: 24px; color: var(--text);
  font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  -webkit-font-smoothing: antialiased;
}
button, input, select { font: inherit; color: inherit }
button, select, label.quiet { cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.hidden, #picture { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
label.quiet:focus-within { outline: 3px solid var(--accent); outline-offset: 2px }
.phone {
  position: relative; width: min(390px, 100%); height: min(812px, calc(100dvh - 48px)); min-height: 560px;
  display: flex; flex-direction: column; overflow: hidden;
  background: var(--screen); border-radius: 54px;
  border: 11px solid var(--body); box-shadow: var(--shadow), inset 0 0 0 1px var(--line);
}
.bar { flex: none; display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; padding: 12px 24px 6px; font-size: 14px; font-weight: 600; font-variant-numeric: tabular-nums }
.bar svg { justify-self: end }
.island { width: 96px; height: 26px; border-radius: 13px; background: var(--body) }
.home { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 10px 20px 34px; display: flex; flex-direction: column; gap: 18px }
header { display: flex; align-items: center; justify-content: space-between; gap: 12px }
h1 { font-size: 28px; font-weight: 700; letter-spacing: -.02em }
h2 { font-size: 15px; font-weight: 600 }
.chip { min-width: 0; max-width: 60% }
select { max-width: 100%; padding: 8px 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--field); text-overflow: ellipsis }
.card { padding: 20px; border-radius: 24px; background: var(--card); color: var(--on-card); display: grid; gap: 8px; box-shadow: 0 12px 28px rgb(13 66 49 / .25) }
[data-loading] :is(.chip, .card) { visibility: hidden }
.card-title { font-weight: 600 }
.address { font: 500 14px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
.note { font-size: 12.5px; opacity: .85 }
.scan { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px }
.scan > label { font-weight: 600 }
.field { display: flex; gap: 8px }
.field input { flex: 1; width: 0; min-width: 0; padding: 12px 14px; border: 1px solid var(--line); border-radius: 16px; background: var(--field) }
.field input::placeholder { color: var(--muted); opacity: 1 }
button, label.quiet { border: 0; border-radius: 16px; padding: 12px 16px; font-weight: 600; text-align: center; transition: filter .15s, transform .1s }
button:active { transform: scale(.98) }
button:disabled { opacity: .55; cursor: default }
.primary { background: var(--accent); color: var(--on-accent) }
.secondary { background: transparent; box-shadow: inset 0 0 0 1.5px var(--line) }
.primary:hover:enabled, .secondary:hover:enabled { filter: brightness(1.07) }
.quiet { background: transparent; color: var(--accent); padding: 8px 4px; font-size: 14px }
.pictures { display: flex; gap: 12px }
video { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: 18px; background: #000 }
.status, .problem { font-size: 14px }
.status:empty, .problem:empty { display: none }
.status { color: var(--muted) }
.problem { color: var(--problem); overflow-wrap: anywhere }
.sessions { list-style: none; padding: 0; display: grid; gap: 10px; margin-top: 10px }
.sessions:empty { display: none }
.sessions li { display: flex; align-items: center; gap: 12px; padding: 12px; border-radius: 18px; background: var(--field); box-shadow: inset 0 0 0 1px var(--line) }
.sessions li > div { flex: 1; min-width: 0 }
.name { font-weight: 600; overflow-wrap: anywhere }
.site { font-size: 13px; color: var(--muted); overflow-wrap: anywhere }
.empty { margin-top: 6px; color: var(--muted) }
.sessions:not(:empty) + .empty { display: none }
.badge { flex: none; width: 42px; height: 42px; border-radius: 13px; display: grid; place-items: center; font-size: 18px; font-weight: 700; color: #fff; background: #145c43 }
footer { margin-top: auto; font-size: 14px; color: var(--muted) }
footer label { display: flex; align-items: center; justify-content: space-between; gap: 12px }
footer select { padding: 6px 10px; color: var(--text) }
.shade { position: absolute; inset: 0; display: flex; align-items: flex-end; background: var(--shade); backdrop-filter: blur(3px); animation: fade .2s }
.sheet { width: 100%; max-height: 90%; display: flex; flex-direction: column; gap: 14px; padding: 22px 20px 30px; background: var(--sheet); border-radius: 34px 34px 42px 42px; animation: rise .28s cubic-bezier(.2, .8, .2, 1) }
.who { display: flex; align-items: center; gap: 12px; min-width: 0 }
.who > div { min-width: 0 }
.sheet h2 { font-size: 22px; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; outline: none }
dl { min-height: 0; overflow-y: auto; overscroll-behavior: contain; border-radius: 20px; background: var(--screen); padding: 4px 16px }
dl > div { padding: 11px 0; border-bottom: 1px solid var(--line) }
dl > div:last-child { border-bottom: 0 }
dl > .beware { margin: 8px -8px; padding: 11px 12px; border: 0; border-radius: 14px; background: var(--warn); color: var(--on-warn) }
.beware dt { color: inherit; font-weight: 700 }
dt { font-size: 12.5px; color: var(--muted) }
dd { overflow-wrap: anywhere; white-space: pre-wrap }
dd.code { font: 500 13.5px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace }
.more { font-size: 13px; color: var(--muted); text-align: center }
.more:empty { display: none }
.answers { flex: none; display: grid; grid-template-columns: 1fr 1fr; gap: 10px }
.answers button { padding: 15px }
.pill { position: absolute; bottom: 8px; left: 50%; translate: -50%; width: 128px; height: 5px; border-radius: 3px; background: currentColor; opacity: .35; pointer-events: none }
@keyframes rise { from { transform: translateY(40%); opacity: 0 } }
@keyframes fade { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important } }
@media (max-width: 480px), (max-height: 560px) {
  body { padding: 0; display: block }
  .phone { width: 100%; height: 100dvh; min-height: 0; border: 0; border-radius: 0; box-shadow: none }
  .bar, .pill { display: none }
  .sheet { border-radius: 28px 28px 0 0 }
}
`
