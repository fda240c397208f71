import type { Theme, WModal } from "../../index.ts"
import { element } from "../element.ts"
import { findLowContrast } from "./contrast.ts"
import { make } from "./make.ts"
import { makeCode } from "./makeCode.ts"
import {
  type FeatureName,
  featureDefaults,
  featureNames,
  fonts,
  formatSettings,
  needsReload,
  type Settings,
  toThemeVariables,
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
    modal.setThemeVariables(toThemeVariables(settings))
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
  const group = (title: string, ...children: readonly HTMLElement[]) =>
    make("fieldset", {}, make("legend", {}, title), make("div", { className: "fields" }, ...children))

  element("#playground").replaceChildren(
    group(
      "Theme",
      color("Accent", "accent", "#3571ea"),
      color("Background", "background", "#ffffff"),
      field("Corners", radius),
      choice("Font", "font", [
        ["", "Of the modal", null],
        ...Object.keys(fonts).map((name) => [name, name, name] as const),
      ]),
    ),
    group(
      "Text",
      choice("Language", "language", [
        ["en", "English", "en"],
        ["en-XA", "Pseudo, longer", "en-XA"],
      ]),
      choice("Direction", "direction", [
        ["ltr", "Left to right", "ltr"],
        ["rtl", "Right to left", "rtl"],
      ]),
    ),
    group("Features", ...featureNames.map(feature)),
    group(
      "Behavior",
      choice("First on Connect", "order", [
        ["", "Email, social", null],
        ["wallet", "Wallets", "wallet"],
      ]),
      choice("Shown", "embedded", [
        ["", "As a dialog", false],
        ["on", "In the page", true],
      ]),
      choice("Sign-in with a signature", "siwx", [
        ["", "Off", false],
        ["on", "After connecting", true],
      ]),
      choice("Embedded wallet", "account", [
        ["smartAccount", "Smart account", "smartAccount"],
        ["eoa", "Plain account", "eoa"],
      ]),
      choice("Loads", "preload", [
        ["visible", "When its button is seen", "visible"],
        ["intent", "When it is pointed at", "intent"],
      ]),
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
