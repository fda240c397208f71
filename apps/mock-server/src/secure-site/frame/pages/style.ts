/** Safari 16.4 and Chrome 111 have no `light-dark()`. */
const lightColors = `color-scheme: light;
  --page: #fff; --text: #10141f; --muted: #565f70; --field: #8a93a5; --behind: #e9ebf0;
  --accent: oklch(53.9% .19 262); --on-accent: #fff; --warn: #fff1d6; --on-warn: #5f4100;
  --bad: oklch(50% .19 25); --ok: oklch(45% .12 160);`
const darkColors = `color-scheme: dark;
  --page: #12151c; --text: #f2f4f8; --muted: #a0a8b8; --field: #6b7486; --behind: #0a0c11;
  --accent: oklch(70% .16 262); --on-accent: #10141f; --warn: #3a2d0f; --on-warn: #ffdc94;
  --bad: oklch(76% .14 25); --ok: oklch(78% .15 160);`

/** The style of all pages, light and dark. In the frame, the embedding page sets theme, background and accent. */
export const frameStyle = `
:root {
  ${lightColors}
  --raised: color-mix(in oklab, var(--text) 4%, var(--page)); --raised-2: color-mix(in oklab, var(--text) 8%, var(--page));
  --line: color-mix(in oklab, var(--text) 10%, transparent);
}
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${darkColors} } }
[data-theme="dark"] { ${darkColors} }
* { box-sizing: border-box; margin: 0 }
[hidden] { display: none !important }
body {
  color: var(--text); font: 400 16px/1.5 Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
button, input { font: inherit; color: inherit }
button { cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
h1:focus { outline: none }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
h1 { font-size: 20px; line-height: 1.3; font-weight: 700; letter-spacing: -.01em; text-align: center; text-wrap: balance }
h2 { font-size: 14px; font-weight: 600; color: var(--muted) }
.muted { color: var(--muted) }
.small { font-size: 14px }
.badge { flex: none; width: 44px; height: 44px; border-radius: 14px; display: grid; place-items: center; font-size: 18px; font-weight: 700; color: #fff; background: #334 }
button, .button { min-height: 52px; padding: 8px 16px; border: 0; border-radius: 16px; font-weight: 600; text-align: center }
button:active:enabled:not([aria-disabled="true"]) { transform: scale(.99) }
button:disabled, button[aria-disabled="true"]:not(.filling) { opacity: .45; cursor: default }
.primary { background: var(--accent); color: var(--on-accent) }
.secondary { background: var(--raised-2) }
.filling { position: relative; overflow: hidden; color: var(--text); background: color-mix(in oklab, var(--accent) 22%, var(--page)) }
.filling::after { content: attr(data-label) / ""; position: absolute; inset: 0; display: grid; place-items: center; background: var(--accent); color: var(--on-accent); clip-path: inset(0 100% 0 0) }
.filling[aria-disabled="true"] { cursor: default }
input[aria-disabled="true"] { opacity: .45 }
@media (hover: hover) {
  .primary:hover:enabled:not([aria-disabled="true"]) { filter: brightness(.94) }
  .secondary:hover:enabled, .person:hover:enabled:not([aria-disabled="true"]) { background: color-mix(in oklab, var(--text) 5%, var(--raised-2)) }
}
.code { font: 500 14px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace }
.spinner { width: 44px; height: 44px; border-radius: 50%; border: 3px solid var(--raised-2); border-top-color: var(--accent); animation: turn .9s linear infinite }
@keyframes turn { to { rotate: 1turn } }
@keyframes rise { from { translate: 0 8px; opacity: 0 } }
.too-small { position: fixed; inset: 0 0 auto; padding: 8px; background: var(--warn); color: var(--on-warn); font-size: 14px; text-align: center }

body.frame { background: transparent }
.approval, .working { min-height: 100dvh; background: var(--page); padding: 20px 16px 16px; display: flex; flex-direction: column; gap: 16px }
.approval { max-height: 100dvh }
.approval > * { flex: none }
.working { align-items: center; justify-content: center; color: var(--muted) }
.asker { display: flex; align-items: center; gap: 12px; padding: 12px; border-radius: 16px; background: var(--raised) }
.asker > div { min-width: 0 }
.origin { font-weight: 700 }
.name { font-size: 14px; color: var(--muted) }
.name:empty, .more:empty { display: none }
.details { flex: 0 1 auto; min-height: 96px; overflow-y: auto; overscroll-behavior: contain; display: flex; flex-direction: column; gap: 8px; border-radius: 16px; scrollbar-width: thin }
.details > * { flex: none }
.approval .lines { background: var(--raised) }
.acts { display: flex; flex-direction: column; gap: 8px }
.act { padding: 12px 14px; border-radius: 16px; background: var(--warn); color: var(--on-warn); font-size: 14px }
.act h2 { color: inherit; font-size: 15px; font-weight: 700 }
.act label { display: flex; gap: 12px; align-items: center; min-height: 44px; margin-top: 4px; font-weight: 600; cursor: pointer }
.act input { flex: none; width: 22px; height: 22px; min-height: 0; margin: 0; padding: 0; accent-color: var(--on-warn) }
.scroll { max-height: 180px; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin }
.lines { padding: 4px 16px; border-radius: 16px; font-size: 15px }
.lines > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 9px 0; border-bottom: 1px solid var(--line) }
.lines > .long { display: block }
.lines > div:last-child { border-bottom: 0 }
.lines > .beware { margin: 8px -8px; padding: 10px 12px; border: 0; border-radius: 12px; background: var(--warn); color: var(--on-warn) }
.lines > .beware dt { color: inherit; font-weight: 700 }
dt { font-size: 14px; color: var(--muted) }
dd { white-space: pre-wrap; unicode-bidi: isolate }
.more { font-size: 14px; color: var(--muted); text-align: center }
.covered { margin-top: auto; padding: 10px 12px; border-radius: 16px; background: var(--raised); font-size: 14px; text-align: center; text-wrap: balance }
.answers { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }
.approval .answers { margin-top: auto }
.approval .covered:not([hidden]) + .answers { margin-top: 0; grid-template-columns: auto 1fr }

body.page { min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px; background: var(--behind) }
.card { width: min(400px, 100%); display: flex; flex-direction: column; gap: 16px; padding: 28px 20px 20px; border-radius: 24px; background: var(--page); box-shadow: 0 24px 60px rgb(10 15 30 / .14), 0 0 0 1px var(--line); animation: rise .25s ease-out }
.card.wide { width: min(520px, 100%) }
.card > .badge, .mark { width: 64px; height: 64px; border-radius: 20px; font-size: 28px; justify-self: center; align-self: center }
.head { display: flex; flex-direction: column; gap: 6px; text-align: center }
.head p { color: var(--muted) }
.head b { color: var(--text) }
.stack { display: flex; flex-direction: column; gap: 8px; list-style: none; padding: 0 }
.person { width: 100%; min-height: 60px; display: flex; align-items: center; gap: 12px; padding: 8px 12px; border-radius: 16px; background: var(--raised); text-align: start }
.person span { display: flex; flex-direction: column; min-width: 0; line-height: 1.35 }
.person small { font-weight: 400 }
.facts .code { font-size: 12.5px }
.person .badge { width: 40px; height: 40px; border-radius: 50%; display: grid; font-size: 16px }
.or { display: flex; align-items: center; gap: 12px; font-size: 14px; color: var(--muted) }
.or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--line) }
form { display: flex; flex-direction: column; gap: 8px }
label { font-size: 14px; font-weight: 600 }
input { min-height: 52px; width: 100%; padding: 8px 16px; border: 1px solid var(--field); border-radius: 16px; background: var(--raised) }
input::placeholder { color: var(--muted); opacity: 1 }
.problem { color: var(--bad); font-size: 14px; text-align: center }
.problem:empty, .status:empty { display: none }
.status { color: var(--muted); font-size: 14px; text-align: center }
.note { font-size: 13px; color: var(--muted); text-align: center; text-wrap: balance }
.done { color: var(--ok) }
.facts { padding: 4px 16px; border-radius: 16px; background: var(--raised) }
.facts > div { padding: 10px 0; border-bottom: 1px solid var(--line) }
.facts > div:last-child { border-bottom: 0 }
details { border-radius: 16px; background: var(--raised); padding: 14px 16px }
summary { font-weight: 600; cursor: pointer }
details p { margin-top: 8px; font-size: 14px; color: var(--muted) }
.mail { display: flex; flex-direction: column; gap: 8px; padding: 16px; border-radius: 16px; background: var(--raised) }
.mail .top { display: flex; justify-content: space-between; gap: 12px; font-size: 13px; color: var(--muted) }
.mail .subject { font-weight: 600 }
.mail .digits { font-size: 30px; font-weight: 700; letter-spacing: .18em }
.mail a { color: inherit }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: 2s !important; transition: none !important } .card { animation: none } }
@media (max-width: 430px) { body.page { padding: 0; place-items: stretch; background: var(--page) } .card, .card.wide { width: 100%; border-radius: 0; box-shadow: none } }
@media (forced-colors: active) { button { border: 1px solid } }
`
