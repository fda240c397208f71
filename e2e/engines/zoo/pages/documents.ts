import { button, header, text, type ZooPage } from "../ZooPage.ts"

const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src http:",
  "img-src data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "base-uri 'none'",
].join("; ")

/** Headers, languages of the document and scripts that change what is built in. */
export const documentPages: readonly ZooPage[] = [
  {
    name: "a page with a strict policy and trusted types",
    headers: { "content-security-policy": strictPolicy },
    css: "header { position: sticky; top: 0; height: 64px; background: #fd6 }",
    content: `<header id="header">${button} Shop</header>${text}`,
  },
  {
    name: "an isolated page",
    headers: {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "cross-origin",
    },
  },
  {
    name: "a page that loads without credentials what is not its own",
    headers: {
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "cross-origin-embedder-policy": "credentialless",
    },
  },
  {
    name: "a page that its policy puts into a sandbox",
    headers: { "content-security-policy": "sandbox allow-scripts allow-popups" },
    logs: /^\[wmodal\] Storage is blocked or full: nothing is saved\.$/,
  },
  {
    name: "a page whose addresses are relative to another",
    head: `<base href="/elsewhere/" target="_blank">`,
  },
  { name: "a page that can be edited", body: `contenteditable="true" spellcheck="false"` },
  { name: "a page whose body is hidden from assistive technology", body: `aria-hidden="true"` },
  { name: "a page without a viewport", head: "" },
  { name: "a page in quirks mode", doctype: "" },
  {
    name: "a page under SES lockdown",
    withoutAxe: "it replaces methods that are frozen there",
    scripts: ["ses/dist/lockdown.umd.js"],
    script: `lockdown({ errorTaming: "unsafe", consoleTaming: "unsafe", overrideTaming: "severe", domainTaming: "unsafe" })`,
    logs: /^(SES )?Removing (unpermitted )?intrinsics/,
  },
  {
    name: "a page of Next with its announcer",
    content: `<div id="__next">${header}<main><p id="line">The line</p></main></div><next-route-announcer><p aria-live="assertive" id="__next-route-announcer__" role="alert" style="position:absolute;height:1px;width:1px;overflow:hidden;clip:rect(0 0 0 0)"></p></next-route-announcer>`,
    css: "#__next { isolation: isolate; min-height: 150vh } body > :not(#__next) { opacity: 0 }",
  },
]
