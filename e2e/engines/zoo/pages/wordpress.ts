import { header, text, type ZooPage } from "../ZooPage.ts"

/** What WordPress writes into each page's head from a block theme's `theme.json`, in short. */
const blockStyles = `
:root { --wp--preset--spacing--40: 30px; --wp--style--root--padding-left: 30px; --wp--style--block-gap: 1.2rem }
:where(body) { margin: 0 }
.has-global-padding > .alignfull { margin-inline: calc(var(--wp--style--root--padding-left) * -1) }
:where(.wp-site-blocks) > * { margin-block-start: 1.2rem; margin-block-end: 0 }
:root :where(.is-layout-flow) > * { margin-block-start: 1.2rem; margin-block-end: 0 }
body .is-layout-constrained > :where(:not(.alignleft, .alignright, .alignfull)) { max-width: 645px; margin-inline: auto !important }
:where(.wp-site-blocks *:focus) { outline-width: 2px; outline-style: solid }
:root :where(.wp-element-button, button) { background: #111; border-radius: 9999px; padding: 1rem 2.25rem; text-decoration: none }
:root :where(a:where(:not(.wp-element-button))) { text-decoration: underline }
img { height: auto; max-width: 100%; vertical-align: bottom }
html :where(img[class*=wp-image-]) { height: auto; max-width: 100% }
p:empty::before { content: ""; display: inline-block }
p:empty { display: none }
img:is([sizes=auto i], [sizes^="auto," i]) { contain-intrinsic-size: 3000px 1500px }
img.emoji { display: inline !important; border: none !important; height: 1em !important; width: 1em !important; margin: 0 0.07em !important }
`

/** A classic theme with the bar of those who are signed in. */
const classicStyles = `
html, body, div, span, h1, p, a, img, dialog, form, label, button { margin: 0; padding: 0; border: 0; font-size: 100%; vertical-align: baseline }
html { font-size: 87.5%; margin-top: 32px !important; scroll-padding-top: 32px }
* { box-sizing: border-box }
#wpadminbar { position: fixed; inset: 0 0 auto; height: 32px; z-index: 99999; background: #1d2327 }
#wpadminbar * { height: auto; width: auto; margin: 0; text-transform: none; text-indent: 0; direction: ltr }
button, input, select, textarea { max-width: 100%; padding: 6px; margin: 0 0 24px; text-transform: uppercase; letter-spacing: 2px; width: 100% }
button { background: #e05d22 !important; border: none; color: #fff !important; padding: 11px 24px 10px; float: left; min-height: 80px }
input:focus { outline: none }
img { max-width: 100%; height: auto }
p:empty, div:empty { display: none }
.hentry p, main p { margin-bottom: 24px; hyphens: auto }
`

/** Pages of WordPress. */
export const wordPressPages: readonly ZooPage[] = [
  {
    name: "a page of WordPress with a block theme that draws its emoji",
    css: blockStyles,
    body: `class="home wp-embed-responsive"`,
    content: `<div class="wp-site-blocks has-global-padding is-layout-flow">${header}<p id="line" class="is-layout-constrained">Open 🙂 all day 🔥</p><p></p>${text.replace(`id="line"`, "")}</div>`,
    scripts: ["@twemoji/api/dist/twemoji.min.js"],
    // As its script does: texts become pictures as soon as they come into the page.
    script: `
const draw = (node) => twemoji.parse(node, { callback: () => "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" })
draw(document.body)
new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) {
    const one = node.nodeType === Node.TEXT_NODE ? node.parentNode : node
    if (one?.nodeType === Node.ELEMENT_NODE) draw(one)
  }
}).observe(document.documentElement, { childList: true, subtree: true })`,
  },
  {
    name: "a page of WordPress with a classic theme and its bar",
    css: classicStyles,
    body: `class="admin-bar logged-in custom-background"`,
    content: `<div id="page" class="hfeed">${header.replace("top:0", "top:32px")}${text}</div><div id="wpadminbar"><span>Shop</span></div>`,
  },
]
