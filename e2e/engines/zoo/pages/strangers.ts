import { header, text, type ZooPage } from "../ZooPage.ts"

/** Pages into which widgets, extensions and frameworks bring what is theirs, some while the modal is open. */
export const strangerPages: readonly ZooPage[] = [
  {
    name: "a page that Dark Reader darkens",
    scripts: ["darkreader/darkreader.js"],
    ownMarks: /data-darkreader-\w+="[^"]*" ?/g,
    script: `DarkReader.setFetchMethod(fetch); DarkReader.enable({ brightness: 100, contrast: 90 })`,
  },
  {
    name: "a page that is recorded for replay",
    scripts: ["rrweb/dist/rrweb.umd.min.cjs"],
    script: "globalThis.recorded = []; rrweb.record({ emit: (event) => globalThis.recorded.push(event) })",
  },
  {
    name: "a page in Angular's zone",
    scripts: ["zone.js/bundles/zone.umd.min.js", "zone.js/bundles/webapis-shadydom.umd.min.js"],
  },
  {
    name: "a page of Vue that teleports above everything",
    scripts: ["vue/dist/vue.global.prod.js"],
    content: `<div id="app"></div>`,
    script: `Vue.createApp({
  compilerOptions: { isCustomElement: (tag) => tag.startsWith("wmodal-") },
  data: () => ({ shown: true }),
  template: ${JSON.stringify(`${header}${text}<teleport to="body"><div v-if="shown" style="position:fixed;inset:auto 0 0;height:80px;z-index:2147483647;background:#9cf">Teleported</div></teleport>`)},
}).mount("#app")`,
  },
  {
    name: "a page whose consent banner opens above everything while the modal is open",
    styles: ["vanilla-cookieconsent/dist/cookieconsent.css"],
    scripts: ["vanilla-cookieconsent/dist/cookieconsent.umd.js"],
    css: "#cc-main { z-index: 2147483647 !important }",
    ownMarks: / ?(class="[^"]*"|show--consent|disable--interaction)/g,
    whileOpen: async () => {
      const { CookieConsent } = globalThis as unknown as {
        CookieConsent: { run: (how: object) => Promise<void>; reset: (all: boolean) => void }
      }
      const texts = { title: "Cookies", description: "Take them.", acceptAllBtn: "Accept" }
      await CookieConsent.run({
        disablePageInteraction: true,
        categories: { necessary: { enabled: true, readOnly: true } },
        language: {
          default: "en",
          translations: { en: { consentModal: texts, preferencesModal: { sections: [] } } },
        },
      })
    },
  },
  {
    name: "a page whose banner takes the focus and keeps it, as OneTrust's does",
    content: `${header}${text}<div id="onetrust-banner-sdk" role="dialog" aria-modal="true" tabindex="-1" hidden style="position:fixed;inset:100px 0 0;z-index:2147483647;background:#0008"><button>Accept</button></div>`,
    whileOpen: () => {
      const banner = document.getElementById("onetrust-banner-sdk")
      const accept = banner?.querySelector("button")
      banner?.removeAttribute("hidden")
      accept?.focus()
      document.addEventListener(
        "focusin",
        (event) => {
          if (event.target instanceof Node && banner?.contains(event.target) === false) accept?.focus()
        },
        true,
      )
      document.addEventListener("keydown", (event) => {
        if (event.key === "Tab") accept?.focus()
      })
    },
  },
  {
    name: "a page whose chat opens in a frame while the modal is open",
    whileOpen: async () => {
      const chat = document.createElement("iframe")
      chat.srcdoc = "<!doctype html><title>Chat</title><input id='say' autofocus aria-label='Message'>"
      chat.style.cssText =
        "position:fixed;inset:auto 0 0 auto;width:376px;height:600px;z-index:2147483003;border:0;background:#cfc"
      const loaded = new Promise((resolve) => {
        chat.addEventListener("load", resolve)
      })
      document.body.append(chat)
      await loaded
      chat.contentWindow?.focus()
      chat.contentDocument?.getElementById("say")?.focus()
    },
  },
  {
    name: "a page in whose texts a translator puts fonts",
    script: `
const wrap = (root) => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) if (text.data.trim() !== "" && text.parentElement?.closest("font, script, style, [translate=no], .notranslate") == null) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")]
    outer.style.verticalAlign = inner.style.verticalAlign = "inherit"
    outer.append(inner)
    text.replaceWith(outer)
    inner.append(text.data)
  }
}
wrap(document.body)
new MutationObserver((records) => { for (const { addedNodes } of records) for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) wrap(node) }).observe(document.documentElement, { childList: true, subtree: true })`,
  },
  {
    name: "a page in which extensions mark every field, in shadow roots too",
    script: `
const mark = (root) => {
  for (const field of root.querySelectorAll("input:not([data-lpignore])")) {
    field.setAttribute("data-lpignore", "seen")
    field.setAttribute("data-gramm", "false")
    field.style.setProperty("background-image", "linear-gradient(#fff, #fff)", "important")
    const icon = document.createElement("com-password-icon")
    icon.attachShadow({ mode: "closed" }).innerHTML = '<div style="position:absolute;width:16px;height:16px;z-index:2147483647"></div>'
    field.after(icon)
    field.before(document.createElement("grammarly-extension"))
  }
  for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) mark(shadowRoot)
}
setInterval(() => mark(document), 200)`,
  },
  {
    name: "a page above which a development server reports an error",
    whileOpen: () => {
      const portal = document.createElement("nextjs-portal")
      portal.style.cssText = "position:absolute;z-index:2147483647"
      portal.attachShadow({
        mode: "open",
      }).innerHTML = `<div role="dialog" tabindex="-1" style="position:fixed;inset:100px 0 0;background:#0009;z-index:9003;backdrop-filter:blur(4px)">Unhandled Runtime Error</div>`
      document.body.append(portal)
      portal.shadowRoot?.querySelector("div")?.focus()
    },
  },
  {
    name: "a page that shows a note in the top layer while the modal is open",
    whileOpen: () => {
      const note = document.createElement("div")
      note.popover = "manual"
      note.style.cssText = "position:fixed;inset:0 0 auto;margin:0 auto;width:400px"
      note.innerHTML = "<button autofocus>Undo</button>"
      document.body.append(note)
      note.showPopover()
    },
  },
]
