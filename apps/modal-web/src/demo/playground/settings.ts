import { defaultNetworkSettings, type NetworkSettings, parseNetworkSettings } from "./networkChoices.ts"
import {
  type Choices,
  mergeOptions,
  type PlainOptions,
  parseChoices,
  toChosenOptions,
} from "./optionChoices.ts"

/** The features that the playground switches, with the value of a page that says nothing. */
export const featureDefaults = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  socials: true,
  history: true,
  allWallets: true,
  collapseWallets: false,
  legalCheckbox: false,
} as const

export type FeatureName = keyof typeof featureDefaults
export const featureNames = Object.keys(featureDefaults).filter(
  (name): name is FeatureName => name in featureDefaults,
)

/** The choices of the playground. `null`: the modal's own default. */
export interface Settings {
  /** `#rrggbb`. */
  readonly accent: string | null
  /** `#rrggbb`. */
  readonly background: string | null
  /** Pixels of `borderRadiusMaster`. */
  readonly radius: number | null
  readonly font: string | null
  readonly language: "en" | "en-XA"
  readonly direction: "ltr" | "rtl"
  /** The features that differ from their default. */
  readonly features: readonly FeatureName[]
  /** `null`: email, social, wallet. */
  readonly order: "wallet" | null
  readonly embedded: boolean
  readonly siwx: boolean
  readonly account: "smartAccount" | "eoa"
  readonly preload: "visible" | "intent"
  /** Chains, networks and servers. */
  readonly net: NetworkSettings
  /** Values of all other options, by the name of their control. */
  readonly choices: Choices
}

export const defaultSettings: Settings = {
  accent: null,
  background: null,
  radius: null,
  font: null,
  language: "en",
  direction: "ltr",
  features: [],
  order: null,
  embedded: false,
  siwx: false,
  account: "smartAccount",
  preload: "visible",
  net: defaultNetworkSettings,
  choices: {},
}

/** The fonts of the picker: names and CSS families. */
export const fonts: Readonly<Record<string, string>> = {
  serif: "Georgia, serif",
  mono: "ui-monospace, Menlo, Consolas, monospace",
  system: "system-ui, sans-serif",
}

const toColor = (text: string | null) =>
  text !== null && /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null

const toRadius = (text: string | null) => {
  const pixels = Number(text)
  return text !== null && text !== "" && Number.isInteger(pixels) && pixels >= 0 && pixels <= 12
    ? pixels
    : null
}

/** Reads the settings from the hash of a link. What is unknown or invalid keeps its default. */
export const parseSettings = (hash: string): Settings => {
  const params = new URLSearchParams(hash.replace(/^#/, ""))
  const font = params.get("font")
  const features = (params.get("features") ?? "").split(",")
  return {
    accent: toColor(params.get("accent")),
    background: toColor(params.get("background")),
    radius: toRadius(params.get("radius")),
    font: font !== null && Object.hasOwn(fonts, font) ? font : null,
    language: params.get("language") === "en-XA" ? "en-XA" : "en",
    direction: params.get("direction") === "rtl" ? "rtl" : "ltr",
    features: featureNames.filter((name) => features.includes(name)),
    order: params.get("order") === "wallet" ? "wallet" : null,
    embedded: params.get("embedded") === "on",
    siwx: params.get("siwx") === "on",
    account: params.get("account") === "eoa" ? "eoa" : "smartAccount",
    preload: params.get("preload") === "intent" ? "intent" : "visible",
    net: parseNetworkSettings(params),
    choices: parseChoices(params),
  }
}

/** Returns the hash of a link to these settings, without its `#`; defaults are left out. */
export const formatSettings = ({ choices, net, ...settings }: Settings): string =>
  new URLSearchParams(
    Object.entries({ ...settings, ...net, ...choices }).flatMap(
      ([name, value]: readonly [string, unknown]) => {
        if (value === null || value === false) return []
        if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.join(",")]]
        if (value === Reflect.get(defaultSettings, name)) return []
        return [[name, value === true ? "on" : String(value)]]
      },
    ),
  ).toString()

/** Returns the theme variables of the settings. */
const toThemeVariables = ({ accent, background, font, radius }: Settings) => ({
  ...(accent !== null && { accent }),
  ...(background !== null && { background }),
  ...(radius !== null && { borderRadiusMaster: `${radius}px` }),
  ...(font !== null && { fontFamily: fonts[font] ?? font }),
})

/** Returns the options of the settings; defaults are left out. */
export const toOptions = (settings: Settings): PlainOptions => {
  const { account, choices, embedded, features, language, order, preload } = settings
  const themeVariables = toThemeVariables(settings)
  const changed = Object.fromEntries(features.map((name) => [name, !featureDefaults[name]]))
  const options: PlainOptions = {
    ...(Object.keys(themeVariables).length > 0 && { themeVariables }),
    ...(features.length > 0 && { features: changed }),
    // The box has a link to agree to.
    ...(features.includes("legalCheckbox") && { termsConditionsUrl: "https://example.com/terms" }),
    ...(order !== null && { connectMethodsOrder: ["wallet", "email", "social"] as const }),
    ...(embedded && { embedded }),
    ...(account !== "smartAccount" && { defaultAccountTypes: { eip155: account } }),
    ...(preload !== "visible" && { preload }),
    ...(language !== "en" && { language }),
  }
  return mergeOptions(options, toChosenOptions(choices))
}

/** Settings that only a new modal has: the page loads again for them. */
export const needsReload = (before: Settings, after: Settings): boolean =>
  before.embedded !== after.embedded ||
  before.siwx !== after.siwx ||
  before.account !== after.account ||
  before.preload !== after.preload ||
  before.order !== after.order ||
  before.direction !== after.direction ||
  before.net !== after.net ||
  before.choices !== after.choices ||
  before.features.includes("legalCheckbox") !== after.features.includes("legalCheckbox")
