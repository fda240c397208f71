import type { Theme, WModal } from "../../index.ts"
import { element } from "../element.ts"
import { findLowContrast } from "./contrast.ts"
import { make } from "./make.ts"
import { makeCode } from "./makeCode.ts"
import {
  chainChoices,
  firstChoices,
  type NetworkSettings,
  networkChoices,
  serverChoices,
} from "./networkChoices.ts"
import { type OptionChoice, optionChoices, optionsWithoutControl } from "./optionChoices.ts"
import {
  defaultSettings,
  type FeatureName,
  featureDefaults,
  featureNames,
  fonts,
  formatSettings,
  needsReload,
  type Settings,
  toOptions,
} from "./settings.ts"

const featureLabels: Readonly<Record<FeatureName, string>> = {
  swaps: "Swap",
  onramp: "Buy",
  receive: "Receive",
  send: "Send",
  email: "Email",
  socials: "Social accounts",
  history: "Activity",
  allWallets: "All wallets",
  collapseWallets: "Wallets behind one row",
  legalCheckbox: "Terms to accept",
}

/** Whether the sign-in continues when the page has loaded again. */
const signInKey = "wmodal-demo/sign-in"

const field = (label: string, control: HTMLElement) =>
  make("label", { className: "field" }, make("span", {}, label), control)

const makeSelect = (options: readonly (readonly [value: string, text: string])[], value: string) => {
  const select = make("select", {}, ...options.map(([one, text]) => make("option", { value: one }, text)))
  select.value = value
  return select
}

/** Shows the controls of the options, their code and their link. */
export const showPlayground = (modal: WModal, initial: Settings, initialMode: Theme["mode"]) => {
  let settings = initial
  let mode = initialMode

  const show = () => {
    element("#code").textContent = makeCode(settings, mode)
    element("#contrast").textContent = findLowContrast(settings.accent, settings.background) ?? ""
  }
  const change = (next: Partial<Settings>) => {
    const before = settings
    settings = { ...before, ...next }
    history.replaceState(null, "", `${location.pathname}${location.search}#${formatSettings(settings)}`)
    if (needsReload(before, settings)) {
      location.reload()
      return
    }
    show()
    modal.setThemeVariables(toOptions(settings).themeVariables ?? {})
    if (before.language !== settings.language) void modal.setLanguage(settings.language)
    if (before.features !== settings.features)
      void modal.updateFeatures(
        Object.fromEntries(
          featureNames.map((name) => [name, featureDefaults[name] !== settings.features.includes(name)]),
        ),
      )
  }

  const color = (label: string, name: "accent" | "background", fallback: string) => {
    const input = make("input", { type: "color", value: settings[name] ?? fallback })
    input.addEventListener("input", () => change({ [name]: input.value }))
    return field(label, input)
  }
  const choice = <K extends keyof Settings>(
    label: string,
    name: K,
    options: readonly (readonly [value: string, text: string, setting: Settings[K]])[],
  ) => {
    const current = options.find(([, , setting]) => setting === settings[name]) ?? options[0]
    const select = makeSelect(
      options.map(([value, text]) => [value, text]),
      current?.[0] ?? "",
    )
    select.addEventListener("change", () => {
      const found = options.find(([value]) => value === select.value)
      if (found !== undefined) change({ [name]: found[2] })
    })
    return field(label, select)
  }
  const radius = make("input", { type: "range", min: "0", max: "12", value: String(settings.radius ?? 4) })
  radius.addEventListener("input", () => change({ radius: Number(radius.value) }))

  const feature = (name: FeatureName) => {
    const box = make("input", {
      type: "checkbox",
      checked: featureDefaults[name] !== settings.features.includes(name),
    })
    box.addEventListener("change", () =>
      change({
        features: featureNames.filter((one) =>
          one === name ? box.checked !== featureDefaults[one] : settings.features.includes(one),
        ),
      }),
    )
    return make("label", { className: "tick" }, box, make("span", {}, featureLabels[name]))
  }
  /** A control of options that only a new modal has. */
  const list = (
    label: string,
    absent: string,
    choices: readonly (readonly [value: string, text: string])[],
    current: string | null | undefined,
    set: (value: string | null) => void,
  ) => {
    const select = makeSelect([["", absent], ...choices], current ?? "")
    select.addEventListener("change", () => set(select.value === "" ? null : select.value))
    return field(label, select)
  }
  const net = (
    label: string,
    name: keyof NetworkSettings,
    absent: string,
    texts: Readonly<Record<string, string>>,
  ) =>
    list(label, absent, Object.entries(texts), settings.net[name], (value) =>
      change({ net: { ...settings.net, [name]: value } }),
    )
  const getTexts = (choices: Readonly<Record<string, { readonly text: string }>>) =>
    Object.fromEntries(Object.entries(choices).map(([value, { text }]) => [value, text]))
  const controls: readonly (readonly [string, OptionChoice])[] = Object.entries(optionChoices)
  const listsOf = (wanted: OptionChoice["group"]) =>
    controls
      .filter(([, control]) => control.group === wanted)
      .map(([name, { absent, choices, label }]) =>
        list(label, absent, Object.entries(getTexts(choices)), settings.choices[name], (value) => {
          const { [name]: _, ...others } = settings.choices
          change({ choices: value === null ? others : { ...others, [name]: value } })
        }),
      )
  const isChosen = (wanted: OptionChoice["group"]) =>
    controls.some(([name, control]) => control.group === wanted && name in settings.choices)
  /** Collapsed, until one of its options is chosen. */
  const group = (title: string, isOpen: boolean, ...children: readonly HTMLElement[]) =>
    make(
      "details",
      { open: isOpen },
      make("summary", {}, title),
      make("div", { className: "fields" }, ...children),
    )
  const differs = (...names: readonly (keyof Settings)[]) =>
    names.some((name) => settings[name] !== defaultSettings[name])

  element("#playground").replaceChildren(
    group(
      "Theme",
      true,
      color("Accent", "accent", "#3571ea"),
      color("Background", "background", "#ffffff"),
      field("Corners", radius),
      choice("Font", "font", [
        ["", "Of the modal", null],
        ...Object.keys(fonts).map((name) => [name, name, name] as const),
      ]),
      ...listsOf("Theme"),
    ),
    group(
      "Text",
      differs("language", "direction"),
      choice("Language", "language", [
        ["en", "English", "en"],
        ["en-XA", "Pseudo, longer", "en-XA"],
      ]),
      choice("Direction", "direction", [
        ["ltr", "Left to right", "ltr"],
        ["rtl", "Right to left", "rtl"],
      ]),
    ),
    group("Features", settings.features.length > 0, ...featureNames.map(feature)),
    group(
      "Networks",
      isChosen("Networks") || Object.values(settings.net).some((value) => value !== null),
      net("Chains", "chains", "Those of this page", getTexts(chainChoices)),
      net("Networks", "networks", "All", networkChoices),
      net("Of a first visit", "first", "The first", firstChoices),
      net("Servers", "servers", "All", getTexts(serverChoices)),
      ...listsOf("Networks"),
    ),
    group("Wallets", isChosen("Wallets"), ...listsOf("Wallets")),
    group(
      "Sign-in and account",
      isChosen("Sign-in and account") || differs("order", "siwx", "account"),
      choice("First on Connect", "order", [
        ["", "Email, social", null],
        ["wallet", "Wallets", "wallet"],
      ]),
      choice("Sign-in with a signature", "siwx", [
        ["", "Off", false],
        ["on", "After connecting", true],
      ]),
      choice("Embedded wallet", "account", [
        ["smartAccount", "Smart account", "smartAccount"],
        ["eoa", "Plain account", "eoa"],
      ]),
      ...listsOf("Sign-in and account"),
    ),
    group(
      "The page",
      isChosen("The page") || differs("embedded", "preload"),
      choice("Shown", "embedded", [
        ["", "As a dialog", false],
        ["on", "In the page", true],
      ]),
      choice("Loads", "preload", [
        ["visible", "At its button", "visible"],
        ["intent", "When pointed at", "intent"],
      ]),
      ...listsOf("The page"),
    ),
    make(
      "details",
      {},
      make("summary", {}, "Options without a control"),
      make(
        "dl",
        { className: "reasons" },
        ...Object.entries(optionsWithoutControl).map(([name, reason]) =>
          make("div", {}, make("dt", {}, make("code", {}, name)), make("dd", {}, reason)),
        ),
      ),
    ),
  )
  element("#playground").addEventListener("submit", (event) => event.preventDefault())

  const copy = (selector: string, getText: () => string) => {
    const button = element(selector)
    const label = button.textContent
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(getText())
        button.textContent = "Copied"
      } catch {
        button.textContent = "Select it, and copy by hand"
      }
      setTimeout(() => (button.textContent = label), 2_000)
    })
  }
  copy("#copy-code", () => makeCode(settings, mode))
  copy("#copy-link", () => location.href)
  element("#reset").addEventListener("click", () => {
    history.replaceState(null, "", location.pathname + location.search)
    location.reload()
  })
  // Another link of this page was entered by hand, or by Back.
  addEventListener("hashchange", () => location.reload())
  show()

  if (settings.siwx && sessionStorage.getItem(signInKey) !== null) {
    sessionStorage.removeItem(signInKey)
    const stop = modal.subscribe(({ signature, status }) => {
      if (status !== "connected" || signature.status !== "signedOut") return
      stop()
      void modal.signIn()
    })
  }
  return {
    /** Shows the code of another color mode. */
    setMode: (next: Theme["mode"]) => {
      mode = next
      show()
    },
    /** Asks for a signature; without the option, turns it on first, which loads the page again. */
    signIn: () => {
      if (settings.siwx) void modal.signIn()
      else {
        sessionStorage.setItem(signInKey, "")
        change({ siwx: true, account: "eoa" })
      }
    },
  }
}
