import type { WModalOptions } from "../../index.ts"

/** Options as data: what names a function, a network of the table or a server is in `networkChoices.ts`. */
export type PlainOptions = Partial<
  Omit<WModalOptions, "chains" | "defaultNetwork" | "endpoints" | "networks" | "siwx" | "siweConfig">
>

/** One choice of a control. */
interface Choice {
  /** As the control shows it. */
  readonly text: string
  readonly options: PlainOptions
}

/** A control whose choices are values of one option. */
export interface OptionChoice {
  readonly label: string
  /** What the first choice is called: the option is absent. */
  readonly absent: string
  readonly group: "Theme" | "Networks" | "Wallets" | "Sign-in and account" | "The page"
  /** By name in the link. */
  readonly choices: Readonly<Record<string, Choice>>
}

/** Wallets of the mock server's directory. */
const [copperfinch, thistlefold, foxglove] = [
  "d3376e0b993672ffdb3d286be4df63fc4b1766fb3c9a0c1f0473ead4e33aceb9",
  "bd825b77289f88b6cd0a78811729ac9b589aec01c119c37504f906ad17817e5b",
  "17e371eee32ccb392c46ee036f22e5dba656633b506f150d8ece563c0dc4b844",
] as const

const icon = "./icon.svg"

/** The controls that take a value from a list, by name in the link. */
export const optionChoices = {
  fontSize: {
    label: "Text size",
    absent: "Of the modal",
    group: "Theme",
    choices: {
      small: { text: "Small", options: { themeVariables: { fontSizeMaster: "9px" } } },
      large: { text: "Large", options: { themeVariables: { fontSizeMaster: "12px" } } },
    },
  },
  colorMix: {
    label: "Tint of surfaces",
    absent: "None",
    group: "Theme",
    choices: {
      violet: {
        text: "Violet, 20 %",
        options: { themeVariables: { colorMix: "#7c3aed", colorMixStrength: 20 } },
      },
      green: {
        text: "Green, 35 %",
        options: { themeVariables: { colorMix: "#15803d", colorMixStrength: 35 } },
      },
    },
  },
  layer: {
    label: "Stacking layer",
    absent: "999",
    group: "Theme",
    choices: { high: { text: "2,147,483,647", options: { themeVariables: { zIndex: 2_147_483_647 } } } },
  },
  chainImages: {
    label: "Image of Ethereum",
    absent: "Its own",
    group: "Networks",
    choices: { own: { text: "The page's", options: { chainImages: { "eip155:1": icon } } } },
  },
  unsupported: {
    label: "On another network",
    absent: "Wallets switch",
    group: "Networks",
    choices: { on: { text: "They may stay", options: { allowUnsupportedChain: true } } },
  },
  tokens: {
    label: "Balance",
    absent: "Native currency",
    group: "Networks",
    choices: {
      usd: {
        text: "A test dollar on Ethereum",
        options: { tokens: { "eip155:1": { address: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c" } } },
      },
    },
  },
  pictures: {
    label: "Pictures",
    absent: "Of the directory",
    group: "The page",
    choices: { more: { text: "And of example.com", options: { imageHosts: ["*.example.com"] } } },
  },
  featured: {
    label: "Featured",
    absent: "None",
    group: "Wallets",
    choices: { two: { text: "Two wallets", options: { featuredWallets: [foxglove, thistlefold] } } },
  },
  included: {
    label: "Listed",
    absent: "The whole directory",
    group: "Wallets",
    choices: {
      three: { text: "Three wallets", options: { includedWallets: [copperfinch, thistlefold, foxglove] } },
    },
  },
  excluded: {
    label: "Left out",
    absent: "None",
    group: "Wallets",
    choices: { one: { text: "Copperfinch", options: { excludedWallets: ["Copperfinch"] } } },
  },
  custom: {
    label: "Added by the page",
    absent: "None",
    group: "Wallets",
    choices: {
      one: {
        text: "Acme Wallet",
        options: {
          customWallets: [
            {
              id: "acme",
              name: "Acme Wallet",
              homepage: "https://acme.example",
              mobileLink: "acme://",
              webappLink: "https://wallet.acme.example",
            },
          ],
        },
      },
    },
  },
  walletOrder: {
    label: "Order of wallets",
    absent: "Installed first",
    group: "Wallets",
    choices: {
      featured: {
        text: "Recommended first",
        options: { connectorOrder: ["featured", "recommended", "custom", "injected", "walletConnect"] },
      },
    },
  },
  walletImage: {
    label: "Image of the dev wallet",
    absent: "Its own",
    group: "Wallets",
    choices: { own: { text: "The page's", options: { connectorImages: { "example.wmodal.dev": icon } } } },
  },
  wallets: {
    label: "Wallets",
    absent: "Offered",
    group: "Wallets",
    choices: { off: { text: "Sign-in only", options: { enableWallets: false } } },
  },
  announced: {
    label: "Announced by EIP-6963",
    absent: "Listed",
    group: "Wallets",
    choices: { off: { text: "Left out", options: { enableEIP6963: false } } },
  },
  injected: {
    label: "In window.ethereum",
    absent: "Listed",
    group: "Wallets",
    choices: { off: { text: "Left out", options: { enableInjected: false } } },
  },
  phones: {
    label: "Phones by WalletConnect",
    absent: "Connect",
    group: "Wallets",
    choices: { off: { text: "Do not", options: { walletConnect: null } } },
  },
  socials: {
    label: "Which social accounts",
    absent: "All seven",
    group: "Sign-in and account",
    choices: {
      two: { text: "GitHub, then Google", options: { socials: ["github", "google"] } },
      off: { text: "None", options: { socials: false } },
    },
  },
  actions: {
    label: "Order of actions",
    absent: "All, buy first",
    group: "Sign-in and account",
    choices: {
      send: {
        text: "Send, receive",
        options: { walletFeaturesOrder: ["send", "receive"] },
      },
    },
  },
  bitcoinAccount: {
    label: "Bitcoin account",
    absent: "For payments",
    group: "Sign-in and account",
    choices: {
      ordinal: { text: "With inscriptions", options: { defaultAccountTypes: { bip122: "ordinal" } } },
    },
  },
  zones: {
    label: "Nothing to buy in",
    absent: "No time zone",
    group: "Sign-in and account",
    choices: {
      here: {
        text: "Your time zone",
        options: { restrictedTimeZones: [Intl.DateTimeFormat().resolvedOptions().timeZone] },
      },
    },
  },
  analytics: {
    label: "Events",
    absent: "Stay in the page",
    group: "The page",
    choices: { on: { text: "Sent to endpoints.analytics", options: { features: { analytics: true } } } },
  },
  ownNetworks: {
    label: "Networks of the user",
    absent: "Not offered",
    group: "Networks",
    choices: { on: { text: "May be added", options: { features: { addNetworks: true } } } },
  },
  metadata: {
    label: "Metadata for wallets",
    absent: "Its title and icon",
    group: "The page",
    choices: {
      own: {
        text: "A name of its own",
        options: { metadata: { name: "Acme Exchange", description: "Trades anvils." } },
      },
    },
  },
  terms: {
    label: "Terms",
    absent: "None",
    group: "The page",
    choices: { on: { text: "A link", options: { termsConditionsUrl: "https://example.com/terms" } } },
  },
  privacy: {
    label: "Privacy policy",
    absent: "None",
    group: "The page",
    choices: { on: { text: "A link", options: { privacyPolicyUrl: "https://example.com/privacy" } } },
  },
  cookie: {
    label: "Last visit is kept in",
    absent: "Storage",
    group: "The page",
    choices: { on: { text: "A cookie, for servers", options: { cookie: true } } },
  },
} as const satisfies Readonly<Record<string, OptionChoice>>

/** Names of the chosen values. */
export type Choices = Readonly<Partial<Record<string, string>>>

const controls: Readonly<Record<string, OptionChoice>> = optionChoices

/** Returns the choices that a link names. What is unknown is left out. */
export const parseChoices = (params: URLSearchParams): Choices =>
  Object.fromEntries(
    Object.entries(controls).flatMap(([name, { choices }]) => {
      const value = params.get(name)
      return value !== null && Object.hasOwn(choices, value) ? [[name, value]] : []
    }),
  )

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Merges options: those that consist of parts, such as `themeVariables`, keep the parts of both. */
export const mergeOptions = <A extends object, B extends object>(one: A, other: B): A & B => {
  const merged = new Map<string, unknown>(Object.entries(one))
  for (const [name, value] of Object.entries(other)) {
    const before = merged.get(name)
    merged.set(name, isGroup(before) && isGroup(value) ? { ...before, ...value } : value)
  }
  // Every member is one of A, of B, or both.
  return Object.fromEntries(merged) as A & B
}

/** Returns the options of the choices. */
export const toChosenOptions = (chosen: Choices): PlainOptions =>
  Object.entries(chosen).reduce<PlainOptions>(
    (options, [name, value]) =>
      mergeOptions(options, (value !== undefined && controls[name]?.choices[value]?.options) || {}),
    {},
  )

/** Options without a control, and why. */
export const optionsWithoutControl = {
  customRpcUrls: "Nodes are addresses that only your page knows. npm start passes those of its mock server.",
  enableCoinbase: "It matters with evm({ coinbase }), whose library this page does not contain.",
  events: "It matters to listeners of a page, of which this one has none.",
  namespaceOverride: "It changes what a phone is asked for, which the modal does not show.",
  projectId: "It is the world of the mock server. Add ?projectId= to the address for a world of your own.",
  meldUrl: "It has the public key of an account at Meld.",
  paymentHosts: "They are servers that only your page knows, whose payment links make the transaction.",
  shadowRoot: "Open on this page, so that browser tests find what the modal shows.",
  siweConfig: "The older form of siwx, which has a control. A page passes one of them.",
  swapRouters: "Contracts of your own exchange. Those of the mock server's are known.",
} as const satisfies Partial<Record<keyof WModalOptions, string>>
