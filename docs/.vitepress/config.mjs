import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = here("../..")

/** What `npm run docs` started: `{ projectId, endpoints, phone, inbox }`. Absent in a build: visitors bring a wallet. */
const mock = JSON.parse(process.env.WMODAL_DOCS_MOCK ?? "null")

const items = (folder, entries) =>
  entries.map(([name, text]) => ({ text, link: `/${folder}${folder === "" ? "" : "/"}${name}` }))

export default defineConfig({
  title: "wmodal",
  description: "A wallet-connection modal for dApps, and the same wallet engine in a terminal and in CI",
  lang: "en",
  base: process.env.WMODAL_DOCS_BASE ?? "/",
  cleanUrls: false,
  lastUpdated: false,
  transformPageData: ({ frontmatter, relativePath }) => {
    // The heads below a name, such as "Returns", are the same everywhere.
    if (relativePath.startsWith("reference/")) frontmatter.outline = 2
  },
  srcExclude: ["architecture.md", "field.md", "publishing.md", "specification.md"],
  head: [
    ["link", { rel: "icon", href: `${process.env.WMODAL_DOCS_BASE ?? "/"}icon.svg`, type: "image/svg+xml" }],
  ],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("wmodal-") } } },
  vite: {
    define: { __WMODAL_MOCK__: JSON.stringify(mock) },
    // A published page has no test wallet, not even as code.
    resolve: {
      alias: { "#test-wallet": here(mock === null ? "theme/noWallet.mjs" : "theme/testWallet.mjs") },
    },
    server: { fs: { allow: [root] } },
  },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Recipes", link: "/recipes/own-button" },
      { text: "Reference", link: "/reference/options" },
      { text: "Troubleshooting", link: "/troubleshooting" },
    ],
    sidebar: [
      {
        text: "Start",
        items: items("", [
          ["start", "Getting started"],
          ["frameworks", "Vue, Svelte, script tag"],
          ["terminal", "In a terminal"],
          ["tasks", "How long it takes"],
        ]),
      },
      {
        text: "Recipes",
        items: items("recipes", [
          ["own-button", "Your own button"],
          ["headless", "Your own Connect"],
          ["theme", "Theme and language"],
          ["wagmi", "wagmi"],
          ["siwe-server", "A SIWE server"],
          ["embedded-wallet", "Embedded wallet"],
          ["walletconnect", "WalletConnect"],
          ["coinbase", "Coinbase Wallet"],
          ["own-servers", "Your own servers"],
          ["user-networks", "Networks of the user"],
          ["csp", "Content-Security-Policy"],
          ["ssr", "Server rendering"],
          ["testing", "Testing"],
        ]),
      },
      {
        text: "Reference",
        items: items("reference", [
          ["options", "Options"],
          ["modal", "The modal"],
          ["hooks", "Hooks and components"],
          ["elements", "Elements"],
          ["events", "Events"],
          ["errors", "Errors"],
          ["theme", "Theme"],
          ["types", "Functions and types"],
        ]),
      },
      {
        text: "Concepts",
        items: [
          { text: "How a payment travels", link: "/payment" },
          ...items("concepts", [
            ["frame", "The embedded wallet's frame"],
            ["worlds", "Worlds of the mock server"],
            ["wallet-profiles", "Wallets by profile"],
            ["payment-links", "Payment links"],
            ["security", "Security"],
            ["browsers", "Browsers"],
          ]),
        ],
      },
      {
        text: "Moving here",
        items: items("", [
          ["compare", "Compared with other kits"],
          ["from-appkit", "From AppKit"],
          ["from-rainbowkit", "From RainbowKit"],
          ["from-wagmi", "With wagmi, name by name"],
          ["from-connectkit", "From ConnectKit"],
          ["from-web3-onboard", "From Web3-Onboard"],
        ]),
      },
      {
        text: "More",
        items: items("", [
          ["troubleshooting", "Troubleshooting"],
          ["changelog", "Changelog"],
        ]),
      },
    ],
  },
})
