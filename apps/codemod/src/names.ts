/** What AppKit's public names are called here. */

/** Networks of `@reown/appkit/networks` that are no networks of EVM. */
export const otherNetworks: Readonly<Record<string, string>> = {
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
export const sameOptions: ReadonlySet<string> = new Set([
  "projectId",
  "metadata",
  "networks",
  "defaultNetwork",
  "themeMode",
  "chainImages",
  "connectorImages",
  "termsConditionsUrl",
  "privacyPolicyUrl",
  "enableWallets",
  "enableEIP6963",
  "enableInjected",
  "allowUnsupportedChain",
  "defaultAccountTypes",
  "siweConfig",
  "siwx",
])

/** Options with another name. */
export const renamedOptions: Readonly<Record<string, string>> = {
  featuredWalletIds: "featuredWallets",
  includeWalletIds: "includedWallets",
  excludeWalletIds: "excludedWallets",
  showWallets: "enableWallets",
}

/** Options that need nothing here. */
export const droppedOptions: ReadonlySet<string> = new Set([
  "adapters",
  "debug",
  "enableAuthLogger",
  "enableNetworkSwitch",
  "enableWalletGuide",
  "basic",
])

/** Members of `features` with the same name. */
export const sameFeatures: ReadonlySet<string> = new Set([
  "swaps",
  "onramp",
  "receive",
  "send",
  "email",
  "history",
  "analytics",
  "allWallets",
  "legalCheckbox",
  "collapseWallets",
])

/** Members of `features` that are options here. */
export const featureOptions: Readonly<Record<string, string>> = {
  socials: "socials",
  connectMethodsOrder: "connectMethodsOrder",
  walletFeaturesOrder: "walletFeaturesOrder",
  connectorTypeOrder: "connectorOrder",
}

/** CSS variables of `themeVariables`. */
export const themeVariables: Readonly<Record<string, string>> = {
  "--w3m-accent": "accent",
  "--w3m-background": "background",
  "--w3m-color-mix": "colorMix",
  "--w3m-color-mix-strength": "colorMixStrength",
  "--w3m-font-family": "fontFamily",
  "--w3m-font-size-master": "fontSizeMaster",
  "--w3m-border-radius-master": "borderRadiusMaster",
  "--w3m-z-index": "zIndex",
}

/** Members of a custom wallet. */
export const walletMembers: Readonly<Record<string, string>> = {
  image_url: "imageUrl",
  mobile_link: "mobileLink",
  desktop_link: "desktopLink",
  webapp_link: "webappLink",
  app_store: "appStore",
  play_store: "playStore",
}

/** Elements, with the component or the element that takes their place. */
export const elements: Readonly<
  Record<string, { readonly component: string | null; readonly element: string }>
> = {
  "appkit-button": { component: "ConnectButton", element: "wmodal-button" },
  "appkit-connect-button": { component: "ConnectButton", element: "wmodal-button" },
  "appkit-account-button": { component: null, element: "wmodal-account-button" },
  "appkit-network-button": { component: "NetworkButton", element: "wmodal-network-button" },
  "w3m-button": { component: "ConnectButton", element: "wmodal-button" },
  "w3m-connect-button": { component: "ConnectButton", element: "wmodal-button" },
  "w3m-account-button": { component: null, element: "wmodal-account-button" },
  "w3m-network-button": { component: "NetworkButton", element: "wmodal-network-button" },
  "appkit-wallet-button": { component: null, element: "wmodal-wallet-button" },
  "w3m-modal": { component: null, element: "wmodal-modal" },
}

/** Attributes of the elements with another name. */
export const attributes: Readonly<Record<string, string>> = {
  loadingLabel: "loading-label",
  charsStart: "chars-start",
  charsEnd: "chars-end",
}

/** What takes the place of a hook. */
export interface HookRule {
  readonly hook: string
  /** Members of its result under another name here. */
  readonly members?: Readonly<Record<string, string>>
  /** The member of AppKit's result that is the whole result here. */
  readonly only?: string
  /** Members that it does not have here. */
  readonly missing?: readonly string[]
  /** Paths of a result that is kept whole, such as `data.event` of `const events = …`, with what is read instead. */
  readonly paths?: Readonly<Record<string, string>>
}

/** Hooks of `@reown/appkit/react`. */
export const hooks: Readonly<Record<string, HookRule>> = {
  useAppKit: { hook: "useWModal" },
  useAppKitAccount: { hook: "useWModalAccount" },
  useAppKitNetwork: { hook: "useNetwork" },
  useAppKitNetworkCore: { hook: "useNetwork" },
  useAppKitProvider: {
    hook: "useProvider",
    only: "walletProvider",
    paths: { walletProvider: "" },
  },
  useAppKitState: {
    hook: "useModalState",
    members: { open: "isOpen", loading: "isLoading" },
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
    members: {
      themeMode: "mode",
      themeVariables: "variables",
      setThemeMode: "setMode",
      setThemeVariables: "setVariables",
    },
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
  `arbitrum arbitrumGoerli arbitrumSepolia aurora auroraTestnet avalanche avalancheFuji base baseGoerli baseSepolia
  berachainBartio bsc bscTestnet celo fantom gnosis goerli holesky kaia linea mainnet mantle mantleSepolia optimism
  optimismGoerli optimismSepolia polygon polygonAmoy polygonMumbai polygonZkEvm sei sepolia unichainSepolia zksync
  zksyncGoerli zksyncSepolia zora zoraGoerli zoraSepolia`.split(/\s+/),
)

/** The package that replaces AppKit. */
export const modalWeb = "@wmodal/modal-web"

/** Hooks without a translation, with what to do. */
export const untranslatedHooks: Readonly<Record<string, string>> = {
  useAppKitBalance: "`useWModalBalance()` returns the balance and reads it again by itself.",
  useAppKitConnection: "make a `Connection` of `@solana/web3.js` with your RPC server.",
  useAppKitWallet: "`useWallets()` lists and connects wallets.",
  useAppKitWallets: "`useWallets()` lists and connects wallets.",
}

/** Methods of the modal that are the same here. */
export const sameMethods: ReadonlySet<string> = new Set(
  `open close switchNetwork disconnect getProvider subscribeProviders setThemeMode setThemeVariables updateFeatures
  updateOptions setConnectMethodsOrder setWalletFeaturesOrder setSocialsOrder setPreferredAccountType`.split(
    /\s+/,
  ),
)

/** Methods whose result or listener has another form, with what it is. */
export const changedMethods: Readonly<Record<string, string>> = {
  getState: "`isOpen` is `open`, and `selectedNetworkId` is `network?.network.caipNetworkId`",
  subscribeState: "`selectedNetworkId` is `network?.network.caipNetworkId`",
  getAccount: "the account is `null` while disconnected",
  subscribeAccount: "the account is `null` while disconnected",
  subscribeNetwork: "`caipNetwork` is `network`, and `chainId` is `network.id`; `null` before it is known",
  subscribeCaipNetworkChange: "use `subscribeNetwork`, whose `network` is the network",
  getWalletInfo: "it is `null` while disconnected",
  subscribeWalletInfo: "it is `null` while disconnected",
  subscribeTheme: "`themeMode` is `mode`, and `themeVariables` is `variables`",
  subscribeEvents: "the event itself is passed: `event.data.event` is `event?.name`",
  getEvent: "it is the event itself: `data.event` is `name`",
  getWalletProvider: 'use `getProvider("eip155")` with the namespace',
}

/** Methods of the modal with what is written instead: `@` is the modal, `$` the argument. */
export const methods: Readonly<Record<string, string>> = {
  isOpen: "@.getState().open",
  getAddress: "@.getAccount($)?.address",
  getAddressByChainNamespace: "@.getAccount($)?.address",
  getCaipAddress: "@.getAccount($)?.caipAddress",
  getCaipNetwork: "@.getNetwork()?.network",
  getCaipNetworkId: "@.getNetwork()?.network.caipNetworkId",
  getCaipNetworks: "@.networks",
  getChainId: "@.getNetwork()?.network.id",
  getActiveChainNamespace: "@.getNetwork()?.network.chainNamespace",
  getIsConnectedState: '(@.getState().status === "connected")',
  getProviderType: "@.getWalletInfo($)?.connectorId",
  getThemeMode: "@.getTheme().mode",
  getThemeVariables: "@.getTheme().variables",
  getError: "@.getState().error",
  setCollapseWallets: "@.updateFeatures({ collapseWallets: $ })",
  showErrorMessage: "@.showError($)",
  showSuccessMessage: "@.showSuccess($)",
}
