import * as networks from "@wmodal/protocol/networks"
import { evmNetworks } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { migrate } from "./migrate.ts"
import { hooks, ourNetworks } from "./names.ts"

const move = (files: Readonly<Record<string, string>>) => migrate(new Map(Object.entries(files)))

/** Moves one file and returns its new text. */
const moveFile = (text: string, path = "src/main.tsx") => {
  const { files, notes } = move({ [path]: text })
  return { text: files.get(path) ?? text, notes }
}

const create = (options: string, imports = "") => `import { createAppKit } from '@reown/appkit/react'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
${imports}
createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet], projectId: 'x', ${options} })
createRoot(root).render(<App />)
`

const wagmiPage = `import { createRoot } from 'react-dom/client'
import { createAppKit, useAppKit } from '@reown/appkit/react'
import { mainnet, solana, bitcoin } from '@reown/appkit/networks'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { WagmiProvider } from 'wagmi'

const projectId = 'x'
const networks = [mainnet, solana, bitcoin]
const wagmiAdapter = new WagmiAdapter({ networks, projectId, ssr: true })

createAppKit({ adapters: [wagmiAdapter, new SolanaAdapter()], networks, projectId })

const App = () => {
  const { open } = useAppKit()
  return <button onClick={() => open()}>Connect</button>
}

createRoot(root).render(
  <WagmiProvider config={wagmiAdapter.wagmiConfig}>
    <App />
  </WagmiProvider>,
)
`

describe("migrate", () => {
  it("moves a page with wagmi in one file", () => {
    const { notes, text } = moveFile(wagmiPage)
    expect(notes).toEqual([])
    expect(text).toBe(
      `import { createWModal, evm, solana, bitcoinMainnet, solanaMainnet, wellKnownEndpoints } from "@wmodal/modal-web"
import { WModalProvider, useWModal } from "@wmodal/modal-web/react"
import { withWModal } from "@wmodal/wagmi"
import { walletConnect } from "@wmodal/walletconnect"
import { createConfig, http } from "wagmi"
import { mainnet } from "wagmi/chains"
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'

const projectId = 'x'
const networks = [mainnet, solanaMainnet, bitcoinMainnet]

export const modal = createWModal({
  chains: [evm(), solana()],
  networks,
  projectId,
  walletConnect: walletConnect(),
  endpoints: wellKnownEndpoints,
  cookie: true,
})

export const wagmiConfig = createConfig(
  withWModal(modal, {
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    ssr: true,
  }),
)

const App = () => {
  const { open } = useWModal()
  return <button onClick={() => open()}>Connect</button>
}

createRoot(root).render(
  <WModalProvider modal={modal}>
  <WagmiProvider config={wagmiConfig}>
    <App />
  </WagmiProvider>
  </WModalProvider>,
)
`.replace("createWModal, evm, solana, bitcoinMainnet,", "bitcoinMainnet, createWModal, evm, solana,"),
    )
  })

  it("moves a page with cookies, whose adapter and modal are in two files", () => {
    const { files, notes } = move({
      "config/index.tsx": `import { cookieStorage, createStorage } from '@wagmi/core'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet } from '@reown/appkit/networks'
import type { AppKitNetwork } from '@reown/appkit/networks'

export const projectId = process.env.NEXT_PUBLIC_PROJECT_ID
export const networks = [mainnet] as [AppKitNetwork, ...AppKitNetwork[]]
export const wagmiAdapter = new WagmiAdapter({
  storage: createStorage({ storage: cookieStorage }),
  ssr: true,
  projectId,
  networks
})
export const config = wagmiAdapter.wagmiConfig
`,
      "context/index.tsx": `'use client'
import { wagmiAdapter, projectId } from '@/config'
import { createAppKit } from '@reown/appkit/react'
import { mainnet } from '@reown/appkit/networks'
import { cookieToInitialState, WagmiProvider, type Config } from 'wagmi'

const metadata = { name: 'Page' }
const modal = createAppKit({ adapters: [wagmiAdapter], projectId, networks: [mainnet], metadata: metadata })

export default function ContextProvider({ children, cookies }) {
  const initialState = cookieToInitialState(wagmiAdapter.wagmiConfig as Config, cookies)
  return (
    <WagmiProvider config={wagmiAdapter.wagmiConfig as Config} initialState={initialState}>
      {children}
    </WagmiProvider>
  )
}
`,
      "app/page.tsx": `export default function Page() {
  return <appkit-button />
}
`,
    })
    expect(notes).toEqual([])
    const config = files.get("config/index.tsx")
    expect(config).toContain(`export const networks = [mainnet]\n`)
    expect(config).toContain(`const metadata = { name: 'Page' }

export const modal = createWModal({
  chains: [evm()],
  projectId,
  networks: [mainnet],
  metadata,
  walletConnect: walletConnect(),
  endpoints: wellKnownEndpoints,
  cookie: true,
})

export const config = createConfig(
  withWModal(modal, {
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    storage: createStorage({ storage: cookieStorage }),
    ssr: true,
  }),
)
`)
    expect(files.get("context/index.tsx")).toBe(`'use client'
import { config, modal } from "@/config"
import { WModalProvider } from "@wmodal/modal-web/react"
import { cookieToInitialState as cookieToModalState } from "@wmodal/modal-web/ssr"
import { cookieToInitialState, WagmiProvider, type Config } from 'wagmi'


export default function ContextProvider({ children, cookies }) {
  const initialState = cookieToInitialState(config as Config, cookies)
  return (
    <WModalProvider modal={modal} initialState={cookieToModalState(cookies)}>
    <WagmiProvider config={config as Config} initialState={initialState}>
      {children}
    </WagmiProvider>
    </WModalProvider>
  )
}
`)
    expect(files.get("app/page.tsx")).toContain("<ConnectButton />")
  })

  it("moves a page without wagmi, and wraps what it returns", () => {
    const { notes, text } = moveFile(`import { createAppKit } from '@reown/appkit/react'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { arbitrum, monad } from '@reown/appkit/networks'

createAppKit({ adapters: [new EthersAdapter()], networks: [arbitrum, monad], projectId: 'x' })

export default function App() {
  return <Page />
}
`)
    expect(notes).toEqual([])
    expect(text).toContain(
      `import { arbitrum, createWModal, evm, wellKnownEndpoints } from "@wmodal/modal-web"`,
    )
    expect(text).toContain(`import { monad } from "viem/chains"`)
    expect(text).toContain(`return <WModalProvider modal={modal}>\n  <Page />\n  </WModalProvider>`)
    expect(text).not.toContain("reown")
  })

  it("wraps the children of a provider that renders only them", () => {
    const { text } = moveFile(`${create("metadata: undefined").replace(/createRoot.*\n/, "")}
export function AppKit(props) {
  return props.children
}
`)
    expect(text).toContain(`<WModalProvider modal={modal}>\n  {props.children}\n  </WModalProvider>`)
  })

  it("removes the variables of other adapters", () => {
    const { text } = moveFile(`import { createAppKit } from '@reown/appkit/react'
import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { solana } from '@reown/appkit/networks'

const solanaAdapter = new SolanaAdapter({ wallets: [] })

export const modal = createAppKit({ adapters: [solanaAdapter], networks: [solana], projectId: 'x' })
createRoot(root).render(<App />)
`)
    expect(text).not.toContain("olanaAdapter")
    expect(text).toContain("networks: [solanaMainnet]")
    expect(text).toContain("chains: [solana()]")
  })

  it.each([
    ["features: { analytics: true, socials: ['google'] }", "socials: ['google'],"],
    ["features: { connectorTypeOrder: ['recent'] }", "connectorOrder: ['recent'],"],
    ["features: { email: false, swaps: true }", "features: { email: false, swaps: true },"],
    ["features: { email: true, emailShowWallets: true }", "features: { email: true },"],
    ["allWallets: 'ONLY_MOBILE'", 'features: { allWallets: "mobile" },'],
    ["allWallets: 'HIDE'", "features: { allWallets: false },"],
    ["themeMode: 'dark'", "themeMode: 'dark',"],
    [
      "themeVariables: { '--w3m-accent': 'red', '--w3m-z-index': 3 }",
      "themeVariables: { accent: 'red', zIndex: 3 },",
    ],
    ["featuredWalletIds: ['a']", "featuredWallets: ['a'],"],
    ["includeWalletIds: ids", "includedWallets: ids,"],
    ["excludeWalletIds: ['b']", "excludedWallets: ['b'],"],
    [
      "customRpcUrls: { 'eip155:1': [{ url: 'https://a' }] }",
      `customRpcUrls: { "eip155:1": ['https://a'] },`,
    ],
    [
      "customWallets: [{ id: 'a', name: 'A', mobile_link: 'a:', image_url: 'b' }]",
      "customWallets: [{ id: 'a', name: 'A', mobileLink: 'a:', imageUrl: 'b' }],",
    ],
    ["siweConfig", "siweConfig,"],
    ["termsConditionsUrl: url", "termsConditionsUrl: url,"],
  ])("translates the option %s", (before, after) => {
    const { notes, text } = moveFile(create(before))
    expect(notes).toEqual([])
    expect(text).toContain(after)
  })

  it("leaves WalletConnect out where the page has turned it off", () => {
    expect(moveFile(create("enableWalletConnect: false")).text).not.toContain("alletConnect")
  })

  it.each([
    ["coinbasePreference: 'all'", "`coinbasePreference` is left out"],
    ["features: { emailShowWallets: false }", "`features.emailShowWallets` is left out"],
    ["features: flags", "Check `features`"],
    ["themeVariables: variables", "Move `themeVariables` by hand"],
    ["...others", "Move these options by hand"],
  ])("writes a comment and a note for the option %s", (option, text) => {
    const moved = moveFile(create(option))
    expect(moved.notes).toEqual([{ path: "src/main.tsx", line: 5, text: expect.stringContaining(text) }])
    expect(moved.text).toContain(`// TODO(wmodal): ${moved.notes[0]?.text}\n`)
  })

  it.each([
    ["const { open, close } = useAppKit()", "const { open, close } = useWModal()"],
    [
      "const { address } = useAppKitAccount({ namespace: 'solana' })",
      "const { address } = useWModalAccount('solana')",
    ],
    ["const account = useAppKitAccount()", "const account = useWModalAccount()"],
    [
      "const { chainId, switchNetwork } = useAppKitNetwork()",
      "const { chainId, switchNetwork } = useNetwork()",
    ],
    [
      "const { caipNetwork } = useAppKitNetwork()",
      "const { caipNetwork } = { ...useNetwork(), caipNetwork: useNetwork().network?.network }",
    ],
    [
      "const { walletProvider } = useAppKitProvider<Provider>('solana')",
      "const walletProvider = useProvider('solana')!",
    ],
    ["const { walletProvider: p } = useAppKitProvider('eip155')", "const p = useProvider('eip155')!"],
    [
      "const { open, selectedNetworkId } = useAppKitState()",
      "const { isOpen: open, selectedNetworkId } = useModalState()",
    ],
    [
      "const { themeMode, setThemeMode: set } = useAppKitTheme()",
      "const { mode: themeMode, setMode: set } = useTheme()",
    ],
    ["const { data } = useAppKitEvents()", "const data = useEvents()"],
    ["const events = useAppKitEvents()", "const events = useEvents()"],
    ["const list = [useAppKitEvents()]", "const list = [{ data: useEvents() }]"],
    ["const { disconnect } = useDisconnect()", "const disconnect = useWModalDisconnect()"],
    ["const { walletInfo } = useWalletInfo()", "const walletInfo = useWalletInfo()"],
  ])("translates the hook in %s", (before, after) => {
    const names = Object.keys(hooks).join(", ")
    const { text } = moveFile(`import { ${names}, type Provider } from '@reown/appkit/react'
const App = () => {
  ${before}
}
`)
    expect(text).toContain(`\n  ${after}\n`)
    expect(text).toMatch(/^import \{ \w+ \} from "@wmodal\/modal-web\/react"$/m)
    expect(text).not.toContain("reown")
  })

  it.each([
    [
      "const s = useAppKitState(); log(s.open, s.loading)",
      "const s = useModalState(); log(s.isOpen, s.isLoading)",
    ],
    ["const t = useAppKitTheme(); log(t.themeMode)", "const t = useTheme(); log(t.mode)"],
    [
      "const e = useAppKitEvents(); log(e.data.event, e.data.properties)",
      "const e = useEvents(); log(e?.name, e?.properties)",
    ],
    ["const { data } = useAppKitEvents(); log(data.event)", "const data = useEvents(); log(data?.name)"],
    [
      "const e = useAppKitEvents(); log(e, e.data.event)",
      "const e = { data: useEvents() }; log(e, e.data?.name)",
    ],
    [
      "const { data } = useAppKitEvents(); useEffect(() => log(data.event), [data])",
      "const data = useEvents(); useEffect(() => log(data?.name), [data])",
    ],
    [
      "const { disconnect } = useDisconnect(); disconnect({ namespace: 'solana' })",
      "const disconnect = useWModalDisconnect(); disconnect('solana')",
    ],
    [
      "const { walletProvider, walletProviderType } = useAppKitProvider('eip155')",
      "const { walletProvider, walletProviderType } = { walletProvider: useProvider('eip155')!, walletProviderType: useWalletInfo('eip155')?.connectorId }",
    ],
    ["const w = useWalletInfo(); log(w.walletInfo?.name)", "const w = useWalletInfo(); log(w?.name)"],
    [
      "const p = useAppKitProvider('eip155'); log(p.walletProvider)",
      "const p = useProvider('eip155')!; log(p)",
    ],
  ])("translates what is read of a hook in %s", (before, after) => {
    const { text } = moveFile(`import { ${Object.keys(hooks).join(", ")} } from '@reown/appkit/react'
const App = () => {
  ${before}
}
`)
    expect(text).toContain(`\n  ${after}\n`)
  })

  it("leaves local names alone that are called as an import", () => {
    const { notes, text } =
      moveFile(`import { createAppKit, useAppKit, useAppKitState as useKit } from '@reown/appkit/react'
import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { solana } from '@reown/appkit/networks'
createAppKit({ adapters: [new SolanaAdapter()], networks: [solana], projectId: 'x' })
const list = [solana]
const named = { solana, of: { solana: 1 } }
const pick = (solana, { useAppKit }) => [solana, { solana }, useAppKit()]
function Inner() {
  for (const solana of list) log(solana)
  try { useKit() } catch (solana) { log(solana) }
  if (list) { const useKit = () => 1; useKit() }
  { var useAppKit = () => 2 }
  useAppKit()
  class A { solana = 1; useAppKit() {} }
  return list.map(function solana(x) { return solana })
}
createRoot(root).render(<App />)
`)
    expect(notes).toEqual([])
    expect(text).toContain(`const list = [solanaMainnet]
const named = { solana: solanaMainnet, of: { solana: 1 } }
const pick = (solana, { useAppKit }) => [solana, { solana }, useAppKit()]
function Inner() {
  for (const solana of list) log(solana)
  try { useModalState() } catch (solana) { log(solana) }
  if (list) { const useKit = () => 1; useKit() }
  { var useAppKit = () => 2 }
  useAppKit()
  class A { solana = 1; useAppKit() {} }
  return list.map(function solana(x) { return solana })
}`)
  })

  it("chooses other names for what it adds, where the page has them", () => {
    const { text } = moveFile(`${create("metadata")}const Page = ({ modal }) => modal\n`)
    expect(text).toContain("export const wmodal = createWModal(")
    expect(text).toContain("<WModalProvider modal={wmodal}>")
  })

  it("follows imports of whole modules", () => {
    const { notes, text } = moveFile(`import * as kit from '@reown/appkit/react'
import * as networks from '@reown/appkit/networks'
import { WagmiAdapter as Adapter } from '@reown/appkit-adapter-wagmi'
const adapter = new Adapter({ networks: [networks.mainnet], projectId: 'x' })
kit.createAppKit({ adapters: [adapter], networks: [networks.mainnet], projectId: 'x' })
export const useOpen = () => kit.useAppKit().open
createRoot(root).render(<App />)
`)
    expect(notes).toEqual([])
    expect(text).toContain("networks: [mainnet],")
    expect(text).toContain('import { mainnet } from "wagmi/chains"')
    expect(text).toContain("export const useOpen = () => useWModal().open")
    expect(text).not.toContain("kit.")
  })

  it("follows names that another file exports again", () => {
    const { files, notes } = move({
      "src/kit.ts": `import { useAppKitUpdateEmail } from '@reown/appkit/react'
export { useAppKit, useAppKitAccount as useUser } from '@reown/appkit/react'
export { mainnet } from '@reown/appkit/networks'
export { useAppKitUpdateEmail }
export const other = 1
`,
      "src/main.tsx": `${create("metadata")}`,
      "src/Page.tsx": `import React from 'react'
import { useAppKit, useUser, other, useAppKitUpdateEmail as useKit, mainnet as one } from './kit'
export const Page = () => [useAppKit().open, useUser(), other, useKit(), one]
`,
    })
    expect(notes).toEqual([])
    expect(files.get("src/kit.ts")).not.toContain("reown")
    expect(files.get("src/kit.ts")).toContain("export const other = 1")
    expect(files.get("src/Page.tsx")).toContain(
      "[useWModal().open, useWModalAccount(), other, useUpdateEmail(), one]",
    )
    expect(files.get("src/Page.tsx")).toContain('import { other } from "./kit"')
    expect(files.get("src/Page.tsx")).toContain('import { mainnet as one } from "@wmodal/modal-web"')
  })

  it("writes out options that are variables, and removes those", () => {
    const { files, notes } = move({
      "src/config/index.tsx": `import type { AppKitNetwork } from '@reown/appkit/networks'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet, arbitrum } from '@reown/appkit/networks'
export const projectId = import.meta.env.VITE_PROJECT_ID || 'x'
export const metadata = { name: 'AppKit' }
export const networks = [mainnet, arbitrum] as [AppKitNetwork, ...AppKitNetwork[]]
export const wagmiAdapter = new WagmiAdapter({ projectId, networks })
export const config = wagmiAdapter.wagmiConfig
`,
      "src/App.tsx": `import { createAppKit } from '@reown/appkit/react'
import { WagmiProvider } from 'wagmi'
import { projectId, metadata, networks, wagmiAdapter } from './config'
const themeVariables = { '--w3m-accent': '#000000' }
const generalConfig = { projectId, networks, metadata, themeMode: 'light' as const, themeVariables }
createAppKit({ adapters: [wagmiAdapter], ...generalConfig, features: { analytics: true } })
export const App = () => <WagmiProvider config={wagmiAdapter.wagmiConfig}><appkit-button /></WagmiProvider>
`,
    })
    expect(notes).toEqual([])
    expect(files.get("src/config/index.tsx")).toContain(`export const modal = createWModal({
  chains: [evm()],
  projectId,
  networks,
  metadata,
  themeMode: 'light',
  themeVariables: { accent: '#000000' },
  features: { analytics: true },
`)
    expect(files.get("src/App.tsx")).not.toMatch(/generalConfig|themeVariables|createAppKit/)
    expect(files.get("src/App.tsx")).toContain("<WModalProvider modal={modal}>")
  })

  it("gives types of AppKit's networks ours, where the value does not say them", () => {
    const { notes, text } = moveFile(
      `${create("metadata", "import type { AppKitNetwork } from '@reown/appkit/networks'")}
const networks: [AppKitNetwork, ...AppKitNetwork[]] = [mainnet]
type Named = { network: AppKitNetwork }
export const nameOf = (network: AppKitNetwork) => network.name
`,
    )
    expect(notes).toEqual([])
    expect(text).toContain("const networks = [mainnet]")
    expect(text).toContain("type Named = { network: HostNetwork }")
    expect(text).toContain("(network: HostNetwork) =>")
    expect(text).toMatch(/import \{.*\btype HostNetwork\b.*\} from "@wmodal\/modal-web"/)
  })

  it("removes adapters from another file, and the wallets that only they have used", () => {
    const { files, notes } = move({
      "src/config.ts": `import { SolanaAdapter } from '@reown/appkit-adapter-solana/react'
import { solana } from '@reown/appkit/networks'
import { PhantomWalletAdapter } from '@solana/wallet-adapter-wallets'
export const networks = [solana]
export const solanaAdapter = new SolanaAdapter({ wallets: [new PhantomWalletAdapter()] })
`,
      "src/App.tsx": `import React from 'react'
import { createAppKit } from '@reown/appkit/react'
import { networks, solanaAdapter } from './config'
createAppKit({ adapters: [solanaAdapter], networks, projectId: 'x' })
export default function App() { return <appkit-button /> }
`,
      "package.json": `{ "dependencies": { "@reown/appkit": "1.7.2", "@solana/wallet-adapter-wallets": "1" } }`,
    })
    expect(notes).toEqual([])
    expect(files.get("src/config.ts")?.trim()).toBe(
      'import { solanaMainnet } from "@wmodal/modal-web"\nexport const networks = [solanaMainnet]',
    )
    expect(files.get("src/App.tsx")).toContain(`import { networks } from "./config"`)
    expect(files.get("src/App.tsx")).toContain("import React from 'react'")
    expect(files.get("package.json")).not.toContain("wallet-adapter")
  })

  it("follows imports of the names that files compile to", () => {
    const { files, notes } = move({
      "src/config.mts": `import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { mainnet } from '@reown/appkit/networks'
export const adapter = new WagmiAdapter({ networks: [mainnet] as const, projectId: <string>'x' })
`,
      "src/main.tsx": `import { createAppKit } from '@reown/appkit/react'
import { adapter } from './config.mjs'
import { WagmiProvider } from 'wagmi'
import { mainnet } from '@reown/appkit/networks'
createAppKit({ adapters: [adapter], networks: [mainnet], projectId: 'x' })
export const App = () => <WagmiProvider config={adapter.wagmiConfig}><Page /></WagmiProvider>
`,
    })
    expect(notes).toEqual([])
    expect(files.get("src/config.mts")).toContain("export const wagmiConfig = createConfig(")
    expect(files.get("src/main.tsx")).toContain('import { modal, wagmiConfig } from "./config.mjs"')
  })

  it("notes the methods of the modal that are others here, also in another file", () => {
    const { files, notes } = move({
      "src/modal.tsx": create("metadata").replace("\ncreateAppKit", "\nexport const kit = createAppKit"),
      "src/Page.tsx": `import { kit as modal } from './modal'
modal.open()
modal.subscribeState((state) => log(state.open))
log(modal.getAddress())
`,
    })
    expect(files.get("src/Page.tsx")).toContain(
      "\nmodal.open()\n// TODO(wmodal): Check `modal.subscribeState`",
    )
    expect(notes).toMatchObject([
      { path: "src/Page.tsx", line: 3, text: expect.stringContaining("Check `modal.subscribeState`") },
      { path: "src/Page.tsx", line: 4, text: expect.stringContaining("Check `modal.getAddress`") },
    ])
  })

  it("moves a page without a framework, and notes the elements of its HTML", () => {
    const { files, notes } = move({
      "index.html": `<appkit-button loadingLabel="Wait"></appkit-button>\n`,
      "main.js": `import { createAppKit } from '@reown/appkit'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
const modal = createAppKit({ adapters: [new EthersAdapter()], networks: [mainnet], projectId: 'x' })
document.querySelector('button').addEventListener('click', () => modal.open())
`,
    })
    expect(files.get("main.js")).toContain("export const modal = createWModal({")
    expect(files.get("main.js")).not.toContain("WModalProvider")
    expect(files.has("index.html")).toBe(false)
    expect(notes).toMatchObject([
      { path: "index.html", text: expect.stringContaining("Rename its elements") },
    ])
  })

  it("notes what a file exports again as a whole", () => {
    const { notes } = move({
      "src/kit.ts": "export * from '@reown/appkit/react'\n",
      "src/main.tsx": create("metadata"),
    })
    expect(notes).toMatchObject([
      { path: "src/kit.ts", line: 1, text: expect.stringContaining("Export by name") },
    ])
  })

  it("keeps the imports of what stays in a translated call", () => {
    const { files, notes } = move({
      "src/shared.ts": "export const shared = { themeMode: 'dark' }\nexport const isShown = false\n",
      "src/main.tsx": `${create("...shared", "import { isShown, shared } from './shared'")}
export const Page = () => {
  const { open = isShown } = useAppKitState()
  return open
}
`.replace("{ createAppKit }", "{ createAppKit, useAppKitState }"),
    })
    expect(notes).toEqual([])
    expect(files.get("src/main.tsx")).toContain("import { isShown, shared } from './shared'")
    expect(files.get("src/main.tsx")).toContain("{ isOpen: open = isShown } = useModalState()")
    expect(files.get("src/main.tsx")).toContain("  ...shared,")
  })

  const moveNetworks = (networks: string, option: string) =>
    move({
      "src/networks.ts": networks,
      "src/main.tsx": wagmiPage
        .replace("const networks = [mainnet, solana, bitcoin]", "import { networks } from './networks'")
        .replace("WagmiAdapter({ networks,", `WagmiAdapter({ ${option},`),
    })

  it.each(["networks", "networks: networks"])(
    "lists the chains of another file's networks in `%s`",
    (option) => {
      const imported = "import { mainnet, solana } from '@reown/appkit/networks'\n"
      const { files, notes } = moveNetworks(`${imported}export const networks = [mainnet, solana]\n`, option)
      expect(notes).toEqual([])
      expect(files.get("src/main.tsx")).toContain("chains: [mainnet],")
    },
  )

  it.each(["networks", "networks: networks"])(
    "asks for the chains in `%s` by hand, where another file has made a network",
    (option) => {
      const { files, notes } = moveNetworks("const own = { id: 7 }\nexport const networks = [own]\n", option)
      expect(notes).toMatchObject([
        { path: "src/main.tsx", text: expect.stringContaining("List the EVM networks") },
      ])
      expect(files.get("src/main.tsx")).toContain("chains: networks,")
    },
  )

  it.each([
    ["const open = useAppKit", "`useAppKit` of @reown/appkit/react has no translation"],
    ["type State = ConnectedWalletInfo", "`ConnectedWalletInfo` of @reown/appkit/react has no translation"],
    [
      "const load = () => import('@reown/appkit/react')",
      "Import what takes the place of @reown/appkit/react",
    ],
    ["const make = () => createAppKit({ networks: [] })", "Make the modal once, outside of functions"],
    ["createAppKit(readOptions())", "The options are not written in place"],
    ["const { fetchBalance } = useAppKitBalance()", "`useWModalBalance()` returns the balance"],
  ])("writes a note for %s", (line, text) => {
    const names = "createAppKit, useAppKit, useAppKitBalance, type ConnectedWalletInfo"
    const { files, notes } = move({
      "src/main.tsx": create("metadata"),
      "src/Page.tsx": `import { ${names} } from '@reown/appkit/react'\n${line}\n`,
    })
    expect(notes).toEqual([{ path: "src/Page.tsx", line: 2, text: expect.stringContaining(text) }])
    expect(files.get("src/Page.tsx")).toContain("// TODO(wmodal): ")
  })

  it("writes a note where a hook does not return a member, or has no translation", () => {
    const { notes } = moveFile(`import { useAppKitState, useAppKitBalance } from '@reown/appkit/react'
const App = () => {
  const { open, initialized } = useAppKitState()
  useAppKitBalance()
}
`)
    expect(notes.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("does not return initialized"),
        expect.stringContaining("`useAppKitBalance` has no translation"),
      ]),
    )
  })

  it.each([
    ["<appkit-button />", "<ConnectButton />"],
    ["<w3m-button label='Go'></w3m-button>", "<ConnectButton label='Go'></ConnectButton>"],
    ["<appkit-network-button />", "<NetworkButton />"],
    ["<appkit-account-button balance='hide' />", "<wmodal-account-button balance='hide' />"],
    ["<appkit-button size='sm' loadingLabel='Wait' />", "<wmodal-button size='sm' loading-label='Wait' />"],
  ])("translates the element %s", (before, after) => {
    expect(moveFile(`${create("metadata")}const Page = () => ${before}\n`).text).toContain(after)
  })

  it("imports the elements where the modal is made, when the page uses one that needs them", () => {
    const text = moveFile(`${create("metadata")}const Page = () => <appkit-account-button />\n`).text
    expect(text).toContain('import "@wmodal/modal-web/elements"\n')
    expect(moveFile(`${create("metadata")}const Page = () => <appkit-button />\n`).text).not.toContain(
      "/elements",
    )
  })

  it("replaces the packages, and raises wagmi to what the connector needs", () => {
    const { files } = move({
      "src/main.jsx": wagmiPage,
      "package.json": `${JSON.stringify(
        {
          name: "page",
          dependencies: {
            "@reown/appkit": "1.7.2",
            "@reown/appkit-adapter-wagmi": "1.7.2",
            "@wagmi/connectors": "5.7.12",
            react: "19.3.1",
            wagmi: "2.14.16",
          },
        },
        null,
        4,
      )}\n`,
    })
    expect(files.get("package.json")).toBe(
      `${JSON.stringify(
        {
          name: "page",
          dependencies: {
            "@wmodal/modal-web": "^0.1.0",
            "@wmodal/wagmi": "^0.1.0",
            "@wmodal/walletconnect": "^0.1.0",
            react: "19.3.1",
            wagmi: "^2.19.5",
          },
        },
        null,
        4,
      )}\n`,
    )
  })

  it("changes nothing in files without AppKit, and notes one of AppKit that it cannot read", () => {
    const other = "export const a = 1\n"
    const { files, notes } = move({ "a.ts": other, "b.ts": "import '@reown/appkit' +", "c.ts": "not code +" })
    expect(files.size).toBe(0)
    expect(notes).toMatchObject([{ path: "b.ts", text: expect.stringMatching(/^Not read/) }])
  })

  it("knows the EVM networks of the modal by their names", () => {
    const ours = Object.entries(networks).flatMap(([name, value]) =>
      evmNetworks.some((network) => network === value) ? [name] : [],
    )
    expect([...ourNetworks].toSorted()).toEqual(ours.toSorted())
  })
})
