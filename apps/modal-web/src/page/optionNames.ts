import type { WModalOptions } from "./WModal.ts"

/** The names of an option's parts. The types reject a missing one and one that does not exist. */
type Names<Part> = Record<keyof Part, true>

export const optionNames: Names<WModalOptions> = {
  allowUnsupportedChain: true,
  chainImages: true,
  chains: true,
  connectMethodsOrder: true,
  connectorImages: true,
  connectorOrder: true,
  cookie: true,
  customRpcUrls: true,
  customWallets: true,
  defaultAccountTypes: true,
  defaultNetwork: true,
  embedded: true,
  enableCoinbase: true,
  enableEIP6963: true,
  enableInjected: true,
  enableWallets: true,
  endpoints: true,
  excludedWallets: true,
  featuredWallets: true,
  features: true,
  includedWallets: true,
  language: true,
  meldUrl: true,
  metadata: true,
  namespaceOverride: true,
  networks: true,
  preload: true,
  privacyPolicyUrl: true,
  projectId: true,
  restrictedTimeZones: true,
  shadowRoot: true,
  siweConfig: true,
  siwx: true,
  socials: true,
  swapRouters: true,
  termsConditionsUrl: true,
  themeMode: true,
  themeVariables: true,
  tokens: true,
  walletConnect: true,
  walletFeaturesOrder: true,
}

export const featureNames: Names<NonNullable<WModalOptions["features"]>> = {
  addNetworks: true,
  allWallets: true,
  analytics: true,
  collapseWallets: true,
  email: true,
  history: true,
  legalCheckbox: true,
  onramp: true,
  receive: true,
  send: true,
  socials: true,
  swaps: true,
}

export const endpointNames: Names<NonNullable<WModalOptions["endpoints"]>> = {
  analytics: true,
  blockchain: true,
  directory: true,
  prices: true,
  relay: true,
  secureSite: true,
}

export const themeVariableNames: Names<NonNullable<WModalOptions["themeVariables"]>> = {
  accent: true,
  background: true,
  borderRadiusMaster: true,
  colorMix: true,
  colorMixStrength: true,
  fontFamily: true,
  fontSizeMaster: true,
  zIndex: true,
}
