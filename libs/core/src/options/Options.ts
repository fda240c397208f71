import type { Chain } from "@wmodal/chains"
import type { NamespaceOverride, WalletConnectClient } from "@wmodal/chains/walletconnect"
import type { Network } from "@wmodal/protocol"
import type { DefaultAccountTypes } from "./accountTypes.ts"
import type { Legal } from "./Legal.ts"
import type { SiweConfig, SiwxPlugin } from "./SiwxPlugin.ts"

/** Base URLs of the remote services. A missing one disables the features that need it. */
export interface Endpoints {
  /** The wallet directory: names, icons and links of wallets. */
  readonly directory?: string
  /** The blockchain API: balances, tokens, activity, names, swaps, purchases, and a JSON-RPC proxy. */
  readonly blockchain?: string
  /** Receives events, only with `features.analytics`. */
  readonly analytics?: string
  /** The WalletConnect relay (`wss:`), for wallets on another device; also needs the option `walletConnect`. */
  readonly relay?: string
  /** The embedded wallet's site, for sign-in by email and social accounts. */
  readonly secureSite?: string
  /**
   * A second source of prices, of another operator than `blockchain`, which serves the exchange: a server of
   * `POST /v1/fungible/price`. With it, each swap is compared with its prices.
   */
  readonly prices?: string
}

/** `Endpoints`, and the hosts of pictures that belong to them. */
export interface HostEndpoints extends Endpoints {
  /** Added to the option `imageHosts`: the hosts from which the blockchain API's pictures come. */
  readonly imageHosts?: readonly string[]
}

/** The dApp, as wallets show it. */
export interface Metadata {
  /** By default the title of the page. */
  readonly name: string
  /** By default the description of the page. */
  readonly description: string
  /** By default the origin of the page. */
  readonly url: string
  /** Addresses of images; by default the icon of the page. */
  readonly icons: readonly string[]
}

/** CSS colors, lengths and numbers that override the theme. */
export interface ThemeVariables {
  /** A CSS color: of buttons, links and marks. */
  readonly accent?: string
  /** The background of the modal, and of the embedded wallet's frame. */
  readonly background?: string
  /** A CSS color that is mixed into all surfaces. */
  readonly colorMix?: string
  /** 0 to 50, percent. */
  readonly colorMixStrength?: number
  /** A CSS font family. */
  readonly fontFamily?: string
  /** CSS length, default 10px. */
  readonly fontSizeMaster?: string
  /** CSS length, default 4px. */
  readonly borderRadiusMaster?: string
  /** The CSS `z-index` of the modal's layer, default 999. */
  readonly zIndex?: number
}

/** The color mode and the overrides of the theme. */
export interface Theme {
  /** `auto` follows the system. */
  readonly mode: "light" | "dark" | "auto"
  /** Overrides of colors, lengths and fonts. */
  readonly variables: ThemeVariables
}

/**
 * The features of the modal. A disabled feature loads no code and shows no entry; `walletFeaturesOrder` has the
 * order.
 */
export interface Features {
  /** Swaps, from the account view and by `open("Swap")`, on the networks that support them. */
  readonly swaps: boolean
  /** Purchases, where `endpoints.blockchain` sells tokens or `meldUrl` is set. */
  readonly onramp: boolean
  /** The account's address as text and as a QR code. */
  readonly receive: boolean
  /** Payments, from the account view and by `open("WalletSend")`. */
  readonly send: boolean
  /** Sign-in by email code; requires `endpoints.secureSite`. */
  readonly email: boolean
  /** Sign-in by `socials`; requires `endpoints.secureSite`. */
  readonly socials: boolean
  /** The account's activity, and the NFTs that it contains. */
  readonly history: boolean
  /** Events to `endpoints.analytics`; off by default. */
  readonly analytics: boolean
  /** The list of all wallets; `mobile`: on phones only. */
  readonly allWallets: boolean | "mobile"
  /** Whether users must tick a box before they connect; requires `termsConditionsUrl` or `privacyPolicyUrl`. */
  readonly legalCheckbox?: boolean
  /** Whether Connect shows the wallets behind one row, below the ways to sign in. */
  readonly collapseWallets?: boolean
  /**
   * Whether users may add networks of their own in the list of networks; off by default, because a dApp's contracts are
   * on its own networks. What a user has added is in `networks` with `addedByUser`.
   */
  readonly addNetworks?: boolean
}

/** Options that few hosts pass. Their code loads only where one of them is passed. */
export interface RareOptions {
  /** The site's terms: an http or https URL, or a path of the page. Connect shows the link. */
  readonly termsConditionsUrl?: string
  /** The site's privacy policy, in the same forms. */
  readonly privacyPolicyUrl?: string
  /** Images of `networks`, by `id` or CAIP-2 id, before their own: https or data:image addresses, or paths. */
  readonly chainImages?: Readonly<Record<string, string>>
  /** Images of the page's wallets, by rdns or, without one, by name: before those that they bring. */
  readonly connectorImages?: Readonly<Record<string, string>>
  /** Tokens whose balance is the account's, in place of the native currency, per CAIP-2 id. */
  readonly tokens?: Readonly<Record<string, BalanceToken>>
  /** `false`: Connect offers no wallets, only ways to sign in. */
  readonly enableWallets?: boolean
  /** `false`: wallets that announce themselves by EIP-6963 are left out. */
  readonly enableEIP6963?: boolean
  /** `false`: the wallet in `window.ethereum` is left out. */
  readonly enableInjected?: boolean
  /** `false`: Coinbase Wallet by its own library, which `evm({ coinbase })` adds, is left out. */
  readonly enableCoinbase?: boolean
  /** `true`: a wallet may stay on a network that `networks` does not name; nothing is sent from there. */
  readonly allowUnsupportedChain?: boolean
  /**
   * Hosts whose payment links may choose the transaction, such as `pay.example.com`; with a port where it is no default
   * one. A link `solana:https://…` gives the account's address to its host, which answers with a transaction to review. A
   * link of any other host is refused, and the host is not contacted. The hosts have to allow the page by CORS. Default:
   * none. Source: Solana Pay, transaction requests.
   */
  readonly paymentHosts?: readonly string[]
}

/** A token by its contract, or on Solana its mint. */
export interface BalanceToken {
  /** The contract's address, or the mint. */
  readonly address: string
}

/** The source of a row of the Connect view. */
export type ConnectorGroup =
  /** The WalletConnect code, for any wallet. */
  | "walletConnect"
  | "custom"
  | "recent"
  | "external"
  | "multiChain"
  | "announced"
  | "injected"
  | "recommended"
  | "featured"

/** The order of the groups on the Connect view. */
export type ConnectorOrder = readonly (
  | "walletConnect"
  | Exclude<ConnectorGroup, "multiChain" | "announced">
)[]

/** A social account that signs a user in. */
export type SocialProvider = "google" | "x" | "discord" | "farcaster" | "github" | "apple" | "facebook"

/** A way to connect. */
export type ConnectMethod = "email" | "social" | "wallet"

/** An action on the account view. Each is shown where its feature is enabled. */
export type WalletFeature = "onramp" | "swaps" | "receive" | "send"

/** A wallet that the host adds to the list. */
export interface CustomWallet {
  /** Unique among the wallets of the list. */
  readonly id: string
  /** As the list shows it. */
  readonly name: string
  /** Where to get it: an https URL. */
  readonly homepage?: string
  /** An https or data:image address. */
  readonly imageUrl?: string
  /** The link that opens its apps: `https:`, or a scheme of its own such as `acme://`. */
  readonly mobileLink?: string
  /** The same for a desktop app. */
  readonly desktopLink?: string
  /** The same for a web wallet. */
  readonly webappLink?: string
  /** Where iOS users get it. */
  readonly appStore?: string
  /** Where Android users get it. */
  readonly playStore?: string
}

/** The decoded options: complete, except for endpoints and the default network. */
export interface Options {
  /**
   * Identifies the dApp to the servers of `endpoints`; their operator issues it. Required with `endpoints`; a mock server
   * accepts any text.
   */
  readonly projectId: string
  /** The kinds of chains, in order: `evm()`, `solana()`, `bitcoin()`, `polkadot()`. */
  readonly chains: readonly Chain[]
  /** The networks of those chains; the first is the default. */
  readonly networks: readonly Network[]
  /** The network of a first visit. */
  readonly defaultNetwork: Network | null
  /** Base URLs of servers. Without one, what needs it is not offered. */
  readonly endpoints: Endpoints
  /**
   * Hosts from which pictures are loaded, such as `cdn.example.com`, or all below a domain as `*.example.com`; with a port
   * where it is no default one. Of others, wallets and tokens show letters, and collectibles load when they are pressed.
   * Always named: the host of `endpoints.directory`, and those of images in the other options. They have to allow the
   * page by CORS. Default: none.
   */
  readonly imageHosts: readonly string[]
  /** What the modal offers. */
  readonly features: Features
  /** The dApp, as wallets show it. */
  readonly metadata: Metadata
  /** The order of the groups of wallets on Connect. */
  readonly connectorOrder: ConnectorOrder
  /** The order of the account view's actions; missing ones are not offered. */
  readonly walletFeaturesOrder: readonly WalletFeature[]
  /** The operator's own nodes, per CAIP-2 id: requested before all others. */
  readonly customRpcUrls: Readonly<Record<string, readonly string[]>>
  /**
   * Contracts that swap for the operator's exchange, in addition to the known ones, per CAIP-2 id. A swap through any
   * other contract needs an act of its own. An address with a wrong checksum stays unknown.
   */
  readonly swapRouters: Readonly<Record<string, readonly string[]>>
  /**
   * The page of Meld with your public key, such as `https://meldcrypto.com/?publicKey=…`: a second provider to buy from.
   * `null`: only the one that `endpoints.blockchain` serves.
   */
  readonly meldUrl: string | null
  /** IANA time zones, such as `Asia/Shanghai` in any case, in which nothing is offered to buy. */
  readonly restrictedTimeZones: readonly string[]
  /** Directory ids, rdns or names (case-insensitive) that are never shown. */
  readonly excludedWallets: readonly string[]
  /** Directory ids: if not empty, no other wallet of the directory is listed. */
  readonly includedWallets: readonly string[]
  /** Directory ids, in display order. */
  readonly featuredWallets: readonly string[]
  /** Wallets to add to the list. */
  readonly customWallets: readonly CustomWallet[]
  /**
   * The WalletConnect client: `walletConnect()` of `@wmodal/walletconnect`. With `endpoints.relay` it connects
   * wallets on other devices; `null` disables them.
   */
  readonly walletConnect: WalletConnectClient | null
  /** Replaces parts of the namespaces that WalletConnect requests from a wallet. */
  readonly namespaceOverride: NamespaceOverride
  /** In display order. */
  readonly socials: readonly SocialProvider[]
  /** `null`: email, social, wallet; the wallet first when one is installed. Missing methods are not offered. */
  readonly connectMethodsOrder: readonly ConnectMethod[] | null
  /** The types of account in use until the user selects one. */
  readonly defaultAccountTypes: DefaultAccountTypes
  /** The color mode and the overrides of the theme. */
  readonly theme: Theme
  /** Sign-in with a signature after connecting; `null` without. */
  readonly siwx: SiwxPlugin | null
  /** Sign-in with Ethereum by the older interface. Not together with `siwx`. */
  readonly siweConfig: SiweConfig | null
  /** Renders inline in the web page while that has a place for it, instead of in a dialog. */
  readonly embedded: boolean
  readonly allowUnsupportedChain?: boolean
  readonly tokens?: NonNullable<RareOptions["tokens"]>
  /** Absent without one. */
  readonly paymentHosts?: readonly string[]
  /** What the user has added on earlier visits; absent where the feature `addNetworks` is off. */
  readonly ownNetworks?: readonly Network[]
  /** Absent without links of the site. */
  readonly legal?: Legal
}

/**
 * The options that a host passes. Everything but `chains` and `networks` has a default. A `projectId` is required
 * when `endpoints` is set: it identifies the app to those servers.
 */
export type HostOptions = Pick<Options, "chains" | "networks"> &
  Partial<
    Omit<
      Options,
      | "chains"
      | "networks"
      | "theme"
      | "features"
      | "defaultAccountTypes"
      | "metadata"
      | "defaultNetwork"
      | "socials"
      | "connectMethodsOrder"
      | "endpoints"
      | "meldUrl"
      | "legal"
      | "ownNetworks"
    >
  > &
  RareOptions & {
    /** Base URLs of servers. Without one, what needs it is not offered. */
    readonly endpoints?: HostEndpoints
    /**
     * The page of Meld with your public key, such as `https://meldcrypto.com/?publicKey=…`: a second provider to buy
     * from. Default: only the one that `endpoints.blockchain` serves.
     */
    readonly meldUrl?: string
    /** Social accounts that sign users in, in order; requires `endpoints.secureSite`. `false`: none. */
    readonly socials?: Options["socials"] | false
    /**
     * Default: email, social, wallet; the wallet first when one is installed. Missing methods are not offered.
     */
    readonly connectMethodsOrder?: readonly ConnectMethod[]
    /** The network of a first visit, one of `networks`; by default the first. */
    readonly defaultNetwork?: Network
    /** What the modal offers. */
    readonly features?: Partial<Features>
    /** The types of account in use until the user selects one. */
    readonly defaultAccountTypes?: Partial<DefaultAccountTypes>
    /** The dApp, as wallets show it; by default what the page says about itself. */
    readonly metadata?: Partial<Metadata>
    /** The color mode, by default `auto`, which follows the system. */
    readonly themeMode?: Theme["mode"]
    /** Overrides of colors, lengths and fonts. */
    readonly themeVariables?: ThemeVariables
  }
