/** What AppKit's public names are called here. */

type Names = Readonly<Record<string, string>>

const listWords = (words: string): readonly string[] => words.split(/\s+/)

const toCamel = (name: string): string =>
  name.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const toNames = (words: string, toPair: (word: string) => readonly [before: string, after: string]): Names =>
  Object.fromEntries(listWords(words).map(toPair))

/** Networks of `@reown/appkit/networks` that are no networks of EVM. */
export const otherNetworks: Names = {
  solana: "solanaMainnet",
  solanaDevnet: "solanaDevnet",
  solanaTestnet: "solanaTestnet",
  bitcoin: "bitcoinMainnet",
  bitcoinTestnet: "bitcoinTestnet",
}

/** The chain of each adapter. */
export const adapterChains: Readonly<Record<string, "evm" | "solana" | "bitcoin">> = {
  WagmiAdapter: "evm",
  EthersAdapter: "evm",
  Ethers5Adapter: "evm",
  SolanaAdapter: "solana",
  BitcoinAdapter: "bitcoin",
}

/** Options of `createAppKit` with the same name and meaning. */
export const sameOptions: ReadonlySet<string> = new Set(
  listWords(`projectId metadata networks defaultNetwork themeMode chainImages connectorImages termsConditionsUrl
  privacyPolicyUrl enableWallets enableEIP6963 enableInjected allowUnsupportedChain defaultAccountTypes siweConfig siwx`),
)

/** Options with another name. */
export const renamedOptions: Names = {
  featuredWalletIds: "featuredWallets",
  includeWalletIds: "includedWallets",
  excludeWalletIds: "excludedWallets",
  showWallets: "enableWallets",
  enableEmbedded: "embedded",
}

/** Options that need nothing here. */
export const droppedOptions: ReadonlySet<string> = new Set(
  listWords("adapters debug enableAuthLogger enableNetworkSwitch enableWalletGuide basic"),
)

/** Members of `features` with the same name. */
export const sameFeatures: ReadonlySet<string> = new Set(
  listWords("swaps onramp receive send email history analytics allWallets legalCheckbox collapseWallets"),
)

/** Members of `features` that are options here. */
export const featureOptions: Names = {
  socials: "socials",
  connectMethodsOrder: "connectMethodsOrder",
  walletFeaturesOrder: "walletFeaturesOrder",
  connectorTypeOrder: "connectorOrder",
}

/** CSS variables of `themeVariables`. */
export const themeVariables = toNames(
  "accent background color-mix color-mix-strength font-family font-size-master border-radius-master z-index",
  (name) => [`--w3m-${name}`, toCamel(name)],
)

/** Members of a custom wallet. */
export const walletMembers = toNames(
  "image_url mobile_link desktop_link webapp_link app_store play_store",
  (name) => [name, toCamel(name)],
)

/** Attributes of the elements with another name. */
export const attributes = toNames("loading-label chars-start chars-end", (name) => [toCamel(name), name])

/** Elements, without `appkit-` or `w3m-`, with the component or the element that takes their place. */
const elements: Readonly<Record<string, { readonly component: string | null; readonly element: string }>> = {
  button: { component: "ConnectButton", element: "wmodal-button" },
  "connect-button": { component: "ConnectButton", element: "wmodal-button" },
  "account-button": { component: null, element: "wmodal-account-button" },
  "network-button": { component: "NetworkButton", element: "wmodal-network-button" },
  "wallet-button": { component: null, element: "wmodal-wallet-button" },
  modal: { component: null, element: "wmodal-modal" },
}

/** Returns what takes the place of an element; `null` without a translation, `undefined` for one that is not AppKit's. */
export const findElement = (tag: string) => {
  const [, name] = /^(?:appkit|w3m)-(.*)$/.exec(tag) ?? []
  return name === undefined ? undefined : (elements[name] ?? null)
}

/** What takes the place of a hook. */
export interface HookRule {
  readonly hook: string
  /** The member of AppKit's result that is the whole result here. */
  readonly only?: string
  /** Members that it does not have here. */
  readonly missing?: readonly string[]
  /** What is read of the result, such as `data.event` of `const events = …`, with what is read instead. */
  readonly paths?: Names
}

/** Hooks of `@reown/appkit/react`. */
export const hooks: Readonly<Record<string, HookRule>> = {
  useAppKit: { hook: "useWModal" },
  useAppKitAccount: { hook: "useWModalAccount" },
  useAppKitNetwork: { hook: "useNetwork" },
  useAppKitNetworkCore: { hook: "useNetwork" },
  useAppKitProvider: { hook: "useProvider", only: "walletProvider", paths: { walletProvider: "" } },
  useAppKitState: {
    hook: "useModalState",
    missing: ["initialized"],
    paths: {
      open: ".isOpen",
      loading: ".isLoading",
      activeChain: ".activeChain",
      selectedNetworkId: ".selectedNetworkId",
    },
  },
  useAppKitTheme: {
    hook: "useTheme",
    paths: {
      themeMode: ".mode",
      themeVariables: ".variables",
      setThemeMode: ".setMode",
      setThemeVariables: ".setVariables",
    },
  },
  useAppKitEvents: {
    hook: "useEvents",
    only: "data",
    missing: ["timestamp", "reportedErrors"],
    paths: { "data.event": "?.name", "data.properties": "?.properties", data: "" },
  },
  useWalletInfo: { hook: "useWalletInfo", only: "walletInfo", paths: { walletInfo: "" } },
  useDisconnect: { hook: "useWModalDisconnect", only: "disconnect", paths: { disconnect: "" } },
  useAppKitUpdateEmail: { hook: "useUpdateEmail", missing: ["isPending", "error"] },
}

/** The EVM networks that `@wmodal/modal-web` has, under the names of viem. */
export const ourNetworks: ReadonlySet<string> = new Set(
  listWords(`arbitrum arbitrumGoerli arbitrumSepolia aurora auroraTestnet avalanche avalancheFuji base baseGoerli baseSepolia
  berachainBartio bsc bscTestnet celo fantom gnosis goerli holesky kaia linea mainnet mantle mantleSepolia optimism
  optimismGoerli optimismSepolia polygon polygonAmoy polygonMumbai polygonZkEvm sei sepolia unichainSepolia zksync
  zksyncGoerli zksyncSepolia zora zoraGoerli zoraSepolia`),
)

/** The packages that replace AppKit. */
export const modalWeb = "@wmodal/modal-web"
export const react = "@wmodal/modal-web/react"

/** Hooks without a translation, with what to do. */
export const untranslatedHooks: Names = {
  useAppKitBalance: "`useWModalBalance()` returns the balance and reads it again by itself.",
  useAppKitConnection: "make a `Connection` of `@solana/web3.js` with your RPC server.",
  useAppKitWallet: "`useWallets()` lists and connects wallets.",
  useAppKitWallets: "`useWallets()` lists and connects wallets.",
}

/** Methods of the modal that are the same here. */
export const sameMethods: ReadonlySet<string> = new Set(
  listWords(`open close switchNetwork disconnect getProvider subscribeProviders setThemeMode setThemeVariables
  updateFeatures updateOptions setConnectMethodsOrder setWalletFeaturesOrder setSocialsOrder setPreferredAccountType`),
)
