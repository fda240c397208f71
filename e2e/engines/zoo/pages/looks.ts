import { header, spot, type ZooPage } from "../ZooPage.ts"

/** Resets, frameworks and other style sheets that reach what they do not know. */
export const looksPages: readonly ZooPage[] = [
  { name: "a page with Meyer's reset", styles: ["reset-css/reset.css"] },
  { name: "a page with normalize.css", styles: ["normalize.css/normalize.css"] },
  {
    name: "a page that unsets everything",
    css: "*, *::before, *::after { all: unset } p { display: block }",
  },
  { name: "a page of Bootstrap", styles: ["bootstrap/dist/css/bootstrap.css"] },
  {
    name: "a page below an open modal of Bootstrap",
    styles: ["bootstrap/dist/css/bootstrap.css"],
    body: `class="modal-open" style="overflow: hidden; padding-right: 15px;"`,
    content: `<main><p id="line">The line</p></main><div class="modal-backdrop fade show"></div><div class="modal fade show d-block" tabindex="-1"><div class="modal-dialog"><div class="modal-content">${spot}</div></div></div>`,
  },
  { name: "a page with Tailwind's preflight", styles: ["tailwindcss/preflight.css"] },
  {
    name: "a page of Ionic, whose body does not scroll",
    styles: ["@ionic/core/css/core.css", "@ionic/core/css/normalize.css", "@ionic/core/css/structure.css"],
    css: "main { position: fixed; inset: 60px 0 0; overflow: auto }",
  },
  {
    name: "a page of MUI with its baseline",
    content: `${header}<div id="root"></div><main><p id="line">The line</p></main>`,
    bundle: `import { createElement as h } from "react"
import { createRoot } from "react-dom/client"
import { CssBaseline, Button, ThemeProvider, createTheme } from "@mui/material"
const theme = createTheme({ palette: { mode: "dark" } })
createRoot(document.getElementById("root")).render(h(ThemeProvider, { theme }, h(CssBaseline, { enableColorScheme: true }), h(Button, null, "Buy")))`,
  },
  { name: "a page with a root font of 62.5 %", css: "html { font-size: 62.5% } body { font-size: 1.6rem }" },
  { name: "a page that animates every change", css: "* { transition: all 0.3s ease !important }" },
  {
    name: "a page without selection and with a scrollbar of its own",
    css: "* { user-select: none; -webkit-user-select: none; scrollbar-width: none } ::-webkit-scrollbar { width: 3px }",
  },
  {
    name: "a page with a huge z-index",
    css: "main { position: relative; z-index: 2147483646 } header { z-index: 2147483647 !important }",
  },
  {
    name: "a dark page",
    html: `class="dark" style="color-scheme: dark;"`,
    css: "html { background: #111; color: #eee }",
  },
  { name: "a page that is read from right to left", html: `dir="rtl"` },
  { name: "a page whose body alone is read from right to left", body: `dir="rtl"` },
  {
    name: "a page that is written from top to bottom",
    css: "body { writing-mode: vertical-rl; max-height: 100vh } main { display: none } header { writing-mode: horizontal-tb; width: 800px }",
  },
  {
    name: "a page of Pico, which styles dialogs and buttons by name",
    styles: ["@picocss/pico/css/pico.css"],
  },
  {
    name: "a page whose lowest layer is important",
    content: `${header}<main><p id="line">The line</p></main>`,
    css: "@layer reset { *, ::before, ::after { all: revert !important; opacity: 0.99 !important } body > *, html > :not(head, body), dialog, [popover], wmodal-host { display: none !important; visibility: hidden !important } header, main { display: block !important; visibility: visible !important } }",
  },
  {
    name: "a page that hides what is not defined and what it does not know",
    css: ":not(:defined) { display: none !important; visibility: hidden } html > :not(head, body), body > :not(header, main) { display: none !important; opacity: 0 !important } dialog, ::backdrop { display: none !important }",
  },
  {
    name: "a page that is hidden until its test of variants is chosen",
    html: `class="async-hide"`,
    css: ".async-hide body { opacity: 0 !important }",
  },
  {
    name: "a page that inverts its colours for the dark",
    css: "html { filter: invert(1) hue-rotate(180deg); background: #fff } img { filter: invert(1) }",
  },
  {
    name: "a page with boxes, fonts and colours of its own by force",
    css: "* { box-sizing: content-box !important; max-width: 100% !important; min-width: 0 !important; margin: 0 !important; line-height: 1 !important; color: #400 !important; font: 11px serif !important; animation: none !important; border-radius: 0 !important; outline: 0 !important }",
  },
  {
    name: "a page that hides all but its print",
    css: "@media screen { body { font-family: fantasy } } @media print { body * { visibility: hidden } } body::before { content: ''; display: block; height: 10px }",
  },
]
